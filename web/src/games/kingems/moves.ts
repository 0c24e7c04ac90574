// Moves, and the places that they are about.

import type { Happened } from '../../shell/protocol';
import { CONSTANTS } from './constants';
import type { Colour, Crystal, Fact, Go, Move, Player } from './seen';

/** By how much each tile may be turned. */
export function turnsByCell(moves: Move[]): Map<string, number[]> {
  const turns = new Map<string, number[]>();
  for (const move of moves) {
    if (move.move === 'turn') turns.set(move.cell, [...(turns.get(move.cell) ?? []), move.degrees]);
  }
  return turns;
}

/** Where a walk leads: `c3`, `c3 ne`. */
export const goalOf = ({ cell, path }: Go): string => (path ? `${cell} ${path}` : cell);

/** The cell that a line of the log is about, if it names one. */
export function cellOf({ typed, fact }: Happened): string | null {
  const move = typed as Move | undefined;
  return move?.move === 'turn' || move?.move === 'go' ? move.cell : ((fact as Fact).shown?.cell ?? null);
}

const INKS: Partial<Record<Crystal, string>> = { 'light blue': 'sky', transparent: 'clear' };

/** The ink under which the sprite has a crystal: crystal-sky, slot-sky. */
export function inkOf(crystal: Crystal): string {
  return INKS[crystal] ?? crystal;
}

/** What a player's task card asks for; nothing before it is dealt. */
export const taskOf = ({ card }: Player, mode: unknown): Colour[] =>
  card ? CONSTANTS.cards[mode === 'advanced' ? 'advanced' : 'basic'][card - 1] : [];
