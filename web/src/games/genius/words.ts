// What the board says, Russian and English side by side.

import { plural, words } from '../../shell/words';
import { COLOURS, type Colour, type Tokens } from './types';

type Names = Record<Colour, string>;

interface ColourWords {
  one: Names; // красный
  of: Names; // красного
  many: Names; // красных
  shield: string[]; // by seat
}

const english: Names = { red: 'red', orange: 'orange', yellow: 'yellow', green: 'green', blue: 'blue', violet: 'violet' };

export const colours = words<ColourWords>({
  ru: {
    one: { red: 'красный', orange: 'оранжевый', yellow: 'жёлтый', green: 'зелёный', blue: 'синий', violet: 'фиолетовый' },
    of: { red: 'красного', orange: 'оранжевого', yellow: 'жёлтого', green: 'зелёного', blue: 'синего', violet: 'фиолетового' },
    many: { red: 'красных', orange: 'оранжевых', yellow: 'жёлтых', green: 'зелёных', blue: 'синих', violet: 'фиолетовых' },
    shield: ['красный', 'синий', 'жёлтый', 'зелёный'],
  },
  en: { one: english, of: english, many: english, shield: ['red', 'blue', 'yellow', 'green'] },
});

/** «синих 3, жёлтых 2». */
export function counted(tokens: Partial<Tokens>): string {
  const russian = w().russian;
  const name = (colour: Colour, n: number) => (n === 1 ? colours().one[colour] : colours().many[colour]);
  return COLOURS.filter((colour) => tokens[colour])
    .map((colour) => (russian ? `${name(colour, tokens[colour]!)}\u00a0${tokens[colour]}` : `${tokens[colour]}\u00a0${colour}`))
    .join(', ');
}

