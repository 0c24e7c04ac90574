// The notation of moves and of chance.

import { COLOURS, type Colour } from './types';

export type Move = 'draw' | 'collect' | 'alternative' | 'pass';

/** «token red» is a colour, «first 1» a seat. */
export function readChance(text: string): { colour: Colour } | { first: number } | null {
  const [what, value] = text.split(' ');
  if (what === 'first') return { first: Number(value) };
  if (what === 'token' && COLOURS.includes(value as Colour)) return { colour: value as Colour };
  return null;
}
