// What a placed domino brings, from properties as the table tells them.

import { expect, it } from 'vitest';
import type { Grown, Property, Terrain } from '../seen';
import { byGain, gainOf } from './gains';

const property = (terrain: Terrain, squares: number, crowns: number): Property => ({
  terrain,
  squares,
  crowns,
  points: squares * crowns,
});
const joined: Grown = { before: [property('wheat', 2, 1), property('wheat', 3, 0)], after: property('wheat', 6, 1) };
const fresh: Grown = { before: [], after: property('lake', 1, 1) };
const poor: Grown = { before: [property('grass', 1, 0)], after: property('grass', 2, 0) };

it('is what a property brings more than those it has grown from', () => {
  expect([joined, fresh, poor].map(gainOf)).toEqual([4, 1, 0]);
});

it('names the property first that brings most, then the larger one', () => {
  expect(byGain([fresh, joined])).toEqual([joined, fresh]);
  const nothing: Grown = { before: [], after: property('lake', 1, 0) };
  expect(byGain([nothing, poor])).toEqual([poor, nothing]);
});
