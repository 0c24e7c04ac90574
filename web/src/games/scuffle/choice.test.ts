// What is picked at a Scuffle table. The tables of these tests know what would be possible after some moves.

import { describe, expect, it } from 'vitest';
import type { TableActions } from '../../shell/contract';
import { Choice } from './choice.svelte';
import type { Character, Move, Next, Play, Swap, View } from './seen';

const soon = () => new Promise((resolve) => setTimeout(resolve));
const play = (card: Character, location: number): Play => ({
  text: `play ${card} ${location}`,
  move: 'play',
  card,
  location,
});
const swap = (first: number, second: number): Swap => ({
  text: `swap ${first} ${second}`,
  move: 'swap',
  first,
  second,
});
const next = (card: Character): Next => ({ text: `next ${card}`, move: 'next', card });
const skip: Move = { text: 'skip', move: 'skip' };

function sitting(view: Partial<View>, possible: (played: string[]) => Move[]) {
  const played: string[] = [];
  const table = {
    play: async (move: string) => (played.push(move), true),
    preview: async (moves: string[]) => ({ view: { after: moves }, moves: possible([...played, ...moves]), facts: [] }),
    suppose: () => {},
  } as unknown as TableActions<View, Move>;
  const choice = new Choice(() => ({ view: view as View, moves: possible(played), table }));
  choice.fresh();
  return { choice, played };
}

describe('a card and a place', () => {
  const hand = () =>
    sitting({ phase: 'play' }, () => [play('king', 1), play('king', 2), play('queen', 2), play('gnome', 3)]);

  it('holds out the first card, so that its places light up', () => {
    const { choice } = hand();
    expect(choice.card).toBe('king');
    expect([...choice.offers.keys()]).toEqual([1, 2]);
    expect(choice.begun).toBe(false);
  });

  it('is played after both are picked', async () => {
    const { choice, played } = hand();
    expect(choice.pickPlace(3)).toBe(false);
    expect(choice.pickPlace(2)).toBe(true);
    expect(choice.target).toBe(2);
    await choice.commit();
    expect(played).toEqual(['play king 2']);
  });

  it('compares cards for the same place, where they may go there', () => {
    const { choice } = hand();
    choice.pickPlace(2);
    choice.pickCard('queen');
    expect(choice.chosen).toEqual(['play queen 2']);
    choice.pickCard('gnome');
    expect(choice.chosen).toEqual([]);
    expect(choice.card).toBe('gnome');
  });

  it('shows the cards as they would lie, and as foreseen before until the table answers', async () => {
    const { choice } = hand();
    choice.pickPlace(1);
    await soon();
    const first = choice.shown;
    expect(first).toEqual({ after: ['play king 1'] });
    choice.pickPlace(2);
    expect(choice.shown).toBe(first);
    await soon();
    expect(choice.shown).toEqual({ after: ['play king 2'] });
  });
});

describe('two places', () => {
  const witch = () => sitting({ phase: 'swap' }, () => [swap(1, 3), swap(2, 3), skip]);

  it('are picked in either order', () => {
    const { choice } = witch();
    expect([...choice.offers.keys()].sort()).toEqual([1, 2, 3]);
    choice.pickPlace(3);
    expect(choice.from).toBe(3);
    expect([...choice.offers.keys()]).toEqual([1, 2]);
    choice.pickPlace(1);
    expect(choice.chosen).toEqual(['swap 1 3']);
    expect(choice.target).toBe(1);
  });

  it('are taken back one by one', () => {
    const { choice } = witch();
    choice.pickPlace(1);
    choice.pickPlace(3);
    choice.back();
    expect([choice.from, choice.chosen]).toEqual([1, []]);
    choice.back();
    expect(choice.begun).toBe(false);
  });

  it('may be one drag, if that is possible', () => {
    const { choice } = witch();
    expect(choice.pickPair(1, 2)).toBe(false);
    expect(choice.begun).toBe(false);
    expect(choice.pickPair(1, 3)).toBe(true);
    expect(choice.chosen).toEqual(['swap 1 3']);
  });

  it('may be left as they are', async () => {
    const { choice, played } = witch();
    await choice.skip();
    expect(played).toEqual(['skip']);
  });
});

describe('an order', () => {
  const names: Character[] = ['king', 'queen', 'fairy'];
  /** Whoever is named is not offered again, and the last one is not asked for. */
  const fairy = () =>
    sitting({ phase: 'order', pending: { seat: 0, card: 'fairy', location: 1, next: names } }, (played) => {
      const left = names.filter((name) => !played.includes(`next ${name}`));
      return left.length > 1 ? left.map(next) : [];
    });

  it('is made by naming one after the other until the table asks for nobody', async () => {
    const { choice } = fairy();
    await choice.name('fairy');
    expect(choice.nameable).toEqual(['king', 'queen']);
    expect(choice.whole).toBe(false);
    await choice.name('queen');
    expect(choice.nameable).toEqual([]);
    expect(choice.chosen).toEqual(['next fairy', 'next queen']);
    expect(choice.whole).toBe(true);
  });

  it('loses its last name again', async () => {
    const { choice } = fairy();
    await choice.name('fairy');
    await choice.name('queen');
    choice.back();
    await soon();
    expect(choice.chosen).toEqual(['next fairy']);
    expect(choice.nameable).toEqual(['king', 'queen']);
    expect(choice.whole).toBe(false);
  });

  it('is left as it is by naming everybody as they lie, each when the position before is here', async () => {
    const { choice, played } = fairy();
    await choice.skip();
    expect(played).toEqual(['next king']);
    choice.fresh();
    expect(played).toEqual(['next king', 'next queen']);
    choice.fresh();
    expect(played).toHaveLength(2);
    expect(choice.busy).toBe(false);
  });
});

it('goes back by one step with Escape, also where a button has the focus', () => {
  const { choice } = sitting({ phase: 'swap' }, () => [swap(1, 3)]);
  const press = (on: HTMLElement) => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
    Object.defineProperty(event, 'target', { value: on });
    choice.key(event);
  };
  choice.pickPlace(1);
  choice.pickPlace(3);
  press(document.createElement('input'));
  expect(choice.chosen).toEqual(['swap 1 3']);
  press(document.createElement('button'));
  expect([choice.from, choice.chosen]).toEqual([1, []]);
});
