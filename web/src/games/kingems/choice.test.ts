// What is picked in the mine. The table of these tests foresees what it is told to.

import { SvelteMap } from 'svelte/reactivity';
import { describe, expect, it, vi } from 'vitest';
import type { TableActions } from '../../shell/contract';
import { Choice } from './choice.svelte';
import { cellName } from './pieces/tunnels';
import type { Crystal, Discard, Go, Move, Player, Take, Tile, Turn, View } from './seen';

const keep: Move = { text: 'keep', move: 'keep' };
const home: Move = { text: 'return', move: 'return' };
const turn = (cell: string, degrees: Turn['degrees']): Turn => ({
  text: `turn ${cell} ${degrees}`,
  move: 'turn',
  cell,
  degrees,
});
const go = (cell: string): Go => ({ text: `go ${cell}`, move: 'go', cell, path: null });
const take = (crystal: Crystal): Take => ({ text: `take ${crystal}`, move: 'take', crystal });
const discard = (crystal: Crystal): Discard => ({ text: `discard ${crystal}`, move: 'discard', crystal });

const tiles = Array.from({ length: 36 }, (_, index): Tile => ({
  cell: cellName(index),
  kind: 'straight',
  rotation: 0,
  paths: ['ns'],
  shown: null,
  taken: [],
}));
/** The gnome stands on a1; as the tiles lie it may go down to a2. */
const laid = {
  phase: 'turn',
  acting: 0,
  options: {},
  tiles,
  players: [{ seat: 0, pawn: 'a1', task: [], places: [], beside: [] } as Partial<Player>],
  tunnel: ['a1', 'a2'],
  ways: [null, 0],
  ring: null,
  goals: ['a2'],
  can_return: false,
  return_by: null,
} as unknown as View;
/** With b1 turned: also east to c1. */
const turned = {
  ...laid,
  phase: 'go',
  tiles: tiles.map((tile) => (tile.cell === 'b1' ? { ...tile, rotation: 90, paths: ['ew'] } : tile)),
  tunnel: ['a1', 'a2', 'b1', 'c1'],
  ways: [null, 0, 0, 2],
  goals: ['a2', 'c1'],
} as View;

function sitting(moves: Move[], view: Partial<View> = {}, after: View = turned) {
  const now = new SvelteMap([['board', { view: { ...laid, ...view }, me: 0, moves }]]); // what a board's props are
  const table = {
    play: vi.fn(async () => true),
    preview: vi.fn(async () => ({ view: after, moves: [], facts: [] })),
    suppose: vi.fn(),
  };
  const choice = new Choice(() => ({ ...now.get('board')!, table: table as unknown as TableActions<View, Move> }));
  choice.fresh();
  /** A new position. */
  const next = (position: Partial<View>, possible: Move[]) => {
    now.set('board', { view: { ...laid, ...position }, me: 0, moves: possible });
    choice.fresh();
  };
  const played = () => table.play.mock.calls.flat() as string[];
  return { choice, table, next, played };
}

const soon = () => new Promise((resolve) => setTimeout(resolve));
const named = (choice: Choice) => choice.goals.map(({ name }) => name);

describe('a tile', () => {
  const turns = [keep, turn('b1', 90), turn('b1', 180), turn('c3', 90)];

  it('is held turned further with every tap, and lies as before after the last quarter', () => {
    const { choice } = sitting(turns);
    expect(choice.nextTurn('b1')?.text).toBe('turn b1 90');
    choice.turnTile('b1');
    choice.turnTile('b1');
    expect(choice.held?.degrees).toBe(180);
    choice.turnTile('b1');
    expect(choice.held).toBeNull();
    choice.turnTile('b1');
    choice.turnTile('c3');
    expect(choice.chosen).toEqual(['turn c3 90']);
  });

  it('is seen turned at once; where its paths lead and the light falls is what the table foresees', async () => {
    const { choice, table } = sitting(turns);
    expect(named(choice)).toEqual(['a2']);
    choice.turnTile('b1');
    expect(choice.tiles[1]).toMatchObject({ rotation: 90, paths: ['ns'] });
    expect([choice.lightKnown, named(choice)]).toEqual([false, []]);
    await soon();
    expect(table.preview).toHaveBeenCalledWith(['turn b1 90']);
    expect(choice.tiles[1]).toMatchObject({ rotation: 90, paths: ['ew'] });
    expect([choice.lightKnown, named(choice)]).toEqual([true, ['a2', 'c1']]);
    expect([...choice.lit.values()]).toEqual([0, 1, 1, 2]);
    expect(table.suppose).toHaveBeenLastCalledWith(null);
  });

  it('leaves no light to a gnome that could not move', async () => {
    const { choice } = sitting(turns, {}, { ...turned, acting: 1 });
    choice.turnTile('b1');
    await soon();
    expect([choice.lightKnown, choice.lit.size, named(choice)]).toEqual([true, 0, []]);
  });

  it('that a lesson asks for is all that can be done, so nothing shines', () => {
    const { choice } = sitting([turn('b1', 90)]);
    expect([choice.lit.size, choice.goals.length, choice.gold.length]).toEqual([0, 0, 0]);
  });

  it('may be left as it is', () => {
    const { choice, played } = sitting(turns);
    expect(choice.gold).toEqual(['keep']);
    choice.act();
    expect(played()).toEqual(['keep']);
  });
});

