// The clocks between two messages: counted down by the table's own watch.

import type { Connection } from '../shell/connection.svelte';
import type { Ticking } from '../shell/protocol';

/** Seconds left for a seat at a moment (seconds since 1970 by the table's watch). */
export function left(ticking: Ticking, seat: number, now: number): number {
  const passed = ticking.running.includes(seat) ? Math.max(0, now - ticking.at) : 0;
  return Math.max(0, ticking.left[seat] - passed);
}

/** 1:24 */
export function minutes(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export class Watch {
  now = $state(Date.now());
  constructor(private readonly connection: Connection) {
    $effect(() => {
      if (!this.connection.state?.ticking) return;
      const timer = setInterval(() => (this.now = Date.now()), 500);
      return () => clearInterval(timer);
    });
  }
  /** Seconds left for a seat whose clock runs. */
  left(seat: number): number | null {
    const ticking = this.connection.state?.ticking;
    if (!ticking?.running.includes(seat)) return null; // bots are not timed
    return left(ticking, seat, this.now / 1000 + this.connection.ahead);
  }
}
