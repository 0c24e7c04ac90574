// What follows a card that is played, as the table foretells it.

import { beforeEach, expect, it } from 'vitest';
import { settings } from '../../../shell/settings.svelte';
import { ability } from './brings';

beforeEach(() => {
  settings.language = 'en';
});

it('tells what a magical card may do, or exactly why it may not', () => {
  expect(ability({ card: 'witch', ability: 'swap' })).toBe('then you may swap two top characters');
  expect(ability({ card: 'witch', ability: 'not_in_forest' })).toBe('not in a forest, no ability');
  expect(ability({ card: 'witch', ability: 'nothing_to_swap' })).toBe('nobody to swap');
});

it('says nothing of others, and nothing before the table has answered', () => {
  expect(ability({ card: 'king' })).toBe('');
  expect(ability({})).toBe('');
});
