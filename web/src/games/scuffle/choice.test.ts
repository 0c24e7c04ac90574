// What is picked at a Scuffle table, with a table that answers when the test says so.

import { expect, test } from 'vitest';
import type { TableActions } from '../../shell/contract';
import { Choice } from './choice.svelte';
import type { Move, Next, View } from './seen';

const soon = () => new Promise((resolve) => setTimeout(resolve));
const next = (card: Next['card']): Next => ({ text: `next ${card}`, move: 'next', card });

/** A Fairy with King and Queen; whoever is named is not offered again, and the last one is not asked for. */
function ordering() {
  const names: Next['card'][] = ['king', 'queen', 'fairy'];
  const played: string[] = [];
  const left = (moves: string[]) => names.filter((name) => !moves.includes(`next ${name}`));
  const table = {
    play: async (move: string) => (played.push(move), true),
    preview: async (moves: string[]) => ({
      view: { phase: 'order', named: moves } as unknown as View,
      legal: [],
      moves: left(moves).length > 1 ? left(moves).map(next) : [],
    }),
    suppose: () => {},
  } as unknown as TableActions<View, Move>;
  const view = { phase: 'order', pending: { next: names } } as unknown as View;
  return { choice: new Choice(() => ({ view, moves: names.map(next), table })), played };
}

test('a Fairy names one after the other until the table asks for nobody', async () => {
  const { choice } = ordering();
  choice.name('fairy');
  await soon();
  expect(choice.nameable.map(({ card }) => card)).toEqual(['king', 'queen']);
  expect(choice.moves).toEqual([]);
  choice.name('queen');
  await soon();
  expect(choice.nameable).toEqual([]);
  expect(choice.moves.map(({ text }) => text)).toEqual(['next fairy', 'next queen']);
});

test('a step of an order is played when the position before it is here', async () => {
  const { choice, played } = ordering();
  void choice.skip();
  await soon();
  expect(played).toEqual(['next king']);
  choice.fresh();
  await soon();
  expect(played).toEqual(['next king', 'next queen']);
});

test('back takes the last name away again', async () => {
  const { choice } = ordering();
  choice.name('fairy');
  await soon();
  choice.name('queen');
  await soon();
  choice.back();
  await soon();
  expect(choice.named.map(({ card }) => card)).toEqual(['fairy']);
  expect(choice.moves).toEqual([]);
});
