// Made by tools/protocol_types.py from src/pentarchy/table/protocol.py. Do not edit.

export type Level = 'novice' | 'adept' | 'expert' | 'master';

export type Status = 'open' | 'playing' | 'over';

export type ClockKind = 'move' | 'game';

export type SeatKind = 'me' | 'here' | 'link' | 'bot' | 'program';

export type Part = 'people' | 'bots' | 'search';

export type Pace = 'at_once' | 'brisk' | 'leisurely';

export type NoteKind = 'undone' | 'resigned' | 'stood_in' | 'back' | 'ran_out' | 'voted' | 'replaced' | 'removed' | 'host' | 'no_number';

export type Reason = 'bad_message' | 'not_joined' | 'unknown_table' | 'not_your_seat' | 'not_your_turn' | 'illegal' | 'stale' | 'cannot_undo' | 'not_playing' | 'too_fast' | 'too_long' | 'no_hints' | 'busy' | 'no_preview' | 'not_in_front' | 'no_vote' | 'not_away' | 'too_soon' | 'voted' | 'bad_text' | 'removed' | 'not_for_you' | 'failed';

export type GameName = string; // one of those that have a folder under src/games

/** A move in notation, and its name; beside these it has the parts that such a move of the game has. */
export interface TypedMove {
  text: string;
  move: string;
}

/** Who a page belongs to. The secret that proves it is in a cookie. */
export interface Me {
  name: string;
}

/** Where others reach the table, for invitations. If it says nothing, the page's own address is all there is. */
export interface Reach {
  public: string;
  lan: boolean;
  house: string[];
}

/** A seat of a new table: mine, another person's on this device, somebody's who gets the link, a bot's, or one that
is offered to programs. */
export interface SeatWanted {
  kind: SeatKind;
  name?: string;
  level?: Level;
  program?: string;
}

/** How long a seat may think: per turn, or for all its turns together. When it is used up a bot plays on. */
export interface Clock {
  per: ClockKind;
  seconds: number;
}

/** What one person adds to chance, in hexadecimal digits; see docs/chance.md. */
export interface Lot {
  seats: number[];
  seal: null | string;
  number: null | string;
}

/** A new table. `options` are the game's own; the number of players is the number of seats. */
export interface TableWanted {
  game: GameName;
  seats: SeatWanted[];
  options?: Record<string, any>;
  public?: boolean;
  hints?: boolean;
  clock?: Clock | null;
  pace?: Pace;
  start?: boolean;
  seal?: string;
}

/** Taking a free seat: any, or a certain one. */
export interface Sitting {
  seat?: null | number;
  name?: string;
  seal?: string;
}

/** A rematch. */
export interface Again {
  seal?: string;
}

/** A bot for a seat that no person holds; `level` None: the seat is free again. */
export interface Filling {
  seat: number;
  level: Level | null;
  name?: string;
}

/** A seat that nobody holds is offered to a program by its name, to any if that is empty; None: it is free again. */
export interface Offering {
  seat: number;
  program: null | string;
}

/** The one who sits there leaves all their seats, and may not sit down again until the host lets them. */
export interface Removing {
  seat: number;
}

/** Somebody who was removed may sit down again: which of `Table.removed`, counted from 0. */
export interface Readmitting {
  number: number;
}

/** The answer to a new table and to a rematch. */
export interface Created {
  table: string;
  lots: Lots | null;
}

/** A seat as everybody sees it. */
export interface Seat {
  seat: number;
  name: string;
  kind: 'bot' | 'free' | 'offered' | 'person' | 'program';
  level: Level | null;
  mine: boolean;
  here: boolean;
  away_since: null | number;
  stands_in: boolean;
  resigned: boolean;
  may_return: boolean;
  votes: number[];
  needed: number;
  idle_since: null | number;
  host: boolean;
  needs: Part | null;
  program: string;
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
  pace: Pace;
  patience: number;
  idle: number;
  seed_hash: null | string;
  rematch: null | string;
  starting: boolean;
  removed: string[];
  barred: boolean;
}

/** A table in a list. */
export interface ListedTable {
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
  points: number[];
  places: number[];
  options: Record<string, any>;
  clock: Clock | null;
}

