// What is in sight under the tiles for a moment: what this turn has brought to light, and where nothing moves, which cell
// has changed.

import { untrack } from 'svelte';
import type { Happened } from '../../../shell/protocol';
import type { Crystal, Glimpse, View } from '../seen';
import { cellOf } from './moves';

const IN_SIGHT = 4000; // milliseconds that a forgotten cell stays in sight
const RINGED = 1000; // milliseconds that a changed cell is ringed

interface Now {
  view: View;
  glimpse: Partial<Glimpse>;
  last: Happened | null;
  moving: boolean;
}

export class Glimpses {
  /** The cell that has just changed, where nothing moves that would show it. */
  changed: string | null = $state(null);

  #now: () => Now;
  #glimpsed: Record<string, { lying: Crystal[]; taken: number }> = $state.raw({});

  /** What lies there, by cells that are in sight. */
  found: Record<string, Crystal[]> = $derived.by(() => {
    const { view } = this.#now();
    const cells: Record<string, Crystal[]> = {};
    for (const { cell, shown, taken } of view.tiles) {
      const glimpsed = this.#glimpsed[cell];
      if (shown && view.turned.includes(cell)) cells[cell] = shown;
      else if (glimpsed?.taken === taken.length) cells[cell] = glimpsed.lying; // nothing taken since
    }
    return cells;
  });

  constructor(now: () => Now) {
    this.#now = now;
    $effect(() => this.#look(now().glimpse.cells));
    $effect(() => this.#ring(now()));
  }

  #look(cells: Glimpse['cells'] | undefined) {
    if (!cells) return;
    const taken = (cell: string) => this.#now().view.tiles.find((tile) => tile.cell === cell)?.taken.length ?? 0;
    this.#glimpsed = untrack(() =>
      Object.fromEntries(Object.entries(cells).map(([cell, lying = []]) => [cell, { lying, taken: taken(cell) }])),
    );
    const timer = setTimeout(() => (this.#glimpsed = {}), IN_SIGHT);
    return () => clearTimeout(timer);
  }

  #ring({ moving, last }: Now) {
    if (moving || !last) return;
    this.changed = cellOf(last);
    const timer = setTimeout(() => (this.changed = null), RINGED);
    return () => clearTimeout(timer);
  }
}
