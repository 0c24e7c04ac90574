// The sentences of the log, from facts alone.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Happened } from '../../shell/protocol';
import { change } from '../../shell/settings.svelte';
import { tell } from './log';
import type { Fact, View } from './seen';

const view = { games: 1, options: { series: false } } as unknown as View;
const series = { games: 3, options: { series: 3 } } as unknown as View;
const collected: Fact = {
  what: 'took',
  seat: 1,
  taken: { tokens: { red: 3, blue: 2 }, alternative: false, completed: [], bonus_turns: 0, gain: 0 },
};

const told = (fact: Fact, seen = view) => tell([{ fact } as Happened], 0, seen);

beforeEach(() => {
  change({ language: 'en' });
});

describe('the log', () => {
  it('says what a token was', () => {
    const drawn: Fact = { what: 'drawn', seat: 0, colour: 'red', outcome: 'conflict', to_centre: { red: 2 } };
    expect(told(drawn)).toEqual({ text: 'red: a conflict, all to the centre', symbol: 'token-red' });
  });

  it('counts what was collected, with the surplus', () => {
    const taken = { ...collected.taken!, surplus: { red: 1 }, gain: 2 };
    expect(told({ ...collected, taken })).toEqual({
      text: 'collects 5: 3\u00a0red, 2\u00a0blue, 1\u00a0surplus',
      gain: 2,
    });
  });

  it('tells of complete colours and bonus turns', () => {
    const taken = { ...collected.taken!, completed: ['red', 'blue'] as const, bonus_turns: 2 };
    expect(told({ ...collected, taken: { ...taken, completed: [...taken.completed] } })?.text).toContain(
      '; red and blue are complete, 2 bonus turns',
    );
  });

  it('says in which turns something is a bonus', () => {
    expect(told({ what: 'draw', seat: 0, in_bonus_turn: true })?.text).toBe('bonus turn: draws a token');
  });

  it('says why a game is over, and in a series what it brings', () => {
    const ended = { game: 2, why: 'passes' as const, points: [6, 6, 5] };
    const pass: Fact = { what: 'pass', seat: 2, ended };
    expect(told(pass)?.text).toBe('passes: nothing to draw, nothing to take; all have passed, the game is over');
    expect(told(pass, series)?.text).toMatch(/; game 2: 6 : 6 : 5$/);
  });

  it('names the games of a series where they begin', () => {
    const filled: Fact = { what: 'filled', colour: 'green', game: 2 };
    expect(told(filled, series)?.text).toBe('Game 2. to the centre: green');
    expect(told({ ...filled, game: 1 })?.text).toBe('to the centre: green');
  });

  it('speaks Russian', () => {
    change({ language: 'ru' });
    expect(told(collected)?.text).toBe('забирает 5: красных\u00a03, синих\u00a02');
  });
});