/** Everything the first page shows of tables. */
export interface Lobby {
  open: ListedTable[];
  mine: ListedTable[];
  finished: ListedTable[];
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

/** What is wrong with a map, or only unusual in it, and where. */
export interface MapProblem {
  code: string;
  text: string;
  is_error: boolean;
  found: string;
  wanted: string;
  field: string;
  areas: string[];
  kingdoms: string[];
  towers: number[];
  at: number[][];
}

/** An area of a map file as far as it can be drawn. */
export interface SketchedArea {
  name: string;
  kingdom: string;
  symbol: string;
  of: string;
  line: number[][];
  at: number[];
}

/** A tower of a map file that has a place. */
export interface SketchedTower {
  number: number;
  at: number[];
}

/** As much as can be drawn of a map file, also of one with errors. */
export interface MapSketch {
  size: number[];
  areas: SketchedArea[];
  towers: SketchedTower[];
}

/** All that is to be said of a map file. `map` is its content with dice and labels, if it can be played on. */
export interface MapChecked {
  problems: MapProblem[];
  sketch: MapSketch;
  map: Record<string, any> | null;
}

/** A program to which seats can be offered. */
export interface ProgramRow {
  name: string;
  here: boolean;
}

/** A seat that is offered to a program. */
export interface OfferedSeat {
  table: string;
  seat: number;
  game: GameName;
  options: Record<string, any>;
  players: number;
  at: number;
  clock: Clock | null;
  by_name: boolean;
}

/** A seat that a program holds, of a game that is not over. */
export interface HeldSeat {
  table: string;
  seat: number;
  game: GameName;
  status: Status;
  to_act: boolean;
}

/** All that a program may want to know beside its tables. */
export interface Offers {
  program: string;
  offers: OfferedSeat[];
  seats: HeldSeat[];
  most: number;
}

/** A program takes a seat that is offered to it. */
export interface Taking {
  seat: number;
}

/** A part of a game that cannot be used yet; what needs it waits and goes on by itself. */
export interface Compiling {
  game: GameName;
  part: Part;
  seconds: null | number;
}

/** Whether chance was honest, checked by the table itself; the record lets anybody check it again. */
export interface Proof {
  honest: boolean;
  draws: number;
  seed_hash: string;
  seed: string;
  problem: null | string;
  secret: null | string;
  lots: Lot[];
}

/** The turn of a finished game that brought its seat the most points; `at`: lines of the log at its end. */
export interface BestTurn {
  seat: number;
  at: number;
  gain: number;
}

/** How a position was: what the one who asks could see after the first `at` lines of the log. */
export interface Past {
  at: number;
  view: Record<string, any>;
}

/** Why something over HTTP was not done. */
export interface ErrorAnswer {
  error: string;
  detail: string;
}

/** The first message: the last `seq` this page has seen, if any. Where all hear the same, it is then sent only those
lines of the log that it has missed. `looks`: the seat in front of a shared device that has lost its line. */
export interface Hello {
  type: 'hello';
  seq?: null | number;
  looks?: null | number;
}

/** Which of my seats is in front of this device now; None: nobody, the curtain is closed. */
export interface Look {
  type: 'look';
  id: string;
  seat?: null | number;
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

/** Let a bot play on for somebody who is away and waited for; done when more than half of those present want it. */
export interface Replace {
  type: 'replace';
  id: string;
  seat: number;
}

/** The seal of the number that my page adds to chance; before the game begins, the last one counts. */
export interface Seal {
  type: 'seal';
  id: string;
  seal: string;
}

/** The number itself: to be sent once the list of all seals is closed, and for no other list. */
export interface Unseal {
  type: 'unseal';
  id: string;
  number: string;
}

/** Something to be read by all at the table. */
export interface Say {
  type: 'say';
  id: string;
  text: string;
}

/** I am here and still thinking. */
export interface Here {
  type: 'here';
  id: string;
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

/** A whole position that fits all that a program's seat was shown; what it does not know is dealt anew each time. */
export interface Suppose {
  type: 'suppose';
  id: string;
  seq: number;
  seat: number;
}

/** Is the line still there? */
export interface Ping {
  type: 'ping';
}

/** A line of the log: a move of a seat or an outcome of chance, as far as the reader may know it.

`fact` is what it did, as the game declares it (its `Fact`). */
export interface Happened {
  fact: Record<string, any>;
  seat?: null | number;
  move?: string;
  typed?: TypedMove;
  chance?: string;
}

/** Something that happened at the table besides moves, as far as the reader may know it.

It stands after the first `line` lines of the reader's log. `seat` is the one that took a move back, resigned, is
played for by a bot, is back or out of time, about which `by` has voted, whose person runs the table from then on,
or from which somebody was removed. `name`: who sat there then, if that is not who sits there now. */
export interface Note {
  line: number;
  at: number;
  what: NoteKind;
  seat: number;
  by?: null | number;
  level?: Level | null;
  name?: string;
}

/** What one seat (None: a spectator) sees, and what it may do. */
export interface Position {
  seat: null | number;
  view: Record<string, any>;
  legal: TypedMove[];
  undo: boolean;
}

/** Something that was said; `seat` None: by a spectator. `voice` is the same for all that one person says here, and
tells nothing else of them. */
export interface Said {
  number: number;
  at: number;
  seat: null | number;
  name: string;
  text: string;
  voice: string;
  guest: number;
}

/** How it stands at the table. The answer to hello, and then whenever something has changed.

`log` replaces the reader's log from line `log_from` on. `positions` has one for each of the reader's seats, or one
for a spectator; none before the start.

`curtain`: several people with secrets from each other share this device. It is sent the position and the log of the
seat that `looks`, whose turn it is, and what a spectator is sent as long as nobody does. `seq` counts for each of
these alone. */
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
  curtain?: boolean;
  looks?: null | number;
  notes?: Note[];
}

/** What people add to chance, in the order of their seats; sent when it changes, and after hello.

`closed`: nobody comes, goes or seals any more, and pages open their numbers. `secret_hash` is the table's promise. */
export interface Lots {
  type: 'lots';
  secret_hash: string;
  closed: boolean;
  lots: Lot[];
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
  rule?: null | string;
  why?: Record<string, string>;
}

/** The answer to `AskPreview`. */
export interface Preview {
  type: 'previewed';
  id: string;
  seq: number;
  view: Record<string, any>;
  legal: TypedMove[];
  facts: Record<string, any>[];
}

/** A move the expert has looked at, the best first. */
export interface Suggestion {
  move: string;
  typed: TypedMove;
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

/** The answer to `Suppose`: for `pentarchy.load(game, **options).from_position(position)`. */
export interface Supposed {
  type: 'supposed';
  id: string;
  seq: number;
  position: Record<string, any>;
}

/** It is. */
export interface Pong {
  type: 'pong';
  at: number;
}

export type Command = Hello | Ping | Look | Play | Undo | StandIn | Resign | Replace | Seal | Unseal | Say | Here | AskPreview | AskHint | Suppose;

export type Reply = State | Chat | Lots | Done | Rejected | Preview | Hint | Supposed | Pong;
