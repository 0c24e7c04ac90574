// What the server shows of a Kingdomino table; the same for every seat (docs/rules/kingdomino.md, «View»).

import type { AnyView, StandingsRow } from '../../shell/contract';

export type Terrain = 'wheat' | 'forest' | 'lake' | 'grass' | 'swamp' | 'mine';
export type Facing = 'east' | 'south' | 'west' | 'north';

/** Counted from the castle at 0,0: x grows to the east, y to the south. */
export interface Cell {
  x: number;
  y: number;
}

export interface Half {
  terrain: Terrain;
  crowns: number;
}

export interface Kingdom {
  seat: number;
  squares: (Cell & Half)[];
  /** The left or upper square of each domino and where the other one follows: east or south. */
  dominoes: (Cell & { facing: Facing })[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  discards: number;
  points: number;
}

export interface Lying {
  domino: number;
  halves: [Half, Half];
  /** The seat whose king stands on it. In `line` it stays listed when the king has gone on. */
  king: number | null;
  placed?: boolean;
}

export interface Property {
  terrain: Terrain;
  squares: number;
  crowns: number;
  points: number;
}

export interface Row extends StandingsRow {
  this_game: number;
  properties: Property[];
  middle_kingdom: number;
  harmony: number;
  earlier: number[];
  tie_break: { largest_property: number; crowns: number };
}

export interface KingdominoView extends AnyView {
  phase: 'claim' | 'place' | 'over' | 'chance';
  round: number;
  rounds: number;
  game_number: number;
  games: number;
  size: number;
  kingdoms: Kingdom[];
  line: Lying[];
  next_line: Lying[];
  kings_in_hand: number[];
  turn: number | null;
  unseen: number[];
  undrawn: number;
  left_over: number[];
  earlier: { points: number[]; largest_property: number[]; crowns: number[] }[];
  standings: Row[];
}
