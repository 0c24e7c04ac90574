// What can be pointed at and what it means: a tile that is held turned, a lantern or the platform to go to, a crystal to
// take or to discard. Where the light falls with a tile held turned is what the table foresees.

import { Choosing } from '../../shell/choosing.svelte';
import type { TableActions } from '../../shell/contract';
import { goalOf, goTo, RETURN, turnsByCell } from './pieces/moves';
import { drawWay } from './pieces/places';
import { CELLS, distances, PLATFORM, stagesOf, wayTo, type Stage } from './pieces/tunnels';
import type { Crystal, Move, Player, Tile, Turn, View } from './seen';

interface Now {
  view: View;
  /** Whose task and light are shown: my seat, or for a spectator the one that acts. */
  me: number;
  moves: Move[];
  table: TableActions<View, Move>;
}

/** Where the pawn may stop, with the move that leads there if it may be made at once. */
interface Goal {
  name: string; // c3, c3 ne
  move: string | null;
}

const BEFORE_THE_MOVE: View['phase'][] = ['turn', 'pay', 'second', 'go'];

export class Choice extends Choosing<View, Move> {
  /** The spot to go to, or `return`. It may be picked while a tile is held turned, and stays so when that is turned. */
  goal: string | null = $state(null);

  #now: () => Now;

  constructor(now: () => Now) {
    super(now);
    this.#now = now;
  }

  // --- What may be done ----------------------------------------------------------------------------------------------

