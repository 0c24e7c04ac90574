// The names of the colours, and how many tokens of each, in words.

import { list, plural, words } from '../../../shell/words';
import type { Colour } from '../seen';
import { present, type Tokens } from './counts';

type Names = Record<Colour, string>;

interface ColourWords {
  one: Names; // красный
  of: Names; // красного
  many: Names; // красных
  tokens: (name: string, n: number) => string; // красных 3
}

const english: Names = {
  red: 'red',
  orange: 'orange',
  yellow: 'yellow',
  green: 'green',
  blue: 'blue',
  violet: 'violet',
};

export const colours = words<ColourWords>({
  ru: {
    one: {
      red: 'красный',
      orange: 'оранжевый',
      yellow: 'жёлтый',
      green: 'зелёный',
      blue: 'синий',
      violet: 'фиолетовый',
    },
    of: {
      red: 'красного',
      orange: 'оранжевого',
      yellow: 'жёлтого',
      green: 'зелёного',
      blue: 'синего',
      violet: 'фиолетового',
    },
    many: {
      red: 'красных',
      orange: 'оранжевых',
      yellow: 'жёлтых',
      green: 'зелёных',
      blue: 'синих',
      violet: 'фиолетовых',
    },
    tokens: (name: string, n: number) => `${name}\u00a0${n}`,
  },
  en: { one: english, of: english, many: english, tokens: (name: string, n: number) => `${n}\u00a0${name}` },
});

/** «синих 3, жёлтых 2». */
export function counted(tokens: Tokens): string {
  const { one, many, tokens: so } = colours();
  const told = (colour: Colour, n: number) => so(plural(n, one[colour], many[colour], many[colour]), n);
  return present(tokens)
    .map((colour) => told(colour, tokens[colour]!))
    .join(', ');
}

/** «красный, синий и жёлтый». */
export function listed(some: Colour[], form: 'one' | 'of' = 'one'): string {
  return list(some.map((colour) => colours()[form][colour]));
}
