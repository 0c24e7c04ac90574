import { afterEach, describe, expect, it } from 'vitest';
import { change } from './settings.svelte';
import { gained, plural, signed, words } from './words';

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

it('words follow the language', () => {
  const w = words({ ru: { yes: 'да' }, en: { yes: 'yes' } });
  change({ language: 'ru' });
  expect(w().yes).toBe('да');
  change({ language: 'en' });
  expect(w().yes).toBe('yes');
});
