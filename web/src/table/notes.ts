// What happened at the table besides moves, in words.

import { levelName } from '../shell/levels';
import type { Note, Seat } from '../shell/protocol';
import { words } from '../shell/words';

const w = words({
  ru: {
    undone: 'берёт ход назад',
    resigned: 'сдаётся, дальше играет бот',
    stood_in: (level: string) => `отдаёт место боту (${level})`,
    back: 'снова за столом',
    ran_out: 'не успевает: время вышло, ходит бот',
    voted: (name: string) => `предлагает: ${name} не отвечает, пусть играет бот`,
    replaced: 'не отвечает: стол решил, что пока играет бот',
    removed: 'больше не за столом: место освобождено',
    host: 'теперь ведёт стол',
    no_number: 'играет без своего числа в случае: страница не успела его открыть',
    left: (name: string) => `${name}: нет на связи`,
    came: (name: string) => `${name}: на связи`,
  },
  en: {
    undone: 'takes a move back',
    resigned: 'resigns; a bot plays on',
    stood_in: (level: string) => `hands the seat to a bot (${level})`,
    back: 'is back at the table',
    ran_out: 'is out of time; a bot moves',
    voted: (name: string) => `proposes that a bot plays on for ${name}, who is away`,
    replaced: 'is away; the table lets a bot play on',
    removed: 'was removed from the table',
    host: 'runs the table now',
    no_number: 'has no number in the chance of this game: the page did not open it in time',
    left: (name: string) => `${name} has left the table`,
    came: (name: string) => `${name} is here`,
  },
});

/** Who is named before the words of a note: whoever did it. */
export function noteSeat(note: Note): number {
  return note.what === 'voted' ? (note.by ?? note.seat) : note.seat;
}

/** The name of whoever did it, as it is now, or as it was for somebody who sits there no longer. */
export function noteName(note: Note, seats: Seat[]): string {
  return note.name || seats[noteSeat(note)].name;
}

/** The words of a note, without the name. */
export function noteWords(note: Note, seats: Seat[]): string {
  switch (note.what) {
    case 'stood_in':
      return w().stood_in(levelName(note.level ?? 'adept'));
    case 'voted':
      return w().voted(seats[note.seat].name);
    default:
      return w()[note.what];
  }
}

/** Somebody has closed the last page, or opened one again. */
export function presenceWords(name: string, here: boolean): string {
  return here ? w().came(name) : w().left(name);
}
