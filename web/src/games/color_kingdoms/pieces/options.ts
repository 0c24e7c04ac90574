// What can be chosen when a table is set up.

import { whoBegins } from '../../../shell/begins';
import type { OptionWords } from '../../../shell/contract';
import { words } from '../../../shell/words';
import { mw } from './map-words';
import MapChoice from './MapChoice.svelte';

const t = words({
  ru: {
    map: 'Карта',
    mapHelp: 'На какой карте играть. Свою карту можно описать в файле, например с печатного листа.',
    first: 'Первый игрок получает «Перенос», второй — «Исключение», третий — «Раздел», четвёртый — «Смесь».',
  },
  en: {
    map: 'Map',
    mapHelp: 'The map you play on. You can describe your own in a file, for example from a printed sheet.',
    first:
      'The first player starts with “Move”, the second with “Exception”, the third with “Split”, the fourth with “Mix”.',
  },
});

export function options(): Record<string, OptionWords> {
  return {
    map: {
      label: t().map,
      help: t().mapHelp,
      choices: { default: mw().default }, // those of one's own go by their names
      Choice: MapChoice,
    },
    first: whoBegins(t().first, [2, 3, 4]),
  };
}
