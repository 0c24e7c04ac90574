// The notation: keep, turn c3 90, discard pink, go c3, go c3 ne, return, take light blue.

import type { Crystal } from './types';

type Move =
  | { kind: 'keep' }
  | { kind: 'turn'; cell: string; degrees: number }
  | { kind: 'discard'; crystal: Crystal }
  | { kind: 'go'; spot: string; cell: string; path: string | null }
  | { kind: 'return' }
  | { kind: 'take'; crystal: Crystal };

export function read(text: string): Move | null {
  const [verb, ...rest] = text.split(' ');
  switch (verb) {
    case 'keep':
    case 'return':
      return { kind: verb };
    case 'turn':
      return { kind: 'turn', cell: rest[0], degrees: Number(rest[1]) };
    case 'go':
      return { kind: 'go', spot: rest.join(' '), cell: rest[0], path: rest[1] ?? null };
    case 'take':
    case 'discard':
      return { kind: verb, crystal: rest.join(' ') as Crystal };
    default:
      return null;
  }
}

/** By how much each tile may be turned. */
export function turnsByCell(legal: string[]): Map<string, number[]> {
  const turns = new Map<string, number[]>();
  for (const text of legal) {
    const move = read(text);
    if (move?.kind === 'turn') turns.set(move.cell, [...(turns.get(move.cell) ?? []), move.degrees]);
  }
  return turns;
}

/** What chance has shown under a tile: `c4 pink+transparent`. Other outcomes are not of that form. */
export function readFound(chance: string): { cell: string; crystals: Crystal[] } | null {
  const found = /^([a-f][1-6]) (.+)$/.exec(chance);
  return found && { cell: found[1], crystals: found[2].split('+') as Crystal[] };
}

/** The cell that a line of the log is about, if it names one. */
export function cellOf(move: string, chance: string): string | null {
  const made = read(move);
  if (made?.kind === 'turn' || made?.kind === 'go') return made.cell;
  return readFound(chance)?.cell ?? null;
}

const INKS: Partial<Record<Crystal, string>> = { 'light blue': 'sky', transparent: 'clear' };

/** The ink under which the sprite has a crystal: crystal-sky, slot-sky. */
export function inkOf(crystal: Crystal): string {
  return INKS[crystal] ?? crystal;
}
