// The last table laid for each game, so that the next one is one press away.

import type { GameName, TableWanted } from '../shell/protocol';

const key = (game: GameName) => `pentarchy-table-${game}`;

export function recall(game: GameName): TableWanted | null {
  try {
    const wanted = JSON.parse(localStorage.getItem(key(game)) ?? 'null');
    return Array.isArray(wanted?.seats) ? wanted : null;
  } catch {
    return null;
  }
}

export function remember(wanted: TableWanted): void {
  try {
    localStorage.setItem(key(wanted.game), JSON.stringify(wanted));
  } catch {
    // Private windows may refuse.
  }
}
