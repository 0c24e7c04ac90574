// What the board says, Russian and English side by side.

import { amount, plural, words } from '../../shell/words';
import { colours, listed } from './pieces/colours';
import type { Colour, Ended, Move, Outcome } from './seen';

function jetons(n: number): string {
  return amount(n, w().token1, w().token2, w().token5);
}

export const w = words({
  ru: {
    token1: 'жетон',
    token2: 'жетона',
    token5: 'жетонов',
    // the table
    table: 'Стол',
    reserve: 'Резерв',
    zone: 'Зона сбора',
    zoneShort: 'Зона',
    centre: 'Центр',
    surplus: 'Излишек',
    reserveHas: (n: number) => `Резерв: ${jetons(n)}`,
    drawFrom: 'раскрыть жетон',
    zoneHas: (what: string) => `Зона сбора: ${what || 'пусто'}`,
    stack: (c: Colour, n: number) => `Центр, ${colours().one[c]}: ${n}`,
    stackEmpty: (c: Colour) => `Центр: ${colours().of[c]} нет`,
    willTake: 'забрать',
    asideHas: (what: string) => `Излишек, вернётся в резерв в конце хода: ${what}`,
    turning: 'раскрываем жетон…',
    // collections
    mine: 'Ваша коллекция',
    theirs: (name: string) => `Коллекция: ${name}`,
    rackLabel: (name: string, what: string, target: number) => `${name}: ${what}; цель: ${target} каждого цвета`,
    filled: (n: number, of: number) => `${n} из ${of}`,
    progress: (n: number, of: number, least: number) => `${n} из ${of}, мин. ${least}`,
    least: (n: number, some: Colour[]) =>
      some.length === 1
        ? `меньше всего: ${n} ${plural(n, colours().one[some[0]], colours().many[some[0]], colours().many[some[0]])}`
        : some.length === 6
          ? `всех цветов по ${n}`
          : `меньше всего: по ${n} у ${some.length} цветов`,
    leastShort: (n: number) => `меньше всего: ${n}`,
    place: (n: number) => `место в партии: ${n}`,
    series: 'Серия',
    sum: 'Сумма',
    inSeries: (n: number) => `серия: ${n}`,
    // the choice
    draw: 'Раскрыть',
    drawWhat: 'жетон',
    drawMore: 'Раскрыть ещё',
    luck: (share: string) => `совпадение: ${share}`,
    inReserve: (n: number) => `в резерве ${n}`,
    emptyReserve: 'Резерв пуст',
    emptyHelp: 'раскрывать нечего',
    collect: (n: number) => `Забрать ${n}`,
    andSurplus: (n: number) => `, лишних\u00a0${n}`,
    colours: (n: number) => amount(n, 'цвет', 'цвета', 'цветов'),
    takeOne: 'Взять один',
    takeOneHelp: (c: Colour) => `${colours().one[c]} из центра, и ход окончен`,
    takeOneShort: (c: Colour) => `${colours().one[c]} из центра`,
    pass: 'Пропустить ход',
    passHelp: 'раскрывать нечего, взять нельзя',
    passShort: 'взять нельзя',
    takeNothing: 'Взять один нельзя',
    waiting: (name: string) => `Ходит ${name}`,
    yourTurn: 'Ваш ход',
    waitingHelp: 'Сейчас можно только смотреть.',
    over: 'Игра окончена',
    undo: 'Отменить',
    hint: 'Знаток',
    advice: { draw: 'раскрыть жетон', collect: 'забрать', alternative: 'взять один', pass: 'пропустить' } as Record<
      Move['move'],
      string
    >,
    points: (n: number) => `≈ ${amount(n, 'очко', 'очка', 'очков')}`,
    // odds
    odds: 'Следующий жетон',
    match: 'Совпадение',
    noMatch: 'Нет совпадения',
    conflict: 'Конфликт',
    oddsLine: (word: string, n: number, of: number, share: string, what: string) =>
      `${word}: ${n} из ${of}, ${share}; ${what || 'нет таких'}`,
    // news
    newsDrawn: {
      success: (c) => `Совпадение: ${colours().one[c]} есть в центре`,
      miss: (c) => `Осечка: ${colours().of[c]} нет в центре`,
      conflict: (c) => `Осечка: ${colours().one[c]} уже в зоне сбора`,
    } as Record<Outcome, (c: Colour) => string>,
    took: (n: number) => `Забрано ${n}`,
    newsDone: (some: Colour[], bonus: number) =>
      some.length === 1
        ? `Собран ${listed(some)}: призовой ход!`
        : `Собраны ${listed(some)}: ${amount(bonus, 'призовой ход', 'призовых хода', 'призовых ходов')}!`,
    newsPass: 'Ход пропущен',
    newsEnded: {
      complete: 'Собраны все шесть цветов!',
      passes: 'Никто не может ходить',
      standstill: 'Коллекции давно не растут',
    } as Record<Ended['why'], string>,
    newsGame: (n: number, of: number) => `Партия ${n} из ${of}`,
    bonus: 'Призовой ход',
    bonusMore: (n: number) => `потом ещё ${n}`,
    you: 'Вы',
    // the banner
    askDraw: 'раскройте жетон',
    askEither: (c: Colour) => `раскройте жетон или возьмите один ${colours().one[c]} из центра`,
    askOnlyTake: (c: Colour) => `резерв пуст: возьмите один ${colours().one[c]} из центра`,
    askChoice: (n: number) => `совпадение! Раскрыть ещё или забрать ${n}?`,
    askCollect: (n: number) => `резерв пуст: заберите ${n}`,
    askPass: 'раскрывать нечего и взять нельзя: пропустите ход',
    inBonus: 'призовой ход: ',
    otherDraw: 'раскрывает жетон',
    otherChoice: (n: number) => `решает: раскрыть ещё или забрать ${n}`,
    isOver: 'игра окончена',
    target: (target: number) => `цель: по ${target} каждого цвета`,
    game: (n: number, of: number) => `партия ${n} из ${of}`,
    // the breakdown
    itemFewest: 'Недостающий цвет',
    itemGame: (n: number) => `Партия ${n}`,
    itemNow: (n: number) => `Партия ${n}, если бы она закончилась сейчас`,
    now: 'сейчас',
  },
  en: {
    token1: 'token',
    token2: 'tokens',
    token5: 'tokens',
    table: 'Table',
    reserve: 'Reserve',
    zone: 'Collection zone',
    zoneShort: 'Zone',
    centre: 'Centre',
    surplus: 'Surplus',
    reserveHas: (n: number) => `Reserve: ${jetons(n)}`,
    drawFrom: 'draw a token',
    zoneHas: (what: string) => `Collection zone: ${what || 'empty'}`,
    stack: (c: Colour, n: number) => `Centre, ${c}: ${n}`,
    stackEmpty: (c: Colour) => `Centre: no ${c}`,
    willTake: 'take',
    asideHas: (what: string) => `Surplus, back to the reserve at the end of the turn: ${what}`,
    turning: 'a token is being turned up…',
    mine: 'Your collection',
    theirs: (name: string) => `Collection: ${name}`,
    rackLabel: (name: string, what: string, target: number) => `${name}: ${what}; target: ${target} of each colour`,
    filled: (n: number, of: number) => `${n} of ${of}`,
    progress: (n: number, of: number, least: number) => `${n} of ${of}, min. ${least}`,
    least: (n: number, some: Colour[]) =>
      some.length === 1
        ? `fewest: ${n} ${some[0]}`
        : some.length === 6
          ? `${n} of every colour`
          : `fewest: ${n} in ${some.length} colours`,
    leastShort: (n: number) => `fewest: ${n}`,
    place: (n: number) => `place in the game: ${n}`,
    series: 'Series',
    sum: 'Sum',
    inSeries: (n: number) => `series: ${n}`,
    draw: 'Draw',
    drawWhat: 'a token',
    drawMore: 'Draw again',
    luck: (share: string) => `match: ${share}`,
    inReserve: (n: number) => `${n} in the reserve`,
    emptyReserve: 'The reserve is empty',
    emptyHelp: 'nothing to draw',
    collect: (n: number) => `Collect ${n}`,
    andSurplus: (n: number) => `, ${n}\u00a0surplus`,
    colours: (n: number) => amount(n, 'colour', 'colours', 'colours'),
    takeOne: 'Take one',
    takeOneHelp: (c: Colour) => `${c} from the centre, then the turn ends`,
    takeOneShort: (c: Colour) => `${c} from the centre`,
    pass: 'Pass',
    passHelp: 'nothing to draw, nothing to take',
    passShort: 'nothing to take',
    takeNothing: 'Nothing to take',
    waiting: (name: string) => `${name} to move`,
    yourTurn: 'Your turn',
    waitingHelp: 'There is nothing for you to do right now.',
    over: 'The game is over',
    undo: 'Undo',
    hint: 'Expert',
    advice: { draw: 'draw', collect: 'collect', alternative: 'take one', pass: 'pass' } as Record<Move['move'], string>,
    points: (n: number) => `≈ ${amount(n, 'point', 'points', 'points')}`,
    odds: 'The next token',
    match: 'Match',
    noMatch: 'No match',
    conflict: 'Conflict',
    oddsLine: (word: string, n: number, of: number, share: string, what: string) =>
      `${word}: ${n} of ${of}, ${share}; ${what || 'none'}`,
    newsDrawn: {
      success: (c) => `Match: ${c} is in the centre`,
      miss: (c) => `Misfire: no ${c} in the centre`,
      conflict: (c) => `Misfire: ${c} is already in the zone`,
    } as Record<Outcome, (c: Colour) => string>,
    took: (n: number) => `Collected ${n}`,
    newsDone: (some: Colour[], bonus: number) =>
      some.length === 1
        ? `Complete: ${listed(some)}, a bonus turn!`
        : `Complete: ${listed(some)}, ${bonus} bonus turns!`,
    newsPass: 'A pass',
    newsEnded: {
      complete: 'All six colours complete!',
      passes: 'Nobody can do anything',
      standstill: 'No collection has grown for long',
    } as Record<Ended['why'], string>,
    newsGame: (n: number, of: number) => `Game ${n} of ${of}`,
    bonus: 'Bonus turn',
    bonusMore: (n: number) => `then ${n} more`,
    you: 'You',
    askDraw: 'draw a token',
    askEither: (c: Colour) => `draw a token, or take one ${c} from the centre`,
    askOnlyTake: (c: Colour) => `the reserve is empty: take one ${c} from the centre`,
    askChoice: (n: number) => `a match! Draw again or collect ${n}?`,
    askCollect: (n: number) => `the reserve is empty: collect ${n}`,
    askPass: 'nothing to draw, nothing to take: pass',
    inBonus: 'bonus turn: ',
    otherDraw: 'draws a token',
    otherChoice: (n: number) => `decides: draw again or collect ${n}`,
    isOver: 'the game is over',
    target: (target: number) => `target: ${target} of each colour`,
    game: (n: number, of: number) => `game ${n} of ${of}`,
    itemFewest: 'Scarcest colour',
    itemGame: (n: number) => `Game ${n}`,
    itemNow: (n: number) => `Game ${n}, if it ended now`,
    now: 'now',
  },
});
