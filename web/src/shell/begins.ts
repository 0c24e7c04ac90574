// «Who begins», offered in the same words in every game.

import type { OptionWords } from './contract';
import { words } from './words';

const w = words({
  ru: {
    label: 'Кто начинает',
    help: 'Чей ход первый; дальше ходят по часовой стрелке.',
    lot: 'по жребию',
    shields: ['красный щит', 'синий щит', 'жёлтый щит', 'зелёный щит'],
    drawn: (shield: string) => `Жребий: начинает ${shield}`,
  },
  en: {
    label: 'Who begins',
    help: 'Whose turn comes first; then play goes clockwise.',
    lot: 'drawn by lot',
    shields: ['red shield', 'blue shield', 'yellow shield', 'green shield'],
    drawn: (shield: string) => `Drawn by lot: the ${shield} begins`,
  },
});

/** The option `first`; `help` says what beginning means in a game where it matters. */
export function whoBegins(help: string = w().help, players?: number[]): OptionWords {
  const choices: Record<string, string> = { null: w().lot };
  w().shields.forEach((shield, seat) => (choices[seat] = shield));
  return { label: w().label, help, choices, players };
}

/** The line of the log that says who begins. */
export const begins = (seat: number): string => w().drawn(w().shields[seat]);
