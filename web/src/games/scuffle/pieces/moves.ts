// Which places moves are about, and how a move is asked about that the table has not offered.

import type { Happened } from '../../../shell/protocol';
import type { Character, Fact, Move, View } from '../seen';

/** The places a move is about; those of a Fairy are where she stands. */
export function placesOf(move: Move | undefined, view: View): number[] {
  switch (move?.move) {
    case 'play':
      return [move.location];
    case 'swap':
      return [move.first, move.second];
    case 'move':
      return [move.source, move.target];
    case 'next':
      return view.pending ? [view.pending.location] : [];
    default:
      return [];
  }
}

/** The places a line of the log is about. */
export function placesOfLine(line: Happened | null, view: View): number[] {
  const fact = line?.fact as Partial<Fact> | undefined;
  if (fact?.location) return [fact.location.number];
  return placesOf(line?.typed as Move | undefined, view);
}

/** How a move is written that may not be possible: a card on a place, or a top character that goes from one to another. */
export function wished(view: View, card: Character | null, from: number | null, to: number): string | null {
  if (view.phase === 'play') return card && `play ${card} ${to}`;
  if (view.phase !== 'swap' && view.phase !== 'move') return null;
  // Nothing is held yet: it is asked whether this place could give its top character away, to whomever.
  const [a, b] = from === null ? [to, (to % view.locations.length) + 1] : [from, to];
  return `${view.phase} ${a} ${b}`;
}
