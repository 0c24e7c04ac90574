// What the server shows of a KinGems table (see view.py of the game).

import type { AnyView, StandingsRow } from '../../shell/contract';

export type Crystal = 'blue' | 'violet' | 'yellow' | 'orange' | 'light blue' | 'green' | 'pink' | 'transparent';
export type Phase = 'turn' | 'pay' | 'second' | 'go' | 'take' | 'over' | 'chance';
export type Side = 'n' | 'e' | 's' | 'w';
export type TileKind = 'turn' | 'straight' | 'crossroads' | 'double';

export interface TileView {
  cell: string;
  kind: TileKind;
  rotation: number;
  paths: string[]; // the sides that each path joins now
  shown: Crystal[] | null; // null: not in view
  taken: Crystal[];
}

export interface PlayerView {
  seat: number;
  colour: string;
  card: number | null;
  task: Crystal[];
  places: (Crystal | null)[];
  beside: Crystal[];
  pawn: string; // platform, c3 or c3 ne
}

export interface KingemsRow extends StandingsRow {
  colours: Crystal[];
  by_transparents: number;
  won: boolean;
}

export interface KingemsView extends AnyView {
  options: { players: number; mode: 'basic' | 'advanced'; memory: boolean; first: number | null };
  phase: Phase;
  first: number | null;
  acting: number | null;
  tiles: TileView[];
  players: PlayerView[];
  turned: string[];
  tunnel: string[];
  goals: string[];
  can_return: boolean;
  takeable: Crystal[];
  left: Record<Crystal, number>;
  discarded: Crystal[];
  quiet: number;
  stall: number;
  winner: number | null;
  standings: KingemsRow[];
}

export interface Glimpse {
  cells?: Record<string, Crystal[]>;
}
