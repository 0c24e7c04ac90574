import { beforeEach, describe, expect, it } from 'vitest';
import type { Happened } from '../../shell/protocol';
import { settings } from '../../shell/settings.svelte';
import type { Ended, Fact, Move, Player, View } from './seen';
import { moveWords, tell } from './log';

const view = { options: { map: 'default' }, dice: [{ die: 'blue', drops: 3 }] } as unknown as View;
const lines = (...facts: Fact[]): Happened[] => facts.map((fact) => ({ fact }));
const told = (fact: Fact) => tell(lines(fact), 0, view);
const ended = (more: Partial<Ended> = {}): Ended => ({ round: 3, blots: [], achievements: [], gains: [0, 0], ...more });

beforeEach(() => {
  settings.language = 'en';
});

describe('the log in words', () => {
  it('tells what chance brings', () => {
    expect(told({ what: 'first', seat: 1 })?.symbol).toBe('crown');
    const die = { die: 'white', drops: 4, kingdoms: ['red', 'brown'] } as const;
    expect(told({ what: 'thrown', die: { ...die, kingdoms: [...die.kingdoms] } })).toEqual({
      text: 'Thrown: white, 4 drops. Redhill and Brownsoil',
      symbol: 'die-clear-4',
    });
  });

  it('tells which die is taken, the white one as a colour', () => {
    expect(
      told({ what: 'took', seat: 0, taken: { die: 'blue', colour: 'blue', kingdom: 'red', drops: 3 } })?.text,
    ).toBe('takes the blue die (3): Redhill');
    expect(
      told({ what: 'took', seat: 0, taken: { die: 'white', colour: 'red', kingdom: 'red', drops: 2 } })?.text,
    ).toBe('takes the white die as red (2): Redhill');
  });

  it('tells what a painted area brings', () => {
    const painted = { area: 'r5', kingdom: 'red', colour: 'blue', drop: 'tower' } as const;
    const said = told({ what: 'painted', seat: 0, painted, gain: 2 });
    expect(said?.text).toMatch(/^paints blue, from a tower: Redhill 5, /);
    expect(said?.gain).toBe(2);
    const more = { ...painted, exception: true, drops: { green: 1 }, completes: ['red' as const] };
    expect(told({ what: 'painted', seat: 0, painted: more })?.text).toMatch(
      /, spends an exception, a tower gives a drop, the kingdom is complete$/,
    );
  });

  it('tells spells, choices and crossed numbers', () => {
    expect(told({ what: 'cast', seat: 0, cast: { spell: 'split', kingdom: 'green' } })?.text).toBe(
      'spell “Split”: Greenwood',
    );
    expect(told({ what: 'cast', seat: 0, cast: { spell: 'mix', colour: 'brown' } })?.text).toBe(
      'spell “Mix”: brown drop',
    );
    expect(told({ what: 'chose', seat: 0, chosen: { tower: 2, colour: 'green' } })?.text).toBe(
      'the tower gives: green drop',
    );
    expect(told({ what: 'crossed', seat: 0, crossed: { row: 'hydra', points: 3 } })?.text).toBe(
      'crosses out 3: Hydras',
    );
  });

  it('tells a blot and an achievement of a turn once the round is over', () => {
    const first: Fact = { what: 'done', seat: 0 };
    expect(told(first)?.text).toBe('finishes the turn');
    const award = { row: 'red' as const, place: 1, points: 4, seats: [1] };
    const last: Fact = { what: 'done', seat: 1, ended: ended({ blots: [0], achievements: [award], gains: [-1, 4] }) };
    const log = lines(first, last, { what: 'done', seat: 0 });
    expect(tell(log, 0, view)).toEqual({ text: 'finishes the turn, a blot', gain: -1 });
    expect(tell(log, 1, view)).toEqual({ text: 'finishes the turn, for speed: Redhill 4', gain: 4 });
    expect(tell(log, 2, view)?.text).toBe('finishes the turn');
  });

  it('tells that one round is left, and why the game is over', () => {
    expect(told({ what: 'done', seat: 0, ended: ended({ one_more: 'kingdoms' }) })?.text).toBe(
      'finishes the turn, three complete kingdoms: the next round is the last',
    );
    expect(told({ what: 'done', seat: 0, ended: ended({ over: 'blots' }) })?.text).toMatch(/the game is over$/);
  });
});

it('words for what the expert advises are those of the log', () => {
  const player = { die: { colour: 'yellow' } } as unknown as Player;
  const words = (move: Record<string, unknown>) => moveWords({ text: '', ...move } as unknown as Move, view, player);
  expect(words({ move: 'take', die: 'blue', colour: null, kingdom: 'red' })).toBe('takes the blue die (3): Redhill');
  expect(words({ move: 'paint', area: 'r5', drop: 'die', colour: null })).toMatch(/^paints yellow: Redhill 5/);
  expect(words({ move: 'mix', colour: 'green' })).toBe('spell “Mix”: green drop');
  expect(words({ move: 'cross', row: 'griffins', points: 3 })).toBe('crosses out 3: Griffins');
});
