// The rules in our own words. Rule numbers of docs/rules/color_kingdoms.md stand in brackets where a section follows them.

export interface Section {
  id: string;
  title: string;
  picture?: 'map' | 'dice' | 'paint' | 'symbols' | 'towers' | 'spells' | 'speed' | 'blots';
  text: string[];
}

export const ru: Section[] = [
  {
    id: 'aim',
    title: 'О чём игра',
    picture: 'map',
    text: [
      'Шесть королевств по девять областей ждут красок. Каждый красит собственный лист; все листы одинаковы. Кубики бросают прямо на карту: место, где кубик лёг, говорит, где красить, а его цвет — чем.',
      'Очки приносят цвета в королевствах, построенные столицы, приручённые чудовища и быстрота. Играют от одного до четырёх человек. Когда у кого-нибудь закрашены целиком три королевства, остаётся один раунд.',
      'Синий, красный и жёлтый — основные цвета. Из них получаются составные: красный с синим даёт фиолетовый, синий с жёлтым — зелёный, жёлтый с красным — коричневый.',
    ],
  },
  {
    id: 'dice',
    title: 'Кубики',
    picture: 'dice',
    text: [
      'Кубиков четыре: синий, красный, жёлтый и белый. На гранях по две, три или четыре капли. Первый игрок бросает все, затем по кругу каждый берёт один. Брать обязательно, даже если красить им негде.',
      'Кубик может лечь на границу двух или трёх королевств. Тот, кто его берёт, сразу называет одно из них.',
      'Белый кубик заменяет синий, красный или жёлтый, но только такой, которого уже нет среди свободных. Поэтому первым в броске его не берут. Цвет называют, когда берут кубик.',
      'Втроём один кубик остаётся лишним. Вдвоём бросок служит два раунда: сначала берут один из четырёх и один из трёх, потом тот же первый игрок берёт из двух, второй — последний. После броска жетон первого игрока переходит дальше по кругу.',
      'Вначале первый игрок получает заклинание 1, второй — 2, третий — 3, четвёртый — 4. Ими можно пользоваться сразу.',
    ],
  },
  {
    id: 'painting',
    title: 'Как красить',
    picture: 'paint',
    text: [
      'Сколько капель на кубике, столько областей можно закрасить его цветом, одну за другой, в том королевстве, из которого он взят. Закрашенное не перекрашивают.',
      'Главное правило: соседние области не бывают одного цвета, даже если лежат в разных королевствах или закрашены в этот же ход. Соседи — те, у кого общая сторона; угла мало.',
      'Красят все одновременно. Чужой лист видно таким, каким он был в начале раунда, пока вы не закончите свой ход. Какой кубик взят и откуда, знают все.',
      'Закончить ход можно в любой миг. Если капли кубика остались, на листе появляется одна клякса, сколько бы их ни было: это минус очко. Когда свободных клякс больше нет, ничего не происходит.',
    ],
  },
  {
    id: 'symbols',
    title: 'Знаки на карте',
    picture: 'symbols',
    text: [
      'Столица, закрашенная цветом своего королевства, построена: 2 очка в основном цвете, 3 в составном. Любой другой цвет не приносит за неё ничего.',
      'Чудовище, закрашенное своим цветом, приручено, любым другим — побеждено. Драконы бывают зелёные, фиолетовые и коричневые, грифоны красные, единороги жёлтые, гидры синие. Незакрашенное чудовище в конце стоит очко.',
      'Область с печатью дарит её заклинание, каким бы цветом ни была закрашена. Пользоваться им можно со следующего раунда.',
    ],
  },
  {
    id: 'towers',
    title: 'Сторожевые башни',
    picture: 'towers',
    text: [
      'Башня стоит на границе двух областей. Когда закрашены обе, она даёт каплю на следующие раунды. Два разных основных цвета дают свой составной, два одинаковых — тот же цвет. Если хотя бы один из двух составной, выберите любой составной цвет сразу.',
      'Каплями башен красят в любой ход, до, между и после капель кубика, в любом королевстве, по тем же правилам соседства. Беречь их можно сколько угодно: кляксы за это нет.',
    ],
  },
  {
    id: 'spells',
    title: 'Заклинания',
    picture: 'spells',
    text: [
      'За ход можно применить сколько угодно заклинаний, каждое вычёркивается. Полученные в этом раунде ждут следующего.',
      '1. Перенос: все капли кубика идут в любое другое королевство. Только пока в этот ход ничего не закрашено, не больше раза за ход и не после раздела.',
      '2. Исключение: одна капля может коснуться своего цвета, сколько бы ни было таких соседей. Оно тратится само, когда нужно; области, где это случится, обведены пунктиром.',
      '3. Раздел: капли кубика можно класть ещё и в королевство, соседнее с королевством кубика (после переноса — с новым), пока хотя бы одна не закрашена. Несколько разделов открывают несколько королевств.',
      '4. Смесь: две ещё не закрашенные капли кубика становятся одной каплей любого составного цвета. С четвёркой возможны две смеси. Незакрашенная смесь тоже оставляет кляксу.',
    ],
  },
  {
    id: 'speed',
    title: 'Очки за скорость',
    picture: 'speed',
    text: [
      'Когда все закончили раунд, смотрят, кто что завершил. Целое королевство приносит 4 очка первым и 2 вторым, все чудовища одного вида, приручённые или нет, — 3 и 1, три целых королевства — 3 и 1.',
      'Кто успел в одном раунде, делят место и получают поровну. Вторыми становятся те, кто сделал это в следующий такой раунд; после них получать нечего.',
    ],
  },
  {
    id: 'points',
    title: 'Конец и подсчёт',
    picture: 'blots',
    text: [
      'Если в конце раунда у кого-то три целых королевства, следующий раунд последний. Если у всех отмечены все кляксы, игра кончается тем же раундом.',
      'Королевство приносит очки за скорость, за построенную столицу и по очку за каждый цвет в нём, даже если закрашено не целиком.',
      'Чудовища приносят очки за скорость, 2 за приручённого дракона, 1 за другое приручённое чудовище и минус 1 за каждое незакрашенное. Затем прибавляют очки финала и вычитают кляксы.',
      'Больше очков — победа. При равенстве выигрывает тот, кто меньше потерял на кляксах и незакрашенных чудовищах, иначе победа общая. Оставшиеся заклинания и капли ничего не стоят.',
    ],
  },
  {
    id: 'solo',
    title: 'В одиночку',
    text: [
      'Начального заклинания нет. Бросок служит четыре раунда: в каждом берут один кубик.',
      'После очков за скорость вычёркивают одно число в любой строке, кроме финала: сначала четвёрки и тройки, а когда все они получены или вычеркнуты — двойки и единицы. Вычеркнутое больше не получить: завершённое приносит первое число, если оно цело, иначе второе, иначе ничего. Число рядом с полученным можно вычеркнуть без потерь.',
      'Три целых королевства приносят тройку финала, и следующий раунд последний. Если вычёркивать больше нечего, вычёркивается тройка финала, и следующий раунд тоже последний; тогда три королевства принесут единицу. После последнего раунда ничего не вычёркивают.',
      'Меньше 50 очков — попробуйте ещё, 50–59 — неплохо, 60–69 — хорошо, 70 и больше — по-королевски.',
    ],
  },
];

