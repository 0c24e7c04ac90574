// The rules in our own words. The numbered rules in docs/rules/genius.md decide.

import type { RulesText } from '../../shell/rules';
import { words } from '../../shell/words';

export const rules = words<RulesText>({
  ru: {
    sections: [
      {
        id: 'aim',
        title: 'О чём игра',
        text: [
          'Это гонка за шестью цветами. Побеждает тот, кто первым соберёт в коллекцию нужное число жетонов каждого цвета: по семь, если играют вдвоём или втроём, и по пять вчетвером. Втроём можно договориться и на шесть.',
          'Жетоны раскрывают по одному. Пока каждый новый совпадает по цвету с чем-то в центре стола, можно рисковать дальше или остановиться и забрать. Одна осечка — и всё раскрытое за ход остаётся в центре, на радость следующему игроку.',
        ],
      },
      {
        id: 'setup',
        title: 'Что на столе',
        text: [
          'В игре 126 жетонов, по 21 каждого из шести цветов. Все лежат в резерве лицом вниз; три из них сразу раскрывают в центр.',
          'Зона сбора — место для жетонов, раскрытых в этот ход. Коллекция — то, что уже ваше: шесть башен на полке, пунктир над ними показывает цель. Кто начинает, решает жребий, дальше ходят по часовой стрелке.',
          'Секретов нет: неизвестно только, какой жетон будет следующим. Что осталось в резерве, может сосчитать каждый, поэтому стол показывает шансы. Эту подсказку можно выключить в настройках.',
        ],
      },
      {
        id: 'turn',
        title: 'Ход',
        text: [
          'Сначала проверка: если в центре меньше трёх жетонов, недостающие добавляют из резерва. Так делают перед каждым ходом, и перед призовым тоже.',
          'Затем вы раскрываете жетон из резерва или, если это разрешено, делаете альтернативный ход. Пропустить ход по желанию нельзя.',
          'Раскрытый жетон ложится в зону сбора. Возможны три исхода.',
        ],
      },
      {
        id: 'fits',
        title: 'Совпадение и осечка',
        text: [
          'Совпадение: такой цвет есть в центре, а в зоне сбора его ещё нет. Теперь выбор за вами.',
          'Нет совпадения: такого цвета в центре нет. Это осечка.',
          'Конфликт: такой цвет уже лежит в зоне сбора, даже если он есть и в центре. Это тоже осечка.',
          'При осечке вся зона сбора вместе с новым жетоном уходит в центр, и ход окончен. Того, что уже в коллекции, осечка не касается.',
        ],
      },
      {
        id: 'choice',
        title: 'Раскрыть ещё или забрать',
        text: [
          'После каждого совпадения решайте: раскрыть ещё один жетон или забрать жетоны в коллекцию. Забрать можно только после совпадения, так что хотя бы один жетон раскрыть придётся.',
          'Забирая, вы получаете всю зону сбора и все жетоны тех же цветов из центра. Например, в центре два синих, жёлтый и красный, а вы раскрыли синий и жёлтый. Вы забираете три синих и два жёлтых, красный остаётся. Подсвеченные башни показывают, что вы возьмёте, а бледные жетоны на полке — куда они лягут.',
          'То, что в коллекции, остаётся у вас до конца партии.',
        ],
      },
      {
        id: 'bonus',
        title: 'Призовой ход',
        text: [
          'Как только цвет в вашей коллекции достиг цели, вы получаете призовой ход и делаете его сразу после этого. За каждый цвет — один раз за партию. Собрали два цвета сразу — два призовых хода подряд; в них можно заработать новые.',
          'Призовой ход делают по обычным правилам, и отказаться от него нельзя. Осечка в нём не отменяет остальных призовых ходов.',
        ],
      },
      {
        id: 'surplus',
        title: 'Излишек',
        text: [
          'Больше цели никто не хранит. Лишние жетоны пока лежат в стороне: они ничего не значат, и раскрыть их нельзя. Когда закончится весь ход со всеми призовыми, они вернутся в резерв.',
          'Жетоны уже собранного цвета тоже можно раскрывать и забирать, но все они будут излишком.',
        ],
      },
      {
        id: 'alternative',
        title: 'Альтернативный ход',
        text: [
          'Вместо того чтобы раскрывать жетон, иногда можно спокойно взять один из центра. Нужны два условия: какого-то одного цвета в вашей коллекции меньше, чем любого другого, и этот недостающий цвет есть в центре. Возьмите один такой жетон — и ход окончен.',
          'Если недостающих цветов два или больше, альтернативный ход невозможен, даже если этих цветов у вас ноль. Когда он невозможен, стол объясняет почему.',
          'Условия смотрят после проверки центра: только что добавленный жетон может открыть эту возможность. Призовой ход тоже может быть альтернативным.',
        ],
      },
      {
        id: 'empty',
        title: 'Когда резерв пуст',
        text: [
          'При проверке в центр добавляют, сколько есть. Кто не может раскрыть жетон, делает альтернативный ход, если это разрешено, а иначе пропускает ход. Других пропусков не бывает. После совпадения с пустым резервом остаётся только забрать.',
          'Если целый круг состоял из одних пропусков, партия заканчивается. Пропуск призового хода не считается. Партия заканчивается и тогда, когда за сорок полных ходов подряд ни в одной коллекции ничего не прибавилось: бывает это крайне редко.',
        ],
      },
      {
        id: 'end',
        title: 'Конец и места',
        text: [
          'Кто собрал все шесть цветов, тот сразу победил; оставшихся призовых ходов уже не делают.',
          'Остальные сравнивают недостающие цвета: у кого жетонов такого цвета больше, тот выше. Если поровну, сравнивают следующий по числу жетонов цвет, и так далее. Какие именно это цвета, неважно. При полном равенстве игроки делят место.',
        ],
      },
      {
        id: 'series',
        title: 'Серия',
        text: [
          'Можно сыграть несколько партий подряд, обычно столько, сколько игроков. Каждая партия приносит столько очков, сколько у вас жетонов недостающего цвета; полная коллекция — столько, какова цель. Следующую партию начинает следующий по часовой стрелке. Побеждает тот, у кого больше сумма очков; при равных суммах игроки делят место.',
        ],
      },
    ],
  },
  en: {
    sections: [
      {
        id: 'aim',
        title: 'What it is about',
        text: [
          'This is a race for six colours. Whoever is first to collect the target of every colour wins: seven tokens of each with two or three players, five with four. Three players may also agree on six.',
          'Tokens are turned up one at a time. As long as each new one matches a colour in the centre, you may push your luck, or stop and collect. One misfire, and everything you turned up this turn stays in the centre, much to the joy of the next player.',
        ],
      },
      {
        id: 'setup',
        title: 'What is on the table',
        text: [
          'There are 126 tokens, 21 in each of six colours. All lie face down in the reserve; three are turned up in the centre at the start.',
          'The collection zone holds the tokens turned up this turn. Your collection is what is already yours: six towers on a shelf, with a dashed notch at the target. Who begins is drawn by lot, then play goes clockwise.',
          'There are no secrets except which token comes next. Anybody could count what is left in the reserve, so the table shows the odds. You can switch this help off in the settings.',
        ],
      },
      {
        id: 'turn',
        title: 'A turn',
        text: [
          'First comes the check: if the centre holds fewer than three tokens, the missing ones are added from the reserve. This happens before every turn, bonus turns included.',
          'Then you draw a token from the reserve or, where it is allowed, make an alternative move. You may not pass by choice.',
          'The drawn token goes to the collection zone. Three things can happen.',
        ],
      },
      {
        id: 'fits',
        title: 'Match and misfire',
        text: [
          'Match: the centre has this colour, and the zone does not have it yet. The choice is now yours.',
          'No match: the centre does not have this colour. That is a misfire.',
          'Conflict: the zone already has this colour, even if the centre has it too. That is a misfire as well.',
          'After a misfire the whole zone goes to the centre, the new token with it, and the turn is over. What is in your collection is not touched.',
        ],
      },
      {
        id: 'choice',
        title: 'Draw again or collect',
        text: [
          'After each match you decide: draw again, or collect. You can collect only after a match, so you have to draw at least one token.',
          'Collecting brings you the whole zone and all tokens of the same colours from the centre. Say the centre has two blue, a yellow and a red token, and you drew blue, then yellow. You collect three blue and two yellow; the red one stays. Lit towers show what you would take, pale tokens on the shelf where it would go.',
          'What is in your collection is yours until the end of the game.',
        ],
      },
      {
        id: 'bonus',
        title: 'Bonus turns',
        text: [
          'As soon as a colour in your collection reaches the target you earn a bonus turn, played right after this one. Each colour gives it once per game. Two colours completed at once bring two bonus turns in a row, and you can earn more in them.',
          'A bonus turn follows the ordinary rules and must be played. A misfire in it does not cancel the others.',
        ],
      },
      {
        id: 'surplus',
        title: 'Surplus',
        text: [
          'Nobody keeps more than the target. Spare tokens lie aside: they count for nothing and cannot be drawn for the moment. When the whole turn with all its bonus turns is over, they go back to the reserve.',
          'Tokens of a complete colour can still be drawn and collected, but all of them are surplus.',
        ],
      },
      {
        id: 'alternative',
        title: 'The alternative move',
        text: [
          'Instead of drawing you may sometimes take a single token from the centre, without any risk. Two things are needed: you have fewer tokens of exactly one colour than of every other, and this scarcest colour lies in the centre. Take one such token, and the turn is over.',
          'If two or more colours share your lowest number it is not allowed, not even if that number is zero. Where the move is not allowed the table says why.',
          'This is judged after the check of the centre: a token that was just added can make it possible. A bonus turn may be an alternative move too.',
        ],
      },
      {
        id: 'empty',
        title: 'When the reserve is empty',
        text: [
          'The check adds as many tokens as there are. A player who cannot draw makes an alternative move if that is allowed, and otherwise passes. There is no other way to pass. After a match with an empty reserve you can only collect.',
          'When a whole round was nothing but passes, the game ends. A pass in a bonus turn does not count. The game also ends when forty whole turns in a row have added nothing to any collection, which hardly ever happens.',
        ],
      },
      {
        id: 'end',
        title: 'The end and the places',
        text: [
          'Whoever has all six colours complete wins at once; any bonus turns left are not played.',
          'The others compare their scarcest colours: more tokens of it is better. If they are equal they compare the next scarcest, and so on. Which colours they are does not matter. Players who are equal in everything share the place.',
        ],
      },
      {
        id: 'series',
        title: 'A series',
        text: [
          'You can play several games in a row, usually as many as there are players. Each game brings as many points as you have tokens of your scarcest colour; a complete collection brings the target. The next player clockwise begins the next game. The highest sum wins; players with equal sums share the place.',
        ],
      },
    ],
  },
});
