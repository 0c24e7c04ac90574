// What this page adds to chance: a number of its own, sealed before any is opened. docs/chance.md says what that proves.

import type { Lot, Lots, Proof, Seal, Table, Unseal } from './protocol';
import { sha256 } from './sha256';

/** The list of all seals with the hash of the table's secret: what was fixed before a page opened its number. */
interface Promised {
  secret_hash: string;
  lots: { seats: number[]; seal: string | null }[];
}

/** What this page keeps of one table. */
export interface Kept {
  number: string;
  seal: string;
  at: number; // when it was chosen
  promised?: Promised; // the one list for which the number was opened
  broken?: boolean; // another list has been shown since
  taken?: boolean; // the game has begun with the number
  warned?: boolean; // that it has begun without it
}

/** `in`: the number is part of the game's seed. `out`: it is not. `broken`: the table did not keep its promise. */
export type Share = 'in' | 'out' | 'broken';

type Step = Omit<Seal, 'id'> | Omit<Unseal, 'id'>;

const KEY = 'pentarchy-lot-';
const MOST_KEPT = 200; // tables

// --- Hashes -----------------------------------------------------------------------------------------------------------

const text = (letters: string) => new TextEncoder().encode(letters);
const bytes = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const digits = (row: Uint8Array) => Array.from(row, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A hash of fields, each with its length before it, so that no two rows of fields are hashed alike. */
function hashed(fields: Uint8Array[]): string {
  const lengths = fields.map((field) => bytes(field.length.toString(16).padStart(8, '0')));
  return digits(sha256(Uint8Array.from(fields.flatMap((field, i) => [...lengths[i], ...field]))));
}

export function sealOf(number: string): string {
  return hashed([text('pentarchy seal 1'), bytes(number)]);
}

export function seedOf(secret: string, lots: Lot[]): string {
  const parts = lots.flatMap((lot) => [Uint8Array.from(lot.seats), bytes(lot.seal ?? ''), bytes(lot.number ?? '')]);
  return hashed([text('pentarchy seed 1'), bytes(secret), ...parts]);
}

// --- What is kept -----------------------------------------------------------------------------------------------------

const memory = new Map<string, Kept>(); // where the browser keeps nothing, as long as the page is open

export function kept(table: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + table) ?? 'null') as Kept | null;
    if (typeof found?.number === 'string') return found;
  } catch {
    // Private windows may refuse.
  }
  return memory.get(table) ?? null;
}

export function keep(table: string, what: Kept): void {
  memory.set(table, what);
  try {
    localStorage.setItem(KEY + table, JSON.stringify(what));
    forgetOldest();
  } catch {
    // Private windows may refuse.
  }
}

function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  if (keys.length <= MOST_KEPT) return;
  const age = (key: string) => (JSON.parse(localStorage.getItem(key)!) as Kept).at;
  localStorage.removeItem(keys.reduce((oldest, key) => (age(key) < age(oldest) ? key : oldest)));
}

/** A number that nobody can know, and its seal. */
export function newNumber(): Kept {
  const number = digits(crypto.getRandomValues(new Uint8Array(32)));
  return { number, seal: sealOf(number), at: Date.now() };
}

/** The seal of this page's number for a table; a number is chosen and kept if there is none. */
export function sealFor(table: string): string {
  const mine = kept(table) ?? newNumber();
  keep(table, mine);
  return mine.seal;
}

/** Set up or follow a table with a seal, and keep the number for the table that it has become. */
export async function sealing(make: (seal: string) => Promise<{ table: string; lots: Lots | null }>): Promise<string> {
  const mine = newNumber();
  const { table, lots } = await make(mine.seal);
  // A table that others have followed to before has a number of this page already, or will ask for one.
  if (!kept(table)) keep(table, mine);
  if (lots) agree(table, lots);
  return table;
}

// --- Taking part ------------------------------------------------------------------------------------------------------

