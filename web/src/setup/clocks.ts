// Clocks in words.

import type { Clock } from '../shell/protocol';
import { words } from '../shell/words';

const w = words({
  ru: {
    move: (text: string) => `${text} на ход`,
    game: (text: string) => `${text} на игру`,
    seconds: (n: number) => `${n} с`,
    minutes: (n: number) => `${n} мин`,
  },
  en: {
    move: (text: string) => `${text} per turn`,
    game: (text: string) => `${text} per game`,
    seconds: (n: number) => `${n} s`,
    minutes: (n: number) => `${n} min`,
  },
});

/** «5 мин на игру» */
export function clockWords({ per, seconds }: Clock): string {
  return w()[per](seconds % 60 ? w().seconds(seconds) : w().minutes(seconds / 60));
}