  /** Something is asked of me. */
  acting = $derived.by(() => this.#now().moves.length > 0);
  phase: View['phase'] = $derived.by(() => this.#now().view.phase);
  player: Player | undefined = $derived.by(() => this.#now().view.players[this.#now().me]);
  /** Whether there is a mine to be drawn: tiles are laid and somebody has a card. */
  laid = $derived.by(() => this.#now().view.tiles.length === CELLS && this.player !== undefined);
  /** Whether the tiles may stay as they are. */
  keeps = $derived.by(() => this.#offers('keep'));
  turns: Map<string, Turn[]> = $derived.by(() => turnsByCell(this.#now().moves));
  payable: Crystal[] = $derived.by(() =>
    this.#now().moves.flatMap((move) => (move.move === 'discard' ? [move.crystal] : [])),
  );
  takeable: Crystal[] = $derived.by(() =>
    this.#now().moves.flatMap((move) => (move.move === 'take' ? [move.crystal] : [])),
  );
  /** With all six places filled in the advanced mode the way leads home. */
  full = $derived.by(() => {
    const isOrdered = this.#now().view.options.mode === 'advanced';
    return isOrdered && !!this.player?.card && !this.player.places.includes(null);
  });

  // --- What is chosen ------------------------------------------------------------------------------------------------

  /** The chosen move; of several the first. */
  move: Move | null = $derived.by(() => this.#now().moves.find(({ text }) => text === this.chosen[0]) ?? null);
  /** The tile that is held turned. */
  held: Turn | null = $derived(this.move?.move === 'turn' ? this.move : null);
  gem: Crystal | null = $derived(
    this.move?.move === 'take' || this.move?.move === 'discard' ? this.move.crystal : null,
  );
  /** What the gold button plays. */
  gold: string[] = $derived(this.whole ? this.chosen : this.keeps && !this.goal ? ['keep'] : []);

  // --- Light and ways, with the tile that is held turned -------------------------------------------------------------

  /** The tiles as they are drawn. One that is held turned is seen so at once; where its paths lead the table tells. */
  tiles: Tile[] = $derived.by(() => {
    const { held } = this;
    const { tiles } = this.#now().view;
    if (!held) return tiles;
    return tiles.map((tile, i) => {
      if (tile.cell !== held.cell) return tile;
      const { paths } = this.foreseen?.view.tiles[i] ?? tile;
      return { ...tile, paths, rotation: (tile.rotation + held.degrees) % 360 };
    });
  });
  /** The view that says where the light falls; null where nothing shines, and until the table has told. */
  #told: View | null = $derived.by(() => {
    const { view } = this.#now();
    // A lesson that asks for one tile to be turned offers nothing else: then nothing else shines either.
    const isOnlyTurn = this.phase === 'turn' && !this.held && !this.keeps && view.goals.length > 0;
    if (!this.acting || !this.laid || !BEFORE_THE_MOVE.includes(this.phase) || isOnlyTurn) return null;
    return this.held ? (this.foreseen?.view ?? null) : view;
  });
  lightKnown = $derived(this.#told !== null);
  /** The same where I have light: who could not move any more has none. */
  #light: View | null = $derived.by(() => (this.#told?.acting === this.#now().me ? this.#told : null));
  /** How many tiles away each lit spot is, by its key. */
  lit: Map<number, number> = $derived(this.#light ? distances(this.#light, this.tiles) : new Map());
  goals: Goal[] = $derived.by(() => {
    if (!this.#light) return [];
    if (this.phase !== 'go') return this.#light.goals.map((name) => ({ name, move: null }));
    return this.#now().moves.flatMap((move) => (move.move === 'go' ? [{ name: goalOf(move), move: move.text }] : []));
  });
  /** Whether the way up to the platform is shut, open after another move, or a move now. */
  home: 'shut' | 'open' | 'move' = $derived.by(() => {
    if (!this.#light) return 'shut';
    return this.#offers(RETURN) ? 'move' : this.#light.can_return ? 'open' : 'shut';
  });
  /** Where the pawn stands, with the tile that is held turned. */
  #pawn: string = $derived.by(() => {
    const { view, me } = this.#now();
    const after = this.held && this.foreseen ? this.foreseen.view : view;
    return after.players[me]?.pawn ?? PLATFORM;
  });
  fromPlatform = $derived(this.#pawn === PLATFORM);
  stages: Stage[] | null = $derived.by(() => {
    const way = this.goal && this.#light && wayTo(this.#light, this.#pawn, this.goal);
    return way ? stagesOf(this.tiles, way) : null;
  });
  /** The way to the goal, as a path of the drawing. */
  way: string | null = $derived(
    this.stages && drawWay(this.tiles, this.stages, this.fromPlatform, this.goal === RETURN),
  );

  #offers(text: string): boolean {
    return this.#now().moves.some((move) => move.text === text);
  }

  // --- Choosing ------------------------------------------------------------------------------------------------------

  /** Something is picked that can be let go of again. */
  override get begun(): boolean {
    return (super.begun && !this.forced) || this.goal !== null;
  }

  /** A new position. A goal that was picked while a tile was held turned is kept; a lone crystal is taken up. */
  override fresh(): void {
    const wish = this.phase === 'go' || this.phase === 'pay' ? this.goal : null;
    super.fresh({ forced: this.phase === 'take' });
    if (wish && !this.busy && this.#isInReach(wish)) this.pickGoal(wish);
  }

  #isInReach(goal: string): boolean {
    return goal === RETURN ? this.home !== 'shut' : this.goals.some(({ name }) => name === goal);
  }

  override clear(): void {
    this.goal = null;
    super.clear();
  }

  /** How a tile would be turned next; null: it would lie as before. */
  nextTurn(cell: string): Turn | null {
    const offered = this.turns.get(cell) ?? [];
    const turned = offered.findIndex(({ text }) => text === this.held?.text);
    return offered[turned + 1] ?? null;
  }

  /** Turn a tile further; after the last legal quarter it lies as before. */
  turnTile(cell: string): void {
    if (this.busy) return;
    const next = this.nextTurn(cell);
    this.goal = null;
    if (next) void this.choose([next.text], { suppose: false });
    else this.clear();
  }

  pickGoal(name: string): void {
    if (this.busy || name === this.goal) return;
    if (!this.held) {
      const walk = this.#walk(name);
      this.clear();
      void this.choose(walk, { whole: walk.length > 0, foresee: false });
    }
    this.goal = name;
  }

  /** The same, but what is picked already is let go. */
  tapGoal(name: string): void {
    if (this.goal !== name) this.pickGoal(name);
    else if (this.held) this.goal = null;
    else if (!this.busy) this.clear();
  }

  /** The moves that lead to a goal; none while another tile has to be turned first. */
  #walk(goal: string): string[] {
    if (this.phase === 'go') return [goTo(goal)];
    return this.keeps ? ['keep', goTo(goal)] : [];
  }

  pickGem(name: Crystal): void {
    const move = this.#now().moves.find((other) => 'crystal' in other && other.crystal === name);
    if (!move || this.busy) return;
    this.goal = null;
    void this.choose([move.text]);
  }

  /** Press the gold button. */
  act(): void {
    void this.commit(this.gold);
  }
}
