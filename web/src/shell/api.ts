// The lobby's side of the table: who sits where, starting, records. Each refusal is an exception with its own words.

import type { Created, Filling, GameInfo, Lobby, Me, Past, Proof, Sitting, TableWanted } from './protocol';
import { settings } from './settings.svelte';

class Refusal extends Error {
  constructor(
    readonly error: string,
    readonly detail: string,
  ) {
    super(detail);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch('/api/' + path, {
      method,
      headers: body === undefined ? undefined : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('offline', 'no connection');
  }
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : null) as T;
  let told: { error?: string; detail?: string } = {};
  try {
    told = JSON.parse(text);
  } catch {
    // Something between us and the table answered in its own way.
  }
  throw new Refusal(told.error ?? `http_${answer.status}`, told.detail ?? answer.statusText);
}

export const api = {
  me: () => call<Me>('GET', 'me'),
  rename: (name: string) => call<Me>('PUT', 'me', { name }),
  games: () => call<GameInfo[]>('GET', 'games'),
  lobby: () => call<Lobby>('GET', 'lobby'),
  create: (wanted: TableWanted) => call<Created>('POST', 'tables', wanted),
  sit: (id: string, sitting: Sitting) => call<unknown>('POST', `tables/${id}/sit`, sitting),
  fill: (id: string, filling: Filling) => call<unknown>('POST', `tables/${id}/fill`, filling),
  leave: (id: string) => call<unknown>('POST', `tables/${id}/leave`, {}),
  start: (id: string) => call<unknown>('POST', `tables/${id}/start`, {}),
  rematch: (id: string) => call<Created>('POST', `tables/${id}/rematch`, {}),
  proof: (id: string) => call<Proof>('GET', `tables/${id}/proof`),
  past: (id: string, at: number, seat: number | null) =>
    call<Past>('GET', `tables/${id}/past/${at}${seat === null ? '' : `?seat=${seat}`}`),
  recordAddress: (id: string) => `/api/tables/${id}/record`,
};

const REFUSALS: Record<string, { ru: string; en: string }> = {
  offline: { ru: 'Стол не отвечает. Проверьте связь и повторите.', en: 'The table does not answer. Check your connection and try again.' },
  not_found: { ru: 'Такого стола нет.', en: 'There is no such table.' },
  full: { ru: 'Свободных мест уже нет.', en: 'There is no free seat left.' },
  taken: { ru: 'Это место уже занято.', en: 'This seat is already taken.' },
  waiting: { ru: 'Ещё не все сели. Начать можно, когда мест не останется.', en: 'A seat is still free. Start when all are taken.' },
  not_sitting: { ru: 'Это могут только те, кто сидит за столом.', en: 'Only those at the table can do that.' },
  not_host: { ru: 'Это может только тот, кто накрыл стол.', en: 'Only whoever set the table up can do that.' },
  no_seat: { ru: 'Такого места за столом нет.', en: 'There is no such seat at the table.' },
  started: { ru: 'Игра за этим столом уже началась.', en: 'The game at this table has already begun.' },
  not_started: { ru: 'Игра ещё не началась.', en: 'The game has not begun yet.' },
  not_over: { ru: 'Это откроется, когда игра закончится.', en: 'That opens when the game is over.' },
  closed: { ru: 'В этой игре до конца не листают назад: она на память.', en: 'In this game nobody looks back before the end: it is about memory.' },
  bad_options: { ru: 'Так эту игру не сыграть: проверьте число игроков и правила.', en: 'The game cannot be played like that: check players and rules.' },
  too_long: { ru: 'Слишком длинно.', en: 'Too long.' },
  too_many: { ru: 'Слишком часто. Подождите немного.', en: 'Too often. Wait a moment.' },
  too_fast: { ru: 'Слишком часто. Подождите немного.', en: 'Too often. Wait a moment.' },
  bad_name: { ru: 'Имя не подходит: до 24 обычных знаков.', en: 'This name will not do: up to 24 ordinary characters.' },
};

/** Why something was not done, in words. */
export function explain(error: unknown): string {
  if (!(error instanceof Refusal)) return settings.language === 'ru' ? 'Что-то пошло не так.' : 'Something went wrong.';
  const known = REFUSALS[error.error];
  if (known) return known[settings.language];
  return (settings.language === 'ru' ? 'Не получилось: ' : 'It did not work: ') + error.detail;
}
