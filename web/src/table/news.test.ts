import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Note, Said, Seat } from '../shell/protocol';
import { change } from '../shell/settings.svelte';
import { News } from './news.svelte';
import type { Playing } from './playing.svelte';

const seat = (number: number, some: Partial<Seat> = {}): Seat =>
  ({ seat: number, name: `Name ${number}`, kind: 'person', mine: number === 0, here: true, ...some }) as Seat;

let playing: { seats: Seat[]; connection: { log: unknown[]; said: Said[]; state: { notes: Note[] } } };
let news: News;
beforeEach(() => {
  vi.useFakeTimers();
  change({ language: 'en' });
  playing = {
    seats: [seat(0), seat(1)],
    connection: { log: [], said: [], state: { notes: [] } },
    module: { tell: (log: { move: string }[], index: number) => ({ text: log[index].move, gain: 2 }) },
  } as unknown as typeof playing;
  news = new News(playing as unknown as Playing);
});
afterEach(() => {
  news.close();
  vi.useRealTimers();
});
const shown = () => news.notices.map(({ name, text }) => `${name} ${text}`.trim());

it('a note is told once and goes away', () => {
  const notes: Note[] = [{ line: 3, at: 5, what: 'undone', seat: 1 }];
  news.noted(notes);
  expect(shown()).toEqual(['Name 1 takes a move back']);
  vi.advanceTimersByTime(10_000);
  news.noted(notes);
  expect(shown()).toEqual([]);
});

it('what I did myself is no news, what happened to me is', () => {
  news.noted([{ line: 3, at: 5, what: 'undone', seat: 0 }]);
  expect(shown()).toEqual([]);
  news.noted([{ line: 3, at: 6, what: 'ran_out', seat: 0 }]);
  expect(shown()).toHaveLength(1);
});

it('who reloads a page has not left', () => {
  news.met([seat(0), seat(1, { here: false })]);
  vi.advanceTimersByTime(1000);
  news.met([seat(0), seat(1)]);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual([]);
});

it('who stays away is missed, and welcome back', () => {
  news.met([seat(0), seat(1, { here: false })]);
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual(['Name 1 has left the table']);
  news.met([seat(0), seat(1)]);
  expect(shown()).toEqual(['Name 1 is here']);
});

it('others’ moves are said in words, my own are not', () => {
  playing.connection.log = [{ seat: 0, move: 'mine' }, { chance: 'x' }, { seat: 1, move: 'theirs' }];
  news.moved();
  expect(news.moves).toBe('Name 1 theirs +2');
});

it('what is said is noticed where nobody reads it', () => {
  const said = (number: number, seat: number | null): Said => ({
    number,
    at: 0,
    seat,
    name: 'Carl',
    text: 'Hi',
    voice: 'v',
    guest: 0,
  });
  news.spoke([said(1, 0)], false);
  news.spoke([said(1, 0), said(2, 1)], true);
  expect(shown()).toEqual([]);
  news.spoke([said(1, 0), said(2, 1), said(3, null)], false);
  expect(shown()).toEqual(['Carl Hi']);
});
