// Made by tools/view_types.py from src/pentarchy/games/genius. Do not edit.

import type { AnyView, StandingsRow } from '../../shell/contract';

export const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'violet'] as const;
export type Colour = (typeof COLOURS)[number];

export const OUTCOMES = ['success', 'miss', 'conflict'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How many tokens of the reserve would be a match (`success`), no match (`miss`) or a `conflict`, `of` how many. */
export interface Chances {
  success: number;
  miss: number;
  conflict: number;
  of: number;
}

/** A seat as if the match ended now (SG-15 to SG-17). */
export interface Row extends StandingsRow {
  seat: number;
  /** Of all games of a series together. */
  points: number;
  collection: Record<Colour, number>;
  /** The collection, the scarcest colour first (SG-16). */
  sorted: number[];
  /** Tokens of the scarcest colour. */
  fewest: number;
  /** The colours that have so many. */
  scarcest: Colour[];
  /** The points of finished games. */
  earlier: number[];
  /** By the sum of points in a series, else by the collection. */
  place: number;
  /** By the collection. */
  place_in_game: number;
}

/** Everything on the table. */
export interface View extends AnyView {
  /** `turn` when a turn begins, `success` when a token has matched. */
  phase: 'chance' | 'turn' | 'success' | 'over';
  /** Tokens of every colour that make a complete collection (SG-2). */
  target: number;
  /** Which game of a series this is, counted from 1. */
  game_number: number;
  /** How many there are. */
  games: number;
  /** The seat that began the match; null before that is drawn. */
  first: number | null;
  /** The seat whose turn it is; null at the end. */
  acting: number | null;
  reserve: Record<Colour, number>;
  centre: Record<Colour, number>;
  /** The colours turned up in this turn. */
  zone: Colour[];
  /** Of every seat. */
  collections: (Record<Colour, number>)[];
  /** The surplus of this whole turn (SG-12). */
  aside: Record<Colour, number>;
  in_bonus_turn: boolean;
  /** How many follow this turn (SG-11). */
  bonus_turns: number;
  /** Whole turns in a row, up to now, that were nothing but a pass (SG-14). */
  passes: number;
  /** This whole turn is so many in a row that added nothing; 0 if it did (SG-19). */
  standstill: number;
  /** Of the next token; null when nobody can draw. */
  chances: Chances | null;
  /** What a token of each colour would be (SG-7 to SG-9); null as with `chances`. */
  next_token: Record<Colour, Outcome> | null;
  /** What collecting would take; null when it is not allowed. */
  to_collect: Partial<Record<Colour, number>> | null;
  /** What of that would lie aside (SG-12). */
  surplus: Partial<Record<Colour, number>> | null;
  /** What an alternative move would take; null when it is not allowed (SG-13). */
  alternative: Colour | null;
  /** The points of every seat, game by game. */
  earlier: number[][];
  standings: Row[];
}

/** What collecting, or an alternative move (SG-13), has brought. */
export interface Taken {
  /** Surplus included. */
  tokens: Partial<Record<Colour, number>>;
  /** What of that lies aside (SG-12). */
  surplus?: Partial<Record<Colour, number>>;
  alternative: boolean;
  /** Colours that have reached the target. */
  completed: Colour[];
  /** How many that has earned (SG-11). */
  bonus_turns: number;
  /** Points. */
  gain: number;
}

/** The end of a game: a collection is complete (SG-15), all have passed (SG-14), or nothing moves (SG-19). */
export interface Ended {
  /** Which one of a series, counted from 1. */
  game: number;
  why: 'complete' | 'passes' | 'standstill';
  /** Of every seat, for this game (SG-17). */
  points: number[];
}

/** Who begins, which token was drawn and whether it was a match, what was taken, and what ended with that. */
export interface Fact {
  what: 'begins' | 'filled' | 'drawn' | 'draw' | 'took' | 'pass';
  /** Who begins, draws, takes or passes; nobody where the centre is filled. */
  seat?: number;
  /** True of everything that happens in one. */
  in_bonus_turn?: boolean;
  /** Of a token that was drawn. */
  colour?: Colour;
  /** What it was in the zone (SG-7 to SG-9). */
  outcome?: Outcome;
  /** The zone and the new token, after a misfire. */
  to_centre?: Partial<Record<Colour, number>>;
  /** The game whose set-up begins with this token. */
  game?: number;
  taken?: Taken;
  ended?: Ended;
}

/** Turn up a token from the reserve. */
export interface Draw {
  text: string;
  move: 'draw';
}

/** Take the tokens of the zone and those of their colours from the centre. */
export interface Collect {
  text: string;
  move: 'collect';
}

/** Take one token of the fewest colour from the centre instead of drawing. */
export interface Alternative {
  text: string;
  move: 'alternative';
}

/** Do nothing, because nothing can be done. */
export interface Pass {
  text: string;
  move: 'pass';
}

export type Move = Draw | Collect | Alternative | Pass;
