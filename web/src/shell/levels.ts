// The four levels of bots in plain words, what a seat is called, and how it is doing.

import type { Level, Seat } from './protocol';
import { words } from './words';

export const LEVELS: Level[] = ['novice', 'adept', 'expert', 'master'];

const w = words({
  ru: {
    novice: 'новичок',
    adept: 'любитель',
    expert: 'знаток',
    master: 'мастер',
    noviceHelp: 'ходит просто и часто ошибается',
    adeptHelp: 'играет разумно, но далеко вперёд не просчитывает',
    expertHelp: 'просчитывает наперёд, ошибается редко',
    masterHelp: 'играет в полную силу, думает дольше',
    bot: 'бот',
    program: (name: string) => `Программа ${name}`,
    anyProgram: 'Любая программа',
    offered: 'место предложено',
    guest: 'Гость',
    free: 'место свободно',
    away: 'нет на связи',
    minutes: 'мин',
    standsIn: 'играет бот',
    resigned: 'место отдано боту',
  },
  en: {
    novice: 'novice',
    adept: 'amateur',
    expert: 'expert',
    master: 'master',
    noviceHelp: 'plays simply and often errs',
    adeptHelp: 'plays sensibly but does not look far ahead',
    expertHelp: 'looks ahead and rarely errs',
    masterHelp: 'plays at full strength, thinks longer',
    bot: 'bot',
    program: (name: string) => `Program ${name}`,
    anyProgram: 'Any program',
    offered: 'seat offered',
    guest: 'Guest',
    free: 'free seat',
    away: 'away',
    minutes: 'min',
    standsIn: 'a bot is playing',
    resigned: 'left to a bot',
  },
});

export function levelName(level: Level): string {
  return w()[level];
}

export function levelHelp(level: Level): string {
  return w()[`${level}Help`];
}

/** «бот, знаток», «нет на связи 2 мин»; empty where there is nothing to say. */
export function seatState(seat: Seat, now = Date.now() / 1000): string {
  if (seat.kind === 'free') return w().free;
  if (seat.kind === 'offered') return w().offered;
  if (seat.kind === 'bot') return `${w().bot}, ${levelName(seat.level ?? 'adept')}`;
  if (seat.resigned) return w().resigned;
  if (seat.stands_in) return w().standsIn;
  if (seat.away_since === null || seat.here) return '';
  const minutes = Math.floor((now - seat.away_since) / 60);
  return minutes < 1 ? w().away : `${w().away} ${minutes} ${w().minutes}`;
}

const BOTS = words({
  ru: { names: ['Бот Лев', 'Бот Ива', 'Бот Ада', 'Бот Гном'] },
  en: { names: ['Bot Leo', 'Bot Ivy', 'Bot Ada', 'Bot Gnome'] },
});

export function botName(index: number): string {
  return BOTS().names[index % 4];
}

/** The first name of a bot that nobody at the table goes by. */
export function newBotName(taken: string[]): string {
  return BOTS().names.find((name) => !taken.includes(name)) ?? botName(0);
}

/** What to call a seat that nobody has named. */
export function nameless(seat: Seat): string {
  return seat.kind === 'bot' ? botName(seat.seat) : w().guest;
}

export function anyProgram(): string {
  return w().anyProgram;
}

/** What a seat is called wherever its name stands: a program always says that it is one. */
export function called(seat: Seat): string {
  if (seat.kind === 'program') return w().program(seat.name);
  if (seat.kind === 'offered') return seat.program ? w().program(seat.program) : w().anyProgram;
  return seat.name || nameless(seat);
}
