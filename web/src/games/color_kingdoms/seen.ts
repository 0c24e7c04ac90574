// Made by tools/view_types.py from src/pentarchy/games/color_kingdoms. Do not edit.

import type { AnyView, StandingsRow } from '../../shell/contract';

export const BASES = ['blue', 'red', 'yellow'] as const;
export type Base = (typeof BASES)[number];

export const COMPOUNDS = ['green', 'violet', 'brown'] as const;
export type Compound = (typeof COMPOUNDS)[number];

export const COLOURS = ['blue', 'red', 'yellow', 'green', 'violet', 'brown'] as const;
export type Colour = (typeof COLOURS)[number];

export const DIE_NAMES = ['blue', 'red', 'yellow', 'white'] as const;
export type DieName = (typeof DIE_NAMES)[number];

export const SPELLS = ['move', 'exception', 'split', 'mix'] as const;
export type Spell = (typeof SPELLS)[number];

export const MONSTERS = ['dragon', 'griffin', 'unicorn', 'hydra'] as const;
export type Monster = (typeof MONSTERS)[number];

export const ACHIEVEMENTS = ['blue', 'red', 'yellow', 'green', 'violet', 'brown', 'dragon', 'griffin', 'unicorn', 'hydra', 'end'] as const;
export type Achievement = (typeof ACHIEVEMENTS)[number];

export const SPEED_ROWS = ['blue', 'red', 'yellow', 'green', 'violet', 'brown', 'dragons', 'griffins', 'unicorns', 'hydras'] as const;
export type SpeedRow = (typeof SPEED_ROWS)[number];

/** A die of the throw. */
export interface Die {
  die: DieName;
  /** Null before it is thrown. */
  drops: number | null;
  /** In which it lies (CK-6). */
  kingdoms: Colour[];
  /** The seat that took it, in this round or since an earlier one of the throw. */
  taken_by: number | null;
}

/** The die that a seat has taken in this round. */
export interface TakenDie {
  die: DieName;
  /** Of its drops; the white die counts as one of three (CK-8). */
  colour: Base;
  /** From which it was taken. */
  kingdom: Colour;
  drops: number;
}

/** Spells of a kind, or drops of a colour that watchtowers gave. */
export interface Supply {
  ready: number;
  /** Gained in this round, to be used from the next one on (CK-17, CK-19). */
  new: number;
  used: number;
}

/** The areas that a drop of some colour may be painted on only with an exception (CK-22). */
export interface Exceptions {
  colour: Colour;
  areas: string[];
}

/** What is left of the drops, and where they may go. */
export interface Turn {
  /** Of the die, of its own colour, not yet placed. */
  drops: number;
  /** Mixed drops that are not yet placed. */
  mixed: Partial<Record<Compound, number>>;
  /** In which drops of the die may be placed. */
  kingdoms: Colour[];
  /** Whether spell 1 was cast (CK-21). */
  moved: boolean;
  /** Whether ending the turn now would mark a blot (CK-15). */
  blot: boolean;
  /** The watchtowers whose drop's colour is to be chosen (CK-19). */
  choosing: number[];
  /** By the colours of drops that can be painted so. */
  exceptions: Exceptions[];
}

/** A seat and its sheet, which is as it is now if `live`, otherwise as it was when the round began. */
export interface Player {
  seat: number;
  die: TakenDie | null;
  /** Whether its turn of the round is over. */
  finished: boolean;
  live: boolean;
  areas: Record<string, Colour | null>;
  spells: Record<Spell, Supply>;
  drops: Record<Colour, Supply>;
  blots: number;
  /** While a live seat is painting. */
  turn: Turn | null;
  /** The points for speed by row (CK-25). */
  awards: Record<Achievement, number>;
  /** The kingdoms that are painted completely. */
  complete: Colour[];
}

/** Who was first with something and who was second (CK-26), and what that brings. */
export interface Winners {
  first: number[];
  second: number[];
  /** For being first, and for being second (CK-25). */
  points: [number, number];
  /** Whether nobody has these yet, and in the solo game they are not crossed out. */
  open: [boolean, boolean];
}

/** What a kingdom brings (CK-29). */
export interface KingdomPoints {
  achievement: number;
  capital: number;
  colours: number;
  points: number;
}

/** What the monsters of a kind bring (CK-30). */
export interface MonsterPoints {
  achievement: number;
  /** How many. */
  tamed: number;
  /** How many. */
  unpainted: number;
  points: number;
}

/** The points of a sheet that is seen, as if the game ended now (CK-29 to CK-31). */
export interface Row extends StandingsRow {
  seat: number;
  points: number;
  kingdoms: Record<Colour, KingdomPoints>;
  monsters: Record<Monster, MonsterPoints>;
  monster_points: number;
  /** For three complete kingdoms. */
  end: number;
  blots: number;
  /** By blots and unpainted monsters, which decides on a tie (CK-31). */
  lost: number;
  /** Of the solo game (CK-35). */
  rating?: 'below 50' | '50–59' | '60–69' | '70 and more';
  place: number;
}

/** Everything that is public, and the sheets as far as the seat may look at them. */
export interface View extends AnyView, Beside {
  /** What the seat is to do, or if it has nothing to do what others are doing; `chance` just before a throw. */
  phase: 'take' | 'paint' | 'cross' | 'chance' | 'over';
  round: number;
  /** The number of the throw. */
  throw: number;
  round_of_throw: number;
  rounds_per_throw: number;
  /** Whether this round is the last (CK-27, CK-34). */
  last_round: boolean;
  /** The seat that has the first-player token; null before that is drawn. */
  first: number | null;
  dice: Die[];
  players: Player[];
  /** The seats that have points for speed (CK-26). */
  achievements: Record<Achievement, Winners>;
  /** The numbers crossed out in the solo game (CK-33). */
  crossed: Record<Achievement, number[]>;
  standings: Row[];
}

