// The ribbon over the table: what has just happened.

import { beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../../shell/settings.svelte';
import type { Fact, View } from '../seen';
import { news } from './news';

const view = { games: 1, options: { series: false } } as unknown as View;
const series = { games: 3, options: { series: 3 } } as unknown as View;
const collected: Fact = {
  what: 'took',
  seat: 1,
  taken: { tokens: { red: 3, blue: 2 }, alternative: false, completed: [], bonus_turns: 0, gain: 0 },
};

beforeEach(() => {
  change({ language: 'en' });
});

describe('the ribbon', () => {
  const name = (seat: number) => ['Anna', 'Boris'][seat];

  it('names others but not me', () => {
    expect(news([collected], view, 1, name)).toBe('Collected 5');
    expect(news([collected], view, 0, name)).toBe('Boris. Collected 5');
  });

  it('tells how a game ended and that the next one begins', () => {
    const last: Fact = { ...collected, ended: { game: 1, why: 'complete', points: [3, 7] } };
    expect(news([last, { what: 'filled', colour: 'red', game: 2 }], series, 1, name)).toBe(
      'All six colours complete! Game 2 of 3',
    );
  });

  it('says nothing where nothing is new', () => {
    expect(news([], view, 0, name)).toBeNull();
  });
});
