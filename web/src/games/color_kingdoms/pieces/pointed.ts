// What a hint or a line of the log points at.

import type { Happened } from '../../../shell/protocol';
import type { Colour, DieName, Fact, Move, Spell } from '../seen';

export interface Pointed {
  areas: string[];
  dice: DieName[];
  kingdoms: Colour[];
  spell: Spell | null;
}

export function pointedAt(line: Happened | null, advised: Move | undefined): Pointed {
  const at: Pointed = { areas: [], dice: [], kingdoms: [], spell: null };
  for (const said of [line?.typed, advised] as (Move | undefined)[]) {
    if (said?.move === 'paint') at.areas.push(said.area);
    if (said?.move === 'take') at.dice.push(said.die);
    if (said?.move === 'move' || said?.move === 'split') at.kingdoms.push(said.kingdom);
  }
  if (advised?.move === 'move' || advised?.move === 'split' || advised?.move === 'mix') at.spell = advised.move;
  const { die } = (line?.fact ?? {}) as Partial<Fact>;
  if (die) at.dice.push(die.die);
  return at;
}
