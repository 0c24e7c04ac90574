// Fairytale Scuffle at the web table.

import { whoBegins } from '../../shell/begins';
import type { GameModule, OptionWords } from '../../shell/contract';
import Board from './Board.svelte';
import Final from './Final.svelte';
import Rules from './Rules.svelte';
import type { Move, View } from './seen';
import { ask, items, reason, tell, topic, where } from './tell';
import { w } from './words';

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
