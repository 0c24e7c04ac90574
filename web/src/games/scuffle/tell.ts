// Lines of the log, reasons and items of the standings, in words.

import { begins } from '../../shell/begins';
import type { Item, StandingsRow, Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { parse } from './moves';
import type { CardName, Kind, Row, View } from './types';
import { inSentence, intoPlace, placeName, w, whys } from './words';

export function tell(lines: Happened[], index: number, view: View): Told | null {
  const line = lines[index];
  if (line.chance) return tellChance(lines, index);
  const kind = (number: number) => view.locations[number - 1]?.kind;
  const place = (number: number) => placeName(kind(number), number);
  const move = parse(line.move ?? '');
  if (move?.kind === 'play')
    return { text: w().tellPlay(w().whom[move.card], intoPlace(kind(move.place), move.place)) };
  if (move?.kind === 'swap') return { text: w().tellSwap(place(move.a), place(move.b)) };
  if (move?.kind === 'move') return { text: w().tellMove(place(move.from), place(move.to)) };
  if (move?.kind === 'next') return { text: w().tellNext(inSentence(move.card)) };
  return move ? { text: w().tellSkip } : null;
}

function tellChance(lines: Happened[], index: number): Told | null {
  const [what, first, second] = (lines[index].chance ?? '').split(' ');
  if (what === 'first') return { text: begins(Number(first)), symbol: 'crown' };
  if (what === 'location') {
    const number = lines.slice(0, index + 1).filter((line) => line.chance?.startsWith('location')).length;
    return { text: w().tellPlace(number, w().kind[first as Kind].toLowerCase()), symbol: `loc-${first}` };
  }
  if (what === 'aside')
    return { text: w().tellAside(w().colour[Number(first)], inSentence(second as CardName)), symbol: `char-${second}` };
  return null;
}

/** «в руке 3 · король 4». */
export function reason(row: StandingsRow, view: View): string {
  const player = view.players[row.seat];
  if (player.skipped) return w().skipped;
  const best = [...(row as Row).characters].sort((a, b) => b.stars - a.stars)[0];
  const hand = w().inHand(player.cards_in_hand);
  return best?.stars ? `${hand} · ${inSentence(best.card)} ${best.stars}` : hand;
}

export function items(row: StandingsRow, view: View): Item[] {
  return (row as Row).characters
    .filter((character) => character.stars || character.blocked_by || character.reasons.length)
    .map((character) => ({
      label: w().name[character.card],
      detail: `${placeName(view.locations[character.location - 1]?.kind, character.location)}: ${character.blocked_by ? w().by(character.blocked_by) : whys(character.reasons)}`,
      points: character.stars,
    }));
}

export function ask(view: View, legal: string[]): string {
  const mine = legal.length > 0;
  const words = w();
  if (view.phase === 'over') return words.over;
  if (view.phase === 'swap') return mine ? words.askSwap : words.othersSwap;
  if (view.phase === 'move') return mine ? words.askMove : words.othersMove;
  if (view.phase === 'order') return mine ? words.askOrder : words.othersOrder;
  if (view.phase === 'play') return mine ? words.askPlay : words.othersPlay;
  return words.setting;
}

export function where(view: View): string {
  return view.phase === 'over' ? w().over : w().where(view.turn, view.turns);
}

export function topic(view: View): string {
  if (view.phase === 'over') return 'end';
  return ['swap', 'move', 'order'].includes(view.phase) ? 'magic' : 'turn';
}