/** A die that has come to rest (CK-6). */
export interface Thrown {
  die: DieName;
  drops: number;
  kingdoms: Colour[];
}

/** An area that was painted, and what that has brought. */
export interface Painted {
  area: string;
  /** In which it lies. */
  kingdom: Colour;
  /** Its new colour. */
  colour: Colour;
  /** What it was painted with. */
  drop: 'die' | 'mixed' | 'tower';
  /** An exception was spent, because a neighbour has that colour (CK-22). */
  exception?: boolean;
  /** It has a capital: in its own colour, or in another (CK-16). */
  capital?: 'built' | 'missed';
  /** It has a monster of this kind. */
  monster?: Monster;
  /** Whether that is tamed, or else defeated (CK-18). */
  tamed?: boolean;
  /** It gives this spell (CK-17). */
  spell?: Spell;
  /** Watchtowers that this completes (CK-19). */
  towers?: number[];
  /** That these give at once. */
  drops?: Partial<Record<Colour, number>>;
  /** Drops of theirs whose colour is still to be chosen. */
  choices?: number;
  /** Kingdoms, monsters, three kingdoms that are now complete on this sheet (CK-25). */
  completes?: Achievement[];
}

/** A spell that was cast; an exception is told with the area (CK-21 to CK-24). */
export interface Cast {
  spell: 'move' | 'split' | 'mix';
  /** Where all drops of the die go now, or may go as well. */
  kingdom?: Colour;
  /** Of which a drop was mixed from two of the die. */
  colour?: Compound;
}

/** A watchtower's drop whose colour was chosen (CK-19). */
export interface Chosen {
  tower: number;
  colour: Compound;
}

/** A number of points for speed that was crossed out in the solo game (CK-33). */
export interface Crossed {
  row: Achievement;
  points: number;
}

/** Points for speed that were won in this round, and the seats that each have them (CK-25, CK-26). */
export interface Award {
  row: Achievement;
  /** 1 or 2. */
  place: number;
  points: number;
  seats: number[];
}

/** The end of a round: everybody has finished, and achievements are judged. */
export interface Ended {
  round: number;
  /** The seats that have marked a blot in this round (CK-15). */
  blots: number[];
  achievements: Award[];
  /** Of every seat: points for speed less the blot. */
  gains: number[];
  /** The next round is the last: somebody has three complete kingdoms, or no number is left to cross out. */
  one_more?: 'kingdoms' | 'numbers';
  /** The game is over: this was the last round, or all blots are marked (CK-27, CK-28, CK-34). */
  over?: 'kingdoms' | 'numbers' | 'blots';
}

/** The round that begins. */
export interface Begun {
  round: number;
  /** The seat with the first-player token. */
  first: number;
  /** Whether the dice are thrown anew. */
  throw: boolean;
}

/** What happened; `seat` is left out where chance has acted. */
export interface Fact {
  what: 'first' | 'thrown' | 'took' | 'painted' | 'cast' | 'chose' | 'done' | 'crossed';
  /** Who did it, or who has the first-player token. */
  seat?: number;
  die?: Thrown;
  taken?: TakenDie;
  painted?: Painted;
  /** Points that a painted area has brought on this sheet. */
  gain?: number;
  cast?: Cast;
  chosen?: Chosen;
  crossed?: Crossed;
  ended?: Ended;
  begun?: Begun;
}

/** Where a die is drawn on the map, turned by `angle` degrees and `scale` times as large as a die is there. */
export interface Place {
  x: number;
  y: number;
  angle: number;
  scale: number;
  /** Where a die belongs that is drawn beside the land. */
  leader?: [number, number];
}

/** What stands behind the rest of a view: it follows from the map of the match, and from the throw. */
export interface Beside {
  /** That a sheet has for each of these. */
  cells: Record<'move' | 'exception' | 'split' | 'mix' | 'tower' | 'blot', number>;
  /** Of the dice, in their order; null before all are thrown. */
  places: Place[] | null;
}

/** Take a die from a kingdom in which it lies; of the white one say as which colour. */
export interface Take {
  text: string;
  move: 'take';
  die: DieName;
  kingdom: Colour;
  colour: Base | null;
}

/** Paint an area with a drop of the die, a mixed drop or a tower's drop; the die's drops have its colour. */
export interface Paint {
  text: string;
  move: 'paint';
  area: string;
  drop: 'die' | 'mixed' | 'tower';
  colour: Colour | null;
}

/** Spell 1: all drops of the die go to another kingdom. */
export interface MoveDrops {
  text: string;
  move: 'move';
  kingdom: Colour;
}

/** Spell 3: drops of the die may also be painted in one more kingdom. */
export interface Split {
  text: string;
  move: 'split';
  kingdom: Colour;
}

/** Spell 4: two drops of the die become one of a compound colour. */
export interface Mix {
  text: string;
  move: 'mix';
  colour: Compound;
}

/** Choose the colour of the drop that a watchtower gives. */
export interface Choose {
  text: string;
  move: 'choose';
  colour: Compound;
}

/** End the turn. */
export interface Done {
  text: string;
  move: 'done';
}

/** Cross out a number of points for speed, in the solo game. */
export interface Cross {
  text: string;
  move: 'cross';
  row: SpeedRow;
  points: number;
}

export type Move = Take | Paint | MoveDrops | Split | Mix | Choose | Done | Cross;
