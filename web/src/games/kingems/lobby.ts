// What the first page says of the game, before its board is loaded.

import type { About } from '../../shell/catalogue';
import poster from './poster.svg?raw';

export default {
  order: 4,
  ru: { title: 'KinGems', line: 'Поверните тайлы туннелей, найдите кристаллы' },
  en: { title: 'KinGems', line: 'Rotate the tunnels, find the crystals' },
  players: [2, 4],
  minutes: 25,
  quick: 3,
  poster,
} satisfies About;
