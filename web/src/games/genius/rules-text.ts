// The rules in our own words. The numbered rules in docs/rules/genius.md decide.

import { words } from '../../shell/words';

interface Section {
  id: string;
  title: string;
  text: string[];
}

export const sections = words<{ title: string; all: Section[] }>({
  ru: {
    title: 'Совершенно гениально',
    all: [
      {
        id: 'aim',
        title: 'О чём игра',
        text: [
          'Это гонка за шестью цветами. Побеждает тот, у кого первым набралось нужное число жетонов каждого цвета: семь, если играют вдвоём или втроём, пять, если вчетвером. Втроём можно договориться и на шесть.',
          'Жетоны открывают по одному. Пока каждый новый подходит к тому, что лежит посреди стола, можно рисковать дальше или остановиться и забрать. Один неудачный жетон — и всё открытое за ход достаётся столу, на радость следующему.',
        ],
      },
      {
        id: 'setup',
        title: 'Что на столе',
        text: [
          'В игре 126 жетонов, по 21 каждого из шести цветов. Все лежат в запасе лицом вниз; три жетона сразу открывают в центр.',
          'Зона — место, куда ложатся жетоны, открытые в этом ходу. Собрание — то, что уже ваше: шесть башен на полке, пунктир над ними показывает цель. Первым ходит тот, на кого укажет жребий, дальше по кругу.',
          'Секретов нет: не известно только, какой жетон придёт следующим. Что осталось в запасе, может сосчитать каждый, поэтому стол показывает шансы. Эту подсказку можно выключить в настройках.',
        ],
      },
      {
        id: 'turn',
        title: 'Ход',
        text: [
          'Сначала проверяют центр: если там меньше трёх жетонов, недостающие добавляют из запаса. Так бывает перед каждым ходом, и перед ходом в подарок тоже.',
          'Потом вы тянете жетон или, если разрешено, берёте один из центра. Просто ничего не делать нельзя.',
          'Вытянутый жетон ложится в зону. Возможны три исхода.',
        ],
      },
      {
        id: 'fits',
        title: 'Подошёл, мимо, повтор',
        text: [
          'Подошёл: такой цвет есть в центре, а в зоне его ещё не было. Теперь выбор за вами.',
          'Мимо: такого цвета в центре нет.',
          'Повтор: такой цвет уже лежит в зоне, даже если он есть и в центре.',
          'Мимо и повтор — осечка. Вся зона вместе с новым жетоном уходит в центр, ход окончен. То, что забрано раньше, не страдает.',
        ],
      },
      {
        id: 'choice',
        title: 'Тянуть ещё или забрать',
        text: [
          'После каждого удачного жетона вы решаете: тянуть ещё или забрать. Забрать можно только после удачи, так что хотя бы один жетон вытянуть придётся.',
          'Забирая, вы получаете всю зону и все жетоны центра тех же цветов. Например, в центре два синих, жёлтый и красный; вы вытянули синий, потом жёлтый. Забрать — это три синих и два жёлтых, красный останется. Подсвеченные башни показывают, что вы возьмёте, а бледные жетоны на полке — куда они лягут.',
          'Забранное остаётся у вас до конца игры.',
        ],
      },
      {
        id: 'bonus',
        title: 'Ход в подарок',
        text: [
          'Как только какой-то цвет достиг цели, вы получаете ещё один ход, сразу после этого. За каждый цвет — один раз за игру. Собрали два цвета за раз — два хода подряд; в них можно заработать новые.',
          'Ход в подарок играют по обычным правилам, и отказаться от него нельзя. Осечка в нём не отменяет остальных подарков.',
        ],
      },
      {
        id: 'surplus',
        title: 'Излишек',
        text: [
          'Больше цели никто не хранит. Лишние жетоны откладывают в сторону: они ничего не значат, и вытянуть их пока нельзя. Когда закончится весь ход со всеми подарками, они вернутся в запас.',
          'Готовый цвет тоже может открыться, подойти и быть забран, но всё это будет излишек.',
        ],
      },
      {
        id: 'alternative',
        title: 'Взять один из центра',
        text: [
          'Вместо того чтобы тянуть, иногда можно спокойно взять один жетон. Нужны два условия: какого-то одного цвета у вас меньше, чем любого другого, и этот цвет лежит в центре. Возьмите один такой жетон — и ход окончен.',
          'Если самых редких цветов два или больше, так нельзя, даже если их ноль. Когда ход не разрешён, стол объясняет почему.',
          'Считают после проверки центра: только что добавленный жетон может открыть эту возможность. В ходу в подарок правило то же.',
        ],
      },
      {
        id: 'empty',
        title: 'Когда запас пуст',
        text: [
          'В центр добавляют, сколько есть. Кто не может тянуть, берёт один из центра, если это разрешено, а иначе пропускает ход. Других пропусков не бывает. После удачи с пустым запасом остаётся только забрать.',
          'Если весь круг подряд состоял из одних пропусков, игра кончается. Пропуск в ходу в подарок не считается. Так же она кончается, если сорок полных ходов подряд никому ничего не прибавили: бывает это крайне редко.',
        ],
      },
      {
        id: 'end',
        title: 'Конец и места',
        text: [
          'Собраны все шесть цветов — победа сразу, оставшиеся подарки не играют.',
          'Остальных сравнивают по самому редкому цвету: у кого его больше, тот выше. Поровну — смотрят на следующий по редкости, и так далее. Какие именно это цвета, не важно. Полное равенство делит место.',
        ],
      },
      {
        id: 'series',
        title: 'Серия',
        text: [
          'Можно сыграть несколько игр подряд, обычно столько, сколько игроков. Каждая игра приносит столько очков, сколько у вас жетонов самого редкого цвета; за полное собрание — столько, какова цель. Следующую игру начинает следующий по кругу. Побеждает сумма, равные суммы делят место.',
        ],
      },
    ],
  },
  en: {
    title: 'Simply Genius',
    all: [
      {
        id: 'aim',
        title: 'What it is about',
        text: [
          'This is a race for six colours. Whoever is first to have the target of every colour wins: seven tokens of each with two or three players, five with four. Three players may also agree on six.',
          'Tokens are turned up one at a time. As long as each new one fits what lies in the middle of the table, you may push on, or stop and collect. One bad token, and everything you turned up this turn stays on the table, much to the joy of the next player.',
        ],
      },
      {
        id: 'setup',
        title: 'What is on the table',
        text: [
          'There are 126 tokens, 21 in each of six colours. All lie face down in the reserve; three are turned up in the centre at once.',
          'The zone is where the tokens of the present turn lie. A collection is what is already yours: six towers on a shelf, with a dashed notch at the target. A draw by lot decides who begins, then play goes clockwise.',
          'There are no secrets except which token comes next. Anybody could count what is left in the reserve, so the table shows the chances. This help can be switched off in the settings.',
        ],
      },
      {
        id: 'turn',
        title: 'A turn',
        text: [
          'First the centre is checked: if fewer than three tokens lie there, the missing ones are added from the reserve. This happens before every turn, bonus turns included.',
          'Then you draw a token or, where it is allowed, take one from the centre. You may not simply do nothing.',
          'The drawn token goes to the zone. Three things can happen.',
        ],
      },
      {
        id: 'fits',
        title: 'Fits, misses, repeats',
        text: [
          'It fits: the centre has this colour and the zone did not have it yet. The choice is now yours.',
          'It misses: the centre does not have this colour.',
          'It repeats: the zone has this colour already, even if the centre has it too.',
          'A miss and a repeat are misfires. The whole zone goes to the centre, the new token with it, and the turn is over. What was collected before is not touched.',
        ],
      },
      {
        id: 'choice',
        title: 'Draw again or collect',
        text: [
          'After each token that fits you decide: draw again, or collect. You can collect only after a fit, so at least one token has to be drawn.',
          'Collecting brings you the whole zone and all tokens of the centre in the same colours. Say the centre has two blue, a yellow and a red one, and you drew blue, then yellow. Collecting brings three blue and two yellow; the red one stays. Lit towers show what you would take, pale tokens on the shelf where it would go.',
          'What you have collected is yours until the end of the game.',
        ],
      },
      {
        id: 'bonus',
        title: 'Bonus turns',
        text: [
          'As soon as a colour reaches the target you earn one more turn, played right after this one. Each colour gives it once per game. Two colours completed at once bring two turns in a row, and more can be earned in them.',
          'A bonus turn follows the ordinary rules and must be played. A misfire in it does not cancel the others.',
        ],
      },
      {
        id: 'surplus',
        title: 'Surplus',
        text: [
          'Nobody keeps more than the target. Spare tokens lie aside: they count for nothing and cannot be drawn for the moment. When the whole turn with all its bonus turns is over, they go back to the reserve.',
          'A complete colour may still turn up, fit and be collected, but all of it is surplus.',
        ],
      },
      {
        id: 'alternative',
        title: 'Taking one from the centre',
        text: [
          'Instead of drawing you may sometimes take a single token in peace. Two things are needed: you have fewer tokens of exactly one colour than of every other, and this colour lies in the centre. Take one such token, and the turn is over.',
          'If two or more colours share the lowest number it is not allowed, not even if that number is zero. Where the move is not allowed the table says why.',
          'This is judged after the check of the centre: a token that was just added can make it possible. Bonus turns are no different.',
        ],
      },
      {
        id: 'empty',
        title: 'When the reserve is empty',
        text: [
          'The centre gets as many tokens as there are. Who cannot draw takes one from the centre if that is allowed, and otherwise passes. There is no other way to pass. After a fit with an empty reserve you can only collect.',
          'When a whole round was nothing but passes, the game ends. A pass in a bonus turn does not count. It also ends when forty whole turns in a row have added nothing to any collection, which hardly ever happens.',
        ],
      },
      {
        id: 'end',
        title: 'The end and the places',
        text: [
          'All six colours complete: an immediate win, and bonus turns that are left are not played.',
          'The others compare their fewest colour: the higher number is better. If it is equal they compare the second fewest, and so on. Which colours they are does not matter. Players who are equal in everything share the place.',
        ],
      },
      {
        id: 'series',
        title: 'A series',
        text: [
          'You can play several games in a row, usually as many as there are players. Each game brings as many points as you have tokens of your fewest colour; a complete collection brings the target. The next game is begun by the next player clockwise. The highest sum wins, and equal sums share the place.',
        ],
      },
    ],
  },
});
