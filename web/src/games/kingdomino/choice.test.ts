import { describe, expect, it, vi } from 'vitest';
import type { TableActions } from '../../shell/contract';
import { Choice } from './choice.svelte';
import type { Claim, Discard, Facing, Move, Place, View } from './seen';

const place = (x: number, y: number, facing: Facing): Place => ({
  text: `place ${x},${y} ${facing}`,
  move: 'place',
  x,
  y,
  facing,
});
const claim = (domino: number): Claim => ({ text: `claim ${domino}`, move: 'claim', domino });
const discard: Discard = { text: 'discard', move: 'discard' };

/** Four ways in which a domino can lie on the square beside the castle:
 *
 *   ·  |  ·
 *   ♜  ■ ――     to the east also with its other half first
 *   ·  |  ·
 */
const ways = [place(1, 0, 'east'), place(2, 0, 'west'), place(1, 0, 'north'), place(1, 0, 'south')];
const after = { round: 7 } as View;

function begin(moves: Move[]) {
  const table = {
    preview: vi.fn(async () => ({ view: after, moves: [], facts: [] })),
    play: vi.fn(async () => true),
    suppose: vi.fn(),
  };
  const choice = new Choice(() => ({ moves, table: table as unknown as TableActions<View, Move> }));
  choice.fresh();
  const chosen = () => choice.chosen[0];
  const press = (key: string, on: Element = document.body) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true });
    Object.defineProperty(event, 'target', { value: on });
    choice.key(event);
    return event;
  };
  return { table, choice, chosen, press };
}

/** A button for a move, as a domino of a line is one. */
function button(move: string, pressed: boolean): Element {
  const made = document.createElement('button');
  made.dataset.move = move;
  if (pressed) made.setAttribute('aria-pressed', 'true');
  return made;
}

const settled = () => new Promise((done) => setTimeout(done));

describe('a tap on a square', () => {
  it('lays the first half there, the second to the east if it can', () => {
    const { choice, chosen } = begin(ways);
    choice.tap({ x: 1, y: 0 });
    expect(chosen()).toBe('place 1,0 east');
    expect(choice.placed?.cells).toEqual([
      { x: 1, y: 0 },
      { x: 2, y: 0 },
    ]);
  });

  it('lays the second half there where the first cannot lie', () => {
    const { choice, chosen } = begin(ways);
    choice.tap({ x: 1, y: 1 });
    expect(chosen()).toBe('place 1,0 south');
  });

  it('turns the domino that lies there to the next way, and at last to the first again', () => {
    const { choice, chosen } = begin(ways);
    const taps = ['east', 'south', 'north'].map((facing) => `place 1,0 ${facing}`);
    for (const text of [...taps, 'place 2,0 west', taps[0]]) {
      choice.tap({ x: 1, y: 0 });
      expect(chosen()).toBe(text);
    }
  });

  it('keeps how the domino is held', () => {
    const { choice, chosen } = begin([...ways, place(0, -1, 'west'), place(0, -1, 'north')]);
    choice.pick(ways[2]);
    choice.tap({ x: 0, y: -1 });
    expect(chosen()).toBe('place 0,-1 north');
  });

  it('means nothing where no domino can lie', () => {
    const { choice } = begin(ways);
    choice.tap({ x: 5, y: 5 });
    expect(choice.begun).toBe(false);
  });
});

describe('turning', () => {
  it('goes around the square that was tapped', () => {
    const { choice, chosen } = begin([...ways, place(2, 0, 'north')]);
    choice.tap({ x: 2, y: 0 });
    expect(chosen()).toBe('place 2,0 west');
    expect(choice.rotate()).toBe(true);
    expect(chosen()).toBe('place 2,0 north');
  });

  it('goes around the other square where the tapped one allows only one way', () => {
    const { choice, chosen } = begin(ways);
    choice.tap({ x: 1, y: 1 });
    expect(choice.rotate()).toBe(true);
    expect(chosen()).toBe('place 1,0 north');
  });

  it('is not possible if there is one way only, or nothing to turn', () => {
    const { choice } = begin([ways[0], place(-1, 0, 'west')]);
    expect(choice.rotate()).toBe(false);
    choice.tap({ x: 1, y: 0 });
    expect(choice.rotate()).toBe(false);
  });

  it('changes the domino in the hand without choosing', () => {
    const { choice } = begin(ways);
    choice.turnInHand();
    expect(choice.facing).toBe('south');
    expect(choice.begun).toBe(false);
  });
});

describe('what is chosen', () => {
  it('is asked of the table when it is a place', async () => {
    const { choice, table } = begin(ways);
    choice.pick(ways[0]);
    await settled();
    expect(table.preview).toHaveBeenCalledWith(['place 1,0 east']);
    expect(choice.outcome).toEqual(after);
    expect(table.suppose).toHaveBeenLastCalledWith(after);
  });

  it('brings nothing yet when it is a claim', async () => {
    const { choice, table } = begin([claim(3), claim(9)]);
    choice.pick(claim(9));
    await settled();
    expect(choice.move).toEqual(claim(9));
    expect(table.preview).not.toHaveBeenCalled();
    expect(choice.outcome).toBeNull();
  });

  it('is the only move by itself, and how it lies', () => {
    const { choice } = begin([ways[3]]);
    expect(choice.forced).toBe(true);
    expect(choice.placed?.text).toBe('place 1,0 south');
    expect(choice.facing).toBe('south');
    expect(begin([discard]).choice.move).toEqual(discard);
  });

  it('is the only claim without asking what it would bring', async () => {
    const { choice, table } = begin([claim(9)]);
    await settled();
    expect(choice.forced).toBe(true);
    expect(table.preview).not.toHaveBeenCalled();
  });
});

describe('keys', () => {
  it('play the chosen domino when Enter is pressed on it, not on another one', () => {
    const { choice, table, press } = begin([claim(3), claim(9)]);
    choice.pick(claim(9));
    expect(press('Enter', button('claim 3', false)).defaultPrevented).toBe(false);
    expect(table.play).not.toHaveBeenCalled();
    expect(press('Enter', button('claim 9', true)).defaultPrevented).toBe(true);
    expect(table.play).toHaveBeenCalledWith('claim 9');
  });

  it('let go with Escape, on the page and on a button', () => {
    const { choice, press } = begin([claim(3), claim(9)]);
    for (const on of [document.body, button('claim 9', true)]) {
      choice.pick(claim(9));
      press('Escape', on);
      expect(choice.begun).toBe(false);
    }
  });

  it('do not let go of what is chosen because nothing else is possible', () => {
    const { choice, press } = begin([discard]);
    press('Escape');
    expect(choice.move).toEqual(discard);
  });
});
