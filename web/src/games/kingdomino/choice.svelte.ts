// What can be pointed at and what it means: squares of the kingdom, dominoes of the lines. The chosen domino can be turned.

import { Choosing } from '../../shell/choosing.svelte';
import type { TableActions } from '../../shell/contract';
import { covering, covers, placements, type Placement } from './pieces/moves';
import { FACINGS, type Cell, type Facing, type Move, type View } from './seen';

interface Now {
  moves: Move[];
  table: TableActions<View, Move>;
}

export class Choice extends Choosing<View, Move> {
  /** How the domino is held. */
  facing: Facing = $state('east');

  #now: () => Now;
  /** The square around which the chosen domino is turned. */
  #pivot: Cell | null = null;

  /** Where the domino can be placed. */
  offered: Placement[] = $derived.by(() => placements(this.#now().moves));
  move: Move | null = $derived.by(() => this.found(this.chosen[0]));
  /** The chosen move, if it places the domino. */
  placed: Placement | null = $derived(this.offered.find((placed) => this.isChosen(placed)) ?? null);
  /** The position after the chosen move; null while it is not known. */
  outcome: View | null = $derived(this.foreseen?.view ?? null);

  constructor(now: () => Now) {
    super(now);
    this.#now = now;
  }

  /** The legal move that is written so. */
  found(text: string | undefined): Move | null {
    return this.#now().moves.find((move) => move.text === text) ?? null;
  }

  isChosen(move: Move): boolean {
    return move.text === this.chosen[0];
  }

  override fresh(): void {
    this.facing = 'east';
    super.fresh({ forced: true });
  }

  override clear(): void {
    this.#pivot = null;
    super.clear();
  }

  /** A claim brings nothing yet, so the table is not asked what it would bring. */
  override async choose(moves: string[]): Promise<void> {
    const move = this.found(moves[0]);
    if (move?.move === 'place' && !this.busy) this.facing = move.facing;
    await super.choose(moves, { foresee: move?.move !== 'claim' });
  }

  pick(move: Move): void {
    void this.choose([move.text]);
  }

  /** What a tap on a square chooses: a domino that lies there, or the next way in which it can. */
  at(cell: Cell): Placement | null {
    if (!this.placed || !covers(this.placed, cell)) return covering(this.offered, cell, this.facing)[0] ?? null;
    const ways = covering(this.offered, cell, 'east');
    return ways[(ways.findIndex((way) => this.isChosen(way)) + 1) % ways.length];
  }

  tap(cell: Cell): void {
    const found = this.at(cell);
    if (!found) return;
    this.#pivot = cell;
    this.pick(found);
  }

  /** The next way in which the chosen domino can lie on the square that was tapped, or else on its other square;
   *  false: there is none. */
  rotate(): boolean {
    if (!this.placed) return false;
    const tapped = this.#pivot && covers(this.placed, this.#pivot) ? [this.#pivot] : [];
    for (const pivot of [...tapped, ...this.placed.cells]) {
      const found = this.at(pivot);
      if (!found || this.isChosen(found)) continue;
      this.#pivot = pivot;
      this.pick(found);
      return true;
    }
    return false;
  }

  turnInHand(): void {
    this.facing = FACINGS[(FACINGS.indexOf(this.facing) + 1) % 4];
  }

  /** As on all boards; besides, Enter on the chosen domino itself plays it. */
  override key(event: KeyboardEvent): void {
    const isHeard = event.key === 'Enter' && !event.defaultPrevented && !event.repeat && this.begun;
    if (!isHeard || !(event.target as Element).matches('[data-move][aria-pressed=true]')) return super.key(event);
    void this.commit();
    event.preventDefault();
  }
}
