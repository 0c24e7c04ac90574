// What the one who acts has chosen so far: a tile held turned, a lantern to go to, a crystal to take or to discard. Nothing
// of it is played before the gold button.

import { untrack } from 'svelte';
import type { BoardProps } from '../../shell/contract';
import { read, turnsByCell } from './moves';
import { drawWay } from './places';
import { CENTRE, goalsOf, indexOf, spotOf, tunnelOf, turnedTile, wayTo } from './tunnels';
import type { Crystal, KingemsView } from './types';
import { w } from './words';

interface Goal {
  name: string; // c3, c3 ne
  move: string | null; // when it may be played at once
}
type Home = 'no' | 'open' | 'legal';
export type Choice = ReturnType<typeof makeChoice>;

const BEFORE_THE_MOVE = ['turn', 'pay', 'second', 'go'];

export function makeChoice(props: () => BoardProps<KingemsView>, me: () => number) {
  let turning = $state<{ cell: string; degrees: number } | null>(null);
  let goal = $state<string | null>(null); // a spot, or `return`
  let gem = $state<Crystal | null>(null);
  let busy = $state(false);
  let judged = $state.raw<KingemsView | null>(null);
  let queue: string[] = []; // moves that follow the one being made
  let asked = 0;

  const view = $derived(props().view);
  const legal = $derived(props().legal);
  const phase = $derived(view.phase);
  const player = $derived(view.players[me()]);
  const ready = $derived(view.tiles.length === 36 && player !== undefined);

  // --- What may be done -----------------------------------------------------------------------------------------------
  const turns = $derived(turnsByCell(legal));
  const payable = $derived(crystalsOf('discard'));
  const takeable = $derived(crystalsOf('take'));
  function crystalsOf(kind: 'take' | 'discard'): Crystal[] {
    return legal.map(read).flatMap((move) => (move?.kind === kind ? [move.crystal] : []));
  }

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
  const pawn = $derived(ready ? spotOf(view.tiles, player.pawn) : null);
  const lit = $derived(shining ? tunnelOf(tiles, pawn) : new Map<number, number>());
  const goals: Goal[] = $derived.by(() => {
    if (!shining) return [];
    if (turning) return goalsOf(tiles, pawn).map((name) => ({ name, move: null }));
    if (phase !== 'go') return view.goals.map((name) => ({ name, move: null }));
    return legal
      .map(read)
      .flatMap((move) => (move?.kind === 'go' ? [{ name: move.spot, move: `go ${move.spot}` }] : []));
  });
  const full = $derived(view.options.mode === 'advanced' && !!player?.task.length && !player.places.includes(null));
  const home = $derived.by((): Home => {
    if (!shining) return 'no';
    if (legal.includes('return')) return 'legal';
    const inLight = () => CENTRE.some((cell) => [0, 1].some((path) => lit.has(indexOf(cell) * 2 + path)));
    return (turning ? full && inLight() : view.can_return) ? 'open' : 'no';
  });
  const stages = $derived(goal && ready ? wayTo(tiles, pawn, goal === 'return' ? null : spotOf(tiles, goal)) : null);
  const way = $derived(stages && drawWay(tiles, stages, pawn === null, goal === 'return'));

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
    turning = degrees ? { cell, degrees } : null;
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
  async function judge(move: string | null) {
    const question = ++asked;
    if (judged) {
      judged = null;
      props().table.suppose(null);
    }
    if (!move) return;
    const answer = await props().table.preview([move]);
    if (question !== asked || !answer) return;
    judged = answer.view;
    props().table.suppose(answer.view);
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
    pawn: () => pawn,
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
