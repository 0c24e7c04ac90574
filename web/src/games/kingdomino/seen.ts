// Made by tools/view_types.py from src/pentarchy/games/kingdomino. Do not edit.

import type { AnyView, StandingsRow } from '../../shell/contract';

export const TERRAINS = ['wheat', 'forest', 'lake', 'grass', 'swamp', 'mine'] as const;
export type Terrain = (typeof TERRAINS)[number];

export const FACINGS = ['east', 'south', 'west', 'north'] as const;
export type Facing = (typeof FACINGS)[number];

/** A square of a kingdom, counted from the castle at 0,0: x grows to the east, y to the south. */
export interface Square {
  x: number;
  y: number;
  terrain: Terrain;
  crowns: number;
}

/** A domino of a kingdom: its left or upper square, and on which side the other one follows. */
export interface Laid {
  x: number;
  y: number;
  facing: 'east' | 'south';
}

/** Columns and rows, the first and the last of them. */
export interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What a seat has built around its castle, which is not among the squares. */
export interface Kingdom {
  seat: number;
  /** Row by row. */
  squares: Square[];
  dominoes: Laid[];
  /** The column farthest to the west; the castle's is 0. */
  left: number;
  right: number;
  /** The row farthest to the north. */
  top: number;
  bottom: number;
  /** Where it can still come to cover squares without becoming too large (KD-14). */
  room: Room;
  /** Dominoes that fitted nowhere (KD-15). */
  discards: number;
  /** The same as in the standings. */
  points: number;
}

/** A domino of a line. */
export interface Lying {
  /** Its number; its face is among the constants. */
  domino: number;
  /** The seat whose king stands on it; in `line` also when the king has gone on. */
  king: number | null;
  /** Only in `line`: whether it has been placed or discarded already. */
  placed?: boolean;
}

/** How a finished game of a dynasty ended, seat by seat. */
export interface Earlier {
  points: number[];
  largest_property: number[];
  crowns: number[];
}

/** Connected squares of one terrain, worth squares times crowns (KD-16). */
export interface Property {
  terrain: Terrain;
  squares: number;
  crowns: number;
  points: number;
}

/** What decides between equal points (KD-17), in a dynasty added up over its games (KD-18). */
export interface TieBreak {
  /** Its squares. */
  largest_property: number;
  /** In the whole kingdom. */
  crowns: number;
}

/** A seat as if the match ended now (KD-16 to KD-21). */
export interface Row extends StandingsRow {
  seat: number;
  /** Of all games of a dynasty together. */
  points: number;
  /** The points of this game alone, bonuses included. */
  this_game: number;
  /** The most valuable first. */
  properties: Property[];
  /** The bonus for a castle in the centre: 10 or 0 (KD-19). */
  middle_kingdom: number;
  /** The bonus for no discard: 5 or 0 (KD-20). */
  harmony: number;
  /** The points of finished games. */
  earlier: number[];
  tie_break: TieBreak;
  /** Equals share one, and the next is left out. */
  place: number;
}

/** Everything on the table. */
export interface View extends AnyView {
  phase: 'chance' | 'claim' | 'place' | 'over';
  /** 0 is the first claim. */
  round: number;
  /** How many there are (KD-10). */
  rounds: number;
  /** Which game of a dynasty this is, counted from 1. */
  game_number: number;
  /** How many there are. */
  games: number;
  /** How wide and high a kingdom may be: 5 or 7 (KD-14). */
  size: number;
  kingdoms: Kingdom[];
  /** The dominoes that are placed in this round. */
  line: Lying[];
  /** The dominoes that are claimed in this round. */
  next_line: Lying[];
  /** Of every seat the kings that have not come out yet (KD-5). */
  kings_in_hand: number[];
  /** How many kings have finished acting in this round; null in the first claim and at the end. */
  turn: number | null;
  /** The numbers that have not appeared in this game (KD-24). */
  unseen: number[];
  /** How many dominoes are still to be laid in this game. */
  undrawn: number;
  /** Numbers that nobody claimed (KD-23). */
  left_over: number[];
  /** The finished games of a dynasty. */
  earlier: Earlier[];
  standings: Row[];
}

/** A line that is complete. */
export interface Line {
  /** The first of a game is 1. */
  number: number;
  dominoes: number[];
}

/** A place in a kingdom, counted from the castle at 0,0: x grows to the east, y to the south. */
export interface Cell {
  x: number;
  y: number;
}

/** A property that a placed domino has made or made larger. */
export interface Grown {
  /** What has grown together; nothing if it is new. */
  before: Property[];
  after: Property;
}

/** How a domino was placed. */
export interface Placed {
  /** On which side of the first half the second one lies. */
  facing: Facing;
  /** Where its first and its second half lie. */
  squares: [Cell, Cell];
  grown: Grown[];
}

/** A game that has ended. */
export interface Ended {
  /** In a dynasty which one, counted from 1. */
  game?: number;
  /** Of every seat in this game alone. */
  points: number[];
}

/** Which domino was laid, claimed, placed or discarded, or whose king was drawn, and what that brought. */
export interface Fact {
  what: 'laid' | 'king' | 'claimed' | 'placed' | 'discarded';
  /** Who acts, or whose king was drawn; left out where a domino is laid. */
  seat?: number;
  /** Left out where a king is drawn. */
  domino?: number;
  /** The game of a dynasty that begins with this domino. */
  game?: number;
  /** If this domino has made it complete. */
  line?: Line;
  /** True if this one draw decides who begins (KD-23). */
  begins?: boolean;
  /** The domino that leaves the game because nobody has claimed it (KD-23). */
  left_over?: number;
  placed?: Placed;
  /** Points that placing or discarding has brought, bonuses included. */
  gain?: number;
  /** How much of them is for the castle in the centre (KD-19). */
  middle_kingdom?: number;
  /** How much of them is for harmony: negative if it is lost (KD-20). */
  harmony?: number;
  /** If this was the last placing of a game. */
  ended?: Ended;
}

/** A square of a domino. */
export interface Half {
  terrain: Terrain;
  crowns: number;
}

/** A square of a domino. */
export interface Half {
  terrain: Terrain;
  crowns: number;
}

/** What is the same in every match, so views leave it out. */
export interface Constants {
  /** The faces of the dominoes 1 to 48 (KD-1). */
  dominoes: ([Half, Half])[];
}

/** Put a king on a free domino of the next line. */
export interface Claim {
  text: string;
  move: 'claim';
  domino: number;
}

/** Discard a domino that fits nowhere. */
export interface Discard {
  text: string;
  move: 'discard';
}

/** Lay the claimed domino into the kingdom. */
export interface Place {
  text: string;
  move: 'place';
  x: number;
  y: number;
  facing: Facing;
}

export type Move = Claim | Discard | Place;
