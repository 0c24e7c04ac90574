// What somebody has chosen but not played yet, for every board: what it would bring is asked of the table, answers that come
// too late are dropped, and nothing is played before the gold button. A board says which moves a tap means.

import type { AnyView, Foreseen, TableActions } from './contract';
import type { Happened, TypedMove } from './protocol';

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
  /** What the chosen moves would bring; null while that is not known. */
  foreseen: Foreseen<V, M> | null = $state.raw(null);
  /** What the table was last told to suppose: for boards that show pieces as they would lie. While the table is asked about
   *  another choice it is what was foreseen before, so that nothing jumps back in between. */
  supposed: V | null = $state.raw(null);
  /** A move is on its way. */
  busy = $state(false);

  #now: () => Now<V, M>;
  #question = 0;
  #commit = 0; // counts what is played, and the positions: an answer to an earlier one changes nothing any more
  #following: string[] = []; // to be played when the position is here that the last move has led to
  /** The answer to the last move while it is awaited. After a line was lost, a position may be here before it. */
  #awaited: Promise<boolean> | null = null;
  #known = new Map<string, Foreseen<V, M>>();

  constructor(now: () => Now<V, M>) {
    this.#now = now;
  }

  get begun(): boolean {
    return this.chosen.length > 0;
  }

  /** What the last of the chosen moves would do, as the log would tell it; null while that is not known. */
  get fact(): Happened['fact'] | null {
    return this.foreseen?.facts.at(-1) ?? null;
  }

  /** A new position: nothing is chosen, unless the board wants the only possible move to be. */
  fresh({ forced = false } = {}): void {
    this.#known.clear();
    this.#commit++;
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
      if (answer) this.#known.set(key, answer); // what cannot be said now may be said later
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
    const commit = ++this.#commit;
    const [first, ...rest] = moves;
    this.#following = rest;
    if (this.#awaited) await this.#awaited;
    const isStored = commit === this.#commit && (await this.#play(first));
    if (isStored || commit !== this.#commit) return isStored;
    this.#following = [];
    this.busy = false;
    return false;
  }

  async #play(move: string): Promise<boolean> {
    const answer = this.#now().table.play(move);
    this.#awaited = answer;
    try {
      return await answer;
    } finally {
      this.#awaited = null;
    }
  }

  /** Enter plays what is chosen, or else what the gold button says without a choice, and Escape lets go unless nothing else
   *  is possible, wherever the focus is on nothing that has a use of its own for them. */
  key(event: KeyboardEvent, gold: string[] = []): void {
    if (event.repeat || event.defaultPrevented) return;
    const focus = event.target as Element;
    if (focus.closest('input, textarea, select, dialog')) return;
    const isPressed = focus.closest('button, a, summary, [role=button]') !== null; // by Enter
    const ready = this.whole ? this.chosen : gold;
    if (event.key === 'Enter' && ready.length && !isPressed) void this.commit(ready);
    else if (event.key === 'Escape' && this.begun && !this.forced) this.clear();
    else return;
    event.preventDefault();
  }
}
