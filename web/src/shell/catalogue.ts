// What the first page says of the games, before any of them is loaded: each game's folder has it in its lobby.ts.

import type { GameName } from './protocol';
import { said } from './words';

export interface About {
  /** Its place among the games. */
  order: number;
  ru: { title: string; line: string };
  en: { title: string; line: string };
  players: [number, number];
  minutes: number;
  /** How many sit at a table of «play now». */
  quick: number;
  /** Drawn with the symbols of the sprite, so it is part of the page, not a picture beside it. */
  poster: string;
}

const found = import.meta.glob<About>('../games/*/lobby.ts', { eager: true, import: 'default' });
const CATALOGUE = new Map<GameName, About>(
  Object.entries(found)
    .map(([path, entry]): [GameName, About] => [path.split('/')[2], entry])
    .toSorted(([, one], [, other]) => one.order - other.order),
);

export const GAME_NAMES: GameName[] = [...CATALOGUE.keys()];

/** Of a game that the table has got since this page was built nothing is known but its name. */
function unknown(game: GameName): About {
  const words = { title: game, line: '' };
  return { order: CATALOGUE.size + 1, ru: words, en: words, players: [1, 4], minutes: 0, quick: 2, poster: '' };
}

export function about(game: GameName) {
  const entry = CATALOGUE.get(game) ?? unknown(game);
  return { ...entry, ...said(entry) };
}
