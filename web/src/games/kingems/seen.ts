// Made by tools/view_types.py from src/pentarchy/games/kingems. Do not edit.

import type { AnyView, StandingsRow } from '../../shell/contract';

export const CRYSTALS = ['blue', 'violet', 'yellow', 'orange', 'light blue', 'green', 'pink', 'transparent'] as const;
export type Crystal = (typeof CRYSTALS)[number];

export const COLOURS = ['blue', 'violet', 'yellow', 'orange', 'light blue', 'green', 'pink'] as const;
export type Colour = (typeof COLOURS)[number];

export const KINDS = ['turn', 'straight', 'crossroads', 'double'] as const;
export type Kind = (typeof KINDS)[number];

/** A tunnel tile, and what is known of the cell beneath. */
export interface Tile {
  cell: string;
  kind: Kind;
  /** In degrees, clockwise. */
  rotation: number;
  /** The sides that each path joins now. */
  paths: string[];
  /** What lies there; null where that is not in view. */
  shown: Crystal[] | null;
  /** What has been taken from there. */
  taken: Crystal[];
}

/** A task card, the crystals on it and beside it, and a pawn. */
export interface Player {
  seat: number;
  colour: 'red' | 'blue' | 'yellow' | 'green';
  /** Its number, from 1; what it asks for is among the constants; null before it is dealt. */
  card: number | null;
  /** What lies on each place; null where it is free. */
  places: (Crystal | null)[];
  /** Basic mode: the colour left out, transparents. */
  beside: Crystal[];
  /** `platform`, `c3`, or on a tile with two paths `c3 ne`. */
  pawn: string;
}

/** A seat as if the game ended now (KG-29). */
export interface Row extends StandingsRow {
  seat: number;
  /** Covered places. */
  points: number;
  /** Those that lie on their places. */
  colours: Crystal[];
  /** Places covered by transparents: by pairs in the basic mode (KG-22). */
  by_transparents: number;
  won: boolean;
  place: number;
}

/** Everything on the table, and of the cells what may be seen of them now. */
export interface View extends AnyView {
  /** What the one whose turn it is may do: rotate a tile, discard a crystal, rotate the second tile, walk, take. */
  phase: 'turn' | 'pay' | 'second' | 'go' | 'take' | 'over' | 'chance';
  /** The seat that began; null before that is drawn. */
  first: number | null;
  /** The seat whose turn it is; null before the game and after it. */
  acting: number | null;
  /** In reading order. */
  tiles: Tile[];
  players: Player[];
  /** The tiles rotated in this turn. */
  turned: string[];
  /** Until the pawn has moved: all spots that are joined to it, its own included. */
  tunnel: string[];
  /** For each spot of the tunnel which of them comes before it on a nearest way, counted from 0; null where a move begins. */
  ways: (number | null)[];
  /** Where the pawn may come back to its own spot (KG-16): the spots of the tunnel between which the ring closes. */
  ring: [number, number] | null;
  /** Where it may stop as the tiles lie (KG-14 to KG-16). */
  goals: string[];
  /** Whether it could step up to the platform (KG-27). */
  can_return: boolean;
  /** From where it would. */
  return_by: string | null;
  /** What may be taken now. */
  takeable: Crystal[];
  /** How many of each sort have not been taken from the cells. */
  left: Record<Crystal, number>;
  /** What has left the game (KG-12). */
  discarded: Crystal[];
  /** Turns in a row without a crystal taken or discarded. */
  quiet: number;
  /** Whoever has all six crystals, in the advanced mode back on the platform. */
  winner: number | null;
  standings: Row[];
}

/** What a move has shown to all, whether or not it is still in view. */
export interface Glimpse {
  cells: Partial<Record<string, Crystal[]>>;
}

/** A tile of the set-up (KG-7). */
export interface Laid {
  cell: string;
  kind: Kind;
  /** In degrees, clockwise. */
  rotation: number;
}

/** A tile that was rotated (KG-10). */
export interface Rotated {
  cell: string;
  /** Clockwise. */
  degrees: number;
  /** Whether a crystal was discarded for it (KG-12). */
  second: boolean;
  /** Where the pawn that it carries stands now. */
  carried?: string;
}

/** The way of a pawn (KG-14 to KG-16, KG-27). */
export interface Walk {
  start: string;
  /** `platform` for a return. */
  goal: string;
  /** A nearest one, from the first spot to the last. */
  way: string[];
}

/** What everybody has seen under a tile (KG-11, KG-19). */
export interface Shown {
  cell: string;
  crystals: Crystal[];
}

/** A crystal that was taken or discarded. */
export interface Gem {
  name: Crystal;
  /** Of the card, from 1, that it fills or has left; left out if it lies beside. */
  place?: number;
  /** Covered places more or fewer. */
  gain: number;
  /** Whether the card is covered. */
  full: boolean;
}

/** A turn that has ended without a crystal. */
export interface Passed {
  /** The pawn cannot move (KG-18), a full card takes nothing (KG-27), nothing lies there, nothing there fits; just `nothing` was taken where the table does not remember why (KG-28). */
  why: 'stuck' | 'full' | 'empty' | 'unfit' | 'nothing';
  /** Turns in a row without a crystal (KG-29). */
  quiet: number;
}

/** Who begins, what was laid, dealt, rotated, shown, discarded or taken, where a pawn went, how a turn has ended. */
export interface Fact {
  what: 'begins' | 'laid' | 'dealt' | 'shown' | 'keep' | 'rotated' | 'discarded' | 'went' | 'returned' | 'took';
  /** Who begins, gets the card, or whose turn it is; left out where tiles are laid. */
  seat?: number;
  laid?: Laid;
  /** Its number, from 1. */
  card?: number;
  rotated?: Rotated;
  walk?: Walk;
  /** What came to light; with a move of a cell that was shown before, if the table remembers. */
  shown?: Shown;
  gem?: Gem;
  passed?: Passed;
  /** How the game has ended with this. */
  over?: 'won' | 'stall';
}

/** What is the same in every match, so views leave it out. */
export interface Constants {
  /** At how many turns in a row without a crystal the game ends (KG-29). */
  stall: number;
  /** What the task cards of each mode ask for, from card 1. */
  cards: Record<'basic' | 'advanced', Colour[][]>;
}

/** Rotate no tile, or no second one. */
export interface Keep {
  text: string;
  move: 'keep';
}

/** Rotate the tile over a cell clockwise. */
export interface Turn {
  text: string;
  move: 'turn';
  cell: string;
  degrees: 90 | 180 | 270;
}

/** Discard a crystal to rotate a second tile. */
export interface Discard {
  text: string;
  move: 'discard';
  crystal: Crystal;
}

/** Walk to a dead end; on a tile with two paths `path` names the one, like "ne". */
export interface Go {
  text: string;
  move: 'go';
  cell: string;
  path: string | null;
}

/** Step up to the platform with a full card. */
export interface Return {
  text: string;
  move: 'return';
}

/** Take a crystal from the cell just reached. */
export interface Take {
  text: string;
  move: 'take';
  crystal: Crystal;
}

export type Move = Keep | Turn | Discard | Go | Return | Take;
