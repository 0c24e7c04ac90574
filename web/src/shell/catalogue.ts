// What the first page says of the five games, before any of them is loaded.

import type { GameName } from './protocol';
import { settings } from './settings.svelte';

export const GAME_NAMES: GameName[] = ['kingdomino', 'genius', 'scuffle', 'kingems', 'color_kingdoms'];

interface Entry {
  ru: { title: string; line: string };
  en: { title: string; line: string };
  players: [number, number];
  minutes: number;
  quick: number; // how many sit at a table of «play now»
}

const CATALOGUE: Record<GameName, Entry> = {
  kingdomino: {
    ru: { title: 'Kingdomino', line: 'Соберите королевство из\u00a0домино' },
    en: { title: 'Kingdomino', line: 'Build a kingdom out of dominoes' },
    players: [2, 4],
    minutes: 20,
    quick: 4,
  },
  genius: {
    ru: { title: 'Совершенно гениально', line: 'Ещё жетон — или забрать и\u00a0не рисковать?' },
    en: { title: 'Simply Genius', line: 'One more token, or take them and be safe?' },
    players: [2, 4],
    minutes: 25,
    quick: 3,
  },
  scuffle: {
    ru: { title: 'Несказочная заварушка', line: 'Кого отправить в\u00a0замок, а\u00a0кого\u00a0— под\u00a0дракона?' },
    en: { title: 'Fairytale Scuffle', line: 'Who gets the castle, and who gets the dragon?' },
    players: [2, 4],
    minutes: 15,
    quick: 3,
  },
  kingems: {
    ru: { title: 'KinGems', line: 'Поверните тайлы туннелей, найдите кристаллы' },
    en: { title: 'KinGems', line: 'Rotate the tunnels, find the crystals' },
    players: [2, 4],
    minutes: 25,
    quick: 3,
  },
  color_kingdoms: {
    ru: { title: 'Цветные королевства', line: 'Раскрасьте королевства, приручите чудовищ' },
    en: { title: 'Colour Kingdoms', line: 'Paint the kingdoms, tame the monsters' },
    players: [1, 4],
    minutes: 40,
    quick: 2,
  },
};

export function about(game: GameName) {
  const entry = CATALOGUE[game];
  return { ...entry, ...entry[settings.language] };
}
