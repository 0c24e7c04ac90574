import { whoBegins } from '../../../shell/begins';
import type { OptionWords } from '../../../shell/contract';
import { mw } from './map-words';
import MapChoice from './MapChoice.svelte';
import { isRussian } from './naming';

export function options(): Record<string, OptionWords> {
  return {
    map: {
      label: isRussian() ? 'Карта' : 'Map',
      help: isRussian()
        ? 'На какой карте играть. Свою карту можно описать в файле, например с печатного листа.'
        : 'The map you play on. You can describe your own in a file, for example from a printed sheet.',
      choices: { default: mw().default }, // those of one's own go by their names
      Choice: MapChoice,
    },
    first: whoBegins(
      isRussian()
        ? 'Первый игрок получает «Перенос», второй — «Исключение», третий — «Раздел», четвёртый — «Смесь».'
        : 'The first player starts with “Move”, the second with “Exception”, the third with “Split”, the fourth with “Mix”.',
      [2, 3, 4],
    ),
  };
}
