// The lobby's side of the table: who sits where, starting, records. Each refusal is an exception with its own words.

import type {
  Again,
  BestTurn,
  Compiling,
  Created,
  Filling,
  GameInfo,
  Lobby,
  MapChecked,
  Me,
  Past,
  Proof,
  Reach,
  Readmitting,
  Removing,
  Sitting,
  TableWanted,
} from './protocol';
import { settings } from './settings.svelte';

class RequestError extends Error {
  constructor(
    readonly error: string,
    readonly detail: string,
  ) {
    super(detail);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return send<T>(method, path, body === undefined ? undefined : JSON.stringify(body));
}

async function send<T>(method: string, path: string, body?: string): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch('/api/' + path, {
      method,
      headers: body === undefined ? undefined : { 'content-type': 'application/json' },
      body,
    });
  } catch {
    throw new RequestError('offline', 'no connection');
  }
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : null) as T;
  let told: { error?: string; detail?: string } = {};
  try {
    told = JSON.parse(text);
  } catch {
    // Something between us and the table answered in its own way.
  }
  throw new RequestError(told.error ?? `http_${answer.status}`, told.detail ?? answer.statusText);
}

export const api = {
  me: () => call<Me>('GET', 'me'),
  rename: (name: string) => call<Me>('PUT', 'me', { name }),
  reach: () => call<Reach>('GET', 'reach'),
  games: () => call<GameInfo[]>('GET', 'games'),
  compiling: () => call<Compiling[]>('GET', 'compiling'),
  lobby: () => call<Lobby>('GET', 'lobby'),
  /** A map file is sent as it is: whether it can be read at all is for the table to say. */
  checkMap: (file: string) => send<MapChecked>('POST', 'maps/check', file),
  create: (wanted: TableWanted) => call<Created>('POST', 'tables', wanted),
  sit: (id: string, sitting: Sitting) => call<unknown>('POST', `tables/${id}/sit`, sitting),
  fill: (id: string, filling: Filling) => call<unknown>('POST', `tables/${id}/fill`, filling),
  remove: (id: string, removing: Removing) => call<unknown>('POST', `tables/${id}/remove`, removing),
  readmit: (id: string, readmitting: Readmitting) => call<unknown>('POST', `tables/${id}/readmit`, readmitting),
  leave: (id: string) => call<unknown>('POST', `tables/${id}/leave`, {}),
  start: (id: string) => call<unknown>('POST', `tables/${id}/start`, {}),
  rematch: (id: string, again: Again) => call<Created>('POST', `tables/${id}/rematch`, again),
  bestTurns: (id: string) => call<BestTurn[]>('GET', `tables/${id}/best`),
  proof: (id: string) => call<Proof>('GET', `tables/${id}/proof`),
  past: (id: string, at: number, seat: number | null) =>
    call<Past>('GET', `tables/${id}/past/${at}${seat === null ? '' : `?seat=${seat}`}`),
  recordAddress: (id: string) => `/api/tables/${id}/record`,
};

const REFUSALS: Record<string, { ru: string; en: string }> = {
  offline: {
    ru: 'Стол не отвечает. Проверьте связь и повторите.',
    en: 'The table does not answer. Check your connection and try again.',
  },
  not_found: { ru: 'Такого стола нет.', en: 'There is no such table.' },
  full: { ru: 'Свободных мест уже нет.', en: 'There is no free seat left.' },
  taken: { ru: 'Это место уже занято.', en: 'This seat is already taken.' },
  waiting: {
    ru: 'Ещё не все сели. Начать можно, когда мест не останется.',
    en: 'A seat is still free. Start when all are taken.',
  },
  not_sitting: { ru: 'Это могут только те, кто сидит за столом.', en: 'Only those at the table can do that.' },
  not_host: { ru: 'Это может только тот, кто ведёт стол.', en: 'Only whoever runs the table can do that.' },
  seated: {
    ru: 'Вы уже сидите за этим столом: одному человеку — одно место.',
    en: 'You already sit at this table: one person has one seat.',
  },
  removed: {
    ru: 'Вас попросили из-за этого стола. Сесть снова можно, если вас впустят.',
    en: 'You were removed from this table. You can sit down again if you are let in.',
  },
  nobody: { ru: 'Этого человека здесь уже нет.', en: 'That person is no longer here.' },
  yourself: { ru: 'Чтобы уйти самому, нажмите «Встать».', en: 'To go yourself, press “Stand up”.' },
  no_seat: { ru: 'Такого места за столом нет.', en: 'There is no such seat at the table.' },
  started: { ru: 'Игра за этим столом уже началась.', en: 'The game at this table has already begun.' },
  not_started: { ru: 'Игра ещё не началась.', en: 'The game has not begun yet.' },
  not_over: { ru: 'Это откроется, когда игра закончится.', en: 'That opens when the game is over.' },
  closed: {
    ru: 'В этой игре до конца не листают назад: она на память.',
    en: 'In this game nobody looks back before the end: it is about memory.',
  },
  bad_options: {
    ru: 'Так эту игру не сыграть: проверьте число игроков и правила.',
    en: 'The game cannot be played like that: check players and rules.',
  },
  bad_map: {
    ru: 'Это не файл карты: нужен JSON с полями карты.',
    en: 'This is no map file: it must be JSON with the fields of a map.',
  },
  too_large: { ru: 'Слишком большой файл.', en: 'The file is too large.' },
  not_compiled: {
    ru: 'Правила этой игры не удалось подготовить. Причина — в журнале сервера.',
    en: 'The rules of this game could not be prepared. The server’s log says why.',
  },
  too_long: { ru: 'Слишком длинно.', en: 'Too long.' },
  too_many: { ru: 'Слишком часто. Подождите немного.', en: 'Too often. Wait a moment.' },
  too_fast: { ru: 'Слишком часто. Подождите немного.', en: 'Too often. Wait a moment.' },
  banned: {
    ru: 'Тот, кто держит этот сервер, пока не пускает вас за столы.',
    en: 'Whoever runs this server does not let you in for now.',
  },
  busy: { ru: 'Сервер занят. Подождите немного.', en: 'The server is busy. Wait a moment.' },
  not_stored: {
    ru: 'Сервер сейчас не может ничего сохранить. Повторите чуть позже.',
    en: 'The server cannot store anything right now. Try again in a little while.',
  },
  bad_clock: { ru: 'Такие часы не годятся.', en: 'That clock will not do.' },
  bad_name: {
    ru: 'Имя не подходит: нужны обычные знаки, до 24, без невидимых и меняющих направление письма.',
    en: 'This name will not do: up to 24 ordinary characters, none invisible or changing the direction of writing.',
  },
  taken_name: {
    ru: 'С таким именем вас примут за бота или перепутают с другими. Выберите другое.',
    en: 'With this name you would be taken for a bot or mixed up with others. Choose another.',
  },
};

/** Why something was not done, in words. */
export function explain(error: unknown): string {
  if (!(error instanceof RequestError))
    return settings.language === 'ru' ? 'Что-то пошло не так.' : 'Something went wrong.';
  const known = REFUSALS[error.error];
  if (known) return known[settings.language];
  return (settings.language === 'ru' ? 'Не получилось: ' : 'It did not work: ') + error.detail;
}
