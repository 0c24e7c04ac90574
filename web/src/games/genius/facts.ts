// Small sums over the public counts of a view.

import { COLOURS, type Colour, type Outcome, type Tokens, type View } from './types';

export function none(): Tokens {
  return { red: 0, orange: 0, yellow: 0, green: 0, blue: 0, violet: 0 };
}

export function total(tokens: Partial<Tokens>): number {
  return COLOURS.reduce((sum, colour) => sum + (tokens[colour] ?? 0), 0);
}

export function present(tokens: Partial<Tokens>): Colour[] {
  return COLOURS.filter((colour) => tokens[colour]);
}

export function fewest(collection: Tokens): number {
  return Math.min(...COLOURS.map((colour) => collection[colour]));
}

/** The colours of which a collection has the fewest. */
export function rarest(collection: Tokens): Colour[] {
  const least = fewest(collection);
  return COLOURS.filter((colour) => collection[colour] === least);
}

/** What a token of this colour would be if it were drawn now. */
export function outcome(view: Pick<View, 'zone' | 'centre'>, colour: Colour): Outcome {
  if (view.zone.includes(colour)) return 'conflict';
  return view.centre[colour] ? 'success' : 'miss';
}

export function percent(part: number, of: number): number {
  return of ? Math.round((100 * part) / of) : 0;
}

export function inSeries(view: View): boolean {
  return view.options.series !== false && view.options.series !== undefined;
}

/** How many of the tokens that are wanted a collection has. */
export function filled(collection: Tokens, target: number): number {
  return COLOURS.reduce((sum, colour) => sum + Math.min(collection[colour], target), 0);
}
