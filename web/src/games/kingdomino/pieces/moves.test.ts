import { describe, expect, it } from 'vitest';
import type { Facing, View } from '../seen';
import { beside, current, nearest, placement, written } from './moves';

const place = (x: number, y: number, facing: Facing) =>
  placement({ text: `place ${x},${y} ${facing}`, move: 'place', x, y, facing });

const east = place(1, 0, 'east');
const south = place(1, 0, 'south');
const west = place(-1, 0, 'west');

describe('a domino that is carried', () => {
  it('falls to the nearest place, rather as it is held', () => {
    const middle = { x: 1.7, y: 0.7 }; // between both
    expect(nearest([east, south, west], middle, 'east')).toBe(east);
    expect(nearest([east, south, west], middle, 'south')).toBe(south);
    expect(nearest([east, south, west], { x: -0.8, y: 0.5 }, 'east')).toBe(west);
  });

  it('falls nowhere if all places are far', () => {
    expect(nearest([east, south, west], { x: 5, y: 5 }, 'east')).toBeNull();
  });

  it('is written with the square of its first half', () => {
    expect(written({ x: 2, y: 0.5 }, 'east')).toBe('place 1,0 east');
    expect(written({ x: 2, y: 0.5 }, 'west')).toBe('place 2,0 west');
    expect(written({ x: -0.5, y: -1 }, 'north')).toBe('place -1,-1 north');
  });
});

it('goes on with arrows to what lies in their direction', () => {
  const near = place(2, 1, 'east');
  const far = place(4, 0, 'east');
  expect(beside([east, near, far], east, 'south')).toBe(near);
  expect(beside([east, far], east, 'east')).toBe(far);
  expect(beside([east, far], east, 'west')).toBeNull();
});

it('knows which domino is placed, and that in the first claim there is none', () => {
  const line = [{ domino: 7 }, { domino: 19 }];
  expect(current({ line, turn: 1 } as View)?.domino).toBe(19);
  expect(current({ line, turn: 2 } as View)).toBeNull();
  expect(current({ line: [], turn: null } as unknown as View)).toBeNull();
});
