// What the board shows: a drawn token is turned up before its consequences are seen, so it lags behind the view for less
// than a second. A newer view or a tap ends a reveal at once.

import { stepBetween, type Step } from './steps';
import type { Colour, Outcome, View } from './types';

export interface Reveal {
  colour: Colour;
  outcome: Outcome;
  turned: boolean; // the face can be seen
}

const TURNED = 340;
const FITS = 560;
const MISFIRE = 900;

export class Stage {
  shown: View = $state.raw() as View;
  legal: string[] = $state.raw([]); // at `shown`
  reveal: Reveal | null = $state.raw(null);
  step: Step | null = $state.raw(null); // what has happened last

  private received: View;
  private allowed: string[];
  private timers: ReturnType<typeof setTimeout>[] = [];
  private onreveal: (begins: boolean) => void;

  constructor(view: View, legal: string[], onreveal: (begins: boolean) => void) {
    this.shown = this.received = view;
    this.legal = this.allowed = legal;
    this.onreveal = onreveal;
  }

  /** Take a view in; true if the position has changed. */
  receive(next: View, legal: string[], moving: boolean): boolean {
    const before = this.received;
    const changed = next !== before && JSON.stringify(next) !== JSON.stringify(before);
    this.received = next;
    this.allowed = legal;
    if (changed) {
      this.settle();
      this.step = stepBetween(before, next);
      if (this.step?.kind === 'draw' && moving) this.turnUp(before, this.step.colour, this.step.outcome);
    }
    if (!this.reveal) this.show();
    return changed;
  }

  /** End a reveal at once. */
  settle(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
    if (!this.reveal) return;
    this.reveal = null;
    this.show();
    this.onreveal(false);
  }

  /** No more timers. */
  leave(): void {
    this.timers.forEach(clearTimeout);
  }

  private show(): void {
    this.shown = this.received;
    this.legal = this.allowed;
  }

  private turnUp(before: View, colour: Colour, outcome: Outcome): void {
    this.shown = before; // also where an earlier reveal was cut short
    this.reveal = { colour, outcome, turned: false };
    this.onreveal(true);
    this.timers = [
      setTimeout(() => (this.reveal = { colour, outcome, turned: true }), TURNED),
      setTimeout(() => this.settle(), outcome === 'success' ? FITS : MISFIRE),
    ];
  }
}
