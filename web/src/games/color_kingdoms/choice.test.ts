// What taps mean at a table of Colour Kingdoms, with a table that answers what the test says.

import { beforeEach, expect, it, vi } from 'vitest';
import type { TableActions } from '../../shell/contract';
import { settings } from '../../shell/settings.svelte';
import { Choice } from './choice.svelte';
import type { Colour, Compound, Move, Paint, Painted, Take, View } from './seen';

const soon = () => new Promise((resolve) => setTimeout(resolve));

const take = (die: Take['die'], kingdom: Colour, colour: Take['colour'] = null): Move => ({
  text: `take ${die} ${kingdom}${colour ? ` ${colour}` : ''}`,
  move: 'take',
  die,
  kingdom,
  colour,
});
const paint = (area: string, drop: Paint['drop'] = 'die', colour: Colour | null = null): Move => ({
  text: colour ? `paint ${area} ${drop} ${colour}` : `paint ${area}`,
  move: 'paint',
  area,
  drop,
  colour,
});
const done: Move = { text: 'done', move: 'done' };
const split = (kingdom: Colour): Move => ({ text: `split ${kingdom}`, move: 'split', kingdom });
const choose = (colour: Compound): Move => ({ text: `choose ${colour}`, move: 'choose', colour });

/** A seat with a blue die; one area is painted, two drops are left. */
function position(points = 0): View {
  const turn = { drops: 2, mixed: {}, blot: true, exceptions: [{ colour: 'blue', areas: ['b2'] }] };
  return {
    phase: 'paint',
    options: { map: 'default' },
    dice: [{ die: 'white', drops: 3 }],
    players: [{ die: { colour: 'blue' }, finished: false, turn, areas: { b1: 'blue' } }],
    standings: [{ points }],
  } as unknown as View;
}

const painted: Painted = { area: 'b3', kingdom: 'blue', colour: 'blue', drop: 'die' };

function table(moves: Move[], { next = [] as Move[], why = null as string | null } = {}) {
  const actions = {
    preview: vi.fn(async () => ({ view: position(3), moves: next, facts: [{ what: 'painted', painted, gain: 3 }] })),
    play: vi.fn(async () => true),
    explain: vi.fn(async () => why),
    confirm: vi.fn(async () => false),
    suppose: vi.fn(),
    toast: vi.fn(),
  };
  const view = position();
  const choice = new Choice(() => ({
    view,
    seat: 0,
    moves,
    table: actions as unknown as TableActions<View, Move>,
  }));
  return { actions, choice };
}

beforeEach(() => {
  settings.language = 'en';
});

it('a first tap on an area chooses, and shows what painting it brings; a second one paints', async () => {
  const { actions, choice } = table([paint('b3'), done]);
  choice.pickArea('b3');
  await soon();
  expect(choice.move?.text).toBe('paint b3');
  expect([choice.gain, choice.painted]).toEqual([3, painted]);
  expect(actions.suppose).toHaveBeenLastCalledWith(position(3));
  expect(actions.play).not.toHaveBeenCalled();
  choice.pickArea('b3');
  expect(actions.play).toHaveBeenCalledWith('paint b3');
});

it('areas are lit that the drop can paint which is taken up, the die first', () => {
  const { choice } = table([paint('r5', 'tower', 'green'), paint('b2'), paint('b3'), done]);
  expect([...choice.lit]).toEqual([
    ['b2', { move: 'paint b2', exception: true }],
    ['b3', { move: 'paint b3', exception: false }],
  ]);
  choice.pickBrush({ source: 'tower', colour: 'green' });
  expect([...choice.lit.keys()]).toEqual(['r5']);
});

it('a drop for which there is no room is not taken up', () => {
  const { actions, choice } = table([paint('b3'), done]);
  choice.pickBrush({ source: 'tower', colour: 'green' });
  expect(choice.brush).toEqual({ source: 'die', colour: 'blue' });
  expect(actions.toast).toHaveBeenCalledWith('nothing to paint here');
});

