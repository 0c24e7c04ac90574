import { expect, it } from 'vitest';
import { left, minutes } from './clock.svelte';

it('only running clocks run', () => {
  const ticking = { left: [60, 40], running: [0], at: 1000 };
  expect(left(ticking, 0, 1025)).toBe(35);
  expect(left(ticking, 1, 1025)).toBe(40);
  expect(left(ticking, 0, 2000)).toBe(0);
});

it('shows minutes and seconds', () => {
  expect([84, 9.2, 0].map(minutes)).toEqual(['1:24', '0:10', '0:00']);
});
