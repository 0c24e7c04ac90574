// Small sums over tokens.

import { COLOURS, type Colour, type View } from '../seen';

export type Tokens = Partial<Record<Colour, number>>;

export function total(tokens: Tokens): number {
  return COLOURS.reduce((sum, colour) => sum + (tokens[colour] ?? 0), 0);
}

export function present(tokens: Tokens): Colour[] {
  return COLOURS.filter((colour) => tokens[colour]);
}

/** What is left of some tokens without others. */
export function without(tokens: Tokens, others: Tokens): Tokens {
  return Object.fromEntries(present(tokens).map((colour) => [colour, tokens[colour]! - (others[colour] ?? 0)]));
}

/** A part of all, as a part of 1. */
export function share(part: number, of: number): number {
  return of ? part / of : 0;
}

export function inSeries(view: View): boolean {
  return view.options.series !== false && view.options.series !== undefined;
}
