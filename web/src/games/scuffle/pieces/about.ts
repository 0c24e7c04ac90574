// What is known of a character on the table, in words.

import type { Seat } from '../../../shell/protocol';
import { isMagical } from './cards';
import { CONSTANTS } from '../constants';
import type { Card, Layout, Location, Standing, View } from '../seen';
import { inSentence, placeName, w, whys } from '../words';

/** A place that is pointed at, and a card there. */
export interface Looked {
  place: number;
  card: Card | null;
}

/** The same as it is in a view. */
export function lookedAt(looked: Looked | null, view: View): { place: Location | null; card: Standing | null } {
  const place = looked && view.locations[looked.place - 1];
  const { card, seat } = looked?.card ?? {};
  return { place, card: place?.stack.find((other) => other.card === card && other.seat === seat) ?? null };
}

function owner(seat: number, seats: Seat[]): string {
  return seats[seat]?.name || w().colour[seat];
}

/** «ферма рядом 2, в замке», «под драконом (Миша)». */
export function why(card: Standing, view: View, seats: Seat[]): string {
  if (card.blocked_by) return `${w().by(card.blocked_by)} (${owner(card.blocked_by.seat, seats)})`;
  if (isMagical(card.card)) return w().noStars;
  const character = view.standings[card.seat]?.characters.find((other) => other.card === card.card);
  return character?.reasons.length ? whys(character.reasons) : w().nothing;
}

/** «гном (Миша), 2 звезды». */
function spoken(card: Standing, seats: Seat[]): string {
  const state = card.blocked_by ? w().by(card.blocked_by) : isMagical(card.card) ? '' : w().stars(card.stars);
  return `${inSentence(card.card)} (${owner(card.seat, seats)})${state ? `, ${state}` : ''}`;
}

/** How the locations lie. */
export const layoutOf = (view: View): Layout => CONSTANTS.layouts[view.players.length];

/** A whole place for those who listen. */
export function label(place: Location, view: View, seats: Seat[], open: boolean): string {
  const { columns } = layoutOf(view);
  const row = Math.floor((place.number - 1) / columns) + 1;
  const column = ((place.number - 1) % columns) + 1;
  const stack = place.stack.length
    ? `${w().bottomUp}: ${place.stack.map((card) => spoken(card, seats)).join('; ')}`
    : w().empty;
  const parts = [placeName(place.kind, place.number), `${w().row} ${row}, ${w().column} ${column}`, stack];
  if (open) parts.push(w().here);
  return parts.join('. ');
}
