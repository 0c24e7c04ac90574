// What the chosen move would bring, in the two lines of the tray.

import { beforeEach, expect, it } from 'vitest';
import { settings } from '../../../shell/settings.svelte';
import type { Choice } from '../choice.svelte';
import type { Fact, Gem, View } from '../seen';
import { brings } from './brings';

/** A crystal is chosen, and the table has said what that would do, if it has. */
function lines(phase: View['phase'], gem?: Partial<Gem>, over?: Fact['over']) {
  const view = { phase } as View;
  const fact = gem ? { what: 'took', gem: { name: 'pink', full: false, gain: 0, ...gem }, over } : null;
  const foreseen = { view: { standings: [{ points: 4 }] } };
  return brings({ acting: true, gem: 'pink', fact, foreseen } as unknown as Choice, view, 0);
}

beforeEach(() => {
  settings.language = 'en';
});

it('tells how many places are covered with a crystal', () => {
  expect(lines('take')).toEqual(['pink', '']);
  expect(lines('take', { gain: 1 })).toEqual(['pink: +1', '4 of 6 places']);
  expect(lines('take', { gain: 1 }, 'won')).toEqual(['pink: +1', 'that wins!']);
  expect(lines('take', { gain: 0 })).toEqual(['pink', 'goes beside the task card']);
});

it('tells what discarding a crystal costs', () => {
  expect(lines('pay', { gain: -1 })).toEqual(['pink', '−1 place']);
  expect(lines('pay', { gain: 0 })).toEqual(['pink', 'no place is lost']);
});
