// What a person has chosen, remembered on this device.

import type { Language } from './contract';

interface Settings {
  language: Language;
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  signs: boolean; // the sign of its colour on everything painted
  motion: boolean; // false: as little as possible
  odds: boolean; // chances in per cent where they are public knowledge
}

const KEY = 'pentarchy-settings';

function defaults(): Settings {
  const russian = typeof navigator === 'undefined' || navigator.language.toLowerCase().startsWith('ru');
  const asks = (query: string) => typeof matchMedia !== 'undefined' && matchMedia(query).matches;
  return {
    language: russian ? 'ru' : 'en',
    theme: 'system',
    sound: false,
    signs: asks('(prefers-contrast: more)'),
    motion: !asks('(prefers-reduced-motion: reduce)'),
    odds: true,
  };
}

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...defaults(), ...remembered() });

/** Change settings and remember them. */
export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; then it holds for this visit.
  }
}
