// What a placed domino brings, as the table tells it.

import type { Grown, Property } from '../seen';

/** How many points a property brings more than what has grown together. */
export function gainOf({ before, after }: Grown): number {
  return before.reduce((gain, { points }) => gain - points, after.points);
}

/** Properties that have grown, the one that brings most first. */
export function byGain(grown: Grown[]): Grown[] {
  return grown.toSorted((a, b) => gainOf(b) - gainOf(a) || b.after.squares - a.after.squares);
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
