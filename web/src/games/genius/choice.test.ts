// What can be done at a table of Simply Genius, and what pointing and tapping mean.

import { describe, expect, it, vi } from 'vitest';
import type { TableActions } from '../../shell/contract';
import { Choice } from './choice.svelte';
import type { Move, View } from './seen';

const move = (name: Move['move']): Move => ({ text: name, move: name });
const seen = (view: Partial<View>) =>
  ({ phase: 'turn', to_collect: null, surplus: null, alternative: null, ...view }) as View;
const success = seen({ phase: 'success', to_collect: { red: 3, blue: 2 }, surplus: { blue: 1 } });
const after = seen({ acting: 1 });

function at(view: View, names: Move['move'][], turning = false) {
  const now = { view, moves: names.map(move), turning };
  const actions = {
    play: vi.fn(async () => true),
    preview: vi.fn(async () => ({ view: after, moves: [], facts: [] })),
    suppose: vi.fn(),
  };
  const choice = new Choice(() => ({ ...now, table: actions as unknown as TableActions<View, Move> }));
  return { choice, now, ...actions };
}

function enter(): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true });
  Object.defineProperty(event, 'target', { value: document.body });
  return event;
}

describe('what can be done', () => {
  it('is to draw or to collect after a match, with what lies aside', () => {
    const { choice } = at(success, ['draw', 'collect']);
    expect([choice.draw?.move, choice.take?.move]).toEqual(['draw', 'collect']);
    expect(choice.colours).toEqual(['red', 'blue']);
    expect(choice.surplus).toBe(1);
    expect(choice.added).toEqual({ red: 3, blue: 1 });
  });

  it('is sometimes to take one', () => {
    const { choice } = at(seen({ alternative: 'violet' }), ['draw', 'alternative']);
    expect(choice.taken).toEqual({ violet: 1 });
    expect(choice.added).toEqual({ violet: 1 });
    expect(choice.onlyDraw).toBe(false);
  });

  it('is only to draw where nothing can be taken', () => {
    expect(at(seen({}), ['draw']).choice.onlyDraw).toBe(true);
    expect(at(success, ['draw']).choice.onlyDraw).toBe(false);
  });

  it('is nothing for those who wait, though they see what could be taken', () => {
    const { choice } = at(success, []);
    expect(choice.mine).toBe(false);
    expect(choice.added).toEqual({});
  });
});

describe('a tap', () => {
  it('takes with a tower of the centre, draws with the reserve', () => {
    const { choice } = at(success, ['draw', 'collect']);
    expect(choice.ofTower('blue')?.move).toBe('collect');
    expect(choice.ofTower('green')).toBeNull();
    expect(choice.ofReserve?.move).toBe('draw');
  });

  it('plays once, until the new position is here', () => {
    const { choice, play } = at(success, ['draw', 'collect']);
    choice.play(choice.draw!);
    choice.play(choice.take!);
    expect(play.mock.calls).toEqual([['draw']]);
    expect(choice.ofReserve).toBeNull();
    choice.fresh();
    expect(choice.busy).toBe(false);
  });

  it('does nothing while a token is being turned up', () => {
    const { choice, play } = at(success, ['draw', 'collect'], true);
    choice.play(choice.draw!);
    choice.key(enter());
    expect(play).not.toHaveBeenCalled();
    expect(choice.ofTower('red')).toBeNull();
    expect(choice.draw, 'but the button stays').not.toBeNull();
  });
});

describe('pointing', () => {
  it('supposes what taking would bring, as long as it lasts', async () => {
    const { choice, suppose } = at(success, ['draw', 'collect']);
    choice.point(choice.take);
    await vi.waitFor(() => expect(suppose).toHaveBeenLastCalledWith(after));
    choice.point(null);
    expect(suppose).toHaveBeenLastCalledWith(null);
  });

  it('asks nothing about a pass', () => {
    const { choice, preview } = at(seen({}), ['pass']);
    choice.point(choice.take);
    expect(preview).not.toHaveBeenCalled();
  });

  it('chooses nothing: what was pointed at and is not possible any more is not played', () => {
    const { choice, now, play } = at(success, ['draw', 'collect']);
    choice.point(choice.take);
    now.moves = [];
    choice.key(enter());
    expect(play).not.toHaveBeenCalled();
  });
});

describe('Enter', () => {
  it('does what the gold button says', () => {
    const taking = at(success, ['draw', 'collect']);
    taking.choice.key(enter());
    expect(taking.play).toHaveBeenCalledWith('collect');
    const drawing = at(seen({}), ['draw']);
    drawing.choice.key(enter());
    expect(drawing.play).toHaveBeenCalledWith('draw');
  });
});
