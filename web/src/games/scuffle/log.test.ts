// Lines of the log, made from facts alone.

import { beforeEach, expect, test } from 'vitest';
import { settings } from '../../shell/settings.svelte';
import type { Fact } from './seen';
import { tell } from './log';

const told = (fact: Fact) => tell([{ fact }], 0);
const castle = { number: 1, kind: 'castle' } as const;
const farm = { number: 2, kind: 'farm' } as const;

beforeEach(() => {
  settings.language = 'en';
});

test('a card that is played, with the stars it brings to its owner', () => {
  const gains = [
    { seat: 0, stars: 3 },
    { seat: 1, stars: 1 },
  ];
  const fact: Fact = { what: 'play', seat: 0, colour: 'red', card: 'king', location: castle, gains };
  expect(told(fact)).toEqual({ text: 'plays the King in castle 1', gain: 3 });
});

test('why a Witch can do nothing', () => {
  const fact: Fact = { what: 'play', seat: 0, card: 'witch', location: farm, ability: 'not_in_forest' };
  expect(told(fact)?.text).toBe('plays the Witch on farm 2; not in a forest, no ability');
});

test('whom a Dragon blocks', () => {
  const by = { card: 'dragon', seat: 0 } as const;
  const blocked: Fact['blocked'] = [{ card: 'king', seat: 1, location: 1, by }];
  const fact: Fact = { what: 'play', seat: 0, card: 'dragon', location: castle, blocked };
  expect(told(fact)?.text).toBe('plays the Dragon in castle 1; blocked: king');
});

test('who goes where, in both languages', () => {
  const moved: Fact['moved'] = [
    { card: 'queen', seat: 1, source: castle, target: farm },
    { card: 'knight', seat: 0, source: farm, target: castle },
  ];
  const fact: Fact = { what: 'swap', seat: 0, card: 'witch', moved };
  expect(told(fact)?.text).toBe('has the Witch swap the Queen (castle 1) and the Knight (farm 2)');
  settings.language = 'ru';
  expect(told(fact)?.text).toBe('ведьмой меняет местами королеву (замок №\u00a01) и рыцаря (ферма №\u00a02)');
});

test('who has to skip, and why', () => {
  const skipped: Fact['skipped'] = [{ seat: 1, hand: ['gnome', 'dragon'] }];
  const fact: Fact = { what: 'unused', seat: 0, card: 'witch', skipped };
  expect(told(fact)?.text).toBe('does not use the ability; blue skips the last turn, holding only gnome, dragon');
});

test('chance has a symbol', () => {
  expect(told({ what: 'laid', location: farm })).toEqual({ text: 'Location 2: farm', symbol: 'loc-farm' });
  expect(told({ what: 'set_aside', seat: 0, card: 'fairy' })?.symbol).toBe('char-fairy');
});
