// What a view of Colour Kingdoms holds; see view.py of the game.

import type { AnyView, StandingsRow } from '../../shell/contract';

export const COLOURS = ['blue', 'red', 'yellow', 'green', 'violet', 'brown'] as const;
export type Colour = (typeof COLOURS)[number];
export const LETTERS = 'brygvn'; // of the kingdoms in the names of areas

export const MONSTERS = ['dragon', 'griffin', 'unicorn', 'hydra'] as const;
export type Monster = (typeof MONSTERS)[number];
export const SPELLS = ['move', 'exception', 'split', 'mix'] as const; // spells 1 to 4
export type Spell = (typeof SPELLS)[number];
export type Row = Colour | Monster | 'end';
export const ROWS: Row[] = [...COLOURS, ...MONSTERS, 'end'];

/** The points for speed of a row. */
export function speedOf(row: Row): [number, number] {
  return COLOURS.includes(row as Colour) ? [4, 2] : [3, 1];
}

export type DieName = 'blue' | 'red' | 'yellow' | 'white';

interface Place {
  x: number;
  y: number;
  angle: number;
  scale: number;
  leader?: [number, number]; // where a die that is drawn in the sea belongs
}

export interface DieOnMap {
  die: DieName;
  drops: number | null;
  kingdoms: Colour[];
  taken_by: number | null;
  place: Place | null;
}

interface Supply {
  ready: number;
  new: number;
  used: number;
}

interface Turn {
  drops: number;
  mixed: Partial<Record<Colour, number>>;
  kingdoms: Colour[];
  moved: boolean;
  choosing: number[];
}

export interface Player {
  seat: number;
  die: { die: DieName; colour: Colour; kingdom: Colour; drops: number } | null;
  finished: boolean;
  live: boolean; // the sheet as it is now, not as it was when the round began
  areas: Record<string, Colour | null>;
  spells: Record<Spell, Supply>;
  drops: Record<Colour, Supply>;
  blots: number;
  turn: Turn | null;
  awards: Record<Row, number>;
  complete: Colour[];
}

export interface Standing extends StandingsRow {
  kingdoms: Record<Colour, { achievement: number; capital: number; colours: number; points: number }>;
  monsters: Record<Monster, { achievement: number; tamed: number; unpainted: number; points: number }>;
  monster_points: number;
  end: number;
  blots: number;
  lost: number;
  rating?: string;
}

export interface View extends AnyView {
  phase: 'take' | 'paint' | 'cross' | 'chance' | 'over';
  round: number;
  throw: number;
  round_of_throw: number;
  rounds_per_throw: number;
  last_round: boolean;
  first: number | null;
  dice: DieOnMap[];
  players: Player[];
  achievements: Record<Row, { first: number[]; second: number[] }>;
  crossed: Record<Row, number[]>;
  blots: number;
  cells: Record<Spell | 'tower', number>; // that the sheet has for spells and tower drops
  capital_points: Record<Colour, number>;
  standings: Standing[];
}

/** A map file (docs/maps.md). */
export interface MapFile {
  name: string;
  size: [number, number];
  blots: number;
  points: [number, number][];
  areas: {
    kingdom: string;
    symbol: string;
    of?: string | number;
    worth?: number; // of a capital, in points
    label?: [number, number];
    polygon: number[];
  }[];
  towers: { areas: [string, string]; place?: [number, number] }[];
}
