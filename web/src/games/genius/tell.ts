// Sentences for the shell: the log, the banner, the standings, the options.

import { begins, whoBegins } from '../../shell/begins';
import type { Item, OptionWords, Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { plural, words } from '../../shell/words';
import { inSeries, present, total } from './pieces/counts';
import type { Colour, Ended, Fact, Outcome, Row, Taken, View } from './seen';
import { colours, counted, listed, w } from './words';

const t = words({
  ru: {
    setUp: (game: number) => `Партия ${game}. `,
    filled: (c: Colour) => `в центр: ${colours().one[c]}`,
    drawn: {
      success: (c: Colour) => `${colours().one[c]}: совпадение`,
      miss: (c: Colour) => `${colours().one[c]}: нет совпадения, всё в центр`,
      conflict: (c: Colour) => `${colours().one[c]}: конфликт, всё в центр`,
    } as Record<Outcome, (c: Colour) => string>,
    draw: 'раскрывает жетон',
    took: (n: number, what: string) => `забирает ${n}: ${what}`,
    tookOne: (what: string) => `берёт один из центра: ${what}`,
    pass: 'пропускает ход: раскрывать нечего, взять нельзя',
    completed: (some: Colour[], bonus: number) =>
      some.length > 1
        ? `; собраны ${listed(some)}: ${bonus} ${plural(bonus, 'призовой ход', 'призовых хода', 'призовых ходов')}`
        : `; цвет собран (${listed(some)}): призовой ход`,
    ended: {
      complete: '; собраны все шесть цветов',
      passes: '; ход пропустили все, партия окончена',
      standstill: '; коллекции слишком долго не растут, партия окончена',
    } as Record<Ended['why'], string>,
    points: (game: number, points: string) => `; партия ${game}: ${points}`,
    askDraw: 'раскройте жетон',
    askEither: (c: Colour) => `раскройте жетон или возьмите один ${colours().one[c]} из центра`,
    askOnlyTake: (c: Colour) => `резерв пуст: возьмите один ${colours().one[c]} из центра`,
    askChoice: (n: number) => `совпадение! Раскрыть ещё или забрать ${n}?`,
    askCollect: (n: number) => `резерв пуст: заберите ${n}`,
    askPass: 'раскрывать нечего и взять нельзя: пропустите ход',
    bonus: 'призовой ход: ',
    otherDraw: 'раскрывает жетон',
    otherChoice: (n: number) => `решает: раскрыть ещё или забрать ${n}`,
    over: 'игра окончена',
    where: (target: number) => `цель: по ${target} каждого цвета`,
    game: (n: number, of: number) => `партия ${n} из ${of}`,
    itemFewest: 'Недостающий цвет',
    itemGame: (n: number) => `Партия ${n}`,
    itemNow: (n: number) => `Партия ${n}, если бы она закончилась сейчас`,
    now: 'сейчас',
    beginsHelp: 'В серии каждую следующую партию начинает следующий по кругу.',
  },
  en: {
    setUp: (game: number) => `Game ${game}. `,
    filled: (c: Colour) => `to the centre: ${c}`,
    drawn: {
      success: (c: Colour) => `${c}: a match`,
      miss: (c: Colour) => `${c}: no match, all to the centre`,
      conflict: (c: Colour) => `${c}: a conflict, all to the centre`,
    } as Record<Outcome, (c: Colour) => string>,
    draw: 'draws a token',
    took: (n: number, what: string) => `collects ${n}: ${what}`,
    tookOne: (what: string) => `takes one from the centre: ${what}`,
    pass: 'passes: nothing to draw, nothing to take',
    completed: (some: Colour[], bonus: number) =>
      some.length > 1
        ? `; ${listed(some)} are complete, ${bonus} bonus turns`
        : `; ${listed(some)} is complete, a bonus turn`,
    ended: {
      complete: '; all six colours are complete',
      passes: '; all have passed, the game is over',
      standstill: '; no collection has grown for too long, the game is over',
    } as Record<Ended['why'], string>,
    points: (game: number, points: string) => `; game ${game}: ${points}`,
    askDraw: 'draw a token',
    askEither: (c: Colour) => `draw a token, or take one ${c} from the centre`,
    askOnlyTake: (c: Colour) => `the reserve is empty: take one ${c} from the centre`,
    askChoice: (n: number) => `a match! Draw again or collect ${n}?`,
    askCollect: (n: number) => `the reserve is empty: collect ${n}`,
    askPass: 'nothing to draw, nothing to take: pass',
    bonus: 'bonus turn: ',
    otherDraw: 'draws a token',
    otherChoice: (n: number) => `decides: draw again or collect ${n}`,
    over: 'the game is over',
    where: (target: number) => `target: ${target} of each colour`,
    game: (n: number, of: number) => `game ${n} of ${of}`,
    itemFewest: 'Scarcest colour',
    itemGame: (n: number) => `Game ${n}`,
    itemNow: (n: number) => `Game ${n}, if it ended now`,
    now: 'now',
    beginsHelp: 'In a series the next player clockwise begins each new game.',
  },
});

export function tell(lines: Happened[], index: number, view: View): Told | null {
  const fact = lines[index].fact as Fact;
  const told = happened(fact, view);
  return fact.ended ? { ...told, text: told.text + end(fact.ended, view) } : told;
}

function happened(fact: Fact, view: View): Told {
  const bonus = fact.in_bonus_turn ? t().bonus : '';
  switch (fact.what) {
    case 'begins':
      return { text: begins(fact.seat!), symbol: 'token-back' };
    case 'filled': {
      const start = fact.game && view.games > 1 ? t().setUp(fact.game) : '';
      return { text: start + t().filled(fact.colour!), symbol: `token-${fact.colour}` };
    }
    case 'drawn':
      return { text: t().drawn[fact.outcome!](fact.colour!), symbol: `token-${fact.colour}` };
    case 'draw':
      return { text: bonus + t().draw };
    case 'pass':
      return { text: bonus + t().pass };
    case 'took':
      return { text: (fact.taken!.alternative ? bonus : '') + took(fact.taken!), gain: fact.taken!.gain || undefined };
  }
}

function took({ tokens, surplus, alternative, completed, bonus_turns }: Taken): string {
  const what = alternative ? t().tookOne(listed(present(tokens))) : t().took(total(tokens), counted(tokens));
  const extra = surplus ? w().andSurplus(total(surplus)) : '';
  return what + extra + (bonus_turns ? t().completed(completed, bonus_turns) : '');
}

function end({ game, why, points }: Ended, view: View): string {
  return t().ended[why] + (inSeries(view) ? t().points(game, points.join(' : ')) : '');
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
  if (row.earlier?.length)
    return `${[...row.earlier, row.fewest].join(' + ')} ${view.phase === 'over' ? '' : t().now}`.trim();
  return w().progress(total(row.collection), 6 * view.target, row.fewest);
}

export function items(row: Row, view: View): Item[] {
  const detail = row.sorted.join(' · ');
  if (!inSeries(view)) return [{ label: t().itemFewest, detail, points: row.fewest }];
  const number = row.earlier.length + 1;
  const label = view.phase === 'over' ? t().itemGame(number) : t().itemNow(number);
  return [
    ...row.earlier.map((points, i) => ({ label: t().itemGame(i + 1), points })),
    { label, detail, points: row.fewest },
  ];
}

const o = words<Record<string, OptionWords>>({
  ru: {
    players: { label: 'Игроки', help: 'Сколько человек за столом.', hidden: true },
    target: {
      label: 'Цель',
      help: 'Сколько жетонов каждого цвета нужно собрать. Втроём с целью 7 резерв иногда кончается; с целью 6 игра короче.',
      choices: { null: '7 каждого цвета', 6: '6 каждого цвета' },
      players: [3],
    },
    series: {
      label: 'Серия',
      help: 'Несколько партий подряд. Каждая приносит столько очков, сколько у вас жетонов недостающего цвета. Побеждает тот, у кого больше сумма.',
      choices: {
        false: 'одна партия',
        true: 'столько партий, сколько игроков',
        2: '2 партии',
        3: '3 партии',
        4: '4 партии',
        5: '5 партий',
        6: '6 партий',
      },
    },
  },
  en: {
    players: { label: 'Players', help: 'How many sit at the table.', hidden: true },
    target: {
      label: 'Target',
      help: 'How many tokens of each colour to collect. With three players and a target of 7 the reserve sometimes runs out; 6 makes a shorter game.',
      choices: { null: '7 of each colour', 6: '6 of each colour' },
      players: [3],
    },
    series: {
      label: 'Series',
      help: 'Several games in a row. Each brings as many points as you have tokens of your scarcest colour. The highest sum wins.',
      choices: {
        false: 'a single game',
        true: 'as many games as players',
        2: '2 games',
        3: '3 games',
        4: '4 games',
        5: '5 games',
        6: '6 games',
      },
    },
  },
});

export function options(): Record<string, OptionWords> {
  return { ...o(), first: whoBegins(t().beginsHelp) };
}
