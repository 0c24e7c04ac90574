// What can be pointed at and what it means: a card and a place, two places for Witch and Wizard, an order for the Fairy.

import { Choosing } from '../../shell/choosing.svelte';
import type { TableActions } from '../../shell/contract';
import type { Character, Move, Next, Standing, View } from './seen';

interface Now {
  view: View;
  moves: Move[];
  table: TableActions<View, Move>;
}

/** Places that may be touched, with the move that this completes; null where one more step follows. */
type Offers = Map<number, Move | null>;

export class Choice extends Choosing<View, Move> {
  /** The card of the hand that is held out. */
  card: Character | null = $state(null);
  /** The place whose top character is to go elsewhere. */
  from: number | null = $state(null);

  #now: () => Now;

  /** Something is asked of me. */
  acting = $derived.by(() => this.#now().moves.length > 0);
  phase: View['phase'] = $derived.by(() => this.#now().view.phase);
  /** The chosen move; of an order the first step. */
  move: Move | null = $derived.by(() => this.#now().moves.find(({ text }) => text === this.chosen[0]) ?? null);
  /** The cards as they would lie; until the table has answered as they lay before. */
  shown: View = $derived.by(() => this.supposed ?? this.#now().view);
  /** Cards of the hand that may be played. */
  playable = $derived.by(() => new Set(this.#now().moves.flatMap((move) => (move.move === 'play' ? [move.card] : []))));
  offers: Offers = $derived.by(() => this.#offers());
  /** The place where a card is put, or to which a top character goes. */
  target: number | null = $derived.by(() => this.#target());
  /** A top character may be taken from place to place. */
  movable = $derived(this.acting && (this.phase === 'swap' || this.phase === 'move'));
  /** Characters the Fairy may name next. */
  nameable: Character[] = $derived.by(() => {
    if (this.phase !== 'order') return [];
    const possible = this.chosen.length ? (this.foreseen?.moves ?? []) : this.#now().moves;
    return possible.filter((move): move is Next => move.move === 'next').map(({ card }) => card);
  });
  /** Those whom the Fairy puts in order, as they would lie; null when she is not at work. */
  ordered: Standing[] | null = $derived.by(() => {
    const { pending } = this.#now().view;
    if (this.phase !== 'order' || !this.acting || !pending) return null;
    const cards = [...(pending.named ?? []), ...(pending.next ?? [])];
    return this.shown.locations[pending.location - 1].stack.filter(({ card }) => cards.includes(card));
  });
  /** How many of them have been named. */
  named = $derived.by(() => (this.#now().view.pending?.named?.length ?? 0) + this.chosen.length);

  constructor(now: () => Now) {
    super(now);
    this.#now = now;
  }

  #offers(): Offers {
    const offers: Offers = new Map();
    const pair = (move: Move, from: number, to: number) => {
      if (this.from === null) offers.set(from, null);
      else if (this.from === from) offers.set(to, move);
    };
    for (const move of this.#now().moves) {
      if (move.move === 'play' && move.card === this.card) offers.set(move.location, move);
      else if (move.move === 'move') pair(move, move.source, move.target);
      else if (move.move === 'swap') {
        pair(move, move.first, move.second);
        pair(move, move.second, move.first);
      }
    }
    return offers;
  }

  #target(): number | null {
    const { move } = this;
    if (move?.move === 'play') return move.location;
    if (move?.move === 'move') return move.target;
    if (move?.move === 'swap') return move.first === this.from ? move.second : move.first;
    return null;
  }

  /** Something is picked that can be taken back without the table. */
  override get begun(): boolean {
    return super.begun || this.from !== null;
  }

  /** A new position: nothing is picked, except that a first card is held out so that its places light up. */
  override fresh(): void {
    super.fresh();
    if (this.card === null || !this.playable.has(this.card)) this.card = [...this.playable][0] ?? null;
  }

  override clear(): void {
    this.from = null;
    super.clear();
  }

  pickCard(card: Character): void {
    if (this.busy) return;
    this.card = card;
    // Another card for the same place, if it may go there: handy for comparing.
    const offer = this.target === null ? null : this.offers.get(this.target);
    if (offer) void this.choose([offer.text]);
    else this.clear();
  }

  /** False: nothing can be done with that place. */
  pickPlace(place: number): boolean {
    if (this.busy) return true;
    if (this.from === place) {
      this.clear();
      return true;
    }
    const offer = this.offers.get(place);
    if (offer) void this.choose([offer.text]);
    else if (offer === null) this.from = place;
    return offer !== undefined;
  }

  /** Drag a top card from place to place. */
  pickPair(from: number, to: number): boolean {
    this.clear();
    this.from = from;
    if (this.offers.get(to)) return this.pickPlace(to);
    this.clear();
    return false;
  }

  async name(card: Character): Promise<void> {
    if (this.nameable.includes(card)) await this.#order([...this.chosen, nextOf(card)]);
  }

  /** An order can be made once nobody is left to be named. */
  async #order(steps: string[]): Promise<void> {
    await this.choose(steps, { whole: false });
    if (this.foreseen && !this.nameable.length) this.whole = true;
  }

  /** Back by one small step. */
  back(): void {
    if (this.busy) return;
    if (this.chosen.length > 1) return void this.#order(this.chosen.slice(0, -1));
    const from = this.chosen.length ? this.from : null;
    this.clear();
    this.from = from;
  }

  /** Leave the ability unused; a Fairy then names everybody as they lie, as long as somebody is asked for. */
  async skip(): Promise<void> {
    const next = this.#now().view.pending?.next ?? [];
    await this.commit(this.phase === 'order' ? next.map(nextOf) : ['skip']);
  }

  /** As on all boards, except that Escape goes back by one small step, and also where a button has the focus. */
  override key(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return super.key(event);
    const isElsewhere = (event.target as Element).closest('input, textarea, select, dialog');
    if (event.defaultPrevented || isElsewhere || !this.begun) return;
    this.back();
    event.preventDefault();
  }
}

function nextOf(card: Character): string {
  return `next ${card}`;
}
