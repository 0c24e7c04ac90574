// What a move brings, for me and for whoever else gains or loses.

import type { Seat } from '../../../shell/protocol';
import { gained } from '../../../shell/words';
import type { Character, Fact, Move, View } from '../seen';
import { inSentence, intoPlace, w } from '../words';

interface Change {
  card: Character;
  stars: number;
}

function changes(before: View, after: View, seat: number): Change[] {
  const was = new Map(before.standings[seat].characters.map((character) => [character.card, character.stars]));
  return after.standings[seat].characters
    .map(({ card, stars }) => ({ card, stars: stars - (was.get(card) ?? 0) }))
    .filter((change) => change.stars !== 0);
}

export function gain(before: View, after: View, seat: number): number {
  return after.standings[seat].points - before.standings[seat].points;
}

/** «Миша: гном +1, Лев −2». */
export function forOthers(before: View, after: View, me: number, seats: Seat[]): string {
  const parts = before.players
    .filter((player) => player.seat !== me)
    .map(({ seat }) => {
      const name = seats[seat]?.name || w().colour[seat];
      const changed = changes(before, after, seat);
      if (changed.length === 1) return `${name}: ${inSentence(changed[0].card)} ${gained(changed[0].stars)}`;
      const sum = gain(before, after, seat);
      return sum ? `${name} ${gained(sum)}` : '';
    });
  return parts.filter(Boolean).join(', ');
}

/** «Королева в замок № 1». */
export function title(move: Move, view: View): string {
  const kind = (number: number) => view.locations[number - 1]?.kind;
  const top = (number: number) => view.locations[number - 1]?.stack.at(-1)?.card;
  const name = (card?: Character) => (card ? w().name[card] : '');
  switch (move.move) {
    case 'play':
      return `${name(move.card)} ${intoPlace(kind(move.location), move.location)}`;
    case 'swap':
      return `${name(top(move.first))} ↔ ${name(top(move.second)).toLowerCase()}`;
    case 'move':
      return `${name(top(move.source))} ${intoPlace(kind(move.target), move.target)}`;
    case 'next':
      return w().newOrder;
    case 'skip':
      return w().tellSkip;
  }
}

/** «королева в замок № 1 ≈ 3 звезды». */
export function advice(move: Move, points: number, view: View): string {
  const words = title(move, view).replace(/^./, (letter) => letter.toLowerCase());
  return `${words} ≈ ${w().stars(Math.round(points))}`;
}

/** What follows a magical card where it is put, or why nothing does. */
export function ability({ ability, card }: Partial<Fact>): string {
  return ability ? (w().noAbility[ability] ?? w().then[card!] ?? '') : '';
}
