// What the board shows: a drawn token is turned up before its consequences are seen, so it lags behind the view for less
// than a second. A newer view or a tap ends a reveal at once.

import type { Happened } from '../../../shell/protocol';
import { isNews } from './news';
import type { Colour, Fact, Move, Outcome, View } from '../seen';

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
  moves: Move[] = $state.raw([]); // at `shown`
  reveal: Reveal | null = $state.raw(null);
  news: Fact[] = $state.raw([]); // what has happened since the view before
  last: Fact | undefined = $derived(this.news.at(-1));

  private received: View;
  private allowed: Move[];
  private heard: number; // lines of the log
  private timers: ReturnType<typeof setTimeout>[] = [];
  private onreveal: (begins: boolean) => void;

  constructor(view: View, moves: Move[], log: Happened[], onreveal: (begins: boolean) => void) {
    this.shown = this.received = view;
    this.moves = this.allowed = moves;
    this.heard = log.length;
    this.onreveal = onreveal;
  }

  /** Take a view in, and the log up to it; true if the position has changed. */
  receive(next: View, moves: Move[], log: Happened[], moving: boolean): boolean {
    const before = this.received;
    const changed = next !== before && JSON.stringify(next) !== JSON.stringify(before);
    this.received = next;
    this.allowed = moves;
    if (changed) {
      this.settle();
      this.news = log.slice(this.heard).flatMap(({ fact }) => (isNews(fact as Fact) ? [fact as Fact] : []));
      this.heard = log.length;
      const { colour, outcome } = this.last ?? {};
      if (moving && this.news.length === 1 && colour && outcome) this.turnUp(before, colour, outcome);
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
    this.moves = this.allowed;
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
