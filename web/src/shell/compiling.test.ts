import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from './api';
import { isCompiling, lookAtCompiling, secondsUntil, timeUntil } from './compiling.svelte';
import type { Compiling } from './protocol';
import { settings } from './settings.svelte';

/** What the table answers, one look after the other; the last answer again and again. */
function answers(...lists: Compiling[][]) {
  return vi.spyOn(api, 'compiling').mockImplementation(async () => (lists.length > 1 ? lists.shift()! : lists[0]));
}

describe('what is still compiled', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is asked for until everything is ready, and then not any more', async () => {
    vi.useFakeTimers();
    const asked = answers(
      [{ game: 'chess', part: 'bots', seconds: 7 }],
      [{ game: 'chess', part: 'bots', seconds: 6 }],
      [],
    );
    await lookAtCompiling();
    expect(secondsUntil('chess', 'bots')).toBe(7);
    expect(secondsUntil('chess', 'people')).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(secondsUntil('chess', 'bots')).toBe(6);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isCompiling()).toBe(false);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('is asked for again when the table did not answer', async () => {
    vi.useFakeTimers();
    answers([{ game: 'checkers', part: 'people', seconds: 3 }]);
    await lookAtCompiling();
    vi.spyOn(api, 'compiling').mockRejectedValueOnce(new Error('no connection')).mockResolvedValue([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isCompiling()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isCompiling()).toBe(false);
  });

  it('is told in words, also what will never be ready', async () => {
    vi.useFakeTimers();
    const asked = answers([
      { game: 'chess', part: 'search', seconds: null },
      { game: 'checkers', part: 'people', seconds: 4 },
    ]);
    await lookAtCompiling();
    settings.language = 'ru';
    expect(timeUntil('checkers', 'people')).toBe('ещё ~4\u00a0с');
    settings.language = 'en';
    expect(timeUntil('checkers', 'people')).toBe('~4\u00a0s left');
    expect(timeUntil('chess', 'search')).toBe('could not be prepared');
    expect(timeUntil('chess', null)).toBe('');
    asked.mockResolvedValue([]);
    await vi.advanceTimersByTimeAsync(1000);
  });
});
