// The words of the game in both languages.

import { words } from '../../shell/words';

const ru = {
  kingdom: { blue: 'Синеречье', red: 'Красногорье', yellow: 'Желтоводье', green: 'Зеленолесье', violet: 'Лиловополье', brown: 'Буроземье' },
  kingdomOf: { blue: 'Синеречья', red: 'Красногорья', yellow: 'Желтоводья', green: 'Зеленолесья', violet: 'Лиловополья', brown: 'Буроземья' },
  die: { blue: 'синий', red: 'красный', yellow: 'жёлтый', white: 'белый' },
  colour: { blue: 'синий', red: 'красный', yellow: 'жёлтый', green: 'зелёный', violet: 'фиолетовый', brown: 'коричневый' },
  withColour: { blue: 'синим', red: 'красным', yellow: 'жёлтым', green: 'зелёным', violet: 'фиолетовым', brown: 'коричневым' },
  drop: { blue: 'синяя капля', red: 'красная капля', yellow: 'жёлтая капля', green: 'зелёная капля', violet: 'фиолетовая капля', brown: 'коричневая капля' },
  symbol: { plain: 'без знака', capital: 'столица', dragon: 'дракон', griffin: 'грифон', unicorn: 'единорог', hydra: 'гидра' } as Record<string, string>,
  spell: { move: 'Перенос', exception: 'Исключение', split: 'Раздел', mix: 'Смесь' },
  row: {
    blue: 'Синеречье', red: 'Красногорье', yellow: 'Желтоводье', green: 'Зеленолесье', violet: 'Лиловополье', brown: 'Буроземье',
    dragon: 'Драконы', griffin: 'Грифоны', unicorn: 'Единороги', hydra: 'Гидры', end: 'Финал',
  },
  drops: ['капля', 'капли', 'капель'], points: ['очко', 'очка', 'очков'], areas: ['область', 'области', 'областей'],
  and: 'и', as: 'как', white: 'белый',
  take: 'Взять', paint: 'Закрасить', done: 'Закончить', cast: 'Применить', choose: 'Выбрать', cross: 'Вычеркнуть',
  cancel: 'Отмена', close: 'Закрыть', sheet: 'Лист', total: 'всего', towers: 'Капли башен', blots: 'Кляксы', you: 'Вы', mySheet: 'К своему листу',
  sheetOf: 'Лист', asRoundBegan: 'как в начале раунда', withMove: 'с этим ходом',
  tamed: 'приручено', waiting: 'ждут', kingdomsWhole: (n: number) => `целых королевств: ${n}`,
  nextRound: 'со следующего раунда', ready: 'готово', used: 'потрачено', expert: 'Знаток',
  fits: 'подходит', noneFits: 'здесь красить негде', nothingLeft: 'кубик закрашен', leftOver: 'не закрашено', blotNow: 'закончить сейчас: клякса −1',
  blotNoRoom: 'места нет: клякса −1', spellsMayHelp: 'или помогут заклинания',
  built: 'столица построена', lostCapital: 'столица без очков', isTamed: 'приручение', isDefeated: 'победа без очков', spends: 'тратится исключение',
  gives: 'даёт', towerGives: 'башня даёт каплю', completeNow: 'королевство закрашено целиком',
  seat: { taking: 'берёт кубик', painting: 'красит тайно', paintingNow: 'красит', finished: 'ход окончен', waiting: 'ждёт кубика' },
  short: { taking: 'берёт', painting: 'красит', paintingNow: 'красит', finished: 'готово', waiting: 'ждёт' },
  place: 'место', dropOfDie: 'капли кубика', mixedDrop: 'из смеси', towerDrop: 'из башни', map: 'карта шести королевств', yourSupplies: 'запасы',
  area: 'область', unpainted: 'не закрашено', painted: 'закрашено', canPaint: 'можно закрасить', withException: 'с исключением', onBorder: 'лежит в', takenBy: 'кубик взят',
  kingdomComplete: 'целиком', achieved: 'за скорость', capital: 'столица', colours: 'цвета', crossOut: 'вычеркнуть', won: 'получено', gone: 'больше не получить', open: 'можно получить',
  chooseKingdom: 'Куда?', chooseColour: 'Какой цвет?', rating: 'Итог', ratings: ['попробуйте ещё', 'неплохо', 'хорошо', 'по-королевски'],
  save: 'Картинка листа', png: 'PNG', svg: 'SVG', print: 'Печать', share: 'Поделиться', title: 'Цветные королевства', monsters: 'чудовища', finish: 'Финал', players: 'Игроки',
  spellHelp: {
    move: 'Перенос: все капли кубика идут в другое королевство, до первой закрашенной области.',
    exception: 'Исключение тратится само, когда область касается своего цвета: такие области обведены пунктиром.',
    split: 'Раздел: капли кубика идут и в соседнее королевство, пока хоть одна не закрашена.',
    mix: 'Смесь: две капли кубика становятся одной составной.',
  },
  confirmDone: { title: 'Закончить ход?', text: 'Капли кубика ещё можно закрасить. Если закончить сейчас, на листе появится клякса: −1 очко.', yes: 'Закончить', no: 'Красить дальше' },
};

