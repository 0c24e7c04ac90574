// What the first page says of the game, before its board is loaded.

import type { About } from '../../shell/catalogue';
import poster from './poster.svg?raw';

export default {
  order: 3,
  ru: { title: 'Несказочная заварушка', line: 'Кого отправить в\u00a0замок, а\u00a0кого\u00a0— под\u00a0дракона?' },
  en: { title: 'Fairytale Scuffle', line: 'Who gets the castle, and who gets the dragon?' },
  players: [2, 4],
  minutes: 15,
  quick: 3,
  poster,
} satisfies About;
