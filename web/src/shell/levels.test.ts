import { expect, it } from 'vitest';
import { called, newBotName, seatState } from './levels';
import type { Seat } from './protocol';
import { change } from './settings.svelte';

it('a new bot has a name of its own', () => {
  change({ language: 'en' });
  expect(newBotName(['Anna', 'Bot Leo'])).toBe('Bot Ivy');
  change({ language: 'ru' });
  expect(newBotName(['Анна', 'Бот Ива'])).toBe('Бот Лев');
});

const seat = (kind: Seat['kind'], name = '', program = '') => ({ kind, name, program, away_since: null }) as Seat;

it('a program says that it is one wherever its name stands', () => {
  change({ language: 'ru' });
  expect(called(seat('program', 'Hal', 'Hal'))).toBe('Программа Hal');
  expect(called(seat('person', 'Hal'))).toBe('Hal');
  change({ language: 'en' });
  expect(called(seat('program', 'Hal 2', 'Hal'))).toBe('Program Hal 2');
});

it('an offered seat tells to whom', () => {
  change({ language: 'en' });
  expect(called(seat('offered', '', 'Hal'))).toBe('Program Hal');
  expect(called(seat('offered'))).toBe('Any program');
  expect(seatState(seat('offered'))).toBe('seat offered');
});
