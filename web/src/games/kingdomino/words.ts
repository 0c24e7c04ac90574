// Everything the board says, in both languages.

import { amount, capital, plural, words } from '../../shell/words';
import type { Grown, Half, Move, Property, Terrain } from './seen';

const SPACE = '\u00a0';
const times = (item: Property) => `${item.squares}${SPACE}×${SPACE}${item.crowns}`;

const RU_INKS = ['красный', 'синий', 'жёлтый', 'зелёный'];
const EN_INKS = ['red', 'blue', 'yellow', 'green'];
const ruPoints = (n: number) => amount(n, 'очко', 'очка', 'очков');
const enPoints = (n: number) => amount(n, 'point', 'points', 'points');

const ru = {
  no: (number: number | string) => `№${SPACE}${number}`,
  terrain: { wheat: 'пшеница', forest: 'лес', lake: 'озеро', grass: 'луг', swamp: 'болото', mine: 'шахта' } as Record<
    Terrain,
    string
  >,
  crowns: (n: number) => (n ? amount(n, 'корона', 'короны', 'корон') : 'без короны'),
  points: ruPoints,
  at: (row: number, column: number) => `ряд ${row}, столбец ${column}`,
  castle: 'замок',

  // what to do
  place: (no: string) => `выложите домино ${no}`,
  placeThenClaim: (no: string) => `выложите домино ${no}, затем займите новое`,
  mustDiscard: (no: string) => `${no} выложить некуда — сбросьте`,
  claim: 'займите домино следующей линии',
  claimFirst: 'займите домино первой линии',
  placing: (no: string) => `выкладывает домино ${no}`,
  claiming: 'занимает домино',
  over: 'игра окончена',
  round: (n: number, of: number) => `раунд ${n} из ${of}`,
  lastRound: (n: number) => `раунд ${n}, последний`,
  opening: 'занимают первую линию',
  gameOf: (n: number, of: number) => `партия ${n} из ${of}`,

  // the log
  claims: (n: number) => `занимает №${SPACE}${n}`,
  places: (n: number) => `выкладывает №${SPACE}${n}`,
  discards: (n: number) => `сбрасывает №${SPACE}${n}: выложить некуда`,
  kingOut: (seat: number) => `Из руки вынут ${RU_INKS[seat]} король`,
  kingBegins: (seat: number) => `Жребий: начинает ${RU_INKS[seat]} король`,
  opened: (line: number, numbers: number[]) => `Открыта линия ${line}: №${SPACE}${numbers.join(', ')}`,
  leaves: (n: number) => `№${SPACE}${n} не занял никто`,
  nowCentral: 'замок теперь в центре',
  harmonyGone: (n: number) => `гармония потеряна: −${n}`,
  gameEnds: (game: number, points: number[]) => `партия ${game} окончена, ${points.join(' : ')}`,

  // the tray
  rotate: 'Повернуть',
  doPlace: 'Выложить',
  doClaim: 'Занять',
  doDiscard: 'Сбросить',
  total: (n: number) => `всего ${n}`,
  totals: (from: number, to: number) => `всего ${from}${SPACE}→${SPACE}${to}`,
  yours: (n: number) => `У вас ${ruPoints(n)}`,
  theirs: (name: string, n: number) => `${name}: ${ruPoints(n)}`,
  tapSquare: 'коснитесь точки или перетащите домино',
  tapDomino: 'коснитесь домино',
  nothingFits: (no: string) => `${no} выложить некуда`,
  goesAway: 'уходит из игры без очков',
  harmonyLost: (n: number) => `и гармония потеряна: −${n}`,
  order: (n: number, of: number) => `ваш следующий ход — ${n}-й из ${of}`,
  orderAtMost: (n: number) => `ваш следующий ход — не позже ${n}-го`,
  central: 'Замок в центре',
  onlyWay: 'Здесь домино можно выложить только так: выберите другую точку',

  // parts
  now: 'Сейчас',
  next: 'Дальше',
  lineNumber: (n: number) => `линия ${n}`,
  inHand: 'Короли',
  firstLine: 'Первая линия',
  last: 'последний раунд: занимать больше нечего',
  inBox: (n: number) => (n ? `В коробке ещё ${n} домино` : 'Линий больше не будет'),
  notSeen: 'Ещё не появились',
  leftOver: 'Не заняты никем',
  earlier: 'Прошлые партии',
  middle: 'центр',
  harmony: 'гармония',
  rest: (n: number) => `ещё ${n}`,
  discarded: (n: number) => `сброшено: ${n}`,
  away: 'нет на связи',
  showing: (name: string) => `Королевство: ${name}`,
  back: 'К своему',
  hint: (what: string, points: number) => `Знаток: ${what} ≈ ${ruPoints(points)}`,
  hintPlace: 'выложить сюда',
  hintClaim: (n: number) => `занять №${SPACE}${n}`,
  hintDiscard: 'сбросить',

  // for the ear
  kingdomOf: (name: string, points: number) => `Королевство: ${name}, ${ruPoints(points)}`,
  look: (name: string) => `Рассмотреть королевство: ${name}`,
  claimLabel: 'занять',
  takenBy: (name: string) => `король: ${name}`,
  free: 'свободно',
  done: 'уже сыграно',
  takeUp: 'взять и выложить',
  putHere: 'выложить сюда',
  chosen: 'выбранное место; стрелки двигают, R поворачивает, Enter выкладывает, Esc отменяет',
  properties: 'Области',
  lines: 'Линии домино',
  opponents: 'Соперники',

  // standings
  best: (item: string) => `лучшая область: ${item}`,
  none: 'пока без очков',
  crownless: 'Без корон',
  holdings: (n: number) => amount(n, 'область', 'области', 'областей'),
  middleBonus: 'Замок в центре',
  harmonyBonus: 'Ничего не сброшено',
  game: (n: number) => `Партия ${n}`,
};

