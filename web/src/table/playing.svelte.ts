// One page at a table where a game is played or was: through whose eyes it looks, where it reads back, what is supposed.

import { api, explain } from '../shell/api';
import { timeUntil } from '../shell/compiling.svelte';
import type { Answer, Connection } from '../shell/connection.svelte';
import type { AnyView, GameModule, TableActions } from '../shell/contract';
import type { Happened, Level, Position, Reason, Rejected, Seat, Suggestion, TypedMove } from '../shell/protocol';
import { ask } from '../shell/questions.svelte';
import { called } from '../shell/levels';
import { reasonWords, ruleWords } from '../shell/reasons';
import { sound } from '../shell/sound';
import { toast } from '../shell/toasts.svelte';
import { words } from '../shell/words';

const w = words({
  ru: {
    underWay: 'Ход уже в пути. Подождите ответа стола.',
    expert: (left: string) => `Знаток готовится, ${left}. Подсказка появится сама.`,
  },
  en: {
    underWay: 'Your move is on its way. Wait for the table.',
    expert: (left: string) => `The expert is being prepared, ${left}. The hint comes by itself.`,
  },
});

const NOTHING: TypedMove[] = [];
const GONE: Reason[] = ['stale', 'not_in_front']; // what was asked for has passed
const RECALLED = 8; // lines of what happened since my last move

export class Playing {
  /** The seat whose person has looked last, where several at one device have no secrets from each other. */
  #last: number | null = $state(null);
  past: { at: number; view: AnyView } | null = $state.raw(null);
  supposed: AnyView | null = $state.raw(null);
  asked: string | null = $state(null);
  highlight: Happened | null = $state.raw(null);
  hint: Suggestion[] | null = $state.raw(null);
  hinting = $state(false);
  underWay = $state(false);
  /** Whether the talk is in sight, and what others have said meanwhile. */
  talking = $state(false);
  #wantedPast = 0;

  constructor(
    readonly connection: Connection,
    readonly module: GameModule,
  ) {}