describe('a lantern', () => {
  it('is gone to after the tiles are kept as they are', async () => {
    const { choice, next, played } = sitting([keep, turn('b1', 90)]);
    choice.tapGoal('a2');
    expect(choice.way).toBeTruthy();
    choice.act();
    await soon();
    next({ phase: 'go' }, [go('a2')]);
    expect(played()).toEqual(['keep', 'go a2']);
  });

  it('is let go by a second tap', () => {
    const { choice } = sitting([go('a2')], { phase: 'go' });
    choice.tapGoal('a2');
    expect([choice.goal, choice.chosen]).toEqual(['a2', ['go a2']]);
    choice.tapGoal('a2');
    expect([choice.begun, choice.gold]).toEqual([false, []]);
  });

  it('that was picked while a tile was held turned stays picked when that is turned', async () => {
    const { choice, next, played } = sitting([keep, turn('b1', 90)]);
    choice.turnTile('b1');
    await soon();
    choice.tapGoal('c1');
    expect(choice.chosen).toEqual(['turn b1 90']);
    choice.act();
    await soon();
    next(turned, [go('a2'), go('c1')]);
    expect(played()).toEqual(['turn b1 90']);
    expect([choice.goal, choice.gold]).toEqual(['c1', ['go c1']]);
  });

  it('is forgotten where it is out of reach, or in another turn', async () => {
    for (const [position, moves] of [
      [{ ...turned, goals: ['a2'] }, [go('a2')]],
      [{ ...turned, phase: 'turn' }, [keep]],
    ] as [View, Move[]][]) {
      const { choice, next } = sitting([keep, turn('b1', 90)]);
      choice.turnTile('b1');
      await soon();
      choice.tapGoal('c1');
      choice.act();
      await soon();
      next(position, moves);
      expect(choice.begun).toBe(false);
    }
  });

  it('can only be wished for while a second tile has to be turned', () => {
    const { choice } = sitting([turn('b1', 90)], { phase: 'second' });
    choice.tapGoal('a2');
    expect([choice.goal, choice.gold]).toEqual(['a2', []]);
    choice.turnTile('b1');
    expect(choice.goal).toBeNull();
  });
});

describe('the platform', () => {
  it('is shut, open after another move, or gone to', () => {
    expect(sitting([keep]).choice.home).toBe('shut');
    expect(sitting([keep], { can_return: true, return_by: 'a2' }).choice.home).toBe('open');
    const { choice } = sitting([go('a2'), home], { phase: 'go', can_return: true, return_by: 'a2' });
    expect(choice.home).toBe('move');
    choice.tapGoal('return');
    expect(choice.gold).toEqual(['return']);
    expect(choice.way).toMatch(/L300 300$/);
  });
});

describe('a crystal', () => {
  it('that lies alone is taken up by itself and cannot be let go', () => {
    const { choice } = sitting([take('pink')], { phase: 'take' });
    expect([choice.gem, choice.gold, choice.begun]).toEqual(['pink', ['take pink'], false]);
  });

  it('is chosen of two, and the standings are supposed with it', async () => {
    const { choice, table } = sitting([take('pink'), take('transparent')], { phase: 'take' });
    expect(choice.gem).toBeNull();
    choice.pickGem('transparent');
    await soon();
    expect(choice.gold).toEqual(['take transparent']);
    expect(table.suppose).toHaveBeenLastCalledWith(turned);
  });

  it('is discarded instead of walking on, or the other way round', () => {
    const { choice } = sitting([keep, discard('pink')], { phase: 'pay' });
    choice.tapGoal('a2');
    choice.pickGem('pink');
    expect([choice.goal, choice.gold]).toEqual([null, ['discard pink']]);
    choice.tapGoal('a2');
    expect([choice.gem, choice.gold]).toEqual([null, ['keep', 'go a2']]);
  });
});
