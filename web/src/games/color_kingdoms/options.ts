import type { OptionWords } from '../../shell/contract';
import { SEAT_INKS } from '../../shell/inks';
import { isRussian } from './tell';
import type { Colour } from './types';
import { w } from './words';

export function options(): Record<string, OptionWords> {
  const shield = (seat: number) => `${w().colour[SEAT_INKS[seat] as Colour]} ${isRussian() ? 'щит' : 'shield'}`;
  return {
    map: {
      label: isRussian() ? 'Карта' : 'Map',
      help: isRussian()
        ? 'На какой карте играть. Свою карту можно нарисовать в файле: чертёж печатного листа тоже подойдёт.'
        : 'Which map is played on. You can draw your own in a file, for example after a printed sheet.',
      choices: { default: isRussian() ? 'Шесть королевств' : 'The Six Kingdoms' },
    },
    first: {
      label: isRussian() ? 'Кто начинает' : 'Who begins',
      help: isRussian()
        ? 'Первый игрок получает «Перенос», второй — «Исключение», третий — «Раздел», четвёртый — «Смесь».'
        : 'The first player starts with «Move», the second with «Exception», the third with «Split», the fourth with «Mix».',
      choices: { null: isRussian() ? 'по жребию' : 'drawn by lot', 0: shield(0), 1: shield(1), 2: shield(2), 3: shield(3) },
      players: [2, 3, 4],
    },
  };
}
