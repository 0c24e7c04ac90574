// What a game's folder offers to the shell and what its board gets from it. A new game is one folder under src/games with an
// index.ts that exports a GameModule (docs/adding-a-game.md); nothing in the shell changes.

import type { Component, Snippet } from 'svelte';
import type { Happened, Seat, Suggestion, TypedMove } from './protocol';

export type Language = 'ru' | 'en';

/** Every view has these; the rest is the game's own (its seen.ts, made from view.py of the game). */
export interface AnyView {
  game: string;
  options: Record<string, unknown>;
  seat: number | null;
  to_act: number[];
  standings: StandingsRow[];
}

export interface StandingsRow {
  seat: number;
  points: number;
  place: number;
  [item: string]: unknown;
}

/** What the table says of moves of mine that I only think of. */
export interface Foreseen<V extends AnyView = AnyView, M extends TypedMove = TypedMove> {
  /** What I would see after them, … */
  view: V;
  /** … what I could do then, … */
  moves: M[];
  /** … and what each of them would do, as the log would tell it. */
  facts: Happened['fact'][];
}

/** What a board can ask of the table. */
export interface TableActions<V extends AnyView = AnyView, M extends TypedMove = TypedMove> {
  /** Make a move of my seat, in notation. True when it is stored; a refusal is shown by the shell. */
  play(move: string): Promise<boolean>;
  /** What moves of mine would bring; null where it cannot be said (chance decides, not my turn). */
  preview(moves: string[]): Promise<Foreseen<V, M> | null>;
  /** Why a move, in notation, is not possible now, in words of the page's language; null if it is, or if nobody knows. */
  explain(move: string): Promise<string | null>;
  undo(): Promise<boolean>;
  /** Words for the turn banner while the board is in the middle of something; null: what `ask` says. */
  ask(text: string | null): void;
  /** Standings and reasons are shown as if this were the position («with this move»); null: as it is. */
  suppose(view: V | null): void;
  /** One line for a few seconds at the foot of the page: why something cannot be done and what would help. */
  toast(text: string): void;
  /** Ask before something that costs points or cannot be undone. Buttons are verbs. */
  confirm(question: { title: string; text: string; yes: string; no: string; symbol?: string }): Promise<boolean>;
}

/** Parts of the shell which the board hands on to its Frame (shell/ui/Frame.svelte), which lays them out at every size. */
interface Frame {
  banner: Snippet;
  standings: Snippet;
  log: Snippet;
}

export interface BoardProps<V extends AnyView = AnyView, M extends TypedMove = TypedMove> {
  /** What I see now; when somebody reads back, what was seen then. */
  view: V;
  /** Through whose eyes; null for a spectator. */
  seat: number | null;
  seats: Seat[];
  /** My legal moves. None: nothing to do (not my turn, reading back, a spectator). */
  moves: M[];
  undoable: boolean;
  /** What the last move showed to all for a moment (KinGems). */
  glimpse: Record<string, unknown>;
  /** The log line that is pointed at: show its place on the board. */
  highlight: Happened | null;
  /** What the expert advises, the best first; null when not asked. Show the first on the board. */
  hint: Suggestion[] | null;
  /** What has happened up to this view, for animations of what is new in it. */
  log: Happened[];
  /** The last line of the log. */
  last: Happened | null;
  table: TableActions<V, M>;
  frame: Frame;
}

/** A sentence of the log. `place` is given back to the board as `highlight` when the line is pointed at. */
export interface Told {
  text: string; // without the name: the shell puts shield and name before it
  gain?: number; // points it brought, if that is plain
  symbol?: string; // a symbol of the sprite to show instead of a shield, for chance
}

export interface Item {
  label: string;
  detail?: string; // such as «4 × 2»
  points: number;
}

/** How an option is offered when a table is set up. */
export interface OptionWords {
  label: string;
  help: string;
  /** A word for each choice, by String(choice); missing choices are not offered. */
  choices?: Record<string, string>;
  /** For which numbers of players it is offered; absent: all. */
  players?: number[];
  hidden?: boolean;
  /** Offers the choices in a way of its own, instead of buttons or a list; shown also where there is only one. */
  Choice?: Component<{ value: unknown; change: (value: unknown) => void }>;
}

/** Everything the shell needs to know of a game. Functions are called again when the language changes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a board takes its own view only, the shell holds them all
export interface GameModule<V extends AnyView = any, M extends TypedMove = any> {
  Board: Component<BoardProps<V, M>>;
  Rules: Component<{ topic: string | null }>;
  /** What the acting seat is asked to do, in words: «поставьте домино № 42». `moves` are mine; others' turns are asked too. */
  ask(view: V, moves: M[]): string;
  /** Where the game stands: «раунд 8 из 12». */
  where(view: V): string;
  /** The section of the rules for what is on the screen, by its id: Rules opens there. */
  topic(view: V): string;
  /** A line of the log in words; null: not worth a line. `lines` is the whole log, `index` the place of this line. */
  tell(lines: Happened[], index: number, view: V): Told | null;
  /** One reason for a row of the standings: «озеро 4 × 2». */
  reason(row: StandingsRow, view: V): string;
  /** The whole breakdown of a row. */
  items(row: StandingsRow, view: V): Item[];
  options(): Record<string, OptionWords>;
  /** The symbol of the one who acts, for the banner: id in the sprite, coloured like the seat. */
  figure: string;
  /** What a seat has at the end, as one <svg>; `ratio` is about its width by its height. */
  Final: Component<{ view: V; seat: number; label: string }>;
  ratio: number;
  /** How a game alone is rated, and whether that deserves a crown. */
  rated?(row: StandingsRow, view: V): { words: string; crowned: boolean };
}