const en: typeof ru = {
  no: (number) => `No.${SPACE}${number}`,
  terrain: { wheat: 'wheat', forest: 'forest', lake: 'lake', grass: 'meadow', swamp: 'swamp', mine: 'mine' },
  crowns: (n) => (n ? amount(n, 'crown', 'crowns', 'crowns') : 'no crown'),
  points: enPoints,
  at: (row, column) => `row ${row}, column ${column}`,
  castle: 'castle',

  place: (no) => `place domino ${no}`,
  placeThenClaim: (no) => `place domino ${no}, then claim a new one`,
  mustDiscard: (no) => `${no} fits nowhere: discard it`,
  claim: 'claim a domino of the next line',
  claimFirst: 'claim a domino of the first line',
  placing: (no) => `is placing domino ${no}`,
  claiming: 'is claiming a domino',
  over: 'the game is over',
  round: (n, of) => `round ${n} of ${of}`,
  lastRound: (n) => `round ${n}, the last`,
  opening: 'claiming the first line',
  gameOf: (n, of) => `game ${n} of ${of}`,

  claims: (n) => `claims No.${SPACE}${n}`,
  places: (n) => `places No.${SPACE}${n}`,
  discards: (n) => `discards No.${SPACE}${n}: it fits nowhere`,
  kingOut: (seat) => `The ${EN_INKS[seat]} king is drawn`,
  kingBegins: (seat) => `Drawn by lot: the ${EN_INKS[seat]} king begins`,
  opened: (line, numbers) => `Line ${line} is turned up: No.${SPACE}${numbers.join(', ')}`,
  leaves: (n) => `nobody has claimed No.${SPACE}${n}`,
  nowCentral: 'the castle is in the centre now',
  harmonyGone: (n) => `harmony is lost: −${n}`,
  gameEnds: (game, points) => `game ${game} is over, ${points.join(' : ')}`,

  rotate: 'Turn',
  doPlace: 'Place',
  doClaim: 'Claim',
  doDiscard: 'Discard',
  total: (n) => `total ${n}`,
  totals: (from, to) => `total ${from} → ${to}`,
  yours: (n) => `You have ${enPoints(n)}`,
  theirs: (name, n) => `${name}: ${enPoints(n)}`,
  tapSquare: 'tap a dot or drag the domino',
  tapDomino: 'tap a domino',
  nothingFits: (no) => `${no} fits nowhere`,
  goesAway: 'it leaves the game and scores nothing',
  harmonyLost: (n) => `and harmony is lost: −${n}`,
  order: (n, of) => `your next turn: ${n} of ${of}`,
  orderAtMost: (n) => `your next turn: ${n} or earlier`,
  central: 'Castle in the centre',
  onlyWay: 'The domino fits here only this way round: choose another dot',

  now: 'Now',
  next: 'Next',
  lineNumber: (n) => `line ${n}`,
  inHand: 'Kings',
  firstLine: 'First line',
  last: 'last round: nothing left to claim',
  inBox: (n) => (n ? `${n} more ${plural(n, 'domino', 'dominoes', 'dominoes')} in the box` : 'No more lines to come'),
  notSeen: 'Not seen yet',
  leftOver: 'Claimed by nobody',
  earlier: 'Earlier games',
  middle: 'centre',
  harmony: 'harmony',
  rest: (n) => `${n} more`,
  discarded: (n) => `discarded: ${n}`,
  away: 'not connected',
  showing: (name) => `Kingdom: ${name}`,
  back: 'Back to mine',
  hint: (what, points) => `Expert: ${what} ≈ ${enPoints(points)}`,
  hintPlace: 'place it here',
  hintClaim: (n) => `claim No.${SPACE}${n}`,
  hintDiscard: 'discard',

  kingdomOf: (name, points) => `Kingdom: ${name}, ${enPoints(points)}`,
  look: (name) => `Look at the kingdom: ${name}`,
  claimLabel: 'claim',
  takenBy: (name) => `king: ${name}`,
  free: 'free',
  done: 'already played',
  takeUp: 'take and place',
  putHere: 'place here',
  chosen: 'chosen place; arrows move it, R turns it, Enter places it, Esc cancels',
  properties: 'Properties',
  lines: 'Lines of dominoes',
  opponents: 'Opponents',

  best: (item) => `best property: ${item}`,
  none: 'no points yet',
  crownless: 'Without crowns',
  holdings: (n) => amount(n, 'property', 'properties', 'properties'),
  middleBonus: 'Castle in the centre',
  harmonyBonus: 'Nothing discarded',
  game: (n) => `Game ${n}`,
};

export const w = words({ ru, en });

export const figures = times;

/** «озеро 4 × 2». */
export const property = (item: Property): string => `${w().terrain[item.terrain]} ${times(item)}`;

/** «Луг 3 × 2 → 4 × 4»; properties that grow together are added: «2 × 1 + 1 × 0 → 4 × 2». */
export function change({ before, after }: Grown): string {
  const was = before.length ? `${before.map(times).join(' + ')} → ` : '';
  return `${capital(w().terrain[after.terrain])} ${was}${times(after)}`;
}

export const half = (square: Half): string => `${w().terrain[square.terrain]}, ${w().crowns(square.crowns)}`;

/** What the expert advises, and what it hopes for. */
export function advised(move: Move, points: number): string {
  const plain = { place: w().hintPlace, discard: w().hintDiscard };
  const what = move.move === 'claim' ? w().hintClaim(move.domino) : plain[move.move];
  return w().hint(what, Math.round(points));
}
