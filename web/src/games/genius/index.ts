// Simply Genius for the shell.

import { whoBegins } from '../../shell/begins';
import type { GameModule, Item, OptionWords } from '../../shell/contract';
import { words } from '../../shell/words';
import Board from './Board.svelte';
import Final from './Final.svelte';
import { tell } from './log';
import { inSeries, total } from './pieces/counts';
import Rules from './Rules.svelte';
import type { Move, Row, View } from './seen';
import { w } from './words';

function ask(view: View, moves: Move[]): string {
  const may = (move: Move['move']) => moves.some((other) => other.move === move);
  if (view.phase === 'over') return w().isOver;
  const n = total(view.to_collect ?? {});
  const gift = view.in_bonus_turn ? w().inBonus : '';
  if (!moves.length) return gift + (view.phase === 'success' ? w().otherChoice(n) : w().otherDraw);
  const draw = may('draw');
  if (may('collect')) return draw ? w().askChoice(n) : w().askCollect(n);
  if (may('alternative') && view.alternative) {
    return gift + (draw ? w().askEither(view.alternative) : w().askOnlyTake(view.alternative));
  }
  return gift + (draw ? w().askDraw : w().askPass);
}

function where(view: View): string {
  const target = w().target(view.target);
  return view.games > 1 ? `${w().game(view.game_number, view.games)} · ${target}` : target;
}

function topic(view: View): string {
  if (view.phase === 'over') return 'end';
  if (total(view.reserve) === 0) return 'empty';
  if (view.phase === 'success') return 'choice';
  if (view.alternative) return 'alternative';
  return view.in_bonus_turn ? 'bonus' : 'turn';
}

function reason(row: Row, view: View): string {
  if (row.earlier?.length)
    return `${[...row.earlier, row.fewest].join(' + ')} ${view.phase === 'over' ? '' : w().now}`.trim();
  return w().progress(total(row.collection), 6 * view.target, row.fewest);
}

function items(row: Row, view: View): Item[] {
  const detail = row.sorted.join(' · ');
  if (!inSeries(view)) return [{ label: w().itemFewest, detail, points: row.fewest }];
  const number = row.earlier.length + 1;
  const label = view.phase === 'over' ? w().itemGame(number) : w().itemNow(number);
  return [
    ...row.earlier.map((points, i) => ({ label: w().itemGame(i + 1), points })),
    { label, detail, points: row.fewest },
  ];
}

const choices = words<Record<string, OptionWords>>({
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

const begins = words({
  ru: { help: 'В серии каждую следующую партию начинает следующий по кругу.' },
  en: { help: 'In a series the next player clockwise begins each new game.' },
});

function options(): Record<string, OptionWords> {
  return { ...choices(), first: whoBegins(begins().help) };
}

const genius: GameModule<View, Move> = {
  Board,
  Rules,
  ask,
  where,
  topic,
  tell,
  reason: (row, view) => reason(row as Row, view),
  items: (row, view) => items(row as Row, view),
  options,
  figure: 'shield',
  Final,
  ratio: 2,
};

export default genius;