/** «красный, синий и жёлтый». */
export function listed(some: Colour[], form: 'one' | 'of' = 'one'): string {
  const names = some.map((colour) => colours()[form][colour]);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${w().and} ${names.at(-1)}`;
}

function jetons(n: number): string {
  return `${n} ${plural(n, w().token1, w().token2, w().token5)}`;
}

export const w = words({
  ru: {
    russian: true,
    and: 'и',
    token1: 'жетон',
    token2: 'жетона',
    token5: 'жетонов',
    // the table
    table: 'Стол',
    reserve: 'Запас',
    zone: 'Зона',
    centre: 'Центр',
    surplus: 'Излишек',
    reserveHas: (n: number) => `Запас: ${jetons(n)}`,
    drawFrom: 'тянуть жетон',
    zoneHas: (what: string) => `Зона: ${what || 'пусто'}`,
    stack: (c: Colour, n: number) => `Центр, ${colours().one[c]}: ${n}`,
    stackEmpty: (c: Colour) => `Центр: ${colours().of[c]} нет`,
    willTake: 'забрать',
    asideHas: (what: string) => `Излишек, вернётся в запас в конце хода: ${what}`,
    turning: 'открывается жетон…',
    // collections
    mine: 'Ваше собрание',
    theirs: (name: string) => `Собрание: ${name}`,
    rackLabel: (name: string, what: string, target: number) => `${name}: ${what}; цель: ${target} каждого цвета`,
    done: (n: number) => `готово ${n} из 6`,
    least: (n: number, some: Colour[]) =>
      some.length === 1
        ? `меньше всего: ${n} ${n === 1 ? colours().one[some[0]] : colours().many[some[0]]}`
        : some.length === 6
          ? `всех цветов по ${n}`
          : `меньше всего: по ${n} у ${some.length} цветов`,
    leastShort: (n: number) => `меньше всего: ${n}`,
    place: (n: number) => `место в игре: ${n}`,
    series: 'Серия',
    sum: 'Сумма',
    inSeries: (n: number) => `серия: ${n}`,
    // the choice
    draw: 'Тянуть',
    drawWhat: 'жетон',
    drawMore: 'Тянуть ещё',
    luck: (n: number) => `удача ${n} %`,
    inReserve: (n: number) => `в запасе ${n}`,
    emptyReserve: 'Запас пуст',
    emptyHelp: 'тянуть нечего',
    collect: (n: number) => `Забрать ${n}`,
    andSurplus: (n: number) => `, лишних\u00a0${n}`,
    colours: (n: number) => `${n} ${plural(n, 'цвет', 'цвета', 'цветов')}`,
    takeOne: 'Взять один',
    takeOneHelp: (c: Colour) => `${colours().one[c]} из центра, и ход окончен`,
    pass: 'Пропустить',
    passHelp: 'тянуть нечего, брать нельзя',
    notTied: (some: Colour[]) =>
      some.length === 6
        ? 'Взять один из центра нельзя: всех цветов у вас поровну.'
        : `Взять один из центра нельзя: меньше всего сразу у ${some.length} цветов (${listed(some)}).`,
    notThere: (c: Colour) => `Взять один из центра нельзя: самого редкого у вас, ${colours().of[c]}, там нет.`,
    notTiedShort: (n: number) => `Взять один нельзя: самых редких цветов ${n}`,
    notThereShort: (c: Colour) => `Взять один нельзя: ${colours().of[c]} нет в центре`,
    waiting: (name: string) => `Решает ${name}`,
    waitingHelp: 'Сейчас можно только смотреть.',
    over: 'Игра окончена',
    undo: 'Отменить',
    hint: 'Знаток',
    hintDraw: 'тянуть',
    hintCollect: 'забрать',
    hintAlternative: 'взять один',
    hintPass: 'пропустить',
    points: (n: string) => `≈ ${n} очка`,
    // odds
    odds: 'Следующий жетон',
    fits: 'Подойдут',
    misses: 'Мимо',
    repeats: 'Повтор',
    oddsLine: (word: string, n: number, of: number, p: number, what: string) => `${word}: ${n} из ${of}, ${p} %; ${what || 'нет таких'}`,
    // news
    newsFits: (c: Colour) => `Совпало: ${colours().one[c]} есть в центре`,
    newsMiss: (c: Colour) => `Мимо: ${colours().of[c]} нет в центре`,
    newsRepeat: (c: Colour) => `Повтор: ${colours().one[c]} уже в зоне`,
    took: (n: number) => `Забрано ${n}`,
    newsDone: (some: Colour[]) =>
      some.length === 1 ? `Готов ${listed(some)}: ход в подарок!` : `Готовы ${listed(some)}: ходов в подарок ${some.length}!`,
    newsWin: 'Собраны все шесть цветов!',
    newsGame: (n: number, of: number) => `Игра ${n} из ${of}`,
    bonus: 'Ход в подарок',
    bonusMore: (n: number) => `потом ещё ${n}`,
    you: 'Вы',
  },
  en: {
    russian: false,
    and: 'and',
    token1: 'token',
    token2: 'tokens',
    token5: 'tokens',
    table: 'Table',
    reserve: 'Reserve',
    zone: 'Zone',
    centre: 'Centre',
    surplus: 'Surplus',
    reserveHas: (n: number) => `Reserve: ${jetons(n)}`,
    drawFrom: 'draw a token',
    zoneHas: (what: string) => `Zone: ${what || 'empty'}`,
    stack: (c: Colour, n: number) => `Centre, ${c}: ${n}`,
    stackEmpty: (c: Colour) => `Centre: no ${c}`,
    willTake: 'take',
    asideHas: (what: string) => `Surplus, back to the reserve at the end of the turn: ${what}`,
    turning: 'a token is being turned up…',
    mine: 'Your collection',
    theirs: (name: string) => `Collection: ${name}`,
    rackLabel: (name: string, what: string, target: number) => `${name}: ${what}; target: ${target} of each colour`,
    done: (n: number) => `${n} of 6 complete`,
    least: (n: number, some: Colour[]) =>
      some.length === 1 ? `fewest: ${n} ${some[0]}` : some.length === 6 ? `${n} of every colour` : `fewest: ${n} of ${some.length} colours`,
    leastShort: (n: number) => `fewest: ${n}`,
    place: (n: number) => `place in the game: ${n}`,
    series: 'Series',
    sum: 'Sum',
    inSeries: (n: number) => `series: ${n}`,
    draw: 'Draw',
    drawWhat: 'a token',
    drawMore: 'Draw again',
    luck: (n: number) => `luck ${n} %`,
    inReserve: (n: number) => `${n} in reserve`,
    emptyReserve: 'Reserve is empty',
    emptyHelp: 'nothing to draw',
    collect: (n: number) => `Collect ${n}`,
    andSurplus: (n: number) => `, ${n}\u00a0surplus`,
    colours: (n: number) => `${n} colours`,
    takeOne: 'Take one',
    takeOneHelp: (c: Colour) => `${c} from the centre, then the turn ends`,
    pass: 'Pass',
    passHelp: 'nothing to draw or take',
    notTied: (some: Colour[]) =>
      some.length === 6
        ? 'You cannot take one from the centre: you have equally many of every colour.'
        : `You cannot take one from the centre: ${some.length} colours share your lowest number (${listed(some)}).`,
    notThere: (c: Colour) => `You cannot take one from the centre: your fewest colour, ${c}, is not there.`,
    notTiedShort: (n: number) => `No taking one: ${n} colours are fewest`,
    notThereShort: (c: Colour) => `No taking one: no ${c} in the centre`,
    waiting: (name: string) => `${name} decides`,
    waitingHelp: 'There is nothing for you to do now.',
    over: 'The game is over',
    undo: 'Undo',
    hint: 'Expert',
    hintDraw: 'draw',
    hintCollect: 'collect',
    hintAlternative: 'take one',
    hintPass: 'pass',
    points: (n: string) => `≈ ${n} points`,
    odds: 'The next token',
    fits: 'Fits',
    misses: 'Misses',
    repeats: 'Repeats',
    oddsLine: (word: string, n: number, of: number, p: number, what: string) => `${word}: ${n} of ${of}, ${p} %; ${what || 'none'}`,
    newsFits: (c: Colour) => `It fits: ${c} is in the centre`,
    newsMiss: (c: Colour) => `It misses: no ${c} in the centre`,
    newsRepeat: (c: Colour) => `It repeats: ${c} is in the zone already`,
    took: (n: number) => `Collected ${n}`,
    newsDone: (some: Colour[]) =>
      some.length === 1 ? `Complete: ${listed(some)}, a bonus turn!` : `Complete: ${listed(some)}, ${some.length} bonus turns!`,
    newsWin: 'All six colours complete!',
    newsGame: (n: number, of: number) => `Game ${n} of ${of}`,
    bonus: 'Bonus turn',
    bonusMore: (n: number) => `then ${n} more`,
    you: 'You',
  },
});
