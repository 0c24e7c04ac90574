import { afterEach, expect, it } from 'vitest';
import type { Said, Seat } from '../shell/protocol';
import { isMuted, mute, ofOthers } from './muted.svelte';

const said = (number: number, voice: string, seat: number | null = null): Said => ({
  number,
  at: 0,
  seat,
  name: 'Carl',
  text: 'Hi',
  voice,
  guest: 0,
});
const seats = [{ seat: 0, mine: true }, { seat: 1 }] as Seat[];
afterEach(() => localStorage.clear());

it('whoever is muted is not read, the others are, and there is a way back', () => {
  const talk = [said(1, 'a', 1), said(2, 'b'), said(3, 'mine', 0)];
  mute('a', true);
  expect(isMuted(talk[0])).toBe(true);
  expect(ofOthers(talk, seats).map(({ number }) => number)).toEqual([2]);
  expect(JSON.parse(localStorage.getItem('pentarchy-muted')!)).toEqual(['a']);
  mute('a', false);
  expect(ofOthers(talk, seats).map(({ number }) => number)).toEqual([1, 2]);
  expect(JSON.parse(localStorage.getItem('pentarchy-muted')!)).toEqual([]);
});

it('a long list forgets its beginning', () => {
  for (let number = 0; number < 600; number++) mute(`v${number}`, true);
  expect(isMuted(said(1, 'v0'))).toBe(false);
  expect(isMuted(said(1, 'v599'))).toBe(true);
});
