// The rules in our own words. Section ids are what `topic` names.

import type { RulesText } from '../../shell/rules';
import { words } from '../../shell/words';

export const rules = words<RulesText>({
  ru: {
    lead: 'Король гномов ждёт самоцветы для новой короны. Поворачивайте тайлы, ходите по туннелям и ищите то, что под ними спрятано.',
    sections: [
      {
        id: 'goal',
        title: 'Цель',
        text: [
          'У каждого открыто лежит карта заданий с шестью кристаллами. В базовом режиме их собирают в любом порядке; кто первым заполнит все шесть мест, тот сразу побеждает, круг не доигрывают.',
          'В продвинутом режиме кристаллы собирают строго слева направо, а с полной коллекцией нужно ещё вернуться на стартовую площадку.',
        ],
      },
      {
        id: 'setup',
        title: 'Что на столе',
        text: [
          'Поле из 6 × 6 ячеек накрыто 36 тайлами: 12 поворотов, 6 прямых путей, 10 перекрёстков и 8 тайлов с двумя отдельными дорожками. Лежат они в случайном порядке и повёрнуты как попало.',
          'Под каждым тайлом что-то есть: в 35 ячейках по цветному кристаллу, в одной только прозрачный. Ещё девять прозрачных добавлены к цветным. Цветов семь, по пять кристаллов каждого; прозрачных десять. Что где лежит, не знает никто.',
          'Посередине стартовая площадка. Её углы примыкают к четырём центральным тайлам c3, d3, c4 и d4, и все гномы начинают с неё. Играют от двух до четырёх человек; кто начинает, решает жребий, дальше ходят по часовой стрелке.',
        ],
      },
      {
        id: 'turn',
        title: 'Ход: три действия',
        text: [
          'Поворот: по желанию поверните один тайл. Путь: обязательно проведите гнома до тупика. Кристалл: возьмите его, если можно.',
        ],
      },
      {
        id: 'turning',
        title: 'Поворот',
        text: [
          'Можно повернуть один любой тайл на 90°, 180° или 270°, в том числе тайл под своим гномом: гном повернётся вместе со своей дорожкой. Тайл, на котором стоит чужой гном, поворачивать нельзя, даже если там стоит и ваш.',
          'Что лежит под повёрнутым тайлом, видят все. Поэтому перекрёсток иногда поворачивают только для того, чтобы подсмотреть.',
          'Если гном может идти без поворота или после какого-нибудь поворота, остальные варианты запрещены. Если идти нельзя никак, ход кончается без пути и без кристалла; это большая редкость.',
          'На экране: коснитесь тайла, и он повернётся; коснитесь ещё раз, и он повернётся дальше. Свет сразу показывает, куда теперь ведёт туннель. Пока не нажата золотая кнопка, ничего не решено.',
        ],
      },
      {
        id: 'second',
        title: 'Второй поворот',
        text: [
          'Только в базовом режиме и один раз за ход: после первого поворота можно сбросить любой полученный раньше кристалл, с карты заданий или лежащий рядом с ней, и повернуть второй, другой тайл. Сброшенный кристалл уходит из игры насовсем. Освободившееся место можно заполнить снова.',
          'Кто не поворачивал первого тайла, не поворачивает и второго. Сбросить кристалл и ничего не повернуть нельзя.',
          'Если гном уже может идти, второй поворот не должен запереть его. Если идти некуда, а какой-то поворот открывает путь, годятся только такие.',
        ],
      },
      {
        id: 'moving',
        title: 'Путь',
        text: [
          'Дорожки соседних тайлов соединены, если обе выходят к общей стороне; вместе они образуют туннель. Конец, который упирается в край поля или в глухую сторону, — это тупик. Гном идёт по туннелю сколько угодно и останавливается только в тупике; если их несколько, выбирайте любой. На поле тупики, до которых можно дойти, отмечены фонарями.',
          'Первый шаг можно сделать в любую сторону, а дальше разворачиваться на тайле нельзя. Проходить через тупики, мимо чужих гномов и через свой тайл можно, стоять на одном тайле тоже.',
          'Нужно уйти хотя бы на соседний тайл: перейти из одного тупика в другой, не покидая тайла, нельзя. Но если в туннеле есть кольцо, гном может обойти его и вернуться на прежнее место.',
          'С площадки гном спускается на любой из четырёх центральных тайлов (если дорожек две, на любую из них) и может там же остановиться, если это тупик.',
        ],
      },
      {
        id: 'taking',
        title: 'Кристалл',
        text: [
          'Где гном остановился, тайл поднимают, и все видят, что под ним. За ход берут не больше одного кристалла, а что можно взять, то взять нужно.',
          'В базовом режиме нужный цвет ложится на своё место на карте заданий. Цвет, которого на карте нет, тоже берут и кладут рядом: он пригодится для второго поворота. Двух кристаллов одного цвета ни у кого не бывает: второй остаётся в ячейке. Если в ячейке цветной и прозрачный и взять можно оба, выберите один.',
        ],
      },
      {
        id: 'clear',
        title: 'Прозрачные кристаллы',
        text: [
          'В базовом режиме два прозрачных заменяют один кристалл любого цвета. Их копят рядом с картой заданий сколько угодно, и пара не привязана к месту: как только пар хватает на все свободные места, вы победили.',
        ],
      },
      {
        id: 'advanced',
        title: 'Продвинутый режим',
        text: [
          'Места заполняют строго слева направо. Берут только то, что подходит к следующему месту, остальное остаётся в ячейке. Один цвет указан на карте дважды, и нужен он дважды.',
          'Один прозрачный заменяет любой цвет: он ложится на следующее место и подходит всегда. Если в ячейке и нужный цвет, и прозрачный, выберите один. Кристаллы не сбрасывают, второго поворота нет.',
        ],
      },
      {
        id: 'home',
        title: 'Назад на площадку',
        text: [
          'С полной коллекцией нужно вернуться на стартовую площадку, начиная со следующего хода. Годится любой путь на один из четырёх центральных тайлов, даже если там не тупик; если гном уже стоит на таком, он просто поднимается. Побеждает тот, кто первым поднялся на площадку. Без полной коллекции на неё не поднимаются. Кристаллов вы больше не берёте, но ячейки по-прежнему показывают всем.',
        ],
      },
      {
        id: 'memory',
        title: 'Память',
        text: [
          'Всё, что показывают, видят все. Если помнит стол, показанное остаётся отмеченным. Если помнят игроки, оно видно до конца хода, а потом его нужно помнить самим. Что взято и сброшено, видно всегда. Ход, который что-то открыл, отменить нельзя.',
        ],
      },
      {
        id: 'end',
        title: 'Если никто не побеждает',
        text: [
          'Если за 120 ходов подряд никто не взял и не сбросил ни одного кристалла, игра кончается. Побеждает тот, у кого заполнено больше мест; в базовом режиме считаются и пары прозрачных. При равенстве победу делят.',
        ],
      },
    ],
  },
  en: {
    lead: 'The king of the gnomes is waiting for gems for his new crown. Rotate tiles, walk the tunnels and find what lies beneath.',
    sections: [
      {
        id: 'goal',
        title: 'The aim',
        text: [
          'Everybody has an open task card with six crystals. In the basic mode they are collected in any order; whoever is first to fill all six places wins at once, and the round is not finished.',
          'In the advanced mode crystals are collected strictly from left to right, and with a complete collection you still have to get back to the start platform.',
        ],
      },
      {
        id: 'setup',
        title: 'What is on the table',
        text: [
          'A board of 6 × 6 cells is covered by 36 tiles: 12 curves, 6 straights, 10 crossroads and 8 double tiles with two separate paths. They lie in random order, turned any way round.',
          'There is something under every tile: a coloured crystal in 35 cells, just a transparent one in the last. Nine more transparent ones lie beside coloured ones. There are seven colours with five crystals each, and ten transparent ones. Nobody knows what lies where.',
          'The start platform stands in the middle. Its corners adjoin the four central tiles c3, d3, c4 and d4, and all gnomes start from it. For two to four players; who begins is drawn by lot, then play goes clockwise.',
        ],
      },
      {
        id: 'turn',
        title: 'A turn has three steps',
        text: [
          'Rotate: you may rotate one tile. Move: you must lead your gnome to a dead end. Take: pick up a crystal if you can.',
        ],
      },
      {
        id: 'turning',
        title: 'Rotating',
        text: [
          'You may rotate any one tile by 90°, 180° or 270°, even the one under your own gnome, who is carried along on its path. A tile with somebody else’s gnome on it may not be rotated, even if yours stands there too.',
          'Everybody sees what lies under the rotated tile. So crossroads are sometimes rotated just for a peek.',
          'If your gnome can move without rotating or after rotating some tile, no other choice is allowed. If nothing helps, your turn ends without moving or taking; this is very rare.',
          'On the screen: tap a tile and it rotates; tap it again and it rotates further. The light shows at once where the tunnel leads now. Nothing is decided until you press the gold button.',
        ],
      },
      {
        id: 'second',
        title: 'A second tile',
        text: [
          'In the basic mode only, and once a turn: after the first tile you may discard any crystal you took earlier, from your task card or from beside it, and rotate a second, different tile. The crystal leaves the game for good. The place it leaves can be filled again.',
          'If you rotated no first tile, you cannot rotate a second one. You cannot discard a crystal without rotating.',
          'If your gnome can already move, the second tile must not lock it in. If it cannot, and some rotation opens a way, only such rotations are allowed.',
        ],
      },
      {
        id: 'moving',
        title: 'Moving',
        text: [
          'Paths of neighbouring tiles are joined where both open to the side between them; together they form a tunnel. An end that faces the edge of the board or a blank side is a dead end. A gnome walks along its tunnel as far as it likes and stops only at a dead end; choose any of them. Lanterns mark the dead ends you can reach.',
          'The first step may go in any direction; after that there is no turning back on a tile. You may pass dead ends, other gnomes and your own tile, and gnomes may share a tile.',
          'You have to leave for another tile: going from one dead end to another without leaving the tile is not a move. But if the tunnel has a ring, the gnome may walk round it and come back to where it was.',
          'From the platform a gnome steps down to any of the four central tiles (on a double tile, to either path) and may stop right there if that is a dead end.',
        ],
      },
      {
        id: 'taking',
        title: 'Taking a crystal',
        text: [
          'Where the gnome stops the tile is lifted, and everybody sees what is there. You take at most one crystal a turn, and what you can take you must take.',
          'In the basic mode a colour you need goes to its place on your task card. The colour missing from your card is taken as well and laid beside it: you can discard it to rotate a second tile. Nobody ever owns two crystals of one colour: the second stays in its cell. If a coloured and a transparent one lie together and you could take either, choose one.',
        ],
      },
      {
        id: 'clear',
        title: 'Transparent crystals',
        text: [
          'In the basic mode two transparent ones stand in for one crystal of any colour. Keep as many as you like beside your task card; a pair is not tied to a place. As soon as you have enough pairs for all free places, you have won.',
        ],
      },
      {
        id: 'advanced',
        title: 'The advanced mode',
        text: [
          'Places are filled strictly from left to right. Only what fits the next place is taken, everything else stays in its cell. One colour is named twice on the card, and is needed twice.',
          'Here a single transparent crystal stands in for any colour: it goes to the next place and always fits. If the right colour and a transparent one lie together, choose one. Nothing is discarded, and there is no second tile.',
        ],
      },
      {
        id: 'home',
        title: 'Back to the platform',
        text: [
          'With a complete collection you have to get back to the start platform, from your next turn on. Any way to one of the four central tiles will do, dead end or not; a gnome that already stands on one just steps up. The first one up there wins. Nobody steps up without a complete collection. You take no more crystals, but cells are still shown to all.',
        ],
      },
      {
        id: 'memory',
        title: 'Memory',
        text: [
          'Whatever is shown is shown to all. If the table remembers, it stays marked. If players remember, it is seen until the turn ends, and then you have to keep it in mind. What was taken or discarded is always seen. A move that has uncovered something cannot be taken back.',
        ],
      },
      {
        id: 'end',
        title: 'If nobody wins',
        text: [
          'If nobody takes or discards a crystal for 120 turns in a row, the game ends. Whoever has filled the most places wins; in the basic mode transparent pairs count too. On a tie the victory is shared.',
        ],
      },
    ],
  },
});
