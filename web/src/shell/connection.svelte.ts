// One line to one table. It comes back by itself, and what was asked while it was down is asked again: commands carry an
// id of their own, so the table answers a repeated one as it did the first time.

import type {
  Chat,
  Command,
  Happened,
  Hint,
  Lots,
  Pong,
  Position,
  Preview,
  Rejected,
  Reply,
  Said,
  State,
  Done,
} from './protocol';
import { Part } from './lots';

const PING_EVERY = 15_000;
const SILENCE = 25_000; // longer without a word: the line is dead even if nobody said so
const DELAYS = [150, 400, 900, 2000, 4000, 8000, 15_000];

type Numbered = Extract<Command, { id: string }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
type Asked = WithoutId<Numbered>;
export type Answer = Done | Rejected | Preview | Hint;

interface Pending {
  command: Numbered;
  answer: (answer: Answer) => void;
}

/** How long to wait before the next attempt: quick at first, and not all pages at the same moment. */
export function backoff(attempt: number, random = Math.random()): number {
  return DELAYS[Math.min(attempt, DELAYS.length - 1)] * (0.75 + random / 2);
}

/** The log after `state`; null: lines are missing, so the whole is needed. */
export function splice(log: Happened[], state: Pick<State, 'log' | 'log_from'>): Happened[] | null {
  if (state.log_from > log.length) return null;
  if (state.log_from === log.length && !state.log.length) return log;
  return [...log.slice(0, state.log_from), ...state.log];
}

/** Positions that are the same as before stay the same objects, so that news of other kinds does not disturb a board. */
export function settled(before: Position[], after: Position[]): Position[] {
  const same = (a: Position | undefined, b: Position) => a !== undefined && JSON.stringify(a) === JSON.stringify(b);
  return after.map((position, i) => (same(before[i], position) ? before[i] : position));
}

/** An id nobody else chooses. randomUUID is missing on plain http in a home network. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}

function address(table: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${encodeURIComponent(table)}`;
}

export class Connection {
  state: State | null = $state.raw(null);
  log: Happened[] = $state.raw([]);
  said: Said[] = $state.raw([]);
  /** What people add to chance, if anybody here does. */
  lots: Lots | null = $state.raw(null);
  line: 'connecting' | 'open' | 'lost' = $state('connecting');
  unknown = $state(false); // there is no such table
  /** This person or address may not come. */
  banned = $state(false);
  waiting = $state(0); // commands not answered yet
  asked = $state(0); // when something was last asked, in milliseconds
  /** Seconds by which the table's watch is ahead of ours. */
  ahead = $state(0);

  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #pinged = 0;
  #closed = false;
  #part = new Part();

  constructor(
    readonly table: string,
    private readonly connect: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#sleep);
    document.addEventListener('visibilitychange', this.#wake);
    const first = this.#part.first(table);
    if (first) void this.ask(first);
    this.#open();
  }

  /** Ask something of the table. The answer comes when there is a line again, however long that takes. */
  ask(asked: Asked): Promise<Answer> {
    const command = { ...asked, id: newId() } as Numbered;
    this.asked = Date.now();
    return new Promise((answer) => {
      this.#pending.set(command.id, { command, answer });
      this.waiting = this.#pending.size;
      this.#say(command); // without a line it is said when there is one
    });
  }

  /** Say which of my seats sits in front of this device; the next state is as that seat sees it. */
  look(seat: number): Promise<Answer> {
    return this.ask({ type: 'look', seat });
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#sleep);
    document.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#drop();
    if (this.#closed || this.unknown || this.banned) return;
    const socket = this.connect(address(this.table));
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => socket === this.#socket && this.#receive(JSON.parse(event.data as string) as Reply);
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    this.#say({ type: 'hello', seq: this.state?.seq ?? null, looks: this.state?.looks ?? null });
    for (const { command } of this.#pending.values()) this.#say(command);
    this.#ping();
    clearInterval(this.#pings);
    this.#pings = setInterval(() => {
      if (Date.now() - this.#heard > SILENCE) this.#lost();
      else this.#ping();
    }, PING_EVERY);
  }

  #receive(reply: Reply): void {
    this.#heard = Date.now();
    switch (reply.type) {
      case 'state':
        return this.#stateCame(reply);
      case 'chat':
        return this.#chatCame(reply);
      case 'lots':
        this.lots = reply;
        return this.#takePart();
      case 'pong':
        return this.#pongCame(reply);
      case 'supposed':
        return; // only programs ask for it
      default:
        return this.#answered(reply);
    }
  }

  #stateCame(state: State): void {
    this.line = 'open';
    this.#attempt = 0;
    // Each seat of a shared device counts alone.
    if (this.state && state.looks === this.state.looks && state.seq < this.state.seq) return;
    const log = splice(this.log, state);
    if (log === null) {
      // Ask for everything: without a seq the table sends the whole log.
      this.state = null;
      this.log = [];
      this.#say({ type: 'hello', seq: null });
      return;
    }
    this.log = log;
    this.state = { ...state, positions: settled(this.state?.positions ?? [], state.positions) };
    this.#takePart();
  }

  /** Add a number of this page's own to chance, if somebody sits here who plays. */
  #takePart(): void {
    const step = this.state && this.#part.next(this.state.table, this.lots);
    if (step) void this.ask(step);
  }

  #chatCame(chat: Chat): void {
    const known = new Map([...this.said, ...chat.said].map((said) => [said.number, said]));
    this.said = [...known.values()].sort((a, b) => a.number - b.number);
  }

  #pongCame(pong: Pong): void {
    const there = (Date.now() + this.#pinged) / 2;
    this.ahead = pong.at - there / 1000;
  }

  #answered(answer: Answer): void {
    if (answer.type === 'rejected' && answer.reason === 'unknown_table') {
      this.unknown = true;
      this.#drop();
    }
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    this.#pending.delete(answer.id);
    this.waiting = this.#pending.size;
    pending.answer(answer);
  }

  #lost(code?: number): void {
    if (code === 4404) this.unknown = true;
    if (code === 4403) this.banned = true;
    this.#drop();
    this.line = 'lost';
    if (this.#closed || this.unknown) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), backoff(this.#attempt++));
  }

  #drop(): void {
    clearInterval(this.#pings);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Back on line, or looked at again: do not wait for the next attempt. */
  #wake = (): void => {
    if (document.hidden || this.#closed) return;
    if (!this.#socket) {
      this.#attempt = 0;
      this.#open();
    } else if (this.#socket.readyState === WebSocket.OPEN) {
      this.#ping();
      const since = Date.now();
      setTimeout(() => this.#socket && this.#heard < since && this.#lost(), 4000);
    }
  };

  #sleep = (): void => {
    this.#attempt = 3;
    this.#lost();
  };

  #ping(): void {
    this.#pinged = Date.now();
    this.#say({ type: 'ping' });
  }

  #say(command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }
}
