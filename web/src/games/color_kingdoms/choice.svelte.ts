// What can be pointed at on the map, the strip and the sheet, and what that means. A first tap chooses, a second one plays.

import { Choosing } from '../../shell/choosing.svelte';
import type { TableActions } from '../../shell/contract';
import { chartOf } from './pieces/map';
import { achievementOf, dieSymbol, dryBrush, only, painting, sameBrush, type Brush } from './pieces/moves';
import { brushesOf, diceOf, litBy, modeOf, spellOffers, takeOffers, type Lit, type Offers } from './pieces/turn';
import {
  SPELLS,
  type Colour,
  type DieName,
  type Fact,
  type Move,
  type Painted,
  type Player,
  type Spell,
  type View,
} from './seen';
import { w } from './words';

const EQUAL_NEIGHBOURS = 'CK-14'; // the rule that a neighbour's colour is in the way
const DOUBLE_TAP = 450; // milliseconds
const BLAME = 1600; // milliseconds

/** What the board knows now. */
interface Now {
  view: View;
  /** Mine; null for a spectator. */
  seat: number | null;
  /** None while another's sheet is looked at. */
  moves: Move[];
  table: TableActions<View, Move>;
}

export class Choice extends Choosing<View, Move> {
  /** The spell for which a kingdom or a colour is named. */
  casting: Spell | null = $state(null);
  /** The areas that a refusal points at, for a moment. */
  blamed: string[] = $state.raw([]);
  /** The drop that was taken up on purpose. */
  #wanted: Brush | null = $state.raw(null);
  #now: () => Now;
  #played = 0; // when the last move was made

  constructor(now: () => Now) {
    super(now);
    this.#now = now;
  }