export const en: Section[] = [
  {
    id: 'aim',
    title: 'What it is about',
    picture: 'map',
    text: [
      'Six kingdoms of nine areas each are waiting for colour. Everybody paints a sheet of their own; all sheets are alike. The dice are thrown onto the map itself: where a die comes to lie says where to paint, its colour says with what.',
      'Points come from the colours in your kingdoms, from capitals built, monsters tamed, and from being quick. One to four play. Once somebody has three whole kingdoms, one more round is played.',
      'Blue, red and yellow are base colours. They make the compound ones: red and blue give violet, blue and yellow give green, yellow and red give brown.',
    ],
  },
  {
    id: 'dice',
    title: 'The dice',
    picture: 'dice',
    text: [
      'There are four dice: blue, red, yellow and white, with two, three or four drops on their sides. The first player throws them all, then everybody in turn takes one. You must take one, even if it can paint nothing.',
      'A die may lie across the border of two or three kingdoms. Whoever takes it names one of them at once.',
      'The white die stands for blue, red or yellow, but only for a colour whose own die is already gone. So it is never the first of a throw to be taken. Its colour is named when it is taken.',
      'With three players one die is left over. With two, a throw serves two rounds: first one of four and one of three are taken, then the same first player takes one of two and the second the last. After a throw the first-player token moves on.',
      'To begin with the first player has spell 1, the second spell 2, the third spell 3 and the fourth spell 4. They may be used right away.',
    ],
  },
  {
    id: 'painting',
    title: 'Painting',
    picture: 'paint',
    text: [
      'A die paints as many areas as it shows drops, one after another, in its colour, in the kingdom it was taken from. Nothing is ever painted over.',
      'The chief rule: neighbours never have the same colour, not even in different kingdoms or when both are painted in the same turn. Neighbours share a side; a corner is not enough.',
      'All paint at the same time. You see the other sheets as they were when the round began, until your own turn is finished. Which die was taken, and from where, is known to all.',
      'You may finish at any moment. If drops of the die are left, one blot is marked, however many they are: it costs a point. When no blot is left on the sheet, nothing happens.',
    ],
  },
  {
    id: 'symbols',
    title: 'Symbols on the map',
    picture: 'symbols',
    text: [
      'A capital painted in the colour of its kingdom is built: 2 points in a base colour, 3 in a compound one. Any other colour earns nothing for it.',
      'A monster painted in its own colour is tamed, in any other it is defeated. Dragons are green, violet or brown, griffins red, unicorns yellow, hydras blue. A monster left unpainted costs a point at the end.',
      'An area with a seal gives its spell, whatever colour it gets. The spell can be used from the next round on.',
    ],
  },
  {
    id: 'towers',
    title: 'Watchtowers',
    picture: 'towers',
    text: [
      'A tower stands on the border of two areas. Once both are painted it gives a drop for later rounds. Two different base colours give their compound, the same one twice gives that colour. If one of the two is a compound colour, choose any compound colour at once.',
      'Tower drops paint in any turn, before, between and after the drops of the die, in any kingdom, by the same rule about neighbours. Keep them as long as you like: that costs no blot.',
    ],
  },
  {
    id: 'spells',
    title: 'Spells',
    picture: 'spells',
    text: [
      'Any number may be cast in a turn, and each is crossed off. Those gained in this round wait for the next.',
      '1. Move: all drops of the die go to any other kingdom. Only before anything is painted in this turn, once a turn, and not after a split.',
      '2. Exception: one drop may touch its own colour, with any number of neighbours. It is spent by itself when it is needed; areas where that would happen have a dashed ring.',
      '3. Split: drops of the die may also go to a kingdom that touches the die’s (after a move: the new one), as long as one is unplaced. Several splits open several kingdoms.',
      '4. Mix: two unplaced drops of the die become one of any compound colour. With a four two mixtures are possible. A mixture that is not placed costs a blot like any drop.',
    ],
  },
  {
    id: 'speed',
    title: 'Points for speed',
    picture: 'speed',
    text: [
      'When all have finished a round it is seen who has completed what. A whole kingdom brings 4 points to the first and 2 to the second, all monsters of a kind, tamed or not, 3 and 1, three whole kingdoms 3 and 1.',
      'Those who do it in the same round share the place and all get its points. Second are those of the next round in which anybody else does it; after that there is nothing to win.',
    ],
  },
  {
    id: 'points',
    title: 'The end and the count',
    picture: 'blots',
    text: [
      'If somebody has three whole kingdoms at the end of a round, the next round is the last. If all blots of all players are marked, the game ends with that round.',
      'A kingdom brings its points for speed, its capital if built, and one point for each colour in it, whole or not.',
      'Monsters bring their points for speed, 2 for every tamed dragon, 1 for every other tamed monster, and minus 1 for every unpainted one. Then the points of the finish are added and the blots taken off.',
      'Most points win. Among equals it is whoever lost less by blots and unpainted monsters; otherwise the victory is shared. Spells and drops left over are worth nothing.',
    ],
  },
  {
    id: 'solo',
    title: 'Alone',
    text: [
      'There is no starting spell. A throw serves four rounds: in each you take one die.',
      'After the points for speed you cross out one number in any row but the finish: fours and threes first, and when all of these are won or crossed out, twos and ones. What is crossed out cannot be won: what you complete brings the first number if it still stands, else the second, else nothing. The number beside one that is won can be crossed out at no loss.',
      'Three whole kingdoms win the three of the finish, and the next round is the last. When nothing is left to cross out, the three of the finish is, and the next round is the last too; three kingdoms by then bring the one. After the last round nothing is crossed out.',
      'Below 50 points: try again. 50 to 59 is fair, 60 to 69 good, 70 and more royal.',
    ],
  },
];
