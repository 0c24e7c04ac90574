// What a move brings, for me and for whoever else gains or loses.

import type { Seat } from '../../shell/protocol';
import { parse } from './moves';
import type { CardName, View } from './types';
import { gained } from '../../shell/words';
import { inSentence, intoPlace, w } from './words';

interface Change {
  card: CardName;
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
export function title(text: string, view: View): string {
  const move = parse(text);
  const kind = (number: number) => view.locations[number - 1]?.kind;
  const top = (number: number) => view.locations[number - 1]?.stack.at(-1)?.card;
  const name = (card?: CardName) => (card ? w().name[card] : '');
  if (move?.kind === 'play') return `${name(move.card)} ${intoPlace(kind(move.place), move.place)}`;
  if (move?.kind === 'swap') return `${name(top(move.a))} ↔ ${name(top(move.b)).toLowerCase()}`;
  if (move?.kind === 'move') return `${name(top(move.from))} ${intoPlace(kind(move.to), move.to)}`;
  if (move?.kind === 'next') return w().newOrder;
  return w().tellSkip;
}

/** Whether a magical card will do anything where it is put. */
export function ability(text: string, after: View): string {
  const move = parse(text);
  if (move?.kind !== 'play') return '';
  const words = w();
  if (after.pending && after.pending.seat === after.seat)
    return { swap: words.thenSwap, move: words.thenMove, order: words.thenOrder }[after.phase as 'swap'] ?? '';
  if (move.card === 'witch') return after.locations[move.place - 1].kind === 'forest' ? words.noSwap : words.notForest;
  if (move.card === 'wizard') return words.notTower;
  return move.card === 'fairy' ? words.noOrder : '';
}
