// Fairytale Scuffle at the web table.

import { whoBegins } from '../../shell/begins';
import type { GameModule, Item, OptionWords, StandingsRow } from '../../shell/contract';
import Board from './Board.svelte';
import { CONSTANTS } from './constants';
import Final from './Final.svelte';
import { tell } from './log';
import Rules from './Rules.svelte';
import type { Move, Row, View } from './seen';
import { inSentence, placeName, w, whys } from './words';

/** «в руке 3 · король 4». */
function reason(row: StandingsRow, view: View): string {
  const player = view.players[row.seat];
  if (player.skipped) return w().skipped;
  const best = [...(row as Row).characters].sort((a, b) => b.stars - a.stars)[0];
  const hand = w().inHand(player.cards_in_hand);
  return best?.stars ? `${hand} · ${inSentence(best.card)} ${best.stars}` : hand;
}

function items(row: StandingsRow, view: View): Item[] {
  return (row as Row).characters
    .filter((character) => character.stars || character.blocked_by || character.reasons.length)
    .map((character) => ({
      label: w().name[character.card],
      detail: `${placeName(view.locations[character.location - 1]?.kind, character.location)}: ${character.blocked_by ? w().by(character.blocked_by) : whys(character.reasons)}`,
      points: character.stars,
    }));
}

function ask(view: View, moves: Move[]): string {
  const mine = moves.length > 0;
  const words = w();
  if (view.phase === 'over') return words.over;
  if (view.phase === 'swap') return mine ? words.askSwap : words.othersSwap;
  if (view.phase === 'move') return mine ? words.askMove : words.othersMove;
  if (view.phase === 'order') return mine ? words.askOrder : words.othersOrder;
  if (view.phase === 'play') return mine ? words.askPlay : words.othersPlay;
  return words.setting;
}

function where(view: View): string {
  return view.phase === 'over' ? w().over : w().where(view.turn, CONSTANTS.turns);
}

function topic(view: View): string {
  if (view.phase === 'over') return 'end';
  return ['swap', 'move', 'order'].includes(view.phase) ? 'magic' : 'turn';
}

function options(): Record<string, OptionWords> {
  return { first: whoBegins(w().firstHelp), players: { label: '', help: '', hidden: true } };
}

const scuffle: GameModule<View, Move> = {
  Board,
  Rules,
  ask,
  where,
  topic,
  tell,
  reason,
  items,
  options,
  figure: 'char-king',
  Final,
  ratio: 4.8,
};

export default scuffle;
