import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../../shell/settings.svelte';
import { tell } from './log';
import type { Fact } from './seen';

const told = (fact: Fact) => tell([{ fact }], 0);
const walk = { start: 'a1', goal: 'd3 ne', way: ['a1', 'b1', 'd3 ne'] };

describe('the log in words', () => {
  beforeEach(() => {
    settings.language = 'en';
  });

  it('says nothing of tiles and cards, which are seen on the table', () => {
    expect(told({ what: 'laid', laid: { cell: 'a1', kind: 'turn', rotation: 90 } })).toBeNull();
    expect(told({ what: 'dealt', seat: 0, card: 3 })).toBeNull();
  });

  it('tells what came to light', () => {
    const shown = { cell: 'c3', crystals: ['pink', 'transparent'] } satisfies Fact['shown'];
    expect(told({ what: 'shown', seat: 0, shown })).toEqual({
      text: 'under c3: pink and transparent',
      symbol: 'ui-eye',
    });
  });

  it('tells rotations and walks', () => {
    const rotated = { cell: 'c3', degrees: 270, second: false };
    expect(told({ what: 'rotated', seat: 0, rotated })?.text).toBe('rotates c3 by 270°');
    expect(told({ what: 'went', seat: 0, walk })?.text).toBe('goes to d3 (top–right)');
  });

  it('tells why a turn ends with nothing', () => {
    const passed = { why: 'unfit', quiet: 3 } satisfies Fact['passed'];
    expect(told({ what: 'went', seat: 0, walk, passed })?.text).toBe('goes to d3 (top–right), nothing fits');
  });

  it('tells that nothing was taken for too long', () => {
    const passed = { why: 'empty', quiet: 120 } satisfies Fact['passed'];
    expect(told({ what: 'keep', seat: 0, passed, over: 'stall' })?.text).toMatch(/120 turns without a crystal/);
  });

  it('tells points only where there are some', () => {
    const gem = { name: 'transparent', gain: 1, full: false } satisfies Fact['gem'];
    expect(told({ what: 'took', seat: 0, gem })).toEqual({ text: 'takes transparent', gain: 1 });
    expect(told({ what: 'took', seat: 0, gem: { ...gem, gain: 0 } })).toEqual({ text: 'takes transparent' });
    expect(told({ what: 'discarded', seat: 0, gem: { ...gem, gain: -1 } })?.gain).toBe(-1);
  });

  it('tells a complete collection that has to be brought home', () => {
    const gem = { name: 'pink', place: 6, gain: 1, full: true } satisfies Fact['gem'];
    expect(told({ what: 'took', seat: 0, gem })?.text).toMatch(/collection complete/);
    expect(told({ what: 'took', seat: 0, gem, over: 'won' })?.text).toBe('takes pink');
  });
});
