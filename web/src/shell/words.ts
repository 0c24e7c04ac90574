// Russian and English side by side.

import { settings } from './settings.svelte';

/** `const w = words({ ru: {...}, en: {...} })`; `w().title` is in the language of the moment, also inside templates. */
export function words<T extends object>(both: { ru: T; en: { [K in keyof T]: T[K] } }): () => T {
  return () => both[settings.language] as T;
}

/** 1 ход, 2 хода, 5 ходов; English needs only the first and the last form. */
export function plural(n: number, one: string, few: string, many: string): string {
  if (settings.language === 'en') return Math.abs(n) === 1 ? one : many;
  const tens = Math.abs(n) % 100;
  const units = tens % 10;
  if (tens > 10 && tens < 20) return many;
  return units === 1 ? one : units >= 2 && units <= 4 ? few : many;
}
