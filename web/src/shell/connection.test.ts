import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, backoff, settled, splice } from './connection.svelte';
import { sealing } from './lots';
import type { Command, Lots, Reply, State } from './protocol';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Command[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  says(reply: Reply) {
    this.onmessage?.({ data: JSON.stringify(reply) });
  }
  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  of<T extends Command['type']>(type: T) {
    return this.sent.filter((command): command is Extract<Command, { type: T }> => command.type === type);
  }
}

const last = () => FakeSocket.all.at(-1)!;
const state = (seq: number, log_from: number, moves: string[]): State =>
  ({
    type: 'state',
    seq,
    table: { table: 'sova-med-rog-les', seats: [] },
    positions: [],
    log_from,
    log: moves.map((move) => ({ seat: 0, move })),
  }) as unknown as State;

let connection: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  connection = new Connection('sova-med-rog-les', () => new FakeSocket() as unknown as WebSocket);
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

function joined(seq = 3) {
  last().opens();
  last().says(state(seq, 0, ['a', 'b']));
}

const line = (move: string) => ({ move, fact: {} });

describe('the log', () => {
  it('replaces lines from log_from on', () => {
    expect(splice([line('a'), line('b')], { log_from: 1, log: [line('c')] })).toEqual([line('a'), line('c')]);
  });
  it('grows shorter after an undo', () => {
    expect(splice([line('a'), line('b')], { log_from: 1, log: [] })).toEqual([line('a')]);
  });
  it('says when lines are missing', () => {
    expect(splice([line('a')], { log_from: 2, log: [] })).toBeNull();
  });
});

it('a position that has not changed stays the same object', () => {
  const position = { seat: 0, view: { round: 1 }, legal: [{ text: 'a', move: 'a' }], undo: false };
  const other = { ...position, seat: 1 };
  const after = settled([position, other], [structuredClone(position), { ...other, undo: true }]);
  expect(after[0]).toBe(position);
  expect(after[1].undo).toBe(true);
});

describe('a line', () => {
  it('begins with hello and takes what the table says', () => {
    joined();
    expect(last().of('hello')[0].seq).toBeNull();
    expect(connection.line).toBe('open');
    expect(connection.log.map((line) => line.move)).toEqual(['a', 'b']);
  });
  it('comes back and says what it has seen', () => {
    joined(7);
    last().breaks();
    expect(connection.line).toBe('lost');
    vi.advanceTimersByTime(400);
    expect(FakeSocket.all).toHaveLength(2);
    last().opens();
    expect(last().of('hello')[0].seq).toBe(7);
  });
  it('sends what is asked between its hello and the first state, and sends it once', () => {
    joined(7);
    last().breaks();
    void connection.ask({ type: 'play', seq: 7, seat: 0, move: 'c' });
    vi.advanceTimersByTime(400);
    last().opens();
    void connection.ask({ type: 'play', seq: 7, seat: 0, move: 'd' });
    last().says(state(7, 2, []));
    expect(
      last()
        .of('play')
        .map(({ move }) => move),
    ).toEqual(['c', 'd']);
    expect(last().sent[0].type).toBe('hello');
  });
  it('asks for everything where lines are missing', () => {
    joined();
    last().says(state(9, 5, ['f']));
    expect(last().of('hello')[1].seq).toBeNull();
    last().says(state(9, 0, ['a', 'b', 'c', 'd', 'e', 'f']));
    expect(connection.log).toHaveLength(6);
  });
  it('ignores a state older than the one it has', () => {
    joined(7);
    last().says(state(6, 0, ['x']));
    expect(connection.state?.seq).toBe(7);
  });
  it('of a shared device takes the next one’s states, which count for themselves', () => {
    joined(7);
    last().says({ ...state(9, 2, ['c']), looks: 0 } as State);
    last().says({ ...state(4, 1, []), looks: 1 } as State);
    expect([connection.state?.seq, connection.state?.looks]).toEqual([4, 1]);
    expect(connection.log.map((line) => line.move)).toEqual(['a']);
    last().breaks();
    vi.advanceTimersByTime(400);
    last().opens();
    expect(last().of('hello')[0]).toEqual({ type: 'hello', seq: 4, looks: 1 });
  });
  it('stops where there is no such table', () => {
    last().opens();
    last().says({ type: 'rejected', id: '', seq: 0, reason: 'unknown_table', detail: '' });
    expect(connection.unknown).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('a command', () => {
  it('is answered once', async () => {
    joined();
    const answer = connection.ask({ type: 'play', seq: 3, seat: 0, move: 'c' });
    const [sent] = last().of('play');
    last().says({ type: 'done', id: sent.id, seq: 4 });
    expect((await answer).type).toBe('done');
    expect(connection.waiting).toBe(0);
  });
  it('is sent again with the same id after the line was lost', async () => {
    joined();
    const answer = connection.ask({ type: 'play', seq: 3, seat: 0, move: 'c' });
    const [first] = last().of('play');
    last().breaks();
    vi.advanceTimersByTime(400);
    last().opens();
    expect(last().of('play')[0]).toEqual(first);
    last().says({ type: 'done', id: first.id, seq: 4 });
    expect((await answer).type).toBe('done');
  });
  it('given without a line waits for it', () => {
    joined();
    last().breaks();
    void connection.ask({ type: 'say', text: 'hi' });
    expect(connection.waiting).toBe(1);
    vi.advanceTimersByTime(400);
    last().opens();
    expect(last().of('say')).toHaveLength(1);
  });
});

describe('a number of this page', () => {
  const goTo = (table: string) => {
    connection.close();
    connection = new Connection(table, () => new FakeSocket() as unknown as WebSocket);
    last().opens();
  };
  const atOpen = (table: string) =>
    ({ ...state(1, 0, []), table: { table, status: 'open', seats: [{ seat: 0, mine: true }] } }) as unknown as State;
  it('is sealed when it has a seat, and opened when the list is closed', () => {
    goTo('les-rog-med-sova');
    last().says(atOpen('les-rog-med-sova'));
    const [{ seal }] = last().of('seal');
    expect(last().of('unseal')).toHaveLength(0);
    last().says({ type: 'lots', secret_hash: '00', closed: true, lots: [{ seats: [0], seal, number: null }] });
    expect(last().of('unseal')).toHaveLength(1);
  });
  it('whose list came with the answer to setting up is opened right after hello', async () => {
    const lots = (seal: string): Lots => ({
      type: 'lots',
      secret_hash: '00',
      closed: true,
      lots: [{ seats: [0], seal, number: null }],
    });
    goTo(await sealing(async (seal) => ({ table: 'med-sova-les-rog', lots: lots(seal) })));
    expect(last().sent.map(({ type }) => type)).toEqual(['hello', 'unseal', 'ping']);
  });
});

describe('waiting between attempts', () => {
  it('is short at first and never long', () => {
    expect(backoff(0, 0.5)).toBeLessThan(300);
    expect(backoff(50, 1)).toBeLessThan(20_000);
  });
  it('differs from page to page', () => {
    expect(backoff(4, 0)).not.toBe(backoff(4, 1));
  });
});
