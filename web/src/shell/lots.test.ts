import { beforeEach, describe, expect, it } from 'vitest';
import {
  keep,
  kept,
  mustWarn,
  newNumber,
  Part,
  partsFit,
  receiptOf,
  sealFor,
  sealing,
  sealOf,
  seedOf,
  shareIn,
  shareInProof,
} from './lots';
import type { Lot, Lots, Proof, Table } from './protocol';

const TABLE = 'rog-les-sova-med';
const SECRET = '0b'.repeat(32);
const HASH = 'f0e38b830ebd8a506615ecd154330ec07ff6bf5030447b44e297db1d4b7514ac'; // of the secret
const OTHER = '07'.repeat(32);

const table = (status: Table['status'], mine = true): Table =>
  ({ table: TABLE, status, seats: [{ seat: 0, mine }] }) as unknown as Table;
const lot = (seat: number, seal: string | null, number: string | null = null): Lot => ({ seats: [seat], seal, number });
const lots = (closed: boolean, ...all: Lot[]): Lots => ({ type: 'lots', secret_hash: HASH, closed, lots: all });
const theirs = (number: string | null = null) => lot(1, sealOf(OTHER), number);

/** A page that has sealed, seen the closed list and opened its number. */
function opened(): string {
  const part = new Part();
  part.next(table('open'), null);
  const { seal, number } = kept(TABLE)!;
  part.next(table('open'), lots(true, lot(0, seal), theirs()));
  return number;
}
const proofOf = (number: string | null): Proof => {
  const all = [lot(0, kept(TABLE)!.seal, number), theirs(OTHER)];
  const seed = seedOf(SECRET, all);
  return { honest: true, draws: 3, seed_hash: HASH, seed, problem: null, secret: SECRET, lots: all };
};

beforeEach(() => {
  localStorage.clear();
  keep(TABLE, null as never); // also what is only remembered
  localStorage.clear();
});

describe('hashes', () => {
  it('are those of the engine', () => {
    expect(sealOf(OTHER)).toBe('9241f9bf681ba4d3186bf4e8c16130fefa6b7f3ed520e0a6a0c0c0fbe80c688b');
    const all: Lot[] = [{ seats: [0, 2], seal: sealOf(OTHER), number: OTHER }, lot(1, null)];
    expect(seedOf(SECRET, all)).toBe('70cae6c6478a7606b970de3f9127bdceb80be60e74c70a3a7d8c7375ef588d21');
  });
});

