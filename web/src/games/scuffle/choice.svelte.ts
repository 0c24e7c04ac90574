// What the player has picked so far: a card and a place, two places for Witch and Wizard, an order for the Fairy.

import type { TableActions } from '../../shell/contract';
import { laid, parse, play } from './moves';
import type { CardName, View } from './types';

interface Now {
  view: View;
  legal: string[];
  table: TableActions<View>;
}

export class Choice {
  card: CardName | null = $state(null);
  from: number | null = $state(null);
  named: CardName[] = $state([]);
  /** The whole move, ready to be made; several steps for the Fairy. */
  moves: string[] = $state.raw([]);
  /** What the table says it would bring. */
  judged: View | null = $state.raw(null);
  busy = $state(false);
  #asked = 0;
  #now: () => Now;

  constructor(now: () => Now) {
    this.#now = now;
  }

  get acting(): boolean {
    return this.#now().legal.length > 0;
  }

  get phase(): string {
    return this.#now().view.phase;
  }

  /** Cards of the hand that may be played. */
  get playable(): Set<CardName> {
    const cards = new Set<CardName>();
    for (const text of this.#now().legal) {
      const move = parse(text);
      if (move?.kind === 'play') cards.add(move.card);
    }
    return cards;
  }

  /** Places that may be touched now; the text is the move that this completes, empty where one more step follows. */
  get offers(): Map<number, string> {
    const offers = new Map<number, string>();
    for (const text of this.#now().legal) {
      const move = parse(text);
      if (move?.kind === 'play' && move.card === this.card) offers.set(move.place, text);
      else if (move?.kind === 'swap') this.#offerPair(offers, text, move.a, move.b, true);
      else if (move?.kind === 'move') this.#offerPair(offers, text, move.from, move.to, false);
    }
    return offers;
  }

  #offerPair(offers: Map<number, string>, text: string, a: number, b: number, bothWays: boolean): void {
    if (this.from === null) {
      offers.set(a, '');
      if (bothWays) offers.set(b, '');
    } else if (this.from === a) offers.set(b, text);
    else if (bothWays && this.from === b) offers.set(a, text);
  }

  /** Characters the Fairy may name next. */
  get nameable(): CardName[] {
    const { view } = this.#now();
    if (!this.acting || view.phase !== 'order') return [];
    const left = (view.pending?.next ?? []).filter((card) => !this.named.includes(card));
    return left.length > 1 ? left : [];
  }

  /** The cards as they would lie. */
  get shown(): View {
    const { view } = this.#now();
    if (this.judged) return this.judged;
    return this.moves.length === 1 ? laid(view, this.moves[0]) : view;
  }

  get target(): number | null {
    const move = this.moves.length ? parse(this.moves[0]) : null;
    if (move?.kind === 'play') return move.place;
    if (move?.kind === 'move') return move.to;
    if (move?.kind === 'swap') return move.a === this.from ? move.b : move.a;
    return null;
  }

  /** Something is picked that can be taken back without the table. */
  get begun(): boolean {
    return this.moves.length > 0 || this.from !== null || this.named.length > 0;
  }

  pickCard(card: CardName): void {
    const target = this.target;
    this.clear();
    this.card = card;
    // Another card for the same place, if it may go there: handy for comparing.
    if (target !== null && this.offers.get(target)) this.#judge([play(card, target)], true);
  }

  pickPlace(place: number): boolean {
    if (this.from === place) {
      this.clear();
      return true;
    }
    const offer = this.offers.get(place);
    if (offer === undefined) return false;
    if (offer === '') this.from = place;
    else this.#judge([offer], true);
    return true;
  }

  /** Drag a top card from place to place. */
  pickPair(from: number, to: number): boolean {
    this.clear();
    this.from = from;
    const offer = this.offers.get(to);
    if (!offer) {
      this.from = null;
      return false;
    }
    return this.pickPlace(to);
  }

  name(card: CardName): void {
    if (!this.nameable.includes(card)) return;
    this.named = [...this.named, card];
    this.#judge(
      this.named.map((name) => `next ${name}`),
      this.nameable.length === 0,
    );
  }

  /** Back by one small step. */
  back(): void {
    if (this.named.length > 1) {
      this.named = this.named.slice(0, -1);
      this.#judge(
        this.named.map((name) => `next ${name}`),
        false,
      );
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
    this.judged = null;
    this.#now().table.suppose(null);
  }

  /** A new position: nothing is picked, except that a first card is held out so that its places light up. */
  fresh(): void {
    this.clear();
    const playable = this.playable;
    if (this.card === null || !playable.has(this.card)) this.card = [...playable][0] ?? null;
  }

  async commit(): Promise<void> {
    await this.#make(this.moves);
  }

  /** Leave the ability unused; a Fairy then names everybody as they lie. */
  async skip(): Promise<void> {
    const next = this.#now().view.pending?.next ?? [];
    await this.#make(this.phase === 'order' ? next.slice(0, -1).map((card) => `next ${card}`) : ['skip']);
  }

  async #make(moves: string[]): Promise<void> {
    if (this.busy || !moves.length) return;
    this.busy = true;
    try {
      for (const move of moves) if (!(await this.#now().table.play(move))) break;
    } finally {
      this.busy = false;
    }
  }

  async #judge(moves: string[], whole: boolean): Promise<void> {
    const asked = ++this.#asked;
    const { table } = this.#now();
    this.moves = whole ? moves : [];
    this.judged = null;
    const answer = await table.preview(moves);
    if (asked !== this.#asked) return;
    this.judged = answer?.view ?? null;
    table.suppose(this.judged);
  }
}
