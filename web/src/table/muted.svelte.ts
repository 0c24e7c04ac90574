// Whose talk I do not want to read: their voices at a table, kept in this browser and told to nobody.

import type { Said, Seat } from '../shell/protocol';

const KEY = 'pentarchy-muted';
const MOST = 500; // the oldest are forgotten

function remembered(): string[] {
  try {
    const voices: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(voices) ? voices.filter((voice) => typeof voice === 'string') : [];
  } catch {
    return [];
  }
}

const muted = $state({ voices: remembered() });

export const isMuted = (said: Said): boolean => muted.voices.includes(said.voice);

/** Hide what a voice says, or show it again. */
export function mute(voice: string, hide: boolean): void {
  const others = muted.voices.filter((one) => one !== voice);
  muted.voices = (hide ? [...others, voice] : others).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(muted.voices));
  } catch {
    // Private windows may refuse; then it holds for this visit.
  }
}

/** What others have said and I want to read. */
export function ofOthers(said: Said[], seats: Seat[]): Said[] {
  return said.filter((one) => !isMuted(one) && (one.seat === null || !seats[one.seat]?.mine));
}
