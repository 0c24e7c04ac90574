// How the characters are drawn.

import type { Character } from '../seen';

const MAGICAL: Character[] = ['dragon', 'witch', 'fairy', 'wizard'];

/** Magical characters bring no stars, so they are drawn without a number. */
export function isMagical(card: Character): boolean {
  return MAGICAL.includes(card);
}
