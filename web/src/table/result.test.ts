import { describe, expect, it } from 'vitest';
import type { Seat } from '../shell/protocol';
import { settings } from '../shell/settings.svelte';
import { headline, myPlace } from './result';

const seats = (mine: number[]) =>
  ['Анна', 'Борис', 'Вера'].map((name, seat) => ({ seat, name, mine: mine.includes(seat) }) as Seat);
const ended = (...places: number[]) => places.map((place, seat) => ({ seat, place, points: 50 - 10 * place }));

describe('the end of a game', () => {
  settings.language = 'ru';
  it('is a victory for the one who won', () => {
    expect(headline(ended(1, 2, 3), seats([0]))).toBe('Вы победили');
    expect(myPlace(ended(1, 2, 3), seats([0]))).toBe('Ваше место: 1 из 3, 40 очков');
  });
  it('names the winner to the others, and tells them their own place', () => {
    expect(headline(ended(1, 2, 3), seats([2]))).toBe('Победа: Анна');
    expect(myPlace(ended(1, 2, 3), seats([2]))).toBe('Ваше место: 3 из 3, 20 очков');
  });
  it('can be shared', () => {
    expect(headline(ended(1, 1, 3), seats([1]))).toBe('Вы делите победу: Анна, Борис');
    expect(headline(ended(1, 1, 3), seats([2]))).toBe('Победу делят: Анна, Борис');
  });
  it('belongs to nobody at a device for several people, nor to a spectator', () => {
    expect(headline(ended(1, 2, 3), seats([0, 1]))).toBe('Победа: Анна');
    expect(myPlace(ended(1, 2, 3), seats([0, 1]))).toBeNull();
    expect(myPlace(ended(1, 2, 3), seats([]))).toBeNull();
  });
  it('alone is a number of points', () => {
    expect(headline([{ seat: 0, place: 1, points: -1 }], seats([0]))).toBe('Ваш результат: −1 очко');
  });
});
