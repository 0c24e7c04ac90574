// Moves, and the places that they are about.

import type { Happened } from '../../../shell/protocol';
import { CONSTANTS } from '../constants';
import type { Colour, Crystal, Fact, Go, Move, Player, Tile, Turn } from '../seen';

/** How a move up to the platform is written, and named as a goal. */
export const RETURN = 'return';

/** The ways in which each tile may be turned. */
export function turnsByCell(moves: Move[]): Map<string, Turn[]> {
  const turns = new Map<string, Turn[]>();
  for (const move of moves) {
    if (move.move === 'turn') turns.set(move.cell, [...(turns.get(move.cell) ?? []), move]);
  }
  return turns;
}

/** Where a walk leads: `c3`, `c3 ne`. */
export const goalOf = ({ cell, path }: Go): string => (path ? `${cell} ${path}` : cell);

/** How a walk to a goal is written. */
export const goTo = (goal: string): string => (goal === RETURN ? goal : `go ${goal}`);

/** Any walk to a tile, to ask about: there is no lantern on it, whichever path is meant. */
export const walkTo = ({ cell, paths }: Tile): string => (paths.length > 1 ? `go ${cell} ${paths[0]}` : `go ${cell}`);

/** The cell that a line of the log is about, if it names one. */
export function cellOf({ typed, fact }: Happened): string | null {
  const move = typed as Move | undefined;
  return move?.move === 'turn' || move?.move === 'go' ? move.cell : ((fact as Fact).shown?.cell ?? null);
}

/** The crystal that a line of the log is about, and whose it is. */
export function gemOf(line: Happened | null): { seat: number; crystal: Crystal } | null {
  const move = line?.typed as Move | undefined;
  return move?.move === 'take' || move?.move === 'discard' ? { seat: line!.seat!, crystal: move.crystal } : null;
}

const INKS: Partial<Record<Crystal, string>> = { 'light blue': 'sky', transparent: 'clear' };

/** The ink under which the sprite has a crystal: crystal-sky, slot-sky. */
export function inkOf(crystal: Crystal): string {
  return INKS[crystal] ?? crystal;
}

/** What a player's task card asks for; nothing before it is dealt. */
export const taskOf = ({ card }: Player, mode: unknown): Colour[] =>
  card ? CONSTANTS.cards[mode === 'advanced' ? 'advanced' : 'basic'][card - 1] : [];
