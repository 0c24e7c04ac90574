// What is in sight for a moment: what lies under tiles that were just shown, and where nothing moves, which cell has changed.

import type { Happened } from '../../../shell/protocol';
import type { Crystal, Glimpse, View } from '../seen';
import { cellOf } from './moves';

const IN_SIGHT = 4000; // milliseconds that a forgotten cell stays in sight
const RINGED = 1000; // milliseconds that a changed cell is ringed

export class Glimpses {
  /** The cell that has just changed, where nothing moves that would show it. */
  changed: string | null = $state(null);

  #view: () => View;
  #glimpsed: Record<string, { lying: Crystal[]; taken: number }> = $state.raw({});
  #looked = ''; // at which glimpse
  #forgetting: ReturnType<typeof setTimeout> | undefined;
  #fading: ReturnType<typeof setTimeout> | undefined;

  /** What lies there, by cells that are in sight. */
  found: Record<string, Crystal[]> = $derived.by(() => {
    const { tiles, turned } = this.#view();
    const cells: Record<string, Crystal[]> = {};
    for (const { cell, shown, taken } of tiles) {
      const glimpsed = this.#glimpsed[cell];
      if (shown && turned.includes(cell)) cells[cell] = shown;
      else if (glimpsed?.taken === taken.length) cells[cell] = glimpsed.lying; // nothing taken since
    }
    return cells;
  });

  constructor(view: () => View) {
    this.#view = view;
  }

  /** Take in what the last line of a log has shown. It is sent again when somebody comes or goes, but seen once. */
  look({ cells }: Partial<Glimpse>, lines: number): void {
    const key = JSON.stringify([lines, cells]);
    if (!cells || key === this.#looked) return;
    const taken = new Map(this.#view().tiles.map((tile) => [tile.cell, tile.taken.length]));
    const entries = Object.entries(cells).map(([cell, lying = []]) => [cell, { lying, taken: taken.get(cell) ?? 0 }]);
    this.#looked = key;
    this.#glimpsed = Object.fromEntries(entries);
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.#glimpsed = {}), IN_SIGHT);
  }

  /** Ring the cell that a line is about. */
  ring(line: Happened): void {
    this.changed = cellOf(line);
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => (this.changed = null), RINGED);
  }

  close(): void {
    clearTimeout(this.#forgetting);
    clearTimeout(this.#fading);
  }
}