const en: typeof ru = {
  kingdom: { blue: 'Bluewater', red: 'Redhill', yellow: 'Yellowmere', green: 'Greenwood', violet: 'Lilacfield', brown: 'Brownsoil' },
  kingdomOf: { blue: 'Bluewater', red: 'Redhill', yellow: 'Yellowmere', green: 'Greenwood', violet: 'Lilacfield', brown: 'Brownsoil' },
  die: { blue: 'blue', red: 'red', yellow: 'yellow', white: 'white' },
  colour: { blue: 'blue', red: 'red', yellow: 'yellow', green: 'green', violet: 'violet', brown: 'brown' },
  withColour: { blue: 'blue', red: 'red', yellow: 'yellow', green: 'green', violet: 'violet', brown: 'brown' },
  drop: { blue: 'blue drop', red: 'red drop', yellow: 'yellow drop', green: 'green drop', violet: 'violet drop', brown: 'brown drop' },
  symbol: { plain: 'no symbol', capital: 'capital', dragon: 'dragon', griffin: 'griffin', unicorn: 'unicorn', hydra: 'hydra' },
  spell: { move: 'Move', exception: 'Exception', split: 'Split', mix: 'Mix' },
  row: {
    blue: 'Bluewater', red: 'Redhill', yellow: 'Yellowmere', green: 'Greenwood', violet: 'Lilacfield', brown: 'Brownsoil',
    dragon: 'Dragons', griffin: 'Griffins', unicorn: 'Unicorns', hydra: 'Hydras', end: 'Finish',
  },
  drops: ['drop', 'drops', 'drops'], points: ['point', 'points', 'points'], areas: ['area', 'areas', 'areas'],
  and: 'and', as: 'as', white: 'white',
  take: 'Take', paint: 'Paint', done: 'Finish turn', cast: 'Cast', choose: 'Choose', cross: 'Cross out',
  cancel: 'Cancel', close: 'Close', sheet: 'Sheet', total: 'total', towers: 'Tower drops', blots: 'Blots', you: 'You', mySheet: 'To my sheet',
  sheetOf: 'Sheet of', asRoundBegan: 'as the round began', withMove: 'with this move',
  tamed: 'tamed', waiting: 'waiting', kingdomsWhole: (n: number) => `whole kingdoms: ${n}`,
  nextRound: 'from the next round on', ready: 'ready', used: 'used', expert: 'Expert',
  fits: 'fit', noneFits: 'nothing to paint here', nothingLeft: 'the die is painted', leftOver: 'left to paint', blotNow: 'finishing now: a blot, −1',
  blotNoRoom: 'no room: a blot, −1', spellsMayHelp: 'or spells may help',
  built: 'capital built', lostCapital: 'capital without points', isTamed: 'tamed', isDefeated: 'defeated, no points', spends: 'spends an exception',
  gives: 'gives', towerGives: 'a tower gives a drop', completeNow: 'the whole kingdom is painted',
  seat: { taking: 'takes a die', painting: 'paints in secret', paintingNow: 'paints', finished: 'turn finished', waiting: 'waits for a die' },
  short: { taking: 'takes', painting: 'paints', paintingNow: 'paints', finished: 'done', waiting: 'waits' },
  place: 'seat', dropOfDie: 'drops of the die', mixedDrop: 'mixed', towerDrop: 'from a tower', map: 'map of the six kingdoms', yourSupplies: 'supplies',
  area: 'area', unpainted: 'unpainted', painted: 'painted', canPaint: 'can be painted', withException: 'with an exception', onBorder: 'lies in', takenBy: 'die taken',
  kingdomComplete: 'whole', achieved: 'for speed', capital: 'capital', colours: 'colours', crossOut: 'cross out', won: 'won', gone: 'can no longer be won', open: 'can be won',
  chooseKingdom: 'Where to?', chooseColour: 'Which colour?', rating: 'Result', ratings: ['try again', 'fair', 'good', 'royal'],
  save: 'Picture of the sheet', png: 'PNG', svg: 'SVG', print: 'Print', share: 'Share', title: 'Colour Kingdoms', monsters: 'monsters', finish: 'Finish', players: 'Players',
  spellHelp: {
    move: 'Move: all drops of the die go to another kingdom, before anything is painted.',
    exception: 'An exception is spent by itself when an area touches its own colour: such areas have a dashed ring.',
    split: 'Split: drops of the die also go to a neighbouring kingdom, while one is unplaced.',
    mix: 'Mix: two drops of the die become one of a compound colour.',
  },
  confirmDone: { title: 'Finish your turn?', text: 'Drops of the die can still be painted. If you finish now, the sheet gets a blot: −1 point.', yes: 'Finish turn', no: 'Keep painting' },
};

export const w = words({ ru, en });

/** Names joined for reading: «A, B и C». */
export function list(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${w().and} ${names.at(-1)}`;
}

/** A number with a true minus sign. */
export const signed = (n: number) => String(n).replace('-', '−');
export const gained = (n: number) => (n > 0 ? `+${n}` : signed(n));
