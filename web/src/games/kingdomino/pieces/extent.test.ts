import { describe, expect, it } from 'vitest';
import type { View } from '../seen';
import { inside, open, Scale } from './extent';
import { placement } from './moves';

/** Two kingdoms of up to 5 × 5: the first is as wide as it is given, the second is a castle alone. */
function table(left: number, right: number, more: Partial<View> = {}): View {
  const kingdom = { squares: [], dominoes: [], top: 0, bottom: 0, discards: 0, points: 0 };
  return {
    phase: 'claim',
    game_number: 1,
    size: 5,
    kingdoms: [
      { ...kingdom, seat: 0, left, right },
      { ...kingdom, seat: 1, left: 0, right: 0 },
    ],
    ...more,
  } as View;
}

const toTheEast = placement({ text: 'place 1,0 east', move: 'place', x: 1, y: 0, facing: 'east' });
const farToTheEast = placement({ text: 'place 3,0 east', move: 'place', x: 3, y: 0, facing: 'east' });

describe('what is drawn of a kingdom', () => {
  it('is as large as it may become, with the castle in the middle at first', () => {
    expect(new Scale().of(table(0, 0), 0, [])).toEqual({ left: -2, top: -2, side: 5 });
  });

  it('is larger where a domino could be laid beyond that', () => {
    expect(new Scale().of(table(0, 0), 0, [toTheEast])).toEqual({ left: -2, top: -2, side: 5 });
    expect(new Scale().of(table(0, 2), 0, [farToTheEast])).toEqual({ left: -1, top: -2, side: 6 });
  });

  it('stays as it is after a move, until the next domino is to be placed', () => {
    const scale = new Scale();
    const before = scale.of(table(0, 0), 0, [toTheEast]);
    expect(scale.of(table(0, 2), 0, [])).toEqual(before);
    expect(scale.of(table(0, 2), 0, [farToTheEast])).not.toEqual(before);
  });

  it('does not stay for another kingdom, another game, or at the end', () => {
    const scale = new Scale();
    const wide = scale.of(table(0, 2), 0, [farToTheEast]);
    expect(scale.of(table(0, 2), 0, [])).toEqual(wide);
    expect(scale.of(table(0, 2, { phase: 'over' }), 0, [])).toEqual({ left: -1, top: -2, side: 5 });
    scale.of(table(0, 2), 0, [farToTheEast]);
    expect(scale.of(table(0, 2), 1, []).side).toBe(5);
    scale.of(table(0, 2), 0, [farToTheEast]);
    expect(scale.of(table(0, 0, { game_number: 2 }), 0, []).side).toBe(5);
  });

  it('does not stay where the kingdom has grown out of it', () => {
    const scale = new Scale();
    scale.of(table(0, 0), 0, []);
    expect(scale.of(table(0, 3), 0, []).left).toBe(0);
  });
});

it('lies inside from its first square to before the end of its last one', () => {
  const drawn = { left: -2, top: -2, side: 5 };
  expect(inside(drawn, { x: -2, y: 2.9 })).toBe(true);
  expect(inside(drawn, { x: 3, y: 0 })).toBe(false);
  expect(inside(drawn, { x: 0, y: -2.1 })).toBe(false);
});

it('shows as open what the table says can still be covered', () => {
  const drawn = { left: 0, top: 0, side: 3 };
  expect(open(drawn, { left: 1, right: 5, top: -4, bottom: 0 })).toEqual([
    { x: 1, y: 0 },
    { x: 2, y: 0 },
  ]);
});
