// What the one who acts has chosen so far: a tile held turned, a lantern to go to, a crystal to take or to discard. Nothing
// of it is played before the gold button.

import { untrack } from 'svelte';
import type { BoardProps } from '../../shell/contract';
import { goalOf, turnsByCell } from './moves';
import { drawWay } from './places';
import type { Crystal, Move, View } from './seen';
import { distances, PLATFORM, stagesOf, turnedTile, wayTo } from './tunnels';
import { w } from './words';

interface Goal {
  name: string; // c3, c3 ne
  move: string | null; // when it may be played at once
}
type Home = 'no' | 'open' | 'legal';
export type Choice = ReturnType<typeof makeChoice>;

const BEFORE_THE_MOVE = ['turn', 'pay', 'second', 'go'];

export function makeChoice(props: () => BoardProps<View, Move>, me: () => number) {
  let turning = $state<{ cell: string; degrees: number } | null>(null);
  let goal = $state<string | null>(null); // a spot, or `return`
  let gem = $state<Crystal | null>(null);
  let busy = $state(false);
  let judged = $state.raw<View | null>(null);
  let foreseen = $state.raw<View | null>(null); // with the tile that is held turned
  let queue: string[] = []; // moves that follow the one being made
  let asked = 0;

  const view = $derived(props().view);
  const legal = $derived(props().legal);
  const moves = $derived(props().moves);
  const phase = $derived(view.phase);
  const player = $derived(view.players[me()]);
  const ready = $derived(view.tiles.length === 36 && player !== undefined);

  // --- What may be done -----------------------------------------------------------------------------------------------
  const turns = $derived(turnsByCell(moves));
  const payable = $derived(moves.flatMap((move) => (move.move === 'discard' ? [move.crystal] : [])));
  const takeable = $derived(moves.flatMap((move) => (move.move === 'take' ? [move.crystal] : [])));

  // --- Light and ways, with the tile that is held turned --------------------------------------------------------------
  const tiles = $derived.by(() => {
    const held = turning;
    return held
      ? view.tiles.map((tile) => (tile.cell === held.cell ? turnedTile(tile, held.degrees) : tile))
      : view.tiles;
  });
  // A lesson that asks for one tile to be turned offers nothing else: then nothing else shines either.
  const onlyTurn = $derived(phase === 'turn' && !turning && !legal.includes('keep') && view.goals.length > 0);
  const shining = $derived(legal.length > 0 && ready && BEFORE_THE_MOVE.includes(phase) && !onlyTurn);
  /** What the table says of tunnel and goals: as it is, or with the tile held turned; null until it has said so. */
  const light = $derived(!shining ? null : turning ? foreseen : view);
  const mine = $derived(light?.acting === me() ? light : null); // who could not move any more has no light
  const pawn = $derived((turning && foreseen ? foreseen : view).players[me()]?.pawn ?? PLATFORM);
  const lit = $derived(mine ? distances(mine, tiles) : new Map<number, number>());
  const goals: Goal[] = $derived.by(() => {
    if (!mine) return [];
    if (phase !== 'go') return mine.goals.map((name) => ({ name, move: null }));
    return moves.flatMap((move) => (move.move === 'go' ? [{ name: goalOf(move), move: move.text }] : []));
  });
  const full = $derived(view.options.mode === 'advanced' && !!player?.card && !player.places.includes(null));
  const home: Home = $derived(!mine ? 'no' : legal.includes('return') ? 'legal' : mine.can_return ? 'open' : 'no');
  const stages = $derived.by(() => {
    const found = goal && mine && wayTo(mine, pawn, goal);
    return found ? stagesOf(tiles, found) : null;
  });
  const way = $derived(stages && drawWay(tiles, stages, pawn === PLATFORM, goal === 'return'));

  // --- Choosing -------------------------------------------------------------------------------------------------------
  // A new message may show the same position: what is chosen holds until the position itself changes.
  const position = $derived(
    [phase, view.acting, legal.join(), view.players.map((p) => p.pawn), view.tiles.map((t) => t.rotation)].join('|'),
  );
  $effect(() => {
    void position;
    untrack(() => {
      const wish = phase === 'go' || phase === 'pay' ? goal : null; // chosen while a tile was held turned
      clear();
      const next = queue.shift();
      if (next && legal.includes(next)) return void play(next);
      queue = [];
      if (wish && (wish === 'return' ? home !== 'no' : goals.some(({ name }) => name === wish))) goal = wish;
      if (takeable.length === 1) pickGem(takeable[0]);
    });
  });

  function clear() {
    turning = null;
    foreseen = null;
    goal = null;
    gem = null;
    void judge(null);
  }
  function nextDegrees(cell: string): number | null {
    const offered = turns.get(cell);
    if (!offered) return null;
    if (turning?.cell !== cell) return offered[0];
    return offered[offered.indexOf(turning.degrees) + 1] ?? null;
  }
  function nextTurn(cell: string): string | null {
    const degrees = nextDegrees(cell);
    return degrees ? `turn ${cell} ${degrees}` : null;
  }
  /** Turn a tile further; after the last legal quarter it lies as before. */
  function turnTile(cell: string) {
    const degrees = nextDegrees(cell);
    goal = null;
    foreseen = null;
    turning = degrees ? { cell, degrees } : null;
    void foresee(degrees ? `turn ${cell} ${degrees}` : null);
  }
  function pickGoal(name: string, toggle = true) {
    if (gem) {
      gem = null;
      void judge(null);
    }
    goal = toggle && goal === name ? null : name;
  }
  function pickGem(name: Crystal) {
    gem = name;
    goal = null;
    void judge(`${phase === 'take' ? 'take' : 'discard'} ${name}`);
  }

  /** Ask the table what a move would bring; an answer that comes too late is dropped. */
  async function ask(move: string | null): Promise<View | null> {
    const question = ++asked;
    const answer = move && (await props().table.preview([move]));
    return answer && question === asked ? answer.view : null;
  }
  async function foresee(move: string | null) {
    const answer = await ask(move);
    if (answer) foreseen = answer;
  }
  async function judge(move: string | null) {
    if (judged) {
      judged = null;
      props().table.suppose(null);
    }
    const answer = await ask(move);
    if (!answer) return;
    judged = answer;
    props().table.suppose(answer);
  }

  // --- Committing -----------------------------------------------------------------------------------------------------
  const commit = $derived.by((): { text: string; moves: string[] } | null => {
    const keep = legal.includes('keep');
    if (!legal.length) return null;
    if (turning) return { text: w().turn, moves: [`turn ${turning.cell} ${turning.degrees}`] };
    if (gem && phase === 'take') return { text: w().take, moves: [`take ${gem}`] };
    if (gem && phase === 'pay') return { text: w().pay, moves: [`discard ${gem}`] };
    if (goal && (phase === 'go' || keep)) {
      const move = goal === 'return' ? goal : `go ${goal}`;
      return { text: goal === 'return' ? w().goHome : w().go, moves: phase === 'go' ? [move] : ['keep', move] };
    }
    return keep ? { text: phase === 'pay' ? w().goOn : w().keep, moves: ['keep'] } : null;
  });
  async function play(move: string) {
    busy = true;
    try {
      if (!(await props().table.play(move))) queue = [];
    } finally {
      busy = false;
    }
  }
  function act() {
    if (!commit || busy) return;
    const [move, ...rest] = commit.moves;
    queue = rest;
    void play(move);
  }

  return {
    turns: () => turns,
    payable: () => payable,
    takeable: () => takeable,
    tiles: () => tiles,
    fromPlatform: () => pawn === PLATFORM,
    /** Whether the table has said where the light falls. */
    lightKnown: () => light !== null,
    lit: () => lit,
    goals: () => goals,
    full: () => full,
    home: () => home,
    stages: () => stages,
    way: () => way,
    ready: () => ready,
    turning: () => turning,
    goal: () => goal,
    gem: () => gem,
    busy: () => busy,
    judged: () => judged,
    commit: () => commit,
    /** Whether there is something that can be let go of again. */
    chosen: () => turning !== null || goal !== null || (gem !== null && phase !== 'take'),
    clear,
    nextTurn,
    turnTile,
    pickGoal,
    pickGem,
    act,
  };
}
