// The domino in the air: it follows the pointer, falls to where it can lie, and where it cannot the table says why.

import type { TableActions } from '../../../shell/contract';
import type { Choice } from '../choice.svelte';
import type { Cell, Move, View } from '../seen';
import { follow } from './drag';
import { inside, type Extent } from './extent';
import { nearest, written } from './moves';

/** In the window. */
interface Point {
  x: number;
  y: number;
}

interface Now {
  choice: Choice;
  table: TableActions<View, Move>;
  /** The drawing over which it is carried, … */
  svg: SVGSVGElement | undefined;
  /** … what is drawn there, … */
  drawn: Extent;
  /** … and how large a square is, in the units of the drawing. */
  side: number;
}

export class Carrying {
  /** Where the pointer holds it; null: nothing is carried. */
  at: Point | null = $state.raw(null);

  #now: () => Now;

  constructor(now: () => Now) {
    this.#now = now;
  }

  /** A pointer has come down on a domino; `begin` is called when it moves. */
  grab(event: PointerEvent, begin: () => void): void {
    follow(event, () => {
      begin();
      return {
        move: ({ clientX, clientY }) => this.#snap({ x: clientX, y: clientY }),
        end: (dropped) => this.#end(dropped),
      };
    });
  }

  /** Turn it in the hand. */
  turn(): void {
    if (!this.at) return;
    this.#now().choice.turnInHand();
    this.#snap(this.at);
  }

  drop(): void {
    this.at = null;
  }

  #end(dropped: boolean): void {
    const { choice } = this.#now();
    const at = this.at;
    this.at = null;
    if (!dropped) choice.clear();
    else if (at && !choice.begun) void this.#explain(this.#square(at));
  }

  #snap(point: Point): void {
    const { choice } = this.#now();
    this.at = point;
    const wish = choice.facing;
    const found = nearest(choice.offered, this.#square(point), wish);
    if (found) choice.pick(found);
    else choice.clear();
    choice.facing = wish;
  }

  /** Why the domino cannot be let go here; nothing is said away from the kingdom. */
  async #explain(point: Cell): Promise<void> {
    const { choice, table, drawn } = this.#now();
    if (!inside(drawn, point)) return;
    const why = await table.explain(written(point, choice.facing));
    if (why) table.toast(why);
  }

  /** The place of a point in the kingdom, in squares. */
  #square(point: Point): Cell {
    const { svg, drawn, side } = this.#now();
    const matrix = svg?.getScreenCTM();
    if (!matrix) return { x: 99, y: 99 };
    const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix.inverse());
    return { x: x / side + drawn.left, y: y / side + drawn.top };
  }
}
