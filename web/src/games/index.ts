// The boards. One is loaded when a table of its game is opened; every folder beside this file is a game.

import type { GameModule } from '../shell/contract';
import type { GameName } from '../shell/protocol';

const found = import.meta.glob<GameModule>('./*/index.ts', { import: 'default' });

export async function boardOf(game: GameName): Promise<GameModule> {
  const load = found[`./${game}/index.ts`];
  if (!load) throw new Error(`there is no board for ${game}: this page was built without it`);
  return load();
}
