// What happened between two views, as far as one step explains it: for the reveal, the travelling tokens and the news.

import { COLOURS, type Colour, type Outcome, type Tokens, type View } from './types';

export type Step =
  | { kind: 'draw'; seat: number; colour: Colour; outcome: Outcome }
  | { kind: 'take'; seat: number; took: Partial<Tokens>; alternative: boolean; completed: Colour[] }
  | { kind: 'game'; number: number };

const same = (a: Tokens, b: Tokens) => COLOURS.every((colour) => a[colour] === b[colour]);

/** The step from one view to the next, or null where more or less than one step lies between. */
export function stepBetween(before: View, after: View): Step | null {
  if (before.collections.length !== after.collections.length) return null;
  if (after.game_number === before.game_number + 1) return { kind: 'game', number: after.game_number };
  if (after.game_number !== before.game_number || before.acting === null) return null;
  const seat = before.acting;
  const changed = before.collections.flatMap((held, i) => (same(held, after.collections[i]) ? [] : [i]));
  if (changed.length === 0) return drawBetween(before, after, seat) ?? surplusBetween(before, after, seat);
  if (changed.length > 1 || changed[0] !== seat || after.zone.length) return null;
  return takeBetween(before, after, seat);
}

function drawBetween(before: View, after: View, seat: number): Step | null {
  const fresh = after.zone.filter((colour) => !before.zone.includes(colour));
  if (fresh.length === 1 && after.zone.length === before.zone.length + 1 && after.acting === seat) {
    return { kind: 'draw', seat, colour: fresh[0], outcome: 'success' };
  }
  if (after.zone.length) return null;
  const added = COLOURS.map((c) => after.centre[c] - before.centre[c] - (before.zone.includes(c) ? 1 : 0));
  if (added.some((n) => n < 0) || added.reduce((a, b) => a + b) !== 1) return null;
  const colour = COLOURS[added.indexOf(1)];
  return { kind: 'draw', seat, colour, outcome: before.zone.includes(colour) ? 'conflict' : 'miss' };
}

/** Collecting nothing but surplus: no collection changes. */
function surplusBetween(before: View, after: View, seat: number): Step | null {
  const full = before.zone.every((colour) => before.collections[seat][colour] === before.target);
  if (!before.to_collect || !full || after.zone.length || before.phase !== 'success') return null;
  return { kind: 'take', seat, took: before.to_collect, alternative: false, completed: [] };
}

function takeBetween(before: View, after: View, seat: number): Step | null {
  const held = before.collections[seat];
  const now = after.collections[seat];
  const completed = COLOURS.filter((c) => held[c] < before.target && now[c] === before.target);
  const gained = COLOURS.filter((c) => now[c] !== held[c]);
  if (gained.some((c) => now[c] < held[c])) return null;
  if (before.phase === 'success' && before.to_collect && gained.every((c) => before.zone.includes(c))) {
    return { kind: 'take', seat, took: before.to_collect, alternative: false, completed };
  }
  if (before.phase === 'turn' && gained.length === 1 && gained[0] === before.alternative) {
    return { kind: 'take', seat, took: { [gained[0]]: 1 }, alternative: true, completed };
  }
  return null;
}
