// The end of a game in words.

import type { StandingsRow } from '../shell/contract';
import type { Seat } from '../shell/protocol';
import { amount, words } from '../shell/words';

const w = words({
  ru: {
    points: (n: number) => amount(n, 'очко', 'очка', 'очков'),
    youWon: 'Вы победили',
    youShare: (names: string) => `Вы делите победу: ${names}`,
    won: (name: string) => `Победа: ${name}`,
    shared: (names: string) => `Победу делят: ${names}`,
    alone: (points: string) => `Ваш результат: ${points}`,
    place: (place: number, of: number, points: string) => `Ваше место: ${place} из ${of}, ${points}`,
  },
  en: {
    points: (n: number) => amount(n, 'point', 'points', 'points'),
    youWon: 'You won',
    youShare: (names: string) => `You share the victory: ${names}`,
    won: (name: string) => `${name} wins`,
    shared: (names: string) => `A shared victory: ${names}`,
    alone: (points: string) => `Your result: ${points}`,
    place: (place: number, of: number, points: string) => `Your place: ${place} of ${of}, ${points}`,
  },
});

/** 1 очко, −3 очка. */
export const pointWords = (n: number): string => w().points(n);

/** Who won, said to the one who reads it; a device for several people belongs to none of them. */
export function headline(standings: StandingsRow[], seats: Seat[]): string {
  if (standings.length === 1) return w().alone(pointWords(standings[0].points));
  const winners = standings.filter((row) => row.place === 1).map((row) => seats[row.seat]);
  const names = winners.map((seat) => seat.name).join(', ');
  const mine = seats.filter((seat) => seat.mine);
  const isMine = mine.length === 1 && winners.includes(mine[0]);
  if (winners.length === 1) return isMine ? w().youWon : w().won(names);
  return isMine ? w().youShare(names) : w().shared(names);
}

/** My place and points, where one of several seats is mine. */
export function myPlace(standings: StandingsRow[], seats: Seat[]): string | null {
  const mine = seats.filter((seat) => seat.mine);
  const row = standings.find((row) => row.seat === mine[0]?.seat);
  if (!row || mine.length !== 1 || standings.length === 1) return null;
  return w().place(row.place, standings.length, pointWords(row.points));
}