it('a die that is looked at lights what it could paint, and changes nothing in the standings', async () => {
  const { actions, choice } = table([take('blue', 'red')], { next: [paint('r1'), paint('b1', 'tower', 'red')] });
  choice.pickDie('blue', false);
  await soon();
  expect([...choice.lit]).toEqual([['r1', {}]]);
  expect(choice.kingdoms).toEqual([{ name: 'red' }]);
  expect(choice.supposed).toBeNull();
  expect(actions.suppose).toHaveBeenLastCalledWith(null);
  choice.pickDie('blue', false);
  expect(actions.play).toHaveBeenCalledWith('take blue red');
});

it('a die on a border asks for the kingdom before it is taken', async () => {
  const { actions, choice } = table([take('white', 'red', 'blue'), take('white', 'brown', 'blue')]);
  choice.pickDie('white', false);
  await soon();
  expect(choice.offers?.symbol).toBe('die-clear-3');
  expect(choice.kingdoms.map(({ name }) => name)).toEqual(['red', 'brown']);
  choice.pickDie('white', false);
  expect(actions.play).not.toHaveBeenCalled();
  choice.pickArea('n1');
  await soon();
  expect(choice.kingdom).toBe('brown');
  choice.pickDie('white', true);
  expect(actions.play).toHaveBeenCalledWith('take white brown blue');
});

it('a spell asks where to; the only answer is chosen at once, and Escape lets both go', async () => {
  const two = table([split('green'), split('red'), paint('b3'), done]).choice;
  two.pickSpell('split');
  expect(two.offers?.groups[0].map(({ kingdom }) => kingdom)).toEqual(['green', 'red']);
  expect(two.begun).toBe(true);
  expect(two.lit.size).toBe(0);
  two.clear();
  expect(two.begun).toBe(false);
  const { choice } = table([split('green'), done]);
  choice.pickSpell('split');
  expect(choice.move?.text).toBe('split green');
  const escape = new KeyboardEvent('keydown', { key: 'Escape' });
  Object.defineProperty(escape, 'target', { value: document.body });
  choice.key(escape);
  expect(choice.casting).toBeNull();
  expect(choice.move).toBeNull();
});

it('what a spell does is told where it cannot be cast', () => {
  const { actions, choice } = table([done]);
  choice.pickSpell('exception');
  expect(actions.toast.mock.calls[0]).toEqual([expect.stringMatching(/^An exception is spent automatically/)]);
  expect(choice.begun).toBe(false);
});

it('the colour of a tower’s drop is asked for, and that cannot be put off', () => {
  const { choice } = table([choose('green'), choose('brown')]);
  expect(choice.mode).toBe('choose');
  expect(choice.offers?.cancel).toBe(false);
  expect(choice.offers?.groups[0].map(({ label }) => label)).toEqual(['green drop', 'brown drop']);
});

it('the table says why an area cannot be painted, and its equal neighbours are pointed at', async () => {
  const { actions, choice } = table([paint('b3'), done], { why: 'A neighbour is blue (CK-14).' });
  choice.pickArea('b2');
  await soon();
  expect(actions.explain).toHaveBeenCalledWith('paint b2');
  expect(actions.toast).toHaveBeenCalledWith('A neighbour is blue (CK-14).');
  expect(choice.blamed).toEqual(['b2', 'b1']);
});

it('a turn that leaves a blot without need is ended only by those who mean it', async () => {
  const { actions, choice } = table([paint('b3'), done]);
  await choice.finish();
  expect(actions.play).not.toHaveBeenCalled();
  actions.confirm.mockResolvedValue(true);
  await choice.finish();
  expect(actions.play).toHaveBeenCalledWith('done');
});

it('a second tap on the button that has just painted does not end the turn', async () => {
  const { actions, choice } = table([paint('b3'), done]);
  choice.pick('paint b3');
  await choice.commit();
  choice.fresh();
  await choice.finish();
  expect(actions.confirm).not.toHaveBeenCalled();
  expect(actions.play.mock.calls).toEqual([['paint b3']]);
});
