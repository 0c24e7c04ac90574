// Sentences for the shell: the log, the banner, the standings, the options.

import type { Item, OptionWords, Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { words } from '../../shell/words';
import { inSeries, rarest, total } from './facts';
import { events } from './history';
import type { Colour, Outcome, Row, View } from './types';
import { colours, counted, listed, w } from './words';

const t = words({
  ru: {
    first: (seat: number) => `Жребий: начинает ${colours().shield[seat]} щит`,
    setUp: (game: number) => `Игра ${game}. `,
    filled: (c: Colour) => `в центр: ${colours().one[c]}`,
    drawn: {
      success: (c: Colour) => `${colours().one[c]}: совпало`,
      miss: (c: Colour) => `${colours().one[c]}: мимо, всё в центр`,
      conflict: (c: Colour) => `${colours().one[c]}: повтор, всё в центр`,
    } as Record<Outcome, (c: Colour) => string>,
    token: (c: string) => `открыт жетон: ${c}`,
    draw: 'тянет жетон',
    collect: 'забирает зону и совпавшее',
    took: (n: number, what: string) => `забирает ${n}: ${what}`,
    tookOne: (what: string) => `берёт один из центра: ${what}`,
    alternative: 'берёт один из центра',
    pass: 'пропускает ход: тянуть нечего, брать нельзя',
    won: '; собраны все шесть цветов',
    completed: (some: Colour[]) => `; цвет собран: ${listed(some)}, ход в подарок`,
    completedMany: (some: Colour[]) => `; собраны ${listed(some)}, ходов в подарок ${some.length}`,
    askDraw: 'тяните жетон',
    askEither: (c: Colour) => `тяните жетон или возьмите один ${colours().one[c]}`,
    askOnlyTake: (c: Colour) => `запас пуст: возьмите один ${colours().one[c]}`,
    askChoice: (n: number) => `совпало! Тянуть ещё или забрать ${n}?`,
    askCollect: (n: number) => `запас пуст: заберите ${n}`,
    askPass: 'тянуть нечего и брать нельзя: пропустите ход',
    bonus: 'ход в подарок: ',
    otherDraw: 'тянет жетон',
    otherChoice: (n: number) => `решает: тянуть ещё или забрать ${n}`,
    over: 'игра окончена',
    where: (target: number) => `до ${target} каждого цвета`,
    game: (n: number, of: number) => `игра ${n} из ${of}`,
    itemFewest: 'Самый редкий цвет',
    itemGame: (n: number) => `Игра ${n}`,
    itemNow: (n: number) => `Игра ${n}, если бы конец сейчас`,
    now: 'сейчас',
  },
  en: {
    first: (seat: number) => `By lot: the ${colours().shield[seat]} shield begins`,
    setUp: (game: number) => `Game ${game}. `,
    filled: (c: Colour) => `to the centre: ${c}`,
    drawn: {
      success: (c: Colour) => `${c}: it fits`,
      miss: (c: Colour) => `${c}: it misses, all to the centre`,
      conflict: (c: Colour) => `${c}: it repeats, all to the centre`,
    } as Record<Outcome, (c: Colour) => string>,
    token: (c: string) => `turned up: ${c}`,
    draw: 'draws a token',
    collect: 'collects the zone and what matches it',
    took: (n: number, what: string) => `collects ${n}: ${what}`,
    tookOne: (what: string) => `takes one from the centre: ${what}`,
    alternative: 'takes one from the centre',
    pass: 'passes: nothing to draw or take',
    won: '; all six colours are complete',
    completed: (some: Colour[]) => `; ${listed(some)} is complete, a bonus turn`,
    completedMany: (some: Colour[]) => `; ${listed(some)} are complete, ${some.length} bonus turns`,
    askDraw: 'draw a token',
    askEither: (c: Colour) => `draw a token, or take one ${c}`,
    askOnlyTake: (c: Colour) => `the reserve is empty: take one ${c}`,
    askChoice: (n: number) => `it fits! Draw again or collect ${n}?`,
    askCollect: (n: number) => `the reserve is empty: collect ${n}`,
    askPass: 'nothing to draw or take: pass',
    bonus: 'bonus turn: ',
    otherDraw: 'draws a token',
    otherChoice: (n: number) => `decides: draw again or collect ${n}`,
    over: 'the game is over',
    where: (target: number) => `${target} of each colour`,
    game: (n: number, of: number) => `game ${n} of ${of}`,
    itemFewest: 'Fewest colour',
    itemGame: (n: number) => `Game ${n}`,
    itemNow: (n: number) => `Game ${n}, if it ended now`,
    now: 'now',
  },
});

export function tell(lines: Happened[], index: number, view: View): Told | null {
  const event = events(lines, view)[index];
  switch (event.kind) {
    case 'first':
      return { text: t().first(event.seat), symbol: 'token-back' };
    case 'filled': {
      const start = event.game && view.games > 1 ? t().setUp(event.game) : '';
      return { text: start + t().filled(event.colour), symbol: `token-${event.colour}` };
    }
    case 'drawn':
      return { text: t().drawn[event.outcome](event.colour), symbol: `token-${event.colour}` };
    case 'draw':
      return { text: t().draw };
    case 'pass':
      return { text: t().pass };
    case 'took': {
      const text = event.alternative ? t().tookOne(listed(Object.keys(event.took) as Colour[])) : t().took(total(event.took), counted(event.took));
      const some = event.completed;
      const end = event.won ? t().won : some.length > 1 ? t().completedMany(some) : some.length ? t().completed(some) : '';
      return { text: text + end, gain: event.gain || undefined };
    }
    default:
      return tellAlone(lines[index]);
  }
}

/** A line of a log whose beginning is not known. */
function tellAlone(line: Happened): Told | null {
  if (line.chance) {
    const [what, value] = line.chance.split(' ');
    if (what === 'first') return { text: t().first(Number(value)), symbol: 'token-back' };
    return { text: t().token(colours().one[value as Colour] ?? value), symbol: `token-${value}` };
  }
  const plain: Record<string, string> = { draw: t().draw, collect: t().collect, alternative: t().alternative, pass: t().pass };
  return { text: plain[line.move ?? ''] ?? line.move ?? '' };
}

export function ask(view: View, legal: string[]): string {
  if (view.phase === 'over') return t().over;
  const n = total(view.to_collect ?? {});
  const gift = view.in_bonus_turn ? t().bonus : '';
  if (!legal.length) return gift + (view.phase === 'success' ? t().otherChoice(n) : t().otherDraw);
  const draw = legal.includes('draw');
  if (legal.includes('collect')) return draw ? t().askChoice(n) : t().askCollect(n);
  if (legal.includes('alternative') && view.alternative) {
    return gift + (draw ? t().askEither(view.alternative) : t().askOnlyTake(view.alternative));
  }
  return gift + (draw ? t().askDraw : t().askPass);
}

export function where(view: View): string {
  const target = t().where(view.target);
  return view.games > 1 ? `${t().game(view.game_number, view.games)} · ${target}` : target;
}

export function topic(view: View): string {
  if (view.phase === 'over') return 'end';
  if (total(view.reserve) === 0) return 'empty';
  if (view.phase === 'success') return 'choice';
  if (view.alternative) return 'alternative';
  return view.in_bonus_turn ? 'bonus' : 'turn';
}

export function reason(row: Row, view: View): string {
  if (row.earlier?.length) return `${[...row.earlier, row.fewest].join(' + ')} ${view.phase === 'over' ? '' : t().now}`.trim();
  return w().least(row.fewest, rarest(row.collection));
}

export function items(row: Row, view: View): Item[] {
  const detail = row.sorted.join(' · ');
  if (!inSeries(view)) return [{ label: t().itemFewest, detail, points: row.fewest }];
  const number = row.earlier.length + 1;
  const label = view.phase === 'over' ? t().itemGame(number) : t().itemNow(number);
  return [...row.earlier.map((points, i) => ({ label: t().itemGame(i + 1), points })), { label, detail, points: row.fewest }];
}

const o = words<Record<string, OptionWords>>({
  ru: {
    players: { label: 'Игроки', help: 'Сколько человек за столом.', hidden: true },
    target: {
      label: 'Цель',
      help: 'Сколько жетонов каждого цвета нужно собрать. Втроём с целью 7 запас иногда кончается; с целью 6 игра короче.',
      choices: { null: '7 каждого цвета', 6: '6 каждого цвета' },
      players: [3],
    },
    series: {
      label: 'Серия',
      help: 'Несколько игр подряд. За каждую — столько очков, сколько жетонов вашего самого редкого цвета; побеждает сумма.',
      choices: { false: 'одна игра', true: 'по игре на каждого', 2: '2 игры', 3: '3 игры', 4: '4 игры', 5: '5 игр', 6: '6 игр' },
    },
    first: {
      label: 'Кто начинает',
      help: 'Первый ход. В серии следующую игру начинает следующее место.',
      choices: { null: 'по жребию', 0: 'первое место', 1: 'второе место', 2: 'третье место', 3: 'четвёртое место' },
    },
  },
  en: {
    players: { label: 'Players', help: 'How many sit at the table.', hidden: true },
    target: {
      label: 'Target',
      help: 'How many tokens of each colour to collect. With three players and 7 the reserve sometimes runs out; 6 is shorter.',
      choices: { null: '7 of each colour', 6: '6 of each colour' },
      players: [3],
    },
    series: {
      label: 'Series',
      help: 'Several games in a row. Each brings as many points as you have tokens of your fewest colour; the sum wins.',
      choices: { false: 'a single game', true: 'one game each', 2: '2 games', 3: '3 games', 4: '4 games', 5: '5 games', 6: '6 games' },
    },
    first: {
      label: 'Who begins',
      help: 'The first turn. In a series the next seat begins the next game.',
      choices: { null: 'by lot', 0: 'first seat', 1: 'second seat', 2: 'third seat', 3: 'fourth seat' },
    },
  },
});

export function options(): Record<string, OptionWords> {
  return o();
}
