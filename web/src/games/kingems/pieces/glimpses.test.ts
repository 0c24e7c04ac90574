// What stays in sight where the table forgets, and for how long.

import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Crystal, Tile, View } from '../seen';
import { Glimpses } from './glimpses.svelte';

const tile = (cell: string, more: Partial<Tile> = {}): Tile => ({
  cell,
  kind: 'straight',
  rotation: 0,
  paths: ['ns'],
  shown: null,
  taken: [],
  ...more,
});

function mine(...tiles: Tile[]) {
  const board = new SvelteMap([['view', { tiles, turned: [] as string[] } as unknown as View]]);
  const glimpses = new Glimpses(() => board.get('view')!);
  const lay = (...next: Tile[]) => board.set('view', { tiles: next, turned: [] as string[] } as unknown as View);
  return { glimpses, lay };
}

const pink = { cells: { c3: ['pink'] satisfies Crystal[] } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows a cell for some seconds, whatever is done meanwhile', () => {
  const { glimpses } = mine(tile('c3'));
  glimpses.look(pink, 7);
  glimpses.look({}, 8);
  expect(glimpses.found).toEqual({ c3: ['pink'] });
  vi.advanceTimersByTime(4000);
  expect(glimpses.found).toEqual({});
});

it('does not show it again when the same is sent again', () => {
  const { glimpses } = mine(tile('c3'));
  glimpses.look(pink, 7);
  vi.advanceTimersByTime(3000);
  glimpses.look(structuredClone(pink), 7);
  vi.advanceTimersByTime(1000);
  expect(glimpses.found).toEqual({});
  glimpses.look(structuredClone(pink), 7);
  expect(glimpses.found).toEqual({});
});

it('shows it again when it was lifted again', () => {
  const { glimpses } = mine(tile('c3'));
  glimpses.look(pink, 7);
  vi.advanceTimersByTime(4000);
  glimpses.look(pink, 12);
  expect(glimpses.found).toEqual({ c3: ['pink'] });
});

it('does not show what has been taken since', () => {
  const { glimpses, lay } = mine(tile('c3'));
  glimpses.look(pink, 7);
  lay(tile('c3', { taken: ['pink'] }));
  expect(glimpses.found).toEqual({});
});

it('rings a changed cell for a second', () => {
  const { glimpses } = mine();
  glimpses.ring({ typed: { text: 'turn c3 90', move: 'turn', cell: 'c3', degrees: 90 }, fact: {} } as never);
  expect(glimpses.changed).toBe('c3');
  vi.advanceTimersByTime(1000);
  expect(glimpses.changed).toBeNull();
});
