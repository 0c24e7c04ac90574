// What the player has picked so far: a card and a place, two places for Witch and Wizard, an order for the Fairy.

import type { TableActions } from '../../shell/contract';
import type { Character, Move, Next, View } from './seen';

interface Now {
  view: View;
  moves: Move[];
  table: TableActions<View, Move>;
}

export class Choice {
  card: Character | null = $state(null);
  from: number | null = $state(null);
  named: Next[] = $state.raw([]);
  /** The whole move, ready to be made; several steps for the Fairy. */
  moves: Move[] = $state.raw([]);
  /** How it would look, as the table said last, … */
  #foreseen: View | null = $state.raw(null);
  /** … whether that was about what is picked now, … */
  #answered = $state(false);
  /** … and what could be done then. */
  #further: Move[] = $state.raw([]);
  busy = $state(false);
  #asked = 0;
  #arrived: () => void = () => {};
  #now: () => Now;

  constructor(now: () => Now) {
    this.#now = now;
  }

  get phase(): View['phase'] {
    return this.#now().view.phase;
  }

  /** Cards of the hand that may be played. */
  get playable(): Set<Character> {
    return new Set(this.#now().moves.flatMap((move) => (move.move === 'play' ? [move.card] : [])));
  }

  /** Places that may be touched now, with the move that this completes; null where one more step follows. */
  get offers(): Map<number, Move | null> {
    const offers = new Map<number, Move | null>();
    for (const move of this.#now().moves) {
      if (move.move === 'play' && move.card === this.card) offers.set(move.location, move);
      else if (move.move === 'swap') this.#offerPair(offers, move, move.first, move.second, true);
      else if (move.move === 'move') this.#offerPair(offers, move, move.source, move.target, false);
    }
    return offers;
  }

  #offerPair(offers: Map<number, Move | null>, move: Move, a: number, b: number, bothWays: boolean): void {
    if (this.from === null) {
      offers.set(a, null);
      if (bothWays) offers.set(b, null);
    } else if (this.from === a) offers.set(b, move);
    else if (bothWays && this.from === b) offers.set(a, move);
  }

  /** Characters the Fairy may name next. */
  get nameable(): Next[] {
    const possible = this.named.length ? this.#further : this.#now().moves;
    return possible.filter((move) => move.move === 'next');
  }

  /** What the table says it would bring; null while it is asked. */
  get judged(): View | null {
    return this.#answered ? this.#foreseen : null;
  }

  /** The cards as they would lie; until the table has answered as they lay before. */
  get shown(): View {
    return this.#foreseen ?? this.#now().view;
  }

  get target(): number | null {
    const move = this.moves[0];
    if (move?.move === 'play') return move.location;
    if (move?.move === 'move') return move.target;
    if (move?.move === 'swap') return move.first === this.from ? move.second : move.first;
    return null;
  }

  /** Something is picked that can be taken back without the table. */
  get begun(): boolean {
    return this.moves.length > 0 || this.from !== null || this.named.length > 0;
  }

  pickCard(card: Character): void {
    this.card = card;
    // Another card for the same place, if it may go there: handy for comparing.
    const offer = this.target === null ? null : this.offers.get(this.target);
    if (offer) this.#judge([offer]);
    else this.clear();
  }

  pickPlace(place: number): boolean {
    if (this.from === place) {
      this.clear();
      return true;
    }
    const offer = this.offers.get(place);
    if (offer === undefined) return false;
    if (offer === null) this.from = place;
    else this.#judge([offer]);
    return true;
  }

  /** Drag a top card from place to place. */
  pickPair(from: number, to: number): boolean {
    this.clear();
    this.from = from;
    if (!this.offers.get(to)) {
      this.clear();
      return false;
    }
    return this.pickPlace(to);
  }

  name(card: Character): void {
    const next = this.nameable.find((move) => move.card === card);
    if (!next) return;
    this.named = [...this.named, next];
    void this.#judgeOrder();
  }

  /** Back by one small step. */
  back(): void {
    if (this.named.length > 1) {
      this.named = this.named.slice(0, -1);
      void this.#judgeOrder();
    } else if (this.moves.length && this.from !== null) {
      const from = this.from;
      this.clear();
      this.from = from;
    } else this.clear();
  }

  clear(): void {
    this.#asked++;
    this.from = null;
    this.named = [];
    this.moves = [];
    this.#foreseen = null;
    this.#further = [];
    this.#now().table.suppose(null);
  }

  /** A new position: nothing is picked, except that a first card is held out so that its places light up. */
  fresh(): void {
    this.#arrived();
    this.clear();
    const playable = this.playable;
    if (this.card === null || !playable.has(this.card)) this.card = [...playable][0] ?? null;
  }

  async commit(): Promise<void> {
    await this.#make(this.moves.map(({ text }) => text));
  }

  /** Leave the ability unused; a Fairy then names everybody as they lie, the last of whom is not asked for. */
  async skip(): Promise<void> {
    const next = this.#now().view.pending?.next ?? [];
    await this.#make(this.phase === 'order' ? next.slice(0, -1).map((card) => `next ${card}`) : ['skip']);
  }

  async #make(texts: string[]): Promise<void> {
    if (this.busy || !texts.length) return;
    this.busy = true;
    try {
      for (const [step, text] of texts.entries()) {
        // A step is a move in the position that the one before it has led to, so that has to be here.
        const position = new Promise<void>((arrived) => (this.#arrived = arrived));
        if (!(await this.#now().table.play(text))) break;
        if (step < texts.length - 1) await position;
      }
    } finally {
      this.busy = false;
    }
  }

  /** A move that can be made at once. */
  #judge(moves: Move[]): void {
    this.moves = moves;
    void this.#preview(moves);
  }

  /** An order can be made once nobody is left to be named. */
  async #judgeOrder(): Promise<void> {
    this.moves = [];
    this.#further = [];
    const { named } = this;
    if ((await this.#preview(named)) && !this.nameable.length) this.moves = named;
  }

  /** Ask the table; false if something else has been asked since. */
  async #preview(moves: Move[]): Promise<boolean> {
    const asked = ++this.#asked;
    const { table } = this.#now();
    this.#answered = false;
    const answer = await table.preview(moves.map(({ text }) => text));
    if (asked !== this.#asked) return false;
    this.#foreseen = answer?.view ?? null;
    this.#answered = true;
    this.#further = answer?.moves ?? [];
    table.suppose(this.#foreseen);
    return true;
  }
}
