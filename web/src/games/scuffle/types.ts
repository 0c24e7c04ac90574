// The view of a Scuffle table, as view.py of the game makes it.

import type { AnyView, StandingsRow } from '../../shell/contract';

export type CardName =
  'king' | 'queen' | 'princess' | 'knight' | 'peasant' | 'gnome' | 'dragon' | 'witch' | 'fairy' | 'wizard';
export type Kind = 'tower' | 'castle' | 'farm' | 'forest';
type Phase = 'chance' | 'play' | 'swap' | 'move' | 'order' | 'over';

const ORDINARY: CardName[] = ['king', 'queen', 'princess', 'knight', 'peasant', 'gnome'];

/** Only ordinary characters bring stars. */
export function bringsStars(card: CardName): boolean {
  return ORDINARY.includes(card);
}

export interface Blocker {
  card: CardName;
  seat: number;
}

export interface Standing {
  card: CardName;
  seat: number;
  blocked_by: Blocker | null;
  stars: number | null; // null: not yet known, while the table is asked
}

export interface Place {
  number: number;
  kind: Kind;
  near: number[];
  stack: Standing[]; // from bottom to top
}

interface Player {
  seat: number;
  turns_taken: number;
  cards_in_hand: number;
  hand: CardName[] | null;
  aside: CardName[] | null;
  skipped: boolean;
}

export interface Why {
  reason: string;
  stars: number;
  card?: CardName;
  location?: number;
}

interface Character {
  card: CardName;
  location: number;
  stars: number;
  reasons: Why[];
  blocked_by: Blocker | null;
}

export interface Row extends StandingsRow {
  characters: Character[];
}

interface Pending {
  seat: number;
  card: CardName;
  location: number;
  named?: CardName[]; // by the Fairy, from the bottom up
  next?: CardName[]; // still to be named, as they lie
}

export interface View extends AnyView {
  phase: Phase;
  turn: number;
  turns: number;
  first: number | null;
  rows: number;
  columns: number;
  locations: Place[];
  players: Player[];
  pending: Pending | null;
  standings: Row[];
}
