import { beforeEach, expect, test } from 'vitest';
import { dropMap, keepMap, keptMaps } from './own-maps';
import type { MapFile } from './map';

const map = (name: string, blots = 12) => ({ name, blots, size: [6, 9], points: [], areas: [], towers: [] }) as MapFile;

beforeEach(() => localStorage.clear());

test('maps are kept under their names, and one with the same name takes the place of the other', () => {
  keepMap(map('Orchard'));
  keepMap(map('Harbour'));
  keepMap(map('Orchard', 9));
  expect(keptMaps().map(({ name, blots }) => [name, blots])).toEqual([
    ['Harbour', 12],
    ['Orchard', 9],
  ]);
});

test('a map that is dropped is gone, the others stay', () => {
  keepMap(map('Orchard'));
  keepMap(map('Harbour'));
  dropMap('Orchard');
  expect(keptMaps().map(({ name }) => name)).toEqual(['Harbour']);
});

test('what is not a list of maps is forgotten', () => {
  localStorage.setItem('pentarchy-maps', '{"name": 3}');
  expect(keptMaps()).toEqual([]);
  localStorage.setItem('pentarchy-maps', '[');
  expect(keptMaps()).toEqual([]);
});

test('a browser without room says so', () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    expect(keepMap(map('Orchard'))).toBe(false);
  } finally {
    Storage.prototype.setItem = setItem;
  }
});
