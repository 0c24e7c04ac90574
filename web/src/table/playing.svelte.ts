// One page at a table where a game is played or was: through whose eyes it looks, where it reads back, what is supposed.

import { api, explain } from '../shell/api';
import type { Connection } from '../shell/connection.svelte';
import type { AnyView, GameModule, TableActions } from '../shell/contract';
import type { Happened, Position, Reason, Seat, Suggestion } from '../shell/protocol';
import { ask } from '../shell/questions.svelte';
import { nameless } from '../shell/levels';
import { reasonWords } from '../shell/reasons';
import { sound } from '../shell/sound';
import { toast } from '../shell/toasts.svelte';
import { words } from '../shell/words';

const w = words({
  ru: { underWay: 'Ход уже в пути. Подождите ответа стола.' },
  en: { underWay: 'Your move is under way. Wait for the table.' },
});

const NOTHING: string[] = [];

export class Playing {
  /** The seat whose person looks at the page; with several at one device it changes hands. */
  opened: number | null = $state(null);
  past: { at: number; view: AnyView } | null = $state.raw(null);
  supposed: AnyView | null = $state.raw(null);
  asked: string | null = $state(null);
  highlight: Happened | null = $state.raw(null);
  hint: Suggestion[] | null = $state.raw(null);
  hinting = $state(false);
  underWay = $state(false);
  #wantedPast = 0;

  constructor(
    readonly connection: Connection,
    readonly module: GameModule,
  ) {}

  table = $derived.by(() => this.connection.state!.table);
  seats: Seat[] = $derived.by(() => this.table.seats.map((seat) => (seat.name ? seat : { ...seat, name: nameless(seat) })));
  over = $derived.by(() => this.table.status === 'over');
  positions: Position[] = $derived.by(() => this.connection.state!.positions);
  /** My seats that a person plays here. */
  mySeats: Seat[] = $derived.by(() => this.seats.filter((seat) => seat.mine));
  #acting: Position[] = $derived.by(() => this.positions.filter((position) => position.legal.length > 0 && this.#played(position.seat)));
  #looking: number | null = $derived.by(() => {
    if (this.#acting.some((position) => position.seat === this.opened)) return this.opened;
    return this.#acting[0]?.seat ?? this.opened ?? this.positions[0]?.seat ?? null;
  });
  secret = $derived.by(() => this.mySeats.length > 1 && !this.over && this.module.secret(this.table.options));
  /** The seat behind the curtain; `ready` when it may be opened. */
  curtain: { seat: number; ready: boolean } | null = $derived.by(() => {
    if (!this.secret || this.#looking === null || this.#looking === this.opened) return null;
    return { seat: this.#looking, ready: this.#acting.length > 0 };
  });
  position: Position = $derived.by(() => this.positions.find((position) => position.seat === this.#looking) ?? this.positions[0]);
  live: AnyView = $derived.by(() => this.position.view as AnyView);
  view: AnyView = $derived.by(() => this.past?.view ?? this.live);
  seat: number | null = $derived.by(() => this.position.seat);
  legal: string[] = $derived.by(() => (this.past || this.over || !this.#played(this.seat) ? NOTHING : this.position.legal));
  mine = $derived.by(() => !this.over && this.#acting.length > 0);
  undoable = $derived.by(() => this.position.undo && !this.past);
  last: Happened | null = $derived.by(() => this.connection.log.at(-1) ?? null);

  #played(seat: number | null): boolean {
    const plaque = seat === null ? null : this.seats[seat];
    return Boolean(plaque?.mine && !plaque.stands_in && !plaque.resigned);
  }

  /** Called whenever the position has changed: nothing supposed or advised holds any longer. */
  forget(): void {
    this.supposed = null;
    this.asked = null;
    this.hint = null;
  }

  /** Whoever acts here looks from now on; behind a curtain only when it is opened. */
  follow(): void {
    if (!this.secret && this.#looking !== this.opened) this.opened = this.#looking;
  }

  open(): void {
    if (this.curtain?.ready) this.opened = this.curtain.seat;
  }

  async readBack(at: number): Promise<void> {
    const last = this.connection.log.length;
    at = Math.max(0, Math.min(at, last));
    const wanted = ++this.#wantedPast;
    try {
      const past = await api.past(this.table.table, at, this.seat);
      if (wanted !== this.#wantedPast) return;
      this.past = { at, view: past.view as AnyView };
      this.forget();
    } catch (error) {
      toast(explain(error));
    }
  }

  toGame(): void {
    this.#wantedPast++;
    this.past = null;
    this.forget();
  }

  async askHint(): Promise<void> {
    if (this.hint) {
      this.hint = null;
      return;
    }
    if (this.hinting) return;
    this.hinting = true;
    const seq = this.connection.state!.seq;
    const answer = await this.connection.ask({ type: 'hint', seq, seat: this.seat! });
    this.hinting = false;
    if (answer.type === 'hinted' && this.connection.state!.seq === seq) this.hint = answer.suggestions;
    else if (answer.type === 'rejected' && answer.reason !== 'stale') this.refused(answer.reason);
  }

  refused(reason: Reason): void {
    sound.refused();
    toast(reasonWords(reason));
  }

  async #change(command: { type: 'play'; move: string } | { type: 'undo' }): Promise<boolean> {
    if (this.seat === null || this.past) return false;
    if (this.underWay) {
      toast(w().underWay);
      return false;
    }
    this.underWay = true;
    try {
      const answer = await this.connection.ask({ ...command, seq: this.connection.state!.seq, seat: this.seat });
      if (answer.type === 'rejected') this.refused(answer.reason);
      return answer.type === 'done';
    } finally {
      this.underWay = false;
    }
  }

  /** What the board may do. */
  actions: TableActions = {
    play: (move) => this.#change({ type: 'play', move }),
    undo: () => this.#change({ type: 'undo' }),
    preview: async (moves) => {
      if (this.seat === null || this.past) return null;
      const answer = await this.connection.ask({ type: 'preview', seq: this.connection.state!.seq, seat: this.seat, moves });
      return answer.type === 'previewed' ? { view: answer.view as AnyView, legal: answer.legal } : null;
    },
    ask: (text) => (this.asked = text),
    suppose: (view) => (this.supposed = view),
    toast: (text) => toast(text),
    confirm: (question) => ask(question),
  };
}
