// The rules as they are read, in both languages. Section ids are what `topic` names.

import { words } from '../../shell/words';

interface Section {
  id: string;
  title: string;
  text: string[];
}

export const rules = words<{ title: string; lead: string; sections: Section[] }>({
  ru: {
    title: 'Правила KinGems',
    lead: 'Король гномов ждёт самоцветы для новой короны. Крутите плитки, ходите по ходам и ищите, что под ними спрятано.',
    sections: [
      {
        id: 'goal',
        title: 'Цель',
        text: [
          'У каждого открыто лежит карта с шестью кристаллами. Кто раньше всех закроет все шесть мест, тот выигрывает, и сразу: круг не доигрывают. Так играют в любом порядке, это основная игра.',
          'В игре по порядку кристаллы нужны слева направо, а с полной картой надо ещё вернуться к королю.',
        ],
      },
      {
        id: 'setup',
        title: 'Что на столе',
        text: [
          'Поле из 6 × 6 ячеек накрыто 36 плитками: 12 поворотов, 6 прямых, 10 перекрёстков и 8 плиток с двумя отдельными дугами. Плитки лежат как попало.',
          'Под каждой плиткой что-то есть: в 35 ячейках по цветному кристаллу, в одной только прозрачный. Ещё девять прозрачных подложены к цветным. Цветов семь, каждого по пять; прозрачных десять. Что где лежит, не знает никто.',
          'Посередине платформа короля. Она касается четырёх средних плиток c3, d3, c4 и d4, и с неё начинают все гномы. Играют от двух до четырёх; кто начинает, решает жребий, дальше по часовой стрелке.',
        ],
      },
      {
        id: 'turn',
        title: 'Ход: три шага',
        text: [
          'Поворот: если хочется, поверните одну плитку. Путь: проведите гнома к тупику, это обязательно. Добыча: возьмите кристалл, если он подходит.',
        ],
      },
      {
        id: 'turning',
        title: 'Поворот',
        text: [
          'Одну любую плитку можно повернуть на 90°, 180° или 270°, в том числе плитку под своим гномом: он поедет вместе со своим ходом. Плитку, на которой стоит чужой гном, не трогают, даже если там и ваш.',
          'Под повёрнутой плиткой все видят, что лежит. Поэтому перекрёсток иногда крутят просто ради того, чтобы подглядеть.',
          'Если без поворота или после какого-нибудь поворота гном может идти, годятся только такие выборы. Если идти нельзя никак, ход кончается без пути и без добычи; это большая редкость.',
          'На экране: коснитесь плитки, и она повернётся; коснитесь ещё раз, и она повернётся дальше. Свет сразу показывает, куда теперь ведёт ход. Пока не нажата золотая кнопка, ничего не решено.',
        ],
      },
      {
        id: 'second',
        title: 'Второй поворот',
        text: [
          'Только в основной игре и один раз за ход: после первого поворота можно отдать любой добытый раньше кристалл, с карты или лежащий рядом, и повернуть вторую, другую плитку. Отданный кристалл уходит из игры насовсем. Освободившееся место можно закрыть снова.',
          'Кто ничего не поворачивал, тот и второй раз не поворачивает. Отдать кристалл и не повернуть нельзя.',
          'Если гном уже может идти, второй поворот не должен запереть его. Если идти некуда, а какой-то поворот открывает путь, годятся только такие.',
        ],
      },
      {
        id: 'moving',
        title: 'Путь',
        text: [
          'Ходы соседних плиток соединены, если оба открыты к общей стороне. Конец, который упирается в край поля или в глухую сторону, это тупик. Гном идёт по соединённым ходам сколько угодно и останавливается только в тупике; из нескольких выбирайте любой. На поле такие места отмечены фонарями.',
          'Первый шаг можно сделать в любую сторону, а потом разворачиваться на плитке нельзя. Мимо тупиков, чужих гномов и своей плитки проходить можно, стоять вместе тоже.',
          'Надо уйти хотя бы на соседнюю плитку: перейти из одного тупика в другой на том же ходе нельзя. Но если в ходе есть кольцо, гном может обойти его и вернуться на своё место.',
          'С платформы гном спускается на любую из четырёх средних плиток, на двойной на любую из дуг, и может там же остановиться, если это тупик.',
        ],
      },
      {
        id: 'taking',
        title: 'Добыча',
        text: [
          'Где гном остановился, плитку поднимают, и все видят, что под ней. За ход берут не больше одного кристалла, а что можно взять, то надо взять.',
          'Основная игра: нужный цвет ложится на своё место. Цвет, которого нет на карте, тоже берут и кладут рядом: он пригодится для второго поворота. Двух кристаллов одного цвета ни у кого не бывает: второй остаётся лежать. Если в ячейке цветной и прозрачный и годятся оба, выбирайте один.',
        ],
      },
      {
        id: 'clear',
        title: 'Прозрачные',
        text: [
          'В основной игре пара прозрачных заменяет один кристалл любого цвета. Их копят рядом с картой сколько угодно, и к месту пара не привязана: как только пар хватает на все пустые места, это победа.',
        ],
      },
      {
        id: 'advanced',
        title: 'По порядку',
        text: [
          'Места закрывают слева направо. Берут только то, что подходит к следующему месту, остальное остаётся в ячейке. Один цвет на карте назван дважды, и нужен он дважды.',
          'Здесь хватает одного прозрачного вместо любого цвета: он ложится на следующее место и подходит всегда. Если есть и нужный цвет, и прозрачный, выбирайте. Кристаллы не отдают, второго поворота нет.',
        ],
      },
      {
        id: 'home',
        title: 'Домой',
        text: [
          'С полной картой нужно вернуться на платформу, начиная со следующего хода. Годится любой ход, который приводит на одну из четырёх средних плиток, тупик там или нет; если гном уже стоит на такой, он просто поднимается. Кто первым оказался наверху, тот победил. С неполной картой на платформу не поднимаются. Полная карта больше ничего не берёт, но ячейки показывают по-прежнему.',
        ],
      },
      {
        id: 'memory',
        title: 'Память',
        text: [
          'Всё, что показывают, видят все. На столе с памятью показанное остаётся отмеченным. Без памяти оно видно до конца хода, а потом его надо помнить. Добытое и отданное видно всегда. Ход, который что-то открыл, обратно не берут.',
        ],
      },
      {
        id: 'end',
        title: 'Если никто не побеждает',
        text: [
          'Если 120 ходов подряд никто не взял и не отдал ни одного кристалла, игра кончается. Выигрывает тот, у кого закрыто больше мест; в основной игре пары прозрачных считаются. Поровну значит поровну.',
        ],
      },
    ],
  },
  en: {
    title: 'Rules of KinGems',
    lead: 'The king of the gnomes is waiting for gems for his new crown. Turn tiles, walk the tunnels, find what lies beneath.',
    sections: [
      {
        id: 'goal',
        title: 'The aim',
        text: [
          'Everybody has an open card with six crystals. Whoever covers all six places first wins, at once: the round is not played out. That is the basic game, in any order.',
          'In the game in order the crystals are wanted from left to right, and with a full card you still have to get back to the king.',
        ],
      },
      {
        id: 'setup',
        title: 'What lies on the table',
        text: [
          'A field of 6 × 6 cells is covered by 36 tiles: 12 bends, 6 straights, 10 crossroads and 8 tiles with two separate bends. They lie any way round.',
          'There is something under every tile: a coloured crystal in 35 cells, a clear one alone in the last. Nine more clear ones lie beside coloured ones. There are seven colours with five crystals each, and ten clear ones. Nobody knows what lies where.',
          "The king's platform stands in the middle. It touches the four central tiles c3, d3, c4 and d4, and all gnomes start from it. Two to four play; who begins is drawn by lot, then it goes clockwise.",
        ],
      },
      {
        id: 'turn',
        title: 'A turn has three steps',
        text: [
          'Turn: spin one tile if you like. Go: lead your gnome to a dead end; this you must. Take: pick up a crystal if it fits.',
        ],
      },
      {
        id: 'turning',
        title: 'Turning',
        text: [
          'Any one tile may be turned by 90°, 180° or 270°, also the one under your own gnome, who rides along on its path. A tile with somebody else’s gnome on it is left alone, even if yours stands there too.',
          'Everybody sees what lies under the tile that was turned. So crossroads are sometimes turned just for a peek.',
          'If your gnome can move without a turn or after some turn, only such choices count. If nothing helps, your turn ends without walking and taking; this is very rare.',
          'On the screen: touch a tile and it turns; touch it again and it turns further. The light shows at once where the tunnel leads now. Nothing is decided until you press the gold button.',
        ],
      },
      {
        id: 'second',
        title: 'A second turn',
        text: [
          'In the basic game only, and once in a turn: after the first tile you may give up any crystal that you got earlier, from the card or beside it, and turn a second, different tile. The crystal leaves the game for good. The place it leaves may be covered again.',
          'Whoever has turned nothing turns no second tile either. You cannot give up a crystal without turning.',
          'If your gnome can already move, the second turn must not lock it in. If it cannot, and some turn opens a way, only such turns count.',
        ],
      },
      {
        id: 'moving',
        title: 'Going',
        text: [
          'Tunnels of neighbouring tiles are joined where both open to the side between them. An end that faces the edge of the field or a blank side is a dead end. A gnome walks along joined tunnels as far as it likes and stops only at a dead end; choose any of them. Lanterns mark these places.',
          'The first step may go in any direction; after that there is no turning back on a tile. Dead ends, other gnomes and your own tile may be passed, and gnomes may stand together.',
          'You have to leave for another tile: from one dead end to another of the same path is no move. But if the tunnel has a ring, the gnome may walk round it and come back to its own place.',
          'From the platform a gnome steps down to any of the four central tiles, on a double one to either bend, and may stop right there if that is a dead end.',
        ],
      },
      {
        id: 'taking',
        title: 'Taking',
        text: [
          'Where the gnome stops the tile is lifted, and everybody sees what is there. At most one crystal is taken in a turn, and what may be taken must be taken.',
          'Basic game: a colour you need goes to its place. The colour missing from your card is taken as well and laid beside it: it can pay for a second turn. Nobody ever owns two crystals of one colour: the second stays where it is. If a coloured and a clear one lie together and both will do, choose one.',
        ],
      },
      {
        id: 'clear',
        title: 'Clear crystals',
        text: [
          'In the basic game a pair of clear ones stands in for one crystal of any colour. Collect as many as you like beside the card; a pair is not tied to a place. As soon as there are pairs enough for all empty places, you have won.',
        ],
      },
      {
        id: 'advanced',
        title: 'In order',
        text: [
          'Places are covered from left to right. Only what fits the next place is taken, everything else stays in its cell. One colour is named twice on the card, and is needed twice.',
          'Here a single clear crystal stands in for any colour: it goes to the next place and always fits. If the right colour and a clear one lie together, choose. Nothing is given up, and there is no second turn.',
        ],
      },
      {
        id: 'home',
        title: 'Home',
        text: [
          'With a full card you have to get back to the platform, from your next turn on. Any way to one of the four central tiles will do, dead end or not; a gnome that already stands on one just steps up. The first one up there wins. Nobody steps up without a full card. A full card takes nothing more, but cells are still shown.',
        ],
      },
      {
        id: 'memory',
        title: 'Memory',
        text: [
          'Whatever is shown is shown to all. At a table with memory it stays marked. Without memory it is seen until the turn ends, and then you have to remember. What was taken or given up is always seen. A move that has uncovered something cannot be taken back.',
        ],
      },
      {
        id: 'end',
        title: 'If nobody wins',
        text: [
          'If nobody takes or gives up a crystal for 120 turns in a row, the game ends. Most covered places win; in the basic game pairs of clear crystals count. Equal is equal.',
        ],
      },
    ],
  },
});
