// What painting an area would bring, as the table foretells it.

import { beforeEach, expect, it } from 'vitest';
import { settings } from '../../../shell/settings.svelte';
import type { Painted } from '../seen';
import { notes } from './brings';

const painted: Painted = { area: 'b3', kingdom: 'blue', colour: 'blue', drop: 'die' };

beforeEach(() => {
  settings.language = 'en';
});

it('says nothing where nothing is brought but points', () => {
  expect(notes(painted)).toEqual([]);
});

it('tells capitals and monsters, won or not', () => {
  expect(notes({ ...painted, capital: 'built' })).toEqual(['capital built']);
  expect(notes({ ...painted, capital: 'missed' })).toEqual(['no points for the capital']);
  expect(notes({ ...painted, monster: 'hydra', tamed: true })).toEqual(['monster tamed']);
  expect(notes({ ...painted, monster: 'hydra', tamed: false })).toHaveLength(1);
});

it('tells what it costs and gives', () => {
  const all = notes({ ...painted, exception: true, spell: 'mix', choices: 1, completes: ['blue'] });
  expect(all).toEqual(['spends an exception', '+ «Mix»', 'a tower gives a drop', 'the kingdom is complete']);
  expect(notes({ ...painted, drops: { red: 1 } })).toEqual(['a tower gives a drop']);
});

it('calls only kingdoms complete kingdoms', () => {
  expect(notes({ ...painted, completes: ['dragon'] })).toEqual([]);
});
