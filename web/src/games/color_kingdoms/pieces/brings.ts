// What a painted area would bring, in words.

import { COLOURS, type Colour, type Painted } from '../seen';
import { w } from '../words';

/** What painting an area brings besides its points, as the table foretells it. */
export function notes({ exception, capital, tamed, spell, drops, choices, completes = [] }: Painted): string[] {
  const said = [
    exception && w().spends,
    capital && (capital === 'built' ? w().built : w().lostCapital),
    tamed !== undefined && (tamed ? w().isTamed : w().isDefeated),
    spell && `+ «${w().spell[spell]}»`,
    (drops || choices) && w().towerGives,
    completes.some((row) => COLOURS.includes(row as Colour)) && w().completeNow,
  ];
  return said.filter((words) => typeof words === 'string');
}