const promiseIn = (lots: Lots): Promised => ({
  secret_hash: lots.secret_hash,
  lots: lots.lots.map(({ seats, seal }) => ({ seats, seal })),
});
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A list is closed: keep it if it is the first. Whether the number may be opened for it. */
function agree(table: string, lots: Lots): boolean {
  const mine = kept(table);
  if (!mine || mine.broken || !lots.closed || !lots.lots.some((lot) => lot.seal === mine.seal)) return false;
  const promised = promiseIn(lots);
  if (mine.promised && !same(mine.promised, promised)) {
    keep(table, { ...mine, broken: true });
    return false;
  }
  if (!mine.promised) keep(table, { ...mine, promised });
  return true;
}

/** The part of one open page in the chance of one table. */
export class Part {
  #sealed = false;
  #opened = false;

  /** What to say as soon as there is a line: a list that came with the answer to setting the table up is closed. */
  first(table: string): Step | null {
    const mine = kept(table);
    return mine?.promised && !mine.taken && !mine.broken ? this.#open(mine) : null;
  }

  /** What to say after the table has told how it stands, or of numbers. */
  next(table: Table, lots: Lots | null): Step | null {
    if (!table.seats.some((seat) => seat.mine)) return null;
    if (lots?.closed) {
      if (!agree(table.table, lots)) return null;
      const mine = kept(table.table)!;
      return table.status === 'open' ? this.#open(mine) : null;
    }
    return table.status === 'open' ? this.#seal(table.table, lots) : null;
  }

  #seal(table: string, lots: Lots | null): Step | null {
    const mine = kept(table);
    if (mine?.promised) {
      keep(table, { ...mine, broken: true }); // a list that was closed cannot be open again
      return null;
    }
    if (this.#sealed || (mine && lots?.lots.some((lot) => lot.seal === mine.seal))) return null;
    this.#sealed = true; // once: two pages without a memory would replace each other's for ever
    return { type: 'seal', seal: sealFor(table) };
  }

  #open(mine: Kept): Step | null {
    if (this.#opened) return null;
    this.#opened = true;
    return { type: 'unseal', number: mine.number };
  }
}

/** Whether the number of this page is in the seed of a game that has begun; null: this page has none. */
export function shareIn(table: string, lots: Lots | null): Share | null {
  const mine = kept(table);
  if (!mine) return null;
  const share = shared(mine, lots && promiseIn(lots), lots?.lots ?? []);
  if (share === 'in' && !mine.taken) keep(table, { ...mine, taken: true });
  return share;
}

function shared(mine: Kept, promised: Promised | null, lots: Lot[]): Share {
  if (mine.broken || (mine.promised && !same(mine.promised, promised))) return 'broken';
  return mine.promised && lots.some((lot) => lot.number === mine.number) ? 'in' : 'out';
}

/** Whether to say that a game has begun without the number of this page; once. */
export function mustWarn(table: string, lots: Lots | null): Exclude<Share, 'in'> | null {
  const share = shareIn(table, lots);
  const mine = kept(table);
  if (!mine || mine.warned || share === 'in') return null;
  keep(table, { ...mine, warned: true });
  return share;
}

// --- Afterwards -------------------------------------------------------------------------------------------------------

/** Whether a seed is made of what the table says it is made of, each number as it was sealed. */
export function partsFit(proof: Proof): boolean {
  if (proof.secret === null || digits(sha256(bytes(proof.secret))) !== proof.seed_hash) return false;
  const sealed = proof.lots.every(({ seal, number }) => number === null || sealOf(number) === seal);
  return sealed && seedOf(proof.secret, proof.lots) === proof.seed;
}

/** Whether the seed of a finished game has the number of this page, as it was promised; null: this page has none. */
export function shareInProof(table: string, proof: Proof): Share | null {
  const mine = kept(table);
  const promised = { secret_hash: proof.seed_hash, lots: proof.lots.map(({ seats, seal }) => ({ seats, seal })) };
  return mine && shared(mine, promised, proof.lots);
}

/** What `pentarchy verify --receipt` compares with the record. */
export function receiptOf(table: string): string | null {
  const mine = kept(table);
  return mine?.promised ? JSON.stringify({ ...mine.promised, number: mine.number }, null, 1) : null;
}
