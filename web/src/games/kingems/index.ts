// KinGems: tunnels that turn, crystals beneath them.

import type { GameModule } from '../../shell/contract';
import Board from './Board.svelte';
import Final from './Final.svelte';
import Rules from './Rules.svelte';
import type { Move, View } from './seen';
import { ask, items, options, reason, tell, topic, where } from './told';

const kingems: GameModule<View, Move> = {
  Board,
  Rules,
  ask,
  where,
  topic,
  tell,
  reason: (row, view) => reason(row as never, view),
  items: (row, view) => items(row as never, view),
  options,
  figure: 'miner',
  Final,
  ratio: 3.2,
};

export default kingems;
