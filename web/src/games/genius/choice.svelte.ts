// What can be done at a table of Simply Genius: draw, or take what the gold button says. One tap plays either of them; what
// taking would bring is shown while it is pointed at.

import { Choosing } from '../../shell/choosing.svelte';
import type { TableActions } from '../../shell/contract';
import { present, total, without, type Tokens } from './pieces/counts';
import type { Colour, Move, View } from './seen';

interface Now {
  view: View;
  /** What may be done there; while a token is being turned up, what could be done before. */
  moves: Move[];
  turning: boolean; // a token is being turned up
  table: TableActions<View, Move>;
}

export class Choice {
  #now: () => Now;
  #choosing: Choosing<View, Move>;

  constructor(now: () => Now) {
    this.#now = now;
    this.#choosing = new Choosing(now);
  }

  /** It is me who decides. */
  get mine(): boolean {
    return this.#now().moves.length > 0;
  }

  /** Nothing can be played for a moment, though it is shown what could be. */
  get busy(): boolean {
    return this.#choosing.busy || this.#now().turning;
  }

  get draw(): Move | null {
    return this.#now().moves.find(({ move }) => move === 'draw') ?? null;
  }

  /** What can be done instead of drawing: collect, take one, or pass. */
  get take(): Move | null {
    return this.#now().moves.find(({ move }) => move !== 'draw') ?? null;
  }

  /** Drawing is all that can be done in this turn, so somebody may ask why nothing can be taken. */
  get onlyDraw(): boolean {
    const { view, moves } = this.#now();
    return view.phase === 'turn' && moves.length === 1 && moves[0].move === 'draw';
  }

  /** The tokens that `take` takes, … */
  get taken(): Tokens {
    const { view } = this.#now();
    if (this.take?.move === 'collect') return view.to_collect ?? {};
    return this.take?.move === 'alternative' && view.alternative ? { [view.alternative]: 1 } : {};
  }

  get colours(): Colour[] {
    return present(this.taken);
  }

  /** … and how many of them would lie aside. */
  get surplus(): number {
    return this.take?.move === 'collect' ? total(this.#now().view.surplus ?? {}) : 0;
  }

  /** What would be added to my collection. */
  get added(): Tokens {
    const { view, turning } = this.#now();
    if (!this.mine || turning) return {};
    return view.alternative ? { [view.alternative]: 1 } : without(view.to_collect ?? {}, view.surplus ?? {});
  }

  /** What a tap on the reserve does. */
  get ofReserve(): Move | null {
    return this.busy ? null : this.draw;
  }

  /** What a tap on a tower of the centre does. */
  ofTower(colour: Colour): Move | null {
    return !this.busy && this.colours.includes(colour) ? this.take : null;
  }

  /** A move is pointed at: standings as they would be with it, until it is not pointed at any more. A look is no choice:
   *  nothing more is needed to play something else. */
  point(move: Move | null): void {
    if (!move || move.move === 'pass') this.#choosing.clear();
    else void this.#choosing.choose([move.text], { whole: false });
  }

  play(move: Move): void {
    if (this.busy || !this.#now().moves.includes(move)) return;
    this.#choosing.clear();
    void this.#choosing.commit([move.text]);
  }

  /** A new position. */
  fresh(): void {
    this.#choosing.fresh();
  }

  key(event: KeyboardEvent): void {
    const gold = this.take ?? this.draw;
    if (!this.busy) this.#choosing.key(event, gold ? [gold.text] : []);
  }
}
