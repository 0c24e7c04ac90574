// What a move brings, read from the breakdowns before and after it.

import type { Property, Row, Terrain } from '../seen';

export interface Change {
  terrain: Terrain;
  before: Property[];
  after: Property[];
  gain: number;
}

const name = (item: Property): string => `${item.terrain} ${item.squares} ${item.crowns}`;

/** Those of `items` that are not among `others`, counting equal ones. */
export function beyond(items: Property[], others: Property[]): Property[] {
  const rest = others.map(name);
  return items.filter((item) => {
    const at = rest.indexOf(name(item));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** The terrains whose properties change, the one that brings most first. */
export function changes(before: Row, after: Row): Change[] {
  const gone = beyond(before.properties, after.properties);
  const fresh = beyond(after.properties, before.properties);
  const sum = (items: Property[]) => items.reduce((total, item) => total + item.points, 0);
  const found = [...new Set(fresh.map((item) => item.terrain))].map((terrain) => {
    const of = (items: Property[]) => items.filter((item) => item.terrain === terrain);
    return { terrain, before: of(gone), after: of(fresh), gain: sum(of(fresh)) - sum(of(gone)) };
  });
  return found.sort((a, b) => b.gain - a.gain || b.after[0].squares - a.after[0].squares);
}