describe('a page', () => {
  it('seals a number that nobody knows, once', () => {
    const part = new Part();
    const step = part.next(table('open'), null);
    expect(step).toEqual({ type: 'seal', seal: sealOf(kept(TABLE)!.number) });
    expect(JSON.stringify(step)).not.toContain(kept(TABLE)!.number);
    expect(part.next(table('open'), null)).toBeNull();
    expect(newNumber().number).not.toBe(newNumber().number);
  });
  it('seals nothing where it only watches, and nothing twice', () => {
    expect(new Part().next(table('open', false), null)).toBeNull();
    const seal = sealFor(TABLE);
    expect(new Part().next(table('open'), lots(false, lot(0, seal)))).toBeNull();
    expect(sealFor(TABLE)).toBe(seal);
  });
  it('opens its number only when the list is closed, and keeps what it was shown', () => {
    const part = new Part();
    const seal = sealFor(TABLE);
    expect(part.next(table('open'), lots(false, lot(0, seal), theirs()))).toBeNull();
    expect(receiptOf(TABLE)).toBeNull();
    const step = part.next(table('open'), lots(true, lot(0, seal), theirs()));
    expect(step).toEqual({ type: 'unseal', number: kept(TABLE)!.number });
    expect(JSON.parse(receiptOf(TABLE)!)).toEqual({
      secret_hash: HASH,
      lots: [
        { seats: [0], seal },
        { seats: [1], seal: sealOf(OTHER) },
      ],
      number: kept(TABLE)!.number,
    });
  });
  it('does not open it for a list without its seal', () => {
    sealFor(TABLE);
    expect(new Part().next(table('open'), lots(true, lot(0, null), theirs()))).toBeNull();
    expect(shareIn(TABLE, lots(true, lot(0, null), theirs(OTHER)))).toBe('out');
  });
  it('opens it for one list only', () => {
    opened();
    const { seal } = kept(TABLE)!;
    const other = { ...lots(true, lot(0, seal), theirs()), secret_hash: '00'.repeat(32) };
    expect(new Part().next(table('open'), other)).toBeNull();
    expect(shareIn(TABLE, lots(true, lot(0, seal), theirs()))).toBe('broken');
  });
  it('does not seal again where a list was closed before', () => {
    opened();
    expect(new Part().next(table('open'), null)).toBeNull();
    expect(kept(TABLE)!.broken).toBe(true);
  });
  it('opens it again after it was loaded anew, until the game has begun', () => {
    const number = opened();
    expect(new Part().first(TABLE)).toEqual({ type: 'unseal', number });
    expect(shareIn(TABLE, lots(true, lot(0, kept(TABLE)!.seal, number), theirs(OTHER)))).toBe('in');
    expect(new Part().first(TABLE)).toBeNull();
  });
  it('that sets a table up opens its number as soon as there is a line', async () => {
    const name = await sealing(async (seal) => ({ table: TABLE, lots: lots(true, lot(0, seal)) }));
    expect(name).toBe(TABLE);
    expect(new Part().first(TABLE)).toEqual({ type: 'unseal', number: kept(TABLE)!.number });
  });
  it('says once that the game has begun without its number', () => {
    opened();
    const told = lots(true, lot(0, kept(TABLE)!.seal), theirs(OTHER));
    expect(mustWarn(TABLE, told)).toBe('out');
    expect(mustWarn(TABLE, told)).toBeNull();
  });
  it('says that it was left out altogether', () => {
    opened();
    expect(mustWarn(TABLE, null)).toBe('broken');
  });
  it('forgets the oldest of very many tables', () => {
    for (let at = 0; at < 205; at++) keep(`table-${at}`, { ...newNumber(), at });
    expect(Object.keys(localStorage)).toHaveLength(200);
    expect(localStorage.getItem('pentarchy-lot-table-4')).toBeNull();
    expect(localStorage.getItem('pentarchy-lot-table-5')).not.toBeNull();
  });
});

describe('a proof', () => {
  it('with the number of this page', () => {
    const proof = proofOf(opened());
    expect(partsFit(proof)).toBe(true);
    expect(shareInProof(TABLE, proof)).toBe('in');
  });
  it('without it', () => {
    opened();
    expect(partsFit(proofOf(null))).toBe(true);
    expect(shareInProof(TABLE, proofOf(null))).toBe('out');
  });
  it('that does not fit is found', () => {
    const proof = proofOf(opened());
    expect(partsFit({ ...proof, seed: '00'.repeat(32) })).toBe(false);
    expect(partsFit({ ...proof, secret: '00'.repeat(32) })).toBe(false);
    expect(partsFit({ ...proof, secret: null })).toBe(false);
    expect(partsFit({ ...proof, lots: [proof.lots[0], { ...proof.lots[1], number: SECRET }] })).toBe(false);
  });
  it('that fits by itself, but is not what was shown before, is found', () => {
    const mine = proofOf(opened()).lots[0];
    const all = [mine, lot(1, sealOf(SECRET), SECRET)];
    const other = { ...proofOf(mine.number), lots: all, seed: seedOf(SECRET, all) };
    expect(partsFit(other)).toBe(true);
    expect(shareInProof(TABLE, other)).toBe('broken');
  });
  it('says nothing of a page that has no number', () => {
    opened();
    const proof = proofOf(kept(TABLE)!.number);
    expect(shareInProof('another-table', proof)).toBeNull();
  });
});
