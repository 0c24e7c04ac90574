// Things of the game by their names: areas, dice, spells.

import { list, words } from '../../../shell/words';
import { SPELLS, type Colour, type Die, type Spell } from '../seen';
import { w } from '../words';
import type { Area } from './map';
import type { Lit } from './turn';

const t = words({
  ru: {
    spell: (name: string) => `заклинание «${name}»`,
    // Only the hydra is feminine: the names of colours are masculine.
    beast: (name: string, colour: string, kind: string) =>
      kind === 'hydra' ? `${name} (${colour})` : `${colour} ${name}`,
  },
  en: {
    spell: (name: string) => `spell “${name}”`,
    beast: (name: string, colour: string) => `${colour} ${name}`,
  },
});

export const spellWords = (spell: Spell) => t().spell(w().spell[spell]);

/** The symbol of an area in words: «столица», «зелёный дракон», «заклинание «Раздел»». */
function symbolWords(area: Area): string {
  if (area.symbol === 'spell') return spellWords(SPELLS[Number(area.of) - 1]);
  const name = w().symbol[area.symbol];
  if (!area.told) return area.worth ? `${name} (${area.worth})` : name;
  return t().beast(name, w().colour[area.of as Colour], area.symbol);
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
  return `${w().die[die]}: ${w().drops(drops ?? 0)}, ${w().onBorder} ${where}`;
}
