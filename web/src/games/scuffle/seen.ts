// Made by tools/view_types.py from src/pentarchy/games/scuffle. Do not edit.

import type { AnyView, StandingsRow } from '../../shell/contract';

export const CHARACTERS = ['king', 'queen', 'princess', 'knight', 'peasant', 'gnome', 'dragon', 'witch', 'fairy', 'wizard'] as const;
export type Character = (typeof CHARACTERS)[number];

export const COLOURS = ['red', 'blue', 'yellow', 'green'] as const;
export type Colour = (typeof COLOURS)[number];

export const KINDS = ['tower', 'castle', 'farm', 'forest'] as const;
export type Kind = (typeof KINDS)[number];

export const CAUSES = ['castle', 'farm near', 'forest near', 'king here', 'own colour near', 'tower', 'knight here', 'princess here', 'farm', 'king near', 'queen near', 'above'] as const;
export type Cause = (typeof CAUSES)[number];

export const ABILITIES = ['swap', 'move', 'order', 'not_in_forest', 'nothing_to_swap', 'no_tower_near', 'nothing_to_order'] as const;
export type Ability = (typeof ABILITIES)[number];

/** A character in the colour of a seat. */
export interface Card {
  card: Character;
  seat: number;
}

/** A card on a location. */
export interface Standing {
  card: Character;
  seat: number;
  colour: Colour;
  /** The Dragon above it, or of a Dragon the Knight above (FS-12, FS-13). */
  blocked_by: Card | null;
  /** That it brings now. */
  stars: number;
}

/** A location and who stands there. */
export interface Location {
  /** Counted from 1, row by row. */
  number: number;
  kind: Kind;
  /** From bottom to top. */
  stack: Standing[];
}

/** A seat and its cards that are not on the table. */
export interface Player {
  seat: number;
  colour: Colour;
  /** Cards played and turns skipped. */
  turns_taken: number;
  cards_in_hand: number;
  /** Null where the viewer does not know it (FS-27). */
  hand: Character[] | null;
  /** The cards set aside; null where the viewer does not know them. */
  aside: Character[] | null;
  /** Whether the last turn had to be skipped (FS-10). */
  skipped: boolean;
}

/** The card just played whose ability may be used, and all that may be named with it. */
export interface Pending {
  seat: number;
  card: Character;
  location: number;
  /** How many characters the Fairy has put in order (FS-22). */
  ordered?: number;
  /** Pairs of locations for the Witch (FS-21). */
  swaps?: ([number, number])[];
  /** From where to where, for the Wizard. */
  moves?: ([number, number])[];
  /** Those whom the Fairy has put in order. */
  named?: Character[];
  /** The others, as they still lie. */
  next?: Character[];
}

/** A reason for stars (FS-15 to FS-20). */
export interface Why {
  reason: Cause;
  /** Who is near or above. */
  card?: Character;
  /** What is near, or where. */
  location?: number;
  stars: number;
}

/** A character on the table and what it brings. */
export interface Scored {
  card: Character;
  location: number;
  stars: number;
  /** They add up to the stars. */
  reasons: Why[];
  /** Blocked characters bring nothing. */
  blocked_by: Card | null;
}

/** A seat as if the game ended now (FS-26). */
export interface Row extends StandingsRow {
  seat: number;
  /** Stars. */
  points: number;
  /** Of its colour, wherever they were moved. */
  characters: Scored[];
  /** On a tie it is the one earlier in turn order. */
  place: number;
}

/** Everything on the table, and of the hidden cards only those that the viewer knows. */
export interface View extends AnyView {
  /** `swap`, `move` and `order` while a Witch, a Wizard or a Fairy is to be used. */
  phase: 'chance' | 'play' | 'swap' | 'move' | 'order' | 'over';
  turn: number;
  /** The first player; null before that is drawn. */
  first: number | null;
  /** Those laid so far. */
  locations: Location[];
  players: Player[];
  pending: Pending | null;
  standings: Row[];
}

/** A location as people call it. */
export interface LocationName {
  number: number;
  kind: Kind;
}

/** A top character that came to lie on another location. */
export interface Moved {
  card: Character;
  /** Whose it is. */
  seat: number;
  source: LocationName;
  target: LocationName;
}

/** One step of a Fairy's new order (FS-22). */
export interface Ordered {
  /** Whom she puts above those already in order. */
  card: Character;
  /** Whose it is. */
  seat: number;
  /** Counted from the bottom, without the Gnome. */
  number: number;
  /** When she is done, all of them from the bottom up. */
  order?: Card[];
}

/** A character that is blocked now and was not (FS-12, FS-13). */
export interface Blocked {
  card: Character;
  seat: number;
  location: number;
  by: Card;
}

/** A character that is no longer blocked (FS-14). */
export interface Freed {
  card: Character;
  seat: number;
  location: number;
}

/** How many stars a seat has won, or lost. */
export interface Gain {
  seat: number;
  stars: number;
}

/** A seat that had to skip its last turn (FS-10), and the hand that this has shown. */
export interface Skipped {
  seat: number;
  hand: Character[];
}

/** What was laid, played, moved, put in order or left undone, and what that changed. */
export interface Fact {
  what: 'begins' | 'laid' | 'set_aside' | 'play' | 'swap' | 'move' | 'order' | 'unused';
  /** Who begins or acts, or whose card is set aside; not told of a location that is laid. */
  seat?: number;
  /** Of that seat. */
  colour?: Colour;
  /** Played, set aside, or whose ability is used or left unused. */
  card?: Character;
  /** Laid, played on, or where the Fairy puts in order. */
  location?: LocationName;
  /** What follows a Witch, a Wizard or a Fairy, or why nothing does (FS-21 to FS-25). */
  ability?: Ability;
  moved?: Moved[];
  ordered?: Ordered;
  blocked?: Blocked[];
  freed?: Freed[];
  /** Only of seats whose stars have changed. */
  gains?: Gain[];
  /** In the order of turns. */
  skipped?: Skipped[];
}

/** How the locations lie for a number of players (FS-3). */
export interface Layout {
  rows: number;
  columns: number;
  /** For each location, from the first, the numbers of those that share a side with it. */
  near: number[][];
}

/** What is the same in every match, so views leave it out. */
export interface Constants {
  /** How many everybody has (FS-5). */
  turns: number;
  /** By the number of players. */
  layouts: Record<string, Layout>;
}

/** Put a character from the hand on a location. */
export interface Play {
  text: string;
  move: 'play';
  card: Character;
  location: number;
}

/** The Witch swaps the top characters of two locations, the lower number first. */
export interface Swap {
  text: string;
  move: 'swap';
  first: number;
  second: number;
}

/** The Wizard moves the top character of a location to another one. */
export interface MoveTop {
  text: string;
  move: 'move';
  source: number;
  target: number;
}

/** The Fairy names the character that comes next from the bottom up. */
export interface Next {
  text: string;
  move: 'next';
  card: Character;
}

/** Leave the ability of the Witch or the Wizard unused. */
export interface Skip {
  text: string;
  move: 'skip';
}

export type Move = Play | Swap | MoveTop | Next | Skip;
