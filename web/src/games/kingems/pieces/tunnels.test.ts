import { describe, expect, it } from 'vitest';
import type { Tile, View } from '../seen';
import { cellName, distances, indexOf, keyOf, spotOf, stagesOf, wayTo } from './tunnels';

const crossroads = (cell: string): Tile => ({
  cell,
  kind: 'crossroads',
  rotation: 0,
  paths: ['nesw'],
  shown: null,
  taken: [],
});
const tiles = Array.from({ length: 36 }, (_, index) => crossroads(cellName(index)));
/** From a1 east to b1, and from there round c1, c2, b2. */
const loop = {
  tunnel: ['a1', 'b1', 'c1', 'b2', 'c2'],
  ways: [null, 0, 1, 1, 2],
  ring: [3, 4],
  return_by: 'c2',
} as unknown as View;

describe('ways', () => {
  it('are followed as the table tells them', () => {
    expect(wayTo(loop, 'a1', 'c2')).toEqual(['a1', 'b1', 'c1', 'c2']);
    expect(wayTo(loop, 'a1', 'f6')).toBeNull();
  });
  it('lead round the ring to where they began', () => {
    expect(wayTo(loop, 'a1', 'a1')).toEqual(['a1', 'b1', 'b2', 'c2', 'c1', 'b1', 'a1']);
  });
  it('lead to the platform by the tile that the table names', () => {
    expect(wayTo(loop, 'a1', 'return')).toEqual(['a1', 'b1', 'c1', 'c2']);
    expect(wayTo({ ...loop, return_by: null }, 'a1', 'return')).toBeNull();
  });
  it('are as long as the light is late', () => {
    const away = distances(loop, tiles);
    expect(['a1', 'b1', 'b2', 'c2'].map((name) => away.get(keyOf(spotOf(tiles, name)!)))).toEqual([0, 1, 2, 3]);
  });
  it('enter and leave tiles by their sides', () => {
    expect(stagesOf(tiles, ['a1', 'b1', 'b2']).map(({ from, to }) => [from, to])).toEqual([
      [null, 'e'],
      ['w', 's'],
      ['n', null],
    ]);
  });
});

it('cells are named by column and row', () => {
  expect(['a1', 'f1', 'c4', 'f6'].map(indexOf)).toEqual([0, 5, 20, 35]);
});
