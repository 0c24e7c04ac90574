// The registry of boards. A game loads when its table is opened.

import type { GameModule } from '../shell/contract';
import type { GameName } from '../shell/protocol';

export const GAMES: Record<GameName, () => Promise<GameModule>> = {
  kingdomino: () => import('./kingdomino').then((m) => m.default),
  genius: () => import('./genius').then((m) => m.default),
  scuffle: () => import('./scuffle').then((m) => m.default),
  kingems: () => import('./kingems').then((m) => m.default),
  color_kingdoms: () => import('./color_kingdoms').then((m) => m.default),
};
