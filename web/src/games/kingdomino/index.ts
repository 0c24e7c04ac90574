// Kingdomino for the shell.

import type { GameModule, Item, OptionWords } from '../../shell/contract';
import { capital, words } from '../../shell/words';
import Board from './Board.svelte';
import Final from './Final.svelte';
import { tell } from './log';
import { current } from './pieces/moves';
import Rules from './Rules.svelte';
import type { Move, Row, View } from './seen';
import { figures, property, w } from './words';

function ask(view: View, moves: Move[]): string {
  if (view.phase === 'over') return w().over;
  const number = w().no(current(view)?.domino ?? '');
  if (!moves.length) return view.phase === 'place' ? w().placing(number) : w().claiming;
  if (view.phase === 'claim') return view.round ? w().claim : w().claimFirst;
  if (moves[0].move === 'discard') return w().mustDiscard(number);
  return view.next_line.length ? w().placeThenClaim(number) : w().place(number);
}

function where(view: View): string {
  const { round, rounds } = view;
  const stand = round === 0 ? w().opening : round === rounds ? w().lastRound(round) : w().round(round, rounds);
  const game = view.games > 1 ? `${w().gameOf(view.game_number, view.games)} · ` : '';
  return game + (view.phase === 'over' ? w().over : stand);
}

function topic(view: View): string {
  return { place: 'placing', claim: view.round ? 'round' : 'setup', over: 'points', chance: 'round' }[view.phase];
}

function reason(row: Row): string {
  const best = row.properties[0];
  return best?.points ? w().best(property(best)) : w().none;
}

function items(row: Row, view: View): Item[] {
  const worth = row.properties.filter((item) => item.points > 0);
  const rest = row.properties.length - worth.length;
  const found: Item[] = worth.map((item) => ({
    label: capital(w().terrain[item.terrain]),
    detail: figures(item),
    points: item.points,
  }));
  if (rest) found.push({ label: w().crownless, detail: w().holdings(rest), points: 0 });
  if (view.options.middle_kingdom) found.push({ label: w().middleBonus, points: row.middle_kingdom });
  if (view.options.harmony) found.push({ label: w().harmonyBonus, points: row.harmony });
  row.earlier.forEach((points, i) => found.push({ label: w().game(i + 1), points }));
  return found;
}

const variants = words({
  ru: {
    off: 'нет',
    on: 'да',
    dynasty: ['Династия', 'Три партии подряд тем же составом; очки складываются.'],
    middle_kingdom: ['Срединное королевство', '10 очков за замок точно в центре королевства полного размера.'],
    harmony: ['Гармония', '5 очков тому, кто за игру не сбросит ни одного домино.'],
    mighty_duel: ['Большая дуэль', 'Вдвоём на всех 48 домино: двенадцать раундов и королевства 7 × 7.'],
    lines_of_four: [
      'Линии по четыре',
      'Втроём на всех 48 домино: в линии их четыре, поэтому и последнему есть из чего выбрать.',
    ],
    snake_opening: [
      'Первая линия змейкой',
      'Первую линию занимают по порядку А–Б–Б–А вместо жребия для каждого короля.',
    ],
  },
  en: {
    off: 'no',
    on: 'yes',
    dynasty: ['Dynasty', 'Three games in a row with the same players; points are added up.'],
    middle_kingdom: ['Middle Kingdom', '10 points for a castle in the exact centre of a full-size kingdom.'],
    harmony: ['Harmony', '5 points for whoever discards no domino in a game.'],
    mighty_duel: ['Mighty Duel', 'Two players with all 48 dominoes: twelve rounds and kingdoms of 7 × 7.'],
    lines_of_four: [
      'Lines of four',
      'Three players with all 48 dominoes: lines of four, so the last to claim has a choice too.',
    ],
    snake_opening: [
      'Snake opening',
      'The first line is claimed in the order A–B–B–A instead of a draw for every king.',
    ],
  },
});

function options(): Record<string, OptionWords> {
  const v = variants();
  const offer = ([label, help]: string[], players?: number[]): OptionWords => ({
    label,
    help,
    choices: { false: v.off, true: v.on },
    players,
  });
  return {
    dynasty: offer(v.dynasty),
    middle_kingdom: offer(v.middle_kingdom),
    harmony: offer(v.harmony),
    mighty_duel: offer(v.mighty_duel, [2]),
    snake_opening: offer(v.snake_opening, [2]),
    lines_of_four: offer(v.lines_of_four, [3]),
  };
}

const kingdomino: GameModule<View, Move> = {
  Board,
  Rules,
  ask,
  where,
  topic,
  tell,
  reason: (row) => reason(row as Row),
  items: (row, view) => items(row as Row, view),
  options,
  figure: 'king',
  Final,
  ratio: 1,
};

export default kingdomino;
