import { afterEach, describe, expect, it } from 'vitest';
import { change } from './settings.svelte';
import { amount, capital, day, gained, list, percent, plural, said, signed, words } from './words';

afterEach(() => change({ language: 'ru' }));

describe('plural', () => {
  it.each([
    [1, 'ход'],
    [2, 'хода'],
    [5, 'ходов'],
    [11, 'ходов'],
    [12, 'ходов'],
    [21, 'ход'],
    [104, 'хода'],
    [0, 'ходов'],
    [-1, 'ход'],
    [2.5, 'хода'],
  ])('%i %s', (n, form) => {
    change({ language: 'ru' });
    expect(plural(n, 'ход', 'хода', 'ходов')).toBe(form);
  });
  it('needs two forms in English', () => {
    change({ language: 'en' });
    expect([0, 1, 2].map((n) => plural(n, 'move', '', 'moves'))).toEqual(['moves', 'move', 'moves']);
  });
});

it('numbers have one minus sign', () => {
  expect([-2, 0, 2].map(signed)).toEqual(['−2', '0', '2']);
  expect([-2, 0, 2].map(gained)).toEqual(['−2', '0', '+2']);
});

describe('in both languages', () => {
  const both = <T>(make: () => T) =>
    (['ru', 'en'] as const).map((language) => {
      change({ language });
      return make();
    });
  it('numbers have their own point, and no more digits than people read', () => {
    expect(both(() => signed(-2.55))).toEqual(['−2,6', '−2.6']);
    expect(both(() => gained(0.5))).toEqual(['+0,5', '+0.5']);
  });
  it('things are amount', () => {
    expect(both(() => amount(2, 'a', 'b', 'c'))).toEqual(['2 b', '2 c']);
    expect(both(() => amount(4.98, 'a', 'b', 'c'))).toEqual(['5 c', '5 c']);
    expect(both(() => amount(4.3, 'a', 'b', 'c'))).toEqual(['4,3 b', '4.3 c']);
  });
  it('shares are whole percents', () => {
    expect(both(() => percent(0.415))).toEqual(['42\u00a0%', '42%']);
  });
  it('lists end with «and»', () => {
    expect(both(() => list(['A', 'B', 'C']))).toEqual(['A, B и C', 'A, B and C']);
    expect(list(['A'])).toBe('A');
    expect(list([])).toBe('');
  });
  it('days are written out', () => {
    const noon = Date.UTC(2026, 10, 18, 12) / 1000;
    expect(both(() => day(noon))).toEqual(['18 ноября 2026 г.', '18 November 2026']);
  });
  it('what is said follows the language', () => {
    expect(both(() => said({ ru: 'да', en: 'yes' }))).toEqual(['да', 'yes']);
  });
});

it('a capital letter comes first', () => {
  expect(capital('ход')).toBe('Ход');
});

it('words follow the language', () => {
  const w = words({ ru: { yes: 'да' }, en: { yes: 'yes' } });
  change({ language: 'ru' });
  expect(w().yes).toBe('да');
  change({ language: 'en' });
  expect(w().yes).toBe('yes');
});
