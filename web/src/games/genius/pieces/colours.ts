// The names of the colours, and how many tokens of each, in words.

import { plural, words } from '../../../shell/words';
import { COLOURS, type Colour } from '../seen';
import type { Tokens } from './counts';

type Names = Record<Colour, string>;

interface ColourWords {
  one: Names; // красный
  of: Names; // красного
  many: Names; // красных
  and: string;
  russian: boolean;
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
    and: 'и',
    russian: true,
  },
  en: { one: english, of: english, many: english, and: 'and', russian: false },
});

/** «синих 3, жёлтых 2». */
export function counted(tokens: Tokens): string {
  const { russian } = colours();
  const name = (colour: Colour, n: number) =>
    plural(n, colours().one[colour], colours().many[colour], colours().many[colour]);
  return COLOURS.filter((colour) => tokens[colour])
    .map((colour) =>
      russian ? `${name(colour, tokens[colour]!)}\u00a0${tokens[colour]}` : `${tokens[colour]}\u00a0${colour}`,
    )
    .join(', ');
}

/** «красный, синий и жёлтый». */
export function listed(some: Colour[], form: 'one' | 'of' = 'one'): string {
  const names = some.map((colour) => colours()[form][colour]);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${colours().and} ${names.at(-1)}`;
}
