import type { GameModule } from '../../shell/contract';
import Board from './Board.svelte';
import Final from './Final.svelte';
import Rules from './Rules.svelte';
import { tell } from './log';
import { options } from './pieces/options';
import { items, reason } from './pieces/points';
import { ask, rated, topic, where } from './pieces/status';
import type { Move, View } from './seen';

const game: GameModule<View, Move> = {
  Board,
  Rules,
  ask,
  where,
  topic,
  tell,
  reason,
  items,
  options,
  figure: 'drop',
  Final,
  ratio: 0.83,
  rated,
};

export default game;
