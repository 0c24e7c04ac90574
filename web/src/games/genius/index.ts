// Simply Genius at the table.

import type { GameModule } from '../../shell/contract';
import Board from './Board.svelte';
import Final from './Final.svelte';
import Rules from './Rules.svelte';
import { ask, items, options, reason, tell, topic, where } from './tell';
import type { Move, Row, View } from './seen';

const genius: GameModule<View, Move> = {
  Board,
  Rules,
  ask,
  where,
  topic,
  tell,
  reason: (row, view) => reason(row as Row, view),
  items: (row, view) => items(row as Row, view),
  options,
  figure: 'shield',
  Final,
  ratio: 2,
};

export default genius;
