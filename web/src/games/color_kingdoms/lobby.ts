// What the first page says of the game, before its board is loaded.

import type { About } from '../../shell/catalogue';
import poster from './poster.svg?raw';

export default {
  order: 5,
  ru: { title: 'Цветные королевства', line: 'Раскрасьте королевства, приручите чудовищ' },
  en: { title: 'Colour Kingdoms', line: 'Paint the kingdoms, tame the monsters' },
  players: [1, 4],
  minutes: 40,
  quick: 2,
  poster,
} satisfies About;
