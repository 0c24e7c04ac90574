// What the first page says of the game, before its board is loaded.

import type { About } from '../../shell/catalogue';
import poster from './poster.svg?raw';

export default {
  order: 2,
  ru: { title: 'Совершенно гениально', line: 'Ещё жетон — или забрать и\u00a0не рисковать?' },
  en: { title: 'Simply Genius', line: 'One more token, or take them and be safe?' },
  players: [2, 4],
  minutes: 25,
  quick: 3,
  poster,
} satisfies About;
