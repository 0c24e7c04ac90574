// Nothing happens in silence: what others do is said in a short notice and, for those who listen, in words.

import type { Note, NoteKind, Said, Seat } from '../shell/protocol';
import { gained } from '../shell/words';
import { isMuted } from './muted.svelte';
import { noteName, noteSeat, noteWords, presenceWords } from './notes';
import type { Playing } from './playing.svelte';

interface Notice {
  number: number;
  seat: number | null; // whose shield stands before it; null: a spectator
  name: string;
  text: string;
}

const OWN: NoteKind[] = ['undone', 'resigned', 'stood_in', 'back', 'voted']; // one's own hand is no news
const SHOWN = 6000;
const MOST = 1; // a second one would cover whose turn it is
const MOST_MOVES = 4; // moves that are read out at a time
const AWAY = 4000; // a page that is loaded anew is no news

export class News {
  notices: Notice[] = $state([]);
  /** The latest moves of others, for screen readers. */
  moves = $state('');
  #count = 0;
  #noted: number; // when the last known note was made
  #heard: number; // lines of the log
  #said: number;
  #leaving = new Map<number, ReturnType<typeof setTimeout>>();
  #gone: Set<number>; // seats whose people are known to be away

  constructor(private readonly playing: Playing) {
    const { connection } = playing;
    this.#noted = connection.state!.notes?.at(-1)?.at ?? 0;
    this.#heard = connection.log.length;
    this.#said = connection.said.at(-1)?.number ?? 0;
    this.#gone = new Set(playing.seats.filter(({ here }) => !here).map(({ seat }) => seat));
  }

  /** Say what is new in the log. */
  moved(): void {
    const { connection, module, live, seats } = this.playing;
    const { log } = connection;
    const from = Math.max(this.#heard, log.length - MOST_MOVES);
    this.#heard = log.length;
    const told = [];
    for (let index = from; index < log.length; index++) {
      const { seat } = log[index];
      if (seat == null || (seats[seat].mine && !seats[seat].stands_in)) continue;
      const words = module.tell(log, index, live);
      if (words) told.push(`${seats[seat].name} ${words.text}${words.gain ? ` ${gained(words.gain)}` : ''}`);
    }
    if (told.length) this.moves = told.join('. ');
  }

  /** Say what happened besides moves. */
  noted(notes: Note[]): void {
    for (const note of notes.filter(({ at }) => at > this.#noted)) {
      this.#noted = note.at;
      const seat = noteSeat(note);
      if (this.playing.seats[seat].mine && OWN.includes(note.what)) continue;
      this.#tell(seat, noteName(note, this.playing.seats), noteWords(note, this.playing.seats));
    }
  }

  /** Say what was said, unless the talk is open. */
  spoke(said: Said[], reading: boolean): void {
    for (const each of said.filter(({ number }) => number > this.#said)) {
      this.#said = each.number;
      const mine = each.seat !== null && this.playing.seats[each.seat].mine;
      if (!mine && !reading && !isMuted(each)) this.#tell(each.seat, each.name, each.text);
    }
  }

  /** Say who comes and goes; who is back at once has not been away. */
  met(seats: Seat[]): void {
    for (const { seat, name, kind, mine, here } of seats) {
      if (kind === 'bot' || mine) continue;
      if (here) {
        clearTimeout(this.#leaving.get(seat));
        this.#leaving.delete(seat);
        if (this.#gone.delete(seat)) this.#tell(seat, '', presenceWords(name, true));
      } else if (!this.#gone.has(seat) && !this.#leaving.has(seat)) {
        this.#leaving.set(
          seat,
          setTimeout(() => this.#left(seat, name), AWAY),
        );
      }
    }
  }

  /** What was said to the one who looked before is not for the next one. */
  clear(): void {
    this.notices = [];
    this.moves = '';
    this.#heard = this.playing.connection.log.length;
  }

  close(): void {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
  }

  #left(seat: number, name: string): void {
    this.#leaving.delete(seat);
    this.#gone.add(seat);
    this.#tell(seat, '', presenceWords(name, false));
  }

  #tell(seat: number | null, name: string, text: string): void {
    const number = ++this.#count;
    this.notices = [...this.notices, { number, seat, name, text }].slice(-MOST);
    setTimeout(() => (this.notices = this.notices.filter((notice) => notice.number !== number)), SHOWN);
  }
}
