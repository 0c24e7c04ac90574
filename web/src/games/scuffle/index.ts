// Fairytale Scuffle at the web table.

import type { GameModule, OptionWords } from '../../shell/contract';
import Board from './Board.svelte';
import Rules from './Rules.svelte';
import { ask, items, reason, tell, topic, where } from './tell';
import type { View } from './types';
import { w } from './words';

function options(): Record<string, OptionWords> {
  const choices: Record<string, string> = { null: w().byLot };
  for (let seat = 0; seat < 4; seat++) choices[String(seat)] = w().seat(seat + 1);
  return { first: { label: w().first, help: w().firstHelp, choices }, players: { label: '', help: '', hidden: true } };
}

const scuffle: GameModule<View> = {
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
  secret: () => true,
};

export default scuffle;
