// Moves in notation, taken apart. The server says which are legal.

import type { Colour, DieName, Row } from './types';

type Source = 'die' | 'mixed' | 'tower';

export type Move =
  | { kind: 'take'; die: DieName; as: Colour; from: Colour }
  | { kind: 'paint'; area: string; source: Source; colour: Colour | null } // null: the colour of the die
  | { kind: 'move'; kingdom: Colour }
  | { kind: 'split'; kingdom: Colour }
  | { kind: 'mix'; colour: Colour }
  | { kind: 'choose'; colour: Colour }
  | { kind: 'cross'; row: Row; points: number }
  | { kind: 'done' };

/** What a move says, or null for what is not a move of this game. */
export function parse(text: string): Move | null {
  const word = text.split(' ');
  switch (word[0]) {
    case 'take': {
      const die = word[1] as DieName;
      return { kind: 'take', die, as: (die === 'white' ? word[3] : die) as Colour, from: word.at(-1) as Colour };
    }
    case 'paint':
      return {
        kind: 'paint',
        area: word[1],
        source: (word[2] ?? 'die') as Source,
        colour: (word[3] as Colour) ?? null,
      };
    case 'move':
    case 'split':
      return { kind: word[0], kingdom: word[2] as Colour };
    case 'mix':
    case 'choose':
      return { kind: word[0], colour: word[1] as Colour };
    case 'cross':
      return { kind: 'cross', row: word[1].replace(/s$/, '') as Row, points: Number(word[2]) };
    case 'done':
      return { kind: 'done' };
  }
  return null;
}

/** A drop to paint with: of the die, a mixed one, or a watchtower's. */
export interface Brush {
  source: Source;
  colour: Colour;
}

export const sameBrush = (one: Brush | null, other: Brush | null) =>
  one === other || (one?.source === other?.source && one?.colour === other?.colour);

/** The notation of painting an area with a brush. */
export function painting(area: string, brush: Brush): string {
  return brush.source === 'die' ? `paint ${area}` : `paint ${area} ${brush.source} ${brush.colour}`;
}

/** What chance has brought: `blue 3 in red+green`, `first 1`. */
export function thrown(text: string): { die: DieName; drops: number; kingdoms: Colour[] } | null {
  const found = /^(\w+) (\d) in ([\w+]+)$/.exec(text);
  return found && { die: found[1] as DieName, drops: Number(found[2]), kingdoms: found[3].split('+') as Colour[] };
}

/** The symbol of a die. */
export const dieSymbol = (die: DieName, drops: number) => `die-${die === 'white' ? 'clear' : die}-${drops}`;
