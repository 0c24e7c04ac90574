// What somebody has chosen but not played yet, for every board: what it would bring is asked of the table, answers that come
// too late are dropped, and nothing is played before the gold button. A board says which moves a tap means.

import type { AnyView, TableActions } from './contract';
import type { TypedMove } from './protocol';

/** What a board knows now; read whenever it is needed. */
interface Now<V extends AnyView, M extends TypedMove> {
  moves: M[];
  table: TableActions<V, M>;
}

interface Wish {
  /** Whether it can be played as it is; otherwise more steps follow. */
  whole?: boolean;
  /** Whether the table is asked what it would bring; not worth it where the board shows that anyway. */
  foresee?: boolean;
  /** Whether the standings are shown as they would be then; not where what it brings shows only later. */
  suppose?: boolean;
}

export class Choosing<V extends AnyView, M extends TypedMove> {
  /** The chosen moves in notation, one after the other; empty: nothing is chosen. */
  chosen: string[] = $state.raw([]);
  whole = $state(false);
  /** Chosen by itself because nothing else is possible. */
  forced = $state(false);
  /** What I would see after the chosen moves, and what I could do then; null while that is not known. */
  foreseen: { view: V; moves: M[] } | null = $state.raw(null);
  /** What the table was last told to suppose: for boards that show pieces as they would lie. While the table is asked about
   *  another choice it is what was foreseen before, so that nothing jumps back in between. */
  supposed: V | null = $state.raw(null);
  /** A move is on its way. */
  busy = $state(false);

  #now: () => Now<V, M>;
  #question = 0;
  #following: string[] = []; // to be played when the position is here that the last move has led to
  #known = new Map<string, { view: V; moves: M[] } | null>();

  constructor(now: () => Now<V, M>) {
    this.#now = now;
  }

  get begun(): boolean {
    return this.chosen.length > 0;
  }

  /** A new position: nothing is chosen, unless the board wants the only possible move to be. */
  fresh({ forced = false } = {}): void {
    this.#known.clear();
    this.busy = false;
    const following = this.#following;
    this.clear();
    const { moves } = this.#now();
    if (moves.some(({ text }) => text === following[0])) return void this.commit(following);
    if (forced && moves.length === 1) {
      void this.choose([moves[0].text]);
      this.forced = true;
    }
  }

  clear(): void {
    this.#question++;
    this.#following = [];
    this.chosen = [];
    this.whole = this.forced = false;
    this.foreseen = null;
    this.#suppose(null);
  }

  async choose(moves: string[], { whole = true, foresee = true, suppose = true }: Wish = {}): Promise<void> {
    const key = moves.join('\n');
    if (this.busy || (key === this.chosen.join('\n') && whole === this.whole)) return;
    const question = ++this.#question;
    this.chosen = moves;
    this.whole = whole;
    this.forced = false;
    this.foreseen = this.#known.get(key) ?? null;
    if (foresee && !this.#known.has(key)) {
      const answer = await this.#now().table.preview(moves);
      if (question !== this.#question) return;
      this.#known.set(key, answer);
      this.foreseen = answer;
    }
    this.#suppose(suppose && this.foreseen ? this.foreseen.view : null);
  }

  #suppose(view: V | null): void {
    this.supposed = view;
    this.#now().table.suppose(view);
  }

  /** Play what is chosen, or moves that need no choosing; false: it was refused.
   *  Of several moves each follows when the position is here that the one before has led to, if it is possible then. */
  async commit(moves: string[] = this.whole ? this.chosen : []): Promise<boolean> {
    if (this.busy || !moves.length) return false;
    this.busy = true; // until the new position is here
    const [first, ...rest] = moves;
    this.#following = rest;
    if (await this.#now().table.play(first)) return true;
    this.#following = [];
    this.busy = false;
    return false;
  }

  /** Enter plays what is chosen, or else what the gold button says without a choice, and Escape lets go, wherever the focus
   *  is on nothing that has a use of its own for them. */
  key(event: KeyboardEvent, gold: string[] = []): void {
    if (event.repeat || event.defaultPrevented) return;
    const focus = event.target as Element;
    if (focus.closest('input, textarea, select, dialog')) return;
    const isPressed = focus.closest('button, a, summary, [role=button]') !== null; // by Enter
    const ready = this.whole ? this.chosen : gold;
    if (event.key === 'Enter' && ready.length && !isPressed) void this.commit(ready);
    else if (event.key === 'Escape' && this.begun) this.clear();
    else return;
    event.preventDefault();
  }
}
