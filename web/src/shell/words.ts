// Russian and English side by side.

import { settings } from './settings.svelte';

/** `const w = words({ ru: {...}, en: {...} })`; `w().title` is in the language of the moment, also inside templates. */
export function words<T extends object>(both: { ru: T; en: { [K in keyof T]: T[K] } }): () => T {
  return () => both[settings.language] as T;
}

const RULES = { ru: new Intl.PluralRules('ru'), en: new Intl.PluralRules('en') };

/** 1 ход, 2 хода, 5 ходов; English needs only the first and the last form. */
export function plural(n: number, one: string, few: string, many: string): string {
  const form = RULES[settings.language].select(Math.abs(n));
  if (form === 'one') return one;
  // «other» are the fractions in Russian (2,5 хода) and everything but 1 in English.
  return form === 'few' || (form === 'other' && settings.language === 'ru') ? few : many;
}

/** A number with a true minus sign: −3, 0, 3. */
export const signed = (n: number): string => String(n).replace('-', '−');

/** What a move brings: −3, 0, +3. */
export const gained = (n: number): string => (n > 0 ? `+${n}` : signed(n));