  get #mine(): Player | null {
    const { view, seat } = this.#now();
    return seat === null ? null : view.players[seat];
  }

  // --- What is possible ----------------------------------------------------------------------------------------------

  readonly mode = $derived.by(() => modeOf(this.#now().moves));

  /** The drops with which something can be painted. */
  readonly brushes = $derived.by(() => (this.#mine ? brushesOf(this.#now().moves, this.#mine) : []));

  /** The drop that is painted with. A turn begins with the die; a tower's drop is taken up on purpose. */
  readonly brush = $derived.by(
    (): Brush | null =>
      this.#usable(this.#wanted) ??
      this.brushes.find(({ source }) => source === 'die') ??
      this.brushes.find(({ source }) => source === 'mixed') ??
      null,
  );

  readonly castable = $derived.by(() => SPELLS.filter((spell) => this.#now().moves.some(({ move }) => move === spell)));

  /** For every die that can be taken the move that a tap chooses. */
  readonly dice = $derived.by(() => diceOf(this.#now().moves));

  /** Numbers that can be crossed out: moves by «row points». */
  readonly crossing = $derived.by((): Record<string, string> => {
    const offered = only(this.#now().moves, 'cross');
    return Object.fromEntries(offered.map((move) => [`${achievementOf(move)} ${move.points}`, move.text]));
  });

  /** Areas in lamplight: those that can be painted, or where the die that is looked at could paint. */
  readonly lit = $derived.by((): Map<string, Lit> => {
    if (this.casting || !this.#mine) return new Map();
    if (this.mode === 'paint') return litBy(this.#now().moves, this.brush, this.#mine);
    return new Map(this.reachable.map((name) => [name, {}]));
  });

  /** What is to be named on the strip. */
  readonly offers = $derived.by((): Offers | null => {
    const { moves, view } = this.#now();
    const { move, casting } = this;
    if (this.mode === 'choose') return { symbol: 'tower', groups: [this.#towerOffers()], cancel: false };
    if (casting) {
      const symbol = `spell-${SPELLS.indexOf(casting) + 1}`;
      return { symbol, groups: [spellOffers(moves, casting, this.chosen[0])], cancel: true };
    }
    if (move?.move !== 'take') return null;
    const groups = takeOffers(moves, move);
    const drops = view.dice.find(({ die }) => die === move.die)?.drops ?? 0;
    return groups.length ? { symbol: dieSymbol(move.die, drops), groups, cancel: true } : null;
  });

  #towerOffers() {
    return only(this.#now().moves, 'choose').map(({ text, colour }) => ({
      move: text,
      colour,
      label: w().drop[colour],
      on: text === this.chosen[0],
    }));
  }

  /** The kingdoms that can be named now, or the one from which a die would be taken. */
  readonly kingdoms = $derived.by((): { name: Colour; move?: string }[] => {
    const offers = this.offers?.groups.flat() ?? [];
    const named = offers.flatMap(({ kingdom, move }) => (kingdom ? [{ name: kingdom, move }] : []));
    return !named.length && this.move?.move === 'take' ? [{ name: this.move.kingdom }] : named;
  });

  // --- What is chosen ------------------------------------------------------------------------------------------------

  readonly move = $derived.by((): Move | null => {
    return this.#now().moves.find(({ text }) => text === this.chosen[0]) ?? null;
  });

  /** What the area that is chosen would bring; null while that is not known. */
  get painted(): Painted | null {
    return (this.fact as Fact | null)?.painted ?? null;
  }

  /** Its points. */
  get gain(): number {
    return (this.fact as Fact | null)?.gain ?? 0;
  }

  /** Where the die that is looked at could paint. */
  get reachable(): string[] {
    if (this.move?.move !== 'take') return [];
    const next = only(this.foreseen?.moves ?? [], 'paint');
    return next.filter(({ drop }) => drop === 'die').map(({ area }) => area);
  }

  /** The kingdom that is named. */
  get kingdom(): Colour | null {
    return this.move && 'kingdom' in this.move ? this.move.kingdom : null;
  }

  override get begun(): boolean {
    return super.begun || this.casting !== null;
  }

  override fresh(): void {
    super.fresh();
    if (!this.#mine?.die) this.#wanted = null;
  }

  override clear(): void {
    this.casting = null;
    super.clear();
  }

  override async commit(moves?: string[]): Promise<boolean> {
    if (!this.busy) this.#played = Date.now();
    return super.commit(moves);
  }

  #select(text: string): void {
    const { moves } = this.#now();
    const isTake = moves.some((move) => move.text === text && move.move === 'take');
    void this.choose([text], { suppose: !isTake });
  }

  // --- What is pointed at --------------------------------------------------------------------------------------------

  pick(text: string): void {
    if (this.chosen[0] === text) void this.commit();
    else this.#select(text);
  }

  /** `sure`: a second press is meant as such, also while colour or kingdom could still be named. */
  pickDie(die: DieName, sure: boolean): void {
    const isHeld = this.move?.move === 'take' && this.move.die === die;
    const first = this.dice[die];
    if (isHeld && (sure || !this.offers)) void this.commit();
    else if (!isHeld && first) this.#select(first);
  }

  pickSpell(spell: Spell): void {
    const { moves, table } = this.#now();
    if (!this.castable.includes(spell)) return table.toast(w().spellHelp[spell]);
    this.clear();
    this.casting = spell;
    const offers = spellOffers(moves, spell);
    if (offers.length === 1) this.#select(offers[0].move);
  }

  pickBrush(brush: Brush): void {
    this.clear();
    if (this.#usable(brush)) this.#wanted = brush;
    else if (this.mode === 'paint') this.#now().table.toast(w().noneFits);
  }

  #usable(brush: Brush | null): Brush | null {
    return (brush && this.brushes.find((other) => sameBrush(brush, other))) || null;
  }

  pickArea(name: string): void {
    const { view, seat } = this.#now();
    if (seat === null || this.busy) return;
    const { kingdom } = chartOf(view.options.map).byName[name];
    const move = this.kingdoms.find((offered) => offered.name === kingdom)?.move ?? this.lit.get(name)?.move;
    if (move) return this.pick(move);
    if (this.chosen.length) this.clear();
    void this.#explain(name);
  }

  /** Why an area cannot be painted, as the table says; what is in the way of its colour is pointed at. */
  async #explain(name: string): Promise<void> {
    const { view, table } = this.#now();
    const mine = this.#mine!;
    const brush = this.brush ?? dryBrush(mine);
    const why = await table.explain(painting(name, brush));
    if (this.#now().view !== view) return;
    table.toast(why ?? (view.phase === 'over' ? w().gameOver : mine.finished ? w().turnOver : w().notNow));
    const { neighbours } = chartOf(view.options.map).byName[name];
    const equal = neighbours.filter((other) => mine.areas[other] === brush?.colour);
    this.blamed = [name, ...(why?.includes(EQUAL_NEIGHBOURS) ? equal : [])];
    setTimeout(() => (this.blamed = []), BLAME);
  }

  /** End the turn. */
  async finish(): Promise<void> {
    // A second tap on the button that has just painted does not end it.
    if (Date.now() - this.#played < DOUBLE_TAP) return;
    const regrets = this.#mine?.turn?.blot && this.brushes.some(({ source }) => source !== 'tower');
    if (regrets && !(await this.#now().table.confirm({ ...w().confirmDone, symbol: 'blot' }))) return;
    await this.commit(['done']);
  }
}
