import { describe, expect, it } from 'vitest';
import { fits, offered, toldOptions } from './offered';

const words = {
  first: { label: 'Who begins', help: '', choices: { null: 'by lot', 0: 'red', 1: 'blue', 2: 'yellow', 3: 'green' } },
  map: { label: 'Map', help: '', choices: { default: 'Six Kingdoms' } },
  duel: { label: 'Duel', help: '', choices: { false: 'no', true: 'yes' }, players: [2] },
  series: { label: 'Series', help: '', choices: { false: 'one game', true: 'one each', 2: 'two' } },
};
const option = (name: string, choices: unknown[]) => ({ name, default: choices[0], choices, help: '' });
const info = {
  name: 'chess',
  titles: {},
  players: [2, 3, 4],
  options: [option('first', [null, 0, 1, 2, 3]), option('map', ['default']), option('duel', [false, true])],
};

describe('options at set-up', () => {
  it.each([2, 3, 4])('only seats that exist begin, with %i players', (players) => {
    const [first] = offered(info, words, players);
    expect(first.choices).toEqual([null, 0, 1, 2, 3].slice(0, players + 1));
  });
  it('a seat chosen for more players is forgotten with fewer', () => {
    expect(fits('first', 3, 3)).toBe(false);
    expect(fits('first', null, 2)).toBe(true);
    expect(fits('target', 6, 3)).toBe(true);
  });
  it('what is for two is not offered to three', () => {
    expect(offered(info, words, 3).map(({ name }) => name)).toEqual(['first', 'map']);
  });
});

describe('options of a table in words', () => {
  it.each([
    [{ duel: true }, 2, ['Duel']],
    [{ duel: false }, 2, []],
    [{ duel: true }, 3, []],
    [{ series: true }, 3, ['Series: one each']],
    [{ first: 1, map: 'default' }, 2, ['Who begins: blue', 'Map: Six Kingdoms']],
    [{ map: 'Our valley' }, 2, ['Map: Our valley']],
    [{ map: { name: 'Our valley', areas: [] } }, 2, ['Map: Our valley']],
    [{ unheard_of: 1 }, 2, []],
  ])('%o', (options, players, told) => expect(toldOptions(words, options, players)).toEqual(told));
});
