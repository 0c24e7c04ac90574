// Russian and English side by side: words, and how numbers, shares and lists are written.

import { settings } from './settings.svelte';

interface Both<T> {
  ru: T;
  en: T;
}

/** `const w = words({ ru: {...}, en: {...} })`; `w().title` is in the language of the moment, also inside templates. */
export function words<T extends object>(both: { ru: T; en: { [K in keyof T]: T[K] } }): () => T {
  return () => both[settings.language] as T;
}

/** What is said in both languages, in the one of the moment: for words that come one by one, with what they are about. */
export function said<T>(both: Both<T>): T {
  return both[settings.language];
}

/** Something of Intl in both languages. English is that of Britain, as all words are. */
const inBoth = <T>(make: (locale: string) => T): Both<T> => ({ ru: make('ru'), en: make('en-GB') });

const RULES = inBoth((locale) => new Intl.PluralRules(locale));
const NUMBERS = inBoth((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const SHARES = inBoth((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));
const LISTS = inBoth((locale) => new Intl.ListFormat(locale));
const DAYS = inBoth((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }));

/** 1 ход, 2 хода, 5 ходов; English needs only the first and the last form. */
export function plural(n: number, one: string, few: string, many: string): string {
  const form = said(RULES).select(Math.abs(n));
  if (form === 'one') return one;
  // «other» are the fractions in Russian (2,5 хода) and everything but 1 in English.
  return form === 'few' || (form === 'other' && settings.language === 'ru') ? few : many;
}

/** A number with a true minus sign, and with one digit after the point at most: −3, 0, 2,5. */
export const signed = (n: number): string => said(NUMBERS).format(n).replace('-', '−');

/** What a move brings: −3, 0, +3. */
export const gained = (n: number): string => (n > 0 ? `+${signed(n)}` : signed(n));

/** So many of something: 1 ход, 2 хода, 5 ходов, 2,5 хода. */
export function amount(n: number, one: string, few: string, many: string): string {
  const shown = Math.round(n * 10) / 10; // what is read decides the form of the word
  return `${signed(shown)} ${plural(shown, one, few, many)}`;
}

/** A part of 1: 42 %, in English 42%. */
export const percent = (share: number): string => said(SHARES).format(share);

/** Names for reading: A, B и C. */
export const list = (names: string[]): string => said(LISTS).format(names);

/** The day of a moment, which the table tells in seconds: 18 ноября 2026 г. */
export const day = (seconds: number): string => said(DAYS).format(seconds * 1000);

/** With a capital letter. */
export const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);
