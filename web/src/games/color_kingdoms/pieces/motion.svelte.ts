// What moves on the map: the paint of what has just been painted spreads, and new dice tumble.

import { untrack } from 'svelte';
import type { Colour, View } from '../seen';

const SPREADING = 320; // milliseconds
const TUMBLING = 900; // milliseconds
const MANY = 12; // so much paint at once is another position, not a move

export class Motion {
  /** The areas painted a moment ago. */
  fresh: Set<string> = $state.raw(new Set());
  tumble = $state(false);

  /** To be made while a component is; `shown` is the seat whose sheet is looked at. */
  constructor(now: () => { view: View; shown: number }) {
    let before = { seat: -1, areas: {} as Record<string, Colour | null> };
    $effect(() => {
      const { view, shown: seat } = now();
      const { areas } = view.players[seat];
      untrack(() => {
        const isNew = Object.keys(areas).filter((name) => areas[name] && !before.areas[name]);
        if (seat === before.seat && isNew.length < MANY) this.fresh = new Set(isNew);
        before = { seat, areas };
      });
      const later = setTimeout(() => (this.fresh = new Set()), SPREADING);
      return () => clearTimeout(later);
    });

    let lastThrow = -1;
    $effect(() => {
      const { view } = now();
      const isFirst = lastThrow < 0;
      const isNew = view.places !== null && view.throw !== lastThrow;
      if (view.places) lastThrow = view.throw;
      if (!isNew || (isFirst && view.dice.some((die) => die.taken_by !== null))) return;
      this.tumble = true;
      setTimeout(() => (this.tumble = false), TUMBLING);
    });
  }
}
