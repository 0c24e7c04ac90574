// Things of the game by their names: numbers of them, areas, dice, spells.

import { settings } from '../../../shell/settings.svelte';
import { plural, signed } from '../../../shell/words';
import { SPELLS, type Colour, type Die, type Spell } from '../seen';
import { list, w } from '../words';
import type { Area } from './map';
import type { Lit } from './turn';

export const isRussian = () => settings.language === 'ru';

/** 1 капля, 3 капли. */
export const count = (n: number, forms: string[]) => `${signed(n)} ${plural(n, forms[0], forms[1], forms[2])}`;

export const spellWords = (spell: Spell) =>
  isRussian() ? `заклинание «${w().spell[spell]}»` : `spell “${w().spell[spell]}”`;

/** The symbol of an area in words: «столица», «зелёный дракон», «заклинание «Раздел»». */
function symbolWords(area: Area): string {
  if (area.symbol === 'spell') return spellWords(SPELLS[Number(area.of) - 1]);
  const name = w().symbol[area.symbol];
  if (!area.told) return area.worth ? `${name} (${area.worth})` : name;
  const colour = w().colour[area.of as Colour];
  return isRussian() && area.symbol === 'hydra' ? `${name} (${colour})` : `${colour} ${name}`;
}

/** «Лиловополье 5, столица». */
export const areaWords = (area: Area) => `${w().kingdom[area.kingdom]} ${area.number}, ${symbolWords(area)}`;

/** An area for those who cannot see the map. */
export function areaLabel(area: Area, paint: Colour | null, lit?: Lit): string {
  const state = paint ? `${w().painted}: ${w().colour[paint]}` : w().unpainted;
  return [areaWords(area), state, lit?.move && w().canPaint, lit?.exception && w().withException]
    .filter(Boolean)
    .join(', ');
}

/** A die for those who cannot see the map. */
export function dieLabel({ die, drops, kingdoms }: Die): string {
  const where = list(kingdoms.map((name) => w().kingdom[name]));
  return `${w().die[die]}: ${count(drops ?? 0, w().drops)}, ${w().onBorder} ${where}`;
}
