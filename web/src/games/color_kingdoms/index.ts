import type { GameModule } from '../../shell/contract';
import Board from './Board.svelte';
import Rules from './Rules.svelte';
import { options } from './options';
import { ask, items, reason, tell, topic, where } from './tell';
import type { View } from './types';

const game: GameModule<View> = {
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
  // Painting is secret only while a round is painted, yet with several players on one device somebody would look on.
  secret: (options) => options.players > 1,
};

export default game;
