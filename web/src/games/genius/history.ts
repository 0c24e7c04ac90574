// The log told again from its beginning: which token fitted, what was taken, what was completed.
// Only for words; what is legal and what counts always comes from the table.

import type { Happened } from '../../shell/protocol';
import { fewest, none, outcome, total } from './facts';
import { readChance } from './moves';
import { COLOURS, type Colour, type Outcome, type Tokens, type View } from './types';

type Event =
  | { kind: 'first'; seat: number }
  | { kind: 'filled'; colour: Colour; game: number | null } // game: the first token of the set-up of that game
  | { kind: 'drawn'; colour: Colour; outcome: Outcome; seat: number }
  | { kind: 'draw' | 'pass' }
  | { kind: 'took'; took: Partial<Tokens>; alternative: boolean; completed: Colour[]; gain: number; won: boolean }
  | { kind: 'unknown' };

const STANDSTILL = 40;

class Table {
  centre = none();
  zone: Colour[] = [];
  collections: Tokens[];
  game = 0;
  private players: number;
  private target: number;
  private drawing = -1; // the seat whose token comes next
  private over = true;
  private bonus = 0;
  private inBonus = false;
  private passes = 0;
  private standstill = 1;

  constructor(players: number, target: number) {
    this.players = players;
    this.target = target;
    this.collections = Array.from({ length: players }, none);
  }

  hear(line: Happened): Event {
    if (line.chance) return this.chance(line.chance);
    if (line.seat === null || line.seat === undefined) return { kind: 'unknown' };
    return this.move(line.seat, line.move ?? '');
  }

  private chance(text: string): Event {
    const read = readChance(text);
    if (!read) return { kind: 'unknown' };
    if ('first' in read) return { kind: 'first', seat: read.first };
    if (this.drawing >= 0) return this.turnUp(this.drawing, read.colour);
    const fresh = this.over;
    if (fresh) this.setUp();
    this.centre[read.colour] += 1;
    return { kind: 'filled', colour: read.colour, game: fresh ? this.game : null };
  }

  private setUp(): void {
    this.centre = none();
    this.zone = [];
    this.collections = Array.from({ length: this.players }, none);
    this.game += 1;
    this.over = this.inBonus = false;
    this.bonus = this.passes = 0;
    this.standstill = 1;
  }

  private turnUp(seat: number, colour: Colour): Event {
    const what = outcome(this, colour);
    this.drawing = -1;
    if (what === 'success') this.zone.push(colour);
    else {
      for (const each of [...this.zone, colour]) this.centre[each] += 1;
      this.zone = [];
      this.endTurn(seat);
    }
    return { kind: 'drawn', colour, outcome: what, seat };
  }

  private move(seat: number, move: string): Event {
    if (move === 'pass') {
      if (!this.inBonus) this.passes += 1;
      this.endTurn(seat);
      return { kind: 'pass' };
    }
    this.passes = 0;
    if (move === 'draw') {
      this.drawing = seat;
      return { kind: 'draw' };
    }
    const took: Partial<Tokens> = {};
    if (move === 'collect') for (const colour of this.zone) took[colour] = 1 + this.centre[colour];
    else took[this.rarest(seat)] = 1;
    return this.take(seat, took, move === 'alternative');
  }

  private rarest(seat: number): Colour {
    const held = this.collections[seat];
    return COLOURS.reduce((a, b) => (held[b] < held[a] ? b : a));
  }

  private take(seat: number, took: Partial<Tokens>, alternative: boolean): Event {
    const held = this.collections[seat];
    const before = { ...held };
    for (const colour of COLOURS) {
      held[colour] = Math.min(this.target, held[colour] + (took[colour] ?? 0));
      if (took[colour]) this.centre[colour] = alternative ? this.centre[colour] - 1 : 0;
    }
    this.zone = [];
    if (total(held) > total(before)) this.standstill = 0;
    const completed = COLOURS.filter((c) => before[c] < this.target && held[c] === this.target);
    this.bonus += completed.length;
    this.endTurn(seat);
    const gain = fewest(held) - fewest(before);
    return { kind: 'took', took, alternative, completed, gain, won: fewest(held) === this.target };
  }

  private endTurn(seat: number): void {
    const complete = fewest(this.collections[seat]) === this.target;
    if (complete || this.passes === this.players || this.standstill === STANDSTILL) this.over = true;
    else if (this.bonus > 0) {
      this.bonus -= 1;
      this.inBonus = true;
    } else {
      this.inBonus = false;
      this.standstill += 1;
    }
  }
}

const told = new WeakMap<Happened[], { last: Happened | undefined; events: Event[] }>();

/** The meaning of every line. A log that does not start with the set-up cannot be told this way. */
export function events(lines: Happened[], view: View): Event[] {
  const known = told.get(lines);
  if (known && known.events.length === lines.length && known.last === lines.at(-1)) return known.events;
  const table = new Table(view.collections.length, view.target);
  const fresh: Event[] = lines[0]?.chance
    ? lines.map((line) => table.hear(line))
    : lines.map(() => ({ kind: 'unknown' as const }));
  told.set(lines, { last: lines.at(-1), events: fresh });
  return fresh;
}
