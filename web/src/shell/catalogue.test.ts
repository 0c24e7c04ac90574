import { describe, expect, it } from 'vitest';
import { boardOf } from '../games';
import { about, GAME_NAMES } from './catalogue';

describe('the games', () => {
  it('are all there, in their order, each with a board', async () => {
    const orders = GAME_NAMES.map((game) => about(game).order);
    expect(orders).toEqual(orders.toSorted((one, other) => one - other));
    for (const game of GAME_NAMES) expect((await boardOf(game)).Board).toBeTruthy();
  });

  it('that came after this page was built are called by their names, and have no board', async () => {
    expect(about('chess')).toMatchObject({ title: 'chess', quick: 2 });
    await expect(boardOf('chess')).rejects.toThrow('no board for chess');
  });
});
