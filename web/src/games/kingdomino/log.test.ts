import { beforeEach, describe, expect, it } from 'vitest';
import type { Happened } from '../../shell/protocol';
import { settings } from '../../shell/settings.svelte';
import { dominoOf, squaresOf, tell } from './log';
import type { Fact } from './seen';

const told = (fact: Fact) => tell([{ fact }], 0);
const placed: Fact = {
  what: 'placed',
  seat: 1,
  domino: 19,
  placed: {
    facing: 'west',
    squares: [
      { x: 2, y: 0 },
      { x: 1, y: 0 },
    ],
    grown: [],
  },
  gain: 3,
};
const line: Happened = { seat: 1, move: 'place 2,0 west', fact: placed };

describe('the log in words', () => {
  beforeEach(() => {
    settings.language = 'en';
  });

  it('tells a line when its last domino is turned up', () => {
    expect(told({ what: 'laid', domino: 7 })).toBeNull();
    const line = { number: 2, dominoes: [7, 19, 22, 48] };
    expect(told({ what: 'laid', domino: 48, line })?.text).toBe('Line 2 is turned up: No.\u00a07, 19, 22, 48');
  });

  it('tells which game of a dynasty begins, and how it has ended', () => {
    expect(told({ what: 'laid', domino: 7, game: 2 })?.text).toBe('Game 2');
    const ended = { game: 2, points: [41, 38] };
    expect(told({ ...placed, ended })?.text).toBe('places No.\u00a019; game 2 is over, 41 : 38');
  });

  it('does not repeat the result of a game by itself', () => {
    expect(told({ ...placed, ended: { points: [41, 38] } })?.text).toBe('places No.\u00a019');
  });

  it('tells whose king is drawn, or that it begins', () => {
    expect(told({ what: 'king', seat: 1 })).toEqual({ text: 'The blue king is drawn', symbol: 'king' });
    expect(told({ what: 'king', seat: 1, begins: true })?.text).toBe('Drawn by lot: the blue king begins');
  });

  it('tells what was claimed and what nobody wanted', () => {
    expect(told({ what: 'claimed', seat: 0, domino: 3 })?.text).toBe('claims No.\u00a03');
    expect(told({ what: 'claimed', seat: 0, domino: 3, left_over: 5 })?.text).toBe(
      'claims No.\u00a03; nobody has claimed No.\u00a05',
    );
  });

  it('tells the points of a placing', () => {
    expect(told(placed)).toEqual({ text: 'places No.\u00a019', gain: 3 });
    expect(told({ ...placed, gain: 13, middle_kingdom: 10 })).toEqual({
      text: 'places No.\u00a019; the castle is in the centre now',
      gain: 13,
    });
  });

  it('tells what a discard has lost', () => {
    const discarded: Fact = { what: 'discarded', seat: 0, domino: 12, gain: 0 };
    expect(told(discarded)).toEqual({ text: 'discards No.\u00a012: it fits nowhere', gain: 0 });
    expect(told({ ...discarded, gain: -5, harmony: -5 })).toEqual({
      text: 'discards No.\u00a012: it fits nowhere; harmony is lost: −5',
      gain: 0,
    });
  });

  it('says it in Russian', () => {
    settings.language = 'ru';
    expect(told({ what: 'discarded', seat: 0, domino: 12, gain: -5, harmony: -5 })?.text).toBe(
      'сбрасывает №\u00a012: выложить некуда; гармония потеряна: −5',
    );
  });
});

describe('what a line of the log points at', () => {
  it('is two squares of the kingdom in which a domino was placed', () => {
    expect(squaresOf(line, 1)).toEqual(placed.placed!.squares);
    expect(squaresOf(line, 0)).toBeNull();
    expect(squaresOf(null, 0)).toBeNull();
  });

  it('is a domino, also where a lesson asks for a claim', () => {
    expect(dominoOf(line)).toBe(19);
    expect(dominoOf({ seat: null, chance: 'king 1', fact: { what: 'king', seat: 1 } })).toBeNull();
    const typed = { text: 'claim 28', move: 'claim', domino: 28 };
    expect(dominoOf({ seat: 0, move: 'claim 28', typed, fact: {} })).toBe(28);
    expect(dominoOf(null)).toBeNull();
  });
});
