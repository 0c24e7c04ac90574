// The move that is chosen but not yet made: what it would bring is asked of the server, and answers that come too late
// are dropped.

import type { TableActions } from '../../shell/contract';
import { covering, covers, type Placement } from './pieces/moves';
import { FACINGS, type Cell, type Facing, type Move, type View } from './seen';

export class Picking {
  choice: Move | null = $state.raw(null);
  /** Chosen by itself because nothing else is possible. */
  forced = $state(false);
  /** The position after the chosen move; null while it is not known. */
  outcome: View | null = $state.raw(null);
  busy = $state(false);
  /** How the domino is held. */
  facing: Facing = $state('east');

  #table: () => TableActions<View, Move>;
  #pivot: Cell | null = null;
  #asked = 0;
  #known = new Map<string, View | null>();

  constructor(table: () => TableActions<View, Move>) {
    this.#table = table;
  }

  /** A new position: nothing is chosen, unless there is only one thing to do. */
  reset(moves: Move[]): void {
    this.#known.clear();
    this.busy = false;
    this.facing = 'east';
    this.drop();
    if (moves.length === 1) {
      this.choose(moves[0]);
      this.forced = true;
    }
  }

  drop(): void {
    this.#asked++;
    this.#pivot = null;
    this.choice = null;
    this.forced = false;
    this.outcome = null;
    this.#table().suppose(null);
  }

  async choose(move: Move): Promise<void> {
    if (this.busy || this.isChosen(move)) return;
    const question = ++this.#asked;
    this.choice = move;
    this.forced = false;
    if (move.move === 'place') this.facing = move.facing;
    if (!this.#known.has(move.text)) this.outcome = null;
    if (move.move === 'claim') return;
    if (!this.#known.has(move.text)) {
      const seen = await this.#table().preview([move.text]);
      if (question !== this.#asked) return;
      this.#known.set(move.text, seen?.view ?? null);
    }
    this.outcome = this.#known.get(move.text) ?? null;
    this.#table().suppose(this.outcome);
  }

  isChosen(move: Move): boolean {
    return move.text === this.choice?.text;
  }

  /** What a tap on a square chooses: a domino that lies there, or the next way in which it can. */
  at(offered: Placement[], cell: Cell): Placement | null {
    const lying = offered.find((placed) => this.isChosen(placed));
    if (!lying || !covers(lying, cell)) return covering(offered, cell, this.facing)[0] ?? null;
    const ways = covering(offered, cell, 'east');
    return ways[(ways.findIndex((way) => this.isChosen(way)) + 1) % ways.length];
  }

  tap(offered: Placement[], cell: Cell): void {
    const found = this.at(offered, cell);
    if (!found) return;
    this.#pivot = cell;
    this.choose(found);
  }

  /** The next way in which the chosen domino can lie on the square that was tapped, or else on its other square;
   *  false: there is none. */
  rotate(offered: Placement[]): boolean {
    const lying = offered.find((placed) => this.isChosen(placed));
    if (!lying) return false;
    const tapped = this.#pivot && covers(lying, this.#pivot) ? [this.#pivot] : [];
    for (const pivot of [...tapped, ...lying.cells]) {
      const found = this.at(offered, pivot);
      if (!found || this.isChosen(found)) continue;
      this.#pivot = pivot;
      this.choose(found);
      return true;
    }
    return false;
  }

  turnInHand(): void {
    this.facing = FACINGS[(FACINGS.indexOf(this.facing) + 1) % 4];
  }

  async commit(): Promise<void> {
    if (!this.choice || this.busy) return;
    this.busy = true;
    // Stored: busy until the new position is here.
    if (!(await this.#table().play(this.choice.text))) this.busy = false;
  }
}
