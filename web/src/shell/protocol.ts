// Made by tools/protocol_types.py from src/pentarchy/table/protocol.py. Do not edit.

export type GameName = 'kingdomino' | 'genius' | 'scuffle' | 'kingems' | 'color_kingdoms';

export type Level = 'novice' | 'adept' | 'expert' | 'master';

export type Status = 'open' | 'playing' | 'over';

export type ClockKind = 'move' | 'game';

export type SeatKind = 'me' | 'here' | 'link' | 'bot';

export type Reason = 'bad_message' | 'not_joined' | 'unknown_table' | 'not_your_seat' | 'not_your_turn' | 'illegal' | 'stale' | 'cannot_undo' | 'not_playing' | 'too_fast' | 'too_long' | 'no_hints' | 'busy' | 'no_preview' | 'failed';

/** Who a page belongs to. The secret that proves it is in a cookie. */
export interface Me {
  name: string;
}

/** A seat of a new table: mine, another person's on this device, somebody's who gets the link, or a bot's. */
export interface SeatWanted {
  kind: SeatKind;
  name?: string;
  level?: Level;
}

/** How long a seat may think: per turn, or for all its turns together. When it is used up a bot plays on. */
export interface Clock {
  per: ClockKind;
  seconds: number;
}

/** A new table. `options` are the game's own; the number of players is the number of seats. */
export interface TableWanted {
  game: GameName;
  seats: SeatWanted[];
  options?: Record<string, any>;
  public?: boolean;
  hints?: boolean;
  clock?: Clock | null;
  start?: boolean;
}

/** Taking a free seat: any, or a certain one. */
export interface Sitting {
  seat?: null | number;
  name?: string;
}

/** A bot for a seat that no person holds; `level` None: the seat is free again. */
export interface Filling {
  seat: number;
  level: Level | null;
  name?: string;
}

/** The answer to a new table and to a rematch. */
export interface Created {
  table: string;
}

/** A seat as everybody sees it. */
export interface Seat {
  seat: number;
  name: string;
  kind: 'bot' | 'free' | 'person';
  level: Level | null;
  mine: boolean;
  here: boolean;
  away_since: null | number;
  stands_in: boolean;
  resigned: boolean;
}

/** The clocks: seconds left per seat at the moment `at`; those of `running` go on. */
export interface Ticking {
  left: number[];
  running: number[];
  at: number;
}

/** What is known of a table besides the position. */
export interface Table {
  table: string;
  game: GameName;
  options: Record<string, any>;
  status: Status;
  seats: Seat[];
  host: boolean;
  public: boolean;
  hints: boolean;
  created: number;
  clock: Clock | null;
  seed_hash: null | string;
  rematch: null | string;
}

/** A table in a list. */
export interface TableLine {
  table: string;
  game: GameName;
  status: Status;
  players: number;
  seats: Seat[];
  to_act: number[];
  changed: number;
  free: number;
  mine: boolean;
  winners: number[];
}

/** Everything the first page shows of tables. */
export interface Lobby {
  open: TableLine[];
  mine: TableLine[];
  finished: TableLine[];
}

/** A choice to be made before a game starts. */
export interface OptionInfo {
  name: string;
  default: any;
  choices: unknown[];
  help: string;
}

/** A game as the lobby offers it. */
export interface GameInfo {
  name: GameName;
  titles: Record<string, string>;
  players: number[];
  options: OptionInfo[];
}

/** Whether chance was honest, checked by the table itself; the record lets anybody check it again. */
export interface Proof {
  honest: boolean;
  draws: number;
  seed_hash: string;
  seed: string;
  problem: null | string;
}

/** How a position was: what the one who asks could see after the first `at` lines of the log. */
export interface Past {
  at: number;
  view: Record<string, any>;
}

/** Why something over HTTP was not done. */
export interface Refused {
  error: string;
  detail: string;
}

/** The first message: the last `seq` this page has seen, if any. Where all hear the same, it is then sent only those
lines of the log that it has missed. */
export interface Hello {
  type: 'hello';
  seq?: null | number;
}

/** A move of one of my seats, in notation. */
export interface Play {
  type: 'play';
  id: string;
  seq: number;
  seat: number;
  move: string;
}

/** Take back the last move of one of my seats. */
export interface Undo {
  type: 'undo';
  id: string;
  seq: number;
  seat: number;
}

/** Let a bot play for one of my seats; `level` None: I am back. */
export interface StandIn {
  type: 'stand_in';
  id: string;
  seat: number;
  level?: Level | null;
}

/** Give up one of my seats for good; a bot plays on. */
export interface Resign {
  type: 'resign';
  id: string;
  seat: number;
}

/** Something to be read by all at the table. */
export interface Say {
  type: 'say';
  id: string;
  text: string;
}

/** What one of my seats would see after moves that chance has no part in. */
export interface AskPreview {
  type: 'preview';
  id: string;
  seq: number;
  seat: number;
  moves: string[];
}

/** What the expert bot would do on one of my seats. */
export interface AskHint {
  type: 'hint';
  id: string;
  seq: number;
  seat: number;
}

/** Is the line still there? */
export interface Ping {
  type: 'ping';
}

/** A line of the log: a move of a seat or an outcome of chance, in notation, as far as the reader may know it. */
export interface Happened {
  seat?: null | number;
  move?: string;
  chance?: string;
}

/** What one seat (None: a spectator) sees, and what it may do. */
export interface Position {
  seat: null | number;
  view: Record<string, any>;
  legal: string[];
  undo: boolean;
}

/** Something that was said; `seat` None: by a spectator. */
export interface Said {
  number: number;
  at: number;
  seat: null | number;
  name: string;
  text: string;
}

/** How it stands at the table. The answer to hello, and then whenever something has changed.

`log` replaces the reader's log from line `log_from` on. `positions` has one for each of the reader's seats, or one
for a spectator; none before the start. */
export interface State {
  type: 'state';
  seq: number;
  table: Table;
  positions: Position[];
  log_from: number;
  log: Happened[];
  ticking?: Ticking | null;
  glimpse?: Record<string, any>;
  thinking?: number[];
}

/** All that was said at first, then each new thing. */
export interface Chat {
  type: 'chat';
  said: Said[];
}

/** A command was carried out and is safely stored. */
export interface Done {
  type: 'done';
  id: string;
  seq: number;
}

/** A command was not carried out; nothing has changed. */
export interface Rejected {
  type: 'rejected';
  id: string;
  seq: number;
  reason: Reason;
  detail: string;
}

/** The answer to `AskPreview`. */
export interface Preview {
  type: 'previewed';
  id: string;
  seq: number;
  view: Record<string, any>;
  legal: string[];
}

/** A move the expert has looked at, the best first. */
export interface Suggestion {
  move: string;
  points: number;
  win_share: number;
  visits: number;
}

/** The answer to `AskHint`. */
export interface Hint {
  type: 'hinted';
  id: string;
  seq: number;
  suggestions: Suggestion[];
}

/** It is. */
export interface Pong {
  type: 'pong';
  at: number;
}

export type Command = Hello | Ping | Play | Undo | StandIn | Resign | Say | AskPreview | AskHint;

export type Reply = State | Chat | Done | Rejected | Preview | Hint | Pong;
