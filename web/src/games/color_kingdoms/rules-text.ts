// The rules in our own words. Rule numbers of docs/rules/color_kingdoms.md stand in brackets where a section follows them.

import type { RulesText, Section } from '../../shell/rules';
import { words } from '../../shell/words';

const ru: Section[] = [
  {
    id: 'aim',
    title: 'О чём игра',
    text: [
      'Шесть королевств, в каждом девять областей, ждут красок. У каждого игрока свой лист с одной и той же картой. Кубики бросают прямо на карту: место, где кубик упал, решает, какое королевство закрашивать, а его цвет — каким цветом.',
      'Очки приносят разные цвета в королевствах, возведённые столицы, приручённые чудовища и скорость. Играют от одного до четырёх человек. Когда у кого-нибудь закрашены целиком три королевства, остаётся ещё один раунд.',
      'Синий, красный и жёлтый — базовые цвета. Из них получаются составные: красный и синий дают фиолетовый, синий и жёлтый — зелёный, жёлтый и красный — коричневый.',
    ],
  },
  {
    id: 'dice',
    title: 'Кубики',
    text: [
      'Кубиков четыре: синий, красный, жёлтый и белый. На гранях две, три или четыре капли. Первый игрок бросает все четыре, затем все по очереди, по часовой стрелке, берут по одному. Взять кубик нужно обязательно, даже если закрашивать им нечего.',
      'Кубик может лечь на границу двух или трёх королевств. Кто его берёт, тот сразу называет одно из них.',
      'Белый кубик заменяет синий, красный или жёлтый, но только тот, который уже забрали с карты. Поэтому первым после броска его взять нельзя. Цвет называют сразу, когда берут кубик.',
      'Втроём один кубик остаётся лишним. Вдвоём одного броска хватает на два раунда: сначала первый игрок выбирает из четырёх кубиков, а второй из трёх; в следующем раунде тот же первый игрок выбирает из двух, а второму достаётся последний. Жетон первого игрока переходит по часовой стрелке перед каждым новым броском.',
      'В начале игры первый игрок получает заклинание 1, второй — 2, третий — 3, четвёртый — 4. Применить его можно уже в первом раунде.',
    ],
  },
  {
    id: 'painting',
    title: 'Как закрашивать',
    text: [
      'Сколько капель на кубике, столько областей нужно закрасить его цветом, одну за другой, в том королевстве, из которого он взят. Закрашенную область не перекрашивают.',
      'Главное правило: область нельзя закрасить цветом, который уже есть у соседней области, даже если она в другом королевстве или закрашена в этот же ход. Соседними считаются области с общей стороной; общего угла мало.',
      'Закрашивают все одновременно и втайне. Пока вы не закончили свой ход, чужие листы видны такими, какими были в начале раунда. Какой кубик взят и откуда, знают все.',
      'Закончить ход можно в любой момент. Если размещены не все капли кубика, вы закрашиваете одну кляксу, сколько бы капель ни осталось. Каждая клякса отнимает очко. Если свободных клякс больше нет, ничего не происходит.',
    ],
  },
  {
    id: 'symbols',
    title: 'Символы на карте',
    text: [
      'Столица, закрашенная цветом своего королевства, возведена: 2 очка, если цвет базовый, и 3, если составной. Закрашенная другим цветом, она не приносит ничего.',
      'Чудовище, закрашенное своим цветом, приручено, любым другим — побеждено. Драконы бывают зелёные, фиолетовые и коричневые, грифоны красные, единороги жёлтые, гидры синие. Каждое незакрашенное чудовище в конце игры отнимает очко.',
      'Область с заклинанием, закрашенная любым цветом, даёт вам это заклинание. Применить его можно со следующего раунда.',
    ],
  },
  {
    id: 'towers',
    title: 'Сторожевые башни',
    text: [
      'Башня стоит на границе двух областей. Когда закрашены обе, она даёт каплю, которой можно пользоваться со следующего раунда. Два разных базовых цвета дают свой составной, два одинаковых базовых — тот же цвет. Если хотя бы один из двух составной, сразу выберите любой составной цвет.',
      'За ход можно потратить сколько угодно капель с башен — до, между и после капель кубика, в любом королевстве и по тем же правилам. Хранить их можно сколько угодно: кляксы за это нет.',
    ],
  },
  {
    id: 'spells',
    title: 'Заклинания',
    text: [
      'За ход можно применить сколько угодно заклинаний; применённое зачёркивают. Полученные в этом раунде ждут следующего.',
      '1. Перенос: все капли кубика переходят в любое другое королевство. Только пока в этот ход ничего не закрашено, не больше одного раза за ход и не после раздела.',
      '2. Исключение: одну каплю можно разместить рядом с областью того же цвета, сколько бы ни было таких соседей. Оно тратится само, когда нужно; такие области обведены пунктиром.',
      '3. Раздел: капли кубика можно размещать ещё и в королевстве, соседнем с королевством кубика (после переноса — с новым). Применить его можно, пока осталась хотя бы одна неразмещённая капля кубика. Несколько разделов открывают несколько королевств.',
      '4. Смесь: две неразмещённые капли кубика становятся одной каплей любого составного цвета. С четвёркой возможны две смеси. За неразмещённую смешанную каплю тоже ставят кляксу.',
    ],
  },
  {
    id: 'speed',
    title: 'Очки за скорость',
    text: [
      'Когда все закончили раунд, объявляют достижения. Королевство, закрашенное целиком, приносит 4 очка первому и 2 второму; все чудовища одного вида, приручённые или побеждённые, — 3 и 1; три королевства целиком — 3 и 1.',
      'Если несколько игроков справились в одном раунде, каждый получает все очки этого места. Вторыми становятся те, кто сделал это в следующем таком раунде; остальные не получают ничего.',
    ],
  },
  {
    id: 'points',
    title: 'Конец и подсчёт',
    text: [
      'Если в конце раунда у кого-то закрашены целиком три королевства, следующий раунд последний. Если у всех закрашены все кляксы, игра кончается сразу после этого раунда.',
      'Королевство приносит очки за скорость, за возведённую столицу и по очку за каждый цвет в нём, даже если закрашено не целиком.',
      'Чудовища приносят очки за скорость, 2 за приручённого дракона, 1 за другое приручённое чудовище и −1 за каждое незакрашенное. Затем прибавляют очки за три королевства и вычитают кляксы.',
      'Побеждает тот, у кого больше очков. При равенстве — тот, кто меньше потерял на кляксах и незакрашенных чудовищах, а если и это равно, победу делят. Оставшиеся заклинания и капли ничего не приносят.',
    ],
  },
  {
    id: 'solo',
    title: 'Одиночная игра',
    text: [
      'Начального заклинания нет. Одного броска хватает на четыре раунда: в каждом вы берёте один кубик.',
      'В конце раунда, отметив достижения, зачеркните одну цифру очков за скорость в любой строке, кроме финальной: сначала четвёрки и тройки, а когда все они получены или зачёркнуты — двойки и единицы. Зачёркнутую цифру уже не получить: достижение приносит первую цифру, если она не зачёркнута, иначе вторую, иначе ничего. Цифру рядом с полученной можно зачеркнуть без потерь.',
      'За три королевства целиком вы получаете тройку финальной строки, и следующий раунд последний. Если зачёркивать больше нечего, зачёркивается тройка финальной строки, и следующий раунд тоже последний; успеете закрасить три королевства — получите единицу. После последнего раунда ничего не зачёркивают.',
      'Меньше 50 очков — попробуйте ещё, 50–59 — неплохо, 60–69 — хорошо, 70 и больше — по-королевски.',
    ],
  },
];

