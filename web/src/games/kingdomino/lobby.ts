// What the first page says of the game, before its board is loaded.

import type { About } from '../../shell/catalogue';
import poster from './poster.svg?raw';

export default {
  order: 1,
  ru: { title: 'Kingdomino', line: 'Соберите королевство из\u00a0домино' },
  en: { title: 'Kingdomino', line: 'Build a kingdom out of dominoes' },
  players: [2, 4],
  minutes: 20,
  quick: 4,
  poster,
} satisfies About;
