// The view of a Simply Genius table, as view.py gives it.

import type { AnyView, StandingsRow } from '../../shell/contract';

export const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'violet'] as const;
export type Colour = (typeof COLOURS)[number];
export type Tokens = Record<Colour, number>;

export interface Row extends StandingsRow {
  collection: Tokens;
  sorted: number[];
  fewest: number;
  earlier: number[];
  place_in_game: number;
}

interface Chances {
  success: number;
  miss: number;
  conflict: number;
  of: number;
}

export interface View extends AnyView {
  phase: 'turn' | 'success' | 'chance' | 'over';
  target: number;
  game_number: number;
  games: number;
  first: number | null;
  acting: number | null;
  reserve: Tokens;
  centre: Tokens;
  zone: Colour[];
  collections: Tokens[];
  aside: Tokens;
  in_bonus_turn: boolean;
  bonus_turns: number;
  passes: number;
  standstill: number;
  chances: Chances | null;
  to_collect: Partial<Tokens> | null;
  alternative: Colour | null;
  earlier: number[][];
  standings: Row[];
}

/** What a drawn token turned out to be. */
export type Outcome = 'success' | 'miss' | 'conflict';