  table = $derived.by(() => this.connection.state!.table);
  seats: Seat[] = $derived.by(() =>
    this.table.seats.map((seat) => (seat.name === called(seat) ? seat : { ...seat, name: called(seat) })),
  );
  over = $derived.by(() => this.table.status === 'over');
  positions: Position[] = $derived.by(() => this.connection.state!.positions);
  /** My seats that a person plays here. */
  mySeats: Seat[] = $derived.by(() => this.seats.filter((seat) => seat.mine));
  #acting: number[] = $derived.by(() => {
    const acting = (this.positions[0].view as AnyView).to_act;
    return this.mySeats.map(({ seat }) => seat).filter((seat) => acting.includes(seat) && this.#played(seat));
  });
  #looking: number | null = $derived.by(() => {
    if (this.#last !== null && this.#acting.includes(this.#last)) return this.#last;
    return this.#acting[0] ?? this.#last ?? this.positions[0].seat;
  });
  /** The seat behind the curtain: what it may see is sent when it is opened. */
  curtain: number | null = $derived.by(() => {
    const state = this.connection.state!;
    return state.curtain && state.looks == null ? (this.#acting[0] ?? null) : null;
  });
  position: Position = $derived.by(
    () => this.positions.find((position) => position.seat === this.#looking) ?? this.positions[0],
  );
  live: AnyView = $derived.by(() => this.position.view as AnyView);
  view: AnyView = $derived.by(() => this.past?.view ?? this.live);
  seat: number | null = $derived.by(() => this.position.seat);
  moves: TypedMove[] = $derived.by(() =>
    this.past || this.over || !this.#played(this.seat) ? NOTHING : this.position.legal,
  );
  mine = $derived.by(() => !this.over && this.#acting.length > 0);
  undoable = $derived.by(() => this.position.undo && !this.past);
  /** My seats that a bot plays for until I return. */
  lent: Seat[] = $derived.by(() => (this.over ? [] : this.mySeats.filter((seat) => seat.may_return)));
  /** People who are waited for and not here, or here and do nothing for long. */
  missing: Seat[] = $derived.by(() =>
    this.over
      ? []
      : this.live.to_act
          .map((seat) => this.seats[seat])
          .filter((seat) => seat.kind !== 'bot' && !seat.mine && !seat.stands_in)
          .filter((seat) => !seat.here || seat.idle_since !== null),
  );
  /** What the others have done since my last move, in words, when it is my turn again. */
  since: { index: number; seat: number; text: string; gain?: number }[] = $derived.by(() => {
    const { log } = this.connection;
    const lines = [];
    if (!this.mine || this.past) return [];
    for (let index = log.length - 1; index >= 0 && lines.length < RECALLED; index--) {
      const { seat } = log[index];
      if (seat === this.seat) break;
      const words = seat == null ? null : this.module.tell(log, index, this.live);
      if (words) lines.unshift({ index, seat: seat!, text: words.text, gain: words.gain });
    }
    return lines;
  });
  /** What has happened up to what is shown. */
  log: Happened[] = $derived.by(() => (this.past ? this.connection.log.slice(0, this.past.at) : this.connection.log));

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

  /** Whoever acts here looks from now on. */
  follow(): void {
    if (this.#looking !== this.#last) this.#last = this.#looking;
  }

  /** Open the curtain. */
  async open(): Promise<void> {
    if (this.curtain === null) return;
    this.#told(await this.connection.look(this.curtain));
  }

  /** Let a bot play for a seat of mine; without a level I play again. */
  async standIn(seat: Seat, level: Level | null): Promise<void> {
    this.#told(await this.connection.ask({ type: 'stand_in', seat: seat.seat, level }));
  }

  /** Play again on all my seats that a bot plays for. */
  async comeBack(): Promise<void> {
    for (const seat of this.lent) await this.standIn(seat, null);
  }

  /** Vote for a bot to play on for somebody who is away. */
  async replace(seat: Seat): Promise<void> {
    this.#told(await this.connection.ask({ type: 'replace', seat: seat.seat }));
  }

  /** Say that I am here and still thinking. */
  async sayHere(): Promise<void> {
    this.#told(await this.connection.ask({ type: 'here' }));
  }

  async resign(seat: Seat): Promise<void> {
    this.#told(await this.connection.ask({ type: 'resign', seat: seat.seat }));
  }

  #told(answer: Answer): void {
    if (answer.type === 'rejected') this.refused(answer);
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
    const left = timeUntil(this.table.game, 'search');
    if (left) toast(w().expert(left), 'good');
    let answer = await this.#hintNow();
    // While the expert was being compiled the game may have gone on: the hint is for how it stands now.
    if (left && !answer && this.mine) answer = await this.#hintNow();
    this.hinting = false;
    if (answer?.type === 'hinted') this.hint = answer.suggestions;
    else if (answer?.type === 'rejected') this.refused(answer);
  }

  /** What the table says to a wish for a hint; null if that is about an earlier position. */
  async #hintNow(): Promise<Answer | null> {
    const seq = this.connection.state!.seq;
    const answer = await this.connection.ask({ type: 'hint', seq, seat: this.seat! });
    const past = answer.type === 'rejected' ? GONE.includes(answer.reason) : this.connection.state!.seq !== seq;
    return past ? null : answer;
  }

  refused(answer: Rejected): void {
    sound.refused();
    toast(ruleWords(answer) ?? reasonWords(answer.reason));
  }

  async #preview(moves: string[]): Promise<Answer | null> {
    if (this.seat === null || this.past) return null;
    return this.connection.ask({ type: 'preview', seq: this.connection.state!.seq, seat: this.seat, moves });
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
      if (answer.type === 'rejected') this.refused(answer);
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
      const answer = await this.#preview(moves);
      if (answer?.type !== 'previewed') return null;
      return { view: answer.view as AnyView, moves: answer.legal, facts: answer.facts };
    },
    explain: async (move) => {
      const answer = await this.#preview([move]);
      return answer?.type === 'rejected' ? ruleWords(answer) : null;
    },
    ask: (text) => (this.asked = text),
    suppose: (view) => (this.supposed = view),
    toast: (text) => toast(text),
    confirm: (question) => ask(question),
  };
}