const en: Section[] = [
  {
    id: 'aim',
    title: 'What it is about',
    text: [
      'Six kingdoms of nine areas each are waiting for colour. Everybody has their own sheet with the same map. The dice are thrown onto the map itself: where a die lands decides which kingdom you paint, and its colour decides in what colour.',
      'Points come from different colours in your kingdoms, from capitals built, monsters tamed, and from speed. For one to four players. Once somebody has three complete kingdoms, one more round is played.',
      'Blue, red and yellow are the base colours. They make the compound ones: red and blue give violet, blue and yellow give green, yellow and red give brown.',
    ],
  },
  {
    id: 'dice',
    title: 'The dice',
    text: [
      'There are four dice: blue, red, yellow and white, with two, three or four drops on each face. The first player throws all four, then everybody takes one in turn, clockwise. You must take one, even if it can paint nothing.',
      'A die may land across the border of two or three kingdoms. Whoever takes it names one of them at once.',
      'The white die stands for blue, red or yellow, but only for a colour whose own die has already been taken. So it can never be the first die taken from a throw. Its colour is named when it is taken.',
      'With three players one die is left over. With two, a throw lasts for two rounds: the first player chooses from four dice and the second from three; in the next round the same first player chooses from two and the second gets the last one. The first-player token moves clockwise before each new throw.',
      'At the start the first player has spell 1, the second spell 2, the third spell 3 and the fourth spell 4. They can be used in the very first round.',
    ],
  },
  {
    id: 'painting',
    title: 'Painting',
    text: [
      'A die paints as many areas as it shows drops, one after another, in its colour, in the kingdom it was taken from. Nothing is ever painted over.',
      'The main rule: an area never gets a colour that a neighbour already has, not even a neighbour in another kingdom or one painted this turn. Neighbours share a side; a corner is not enough.',
      'Everybody paints at the same time and in secret. Until you finish your turn, you see the other sheets as they were when the round began. Which die was taken, and from where, is known to all.',
      'You may finish at any moment. If any drops of the die are left, you mark one blot, however many they are. Each blot costs a point. If you have no blot left to mark, nothing happens.',
    ],
  },
  {
    id: 'symbols',
    title: 'Symbols on the map',
    text: [
      'A capital painted in the colour of its kingdom is built: 2 points if that is a base colour, 3 if it is a compound one. In any other colour it brings nothing.',
      'A monster painted in its own colour is tamed, in any other it is defeated. Dragons are green, violet or brown, griffins red, unicorns yellow, hydras blue. Each unpainted monster costs a point at the end.',
      'A spell area, painted in any colour, gives you its spell. It can be used from the next round on.',
    ],
  },
  {
    id: 'towers',
    title: 'Watchtowers',
    text: [
      'A tower stands on the border of two areas. Once both are painted it gives a drop, which can be used from the next round on. Two different base colours give their compound, the same base colour twice gives that colour. If at least one of the two is a compound colour, choose any compound colour at once.',
      'You may spend any number of tower drops in a turn, before, between and after the drops of the die, in any kingdom, by the same rules. Keep them as long as you like: that costs no blot.',
    ],
  },
  {
    id: 'spells',
    title: 'Spells',
    text: [
      'You may cast any number of spells in a turn; each is then crossed off. Spells gained this round wait for the next.',
      '1. Move: all drops of the die go to any other kingdom. Only before anything is painted this turn, once a turn, and not after a split.',
      '2. Exception: one drop may be placed beside its own colour, with any number of such neighbours. It is spent automatically when it is needed; areas where that would happen have a dashed ring.',
      '3. Split: drops of the die may also go to a kingdom next to the die’s own (after a move: next to the new one). You can cast it as long as at least one drop of the die is unplaced. Several splits open several kingdoms.',
      '4. Mix: two unplaced drops of the die become one drop of any compound colour. With a four you can mix twice. An unplaced mixed drop costs a blot like any other.',
    ],
  },
  {
    id: 'speed',
    title: 'Points for speed',
    text: [
      'When all have finished a round, achievements are announced. A complete kingdom brings 4 points to the first and 2 to the second; all monsters of one kind, tamed or defeated, 3 and 1; three complete kingdoms 3 and 1.',
      'If several players manage it in the same round, each of them gets all the points of that place. Second are those of the next round in which anybody else does it; after that there is nothing to win.',
    ],
  },
  {
    id: 'points',
    title: 'The end and the scoring',
    text: [
      'If somebody has three complete kingdoms at the end of a round, the next round is the last. If everybody has marked all their blots, the game ends with that round.',
      'A kingdom brings its points for speed, its capital if built, and one point for each colour in it, complete or not.',
      'Monsters bring their points for speed, 2 for each tamed dragon, 1 for each other tamed monster, and −1 for each unpainted one. Then the points for three kingdoms are added and the blots subtracted.',
      'The most points win. On a tie, whoever lost less by blots and unpainted monsters wins; if that is equal too, the victory is shared. Spells and drops left over are worth nothing.',
    ],
  },
  {
    id: 'solo',
    title: 'Solo game',
    text: [
      'There is no starting spell. A throw lasts for four rounds: in each you take one die.',
      'At the end of a round, after its achievements, you cross out one number of points for speed in any row but the final one: fours and threes first, and when all of these are won or crossed out, twos and ones. A number crossed out can no longer be won: an achievement brings the first number if it still stands, else the second, else nothing. The number beside one you have won can be crossed out at no loss.',
      'Three complete kingdoms win the 3 of the final row, and the next round is the last. When nothing is left to cross out, the 3 of the final row is crossed out, and the next round is the last too; three kingdoms by then bring the 1. After the last round nothing is crossed out.',
      'Below 50 points: try again. 50 to 59 is fair, 60 to 69 good, 70 and more royal.',
    ],
  },
];

export const rules = words<RulesText>({ ru: { sections: ru }, en: { sections: en } });
