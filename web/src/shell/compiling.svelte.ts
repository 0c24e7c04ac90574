// What the table still compiles after its first start. It is asked for while something does, and not any more after that.

import { api } from './api';
import type { Compiling, GameName, Part } from './protocol';
import { words } from './words';

const EVERY = 1000;

const w = words({
  ru: { left: (seconds: number) => `ещё ~${seconds}\u00a0с`, never: 'не удалось подготовить' },
  en: { left: (seconds: number) => `~${seconds}\u00a0s left`, never: 'could not be prepared' },
});

let coming: Compiling[] = $state.raw([]);
let asking = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** See what is not ready, and look again until everything is. */
export async function lookAtCompiling(): Promise<void> {
  clearTimeout(timer);
  if (asking) return;
  asking = true;
  try {
    coming = await api.compiling();
  } catch {
    // The next look will tell.
  } finally {
    asking = false;
  }
  if (isCompiling()) timer = setTimeout(lookAgain, EVERY);
}

/** A page that nobody sees asks nothing; it looks when it is seen again. */
function lookAgain(): void {
  if (!document.hidden) void lookAtCompiling();
  else document.addEventListener('visibilitychange', lookAgain, { once: true });
}

/** Whether something is still being compiled. */
export function isCompiling(): boolean {
  return coming.some((each) => each.seconds !== null);
}

/** How long until a part of a game can be used: 0 if it can, infinitely long if it could not be compiled. */
export function secondsUntil(game: GameName, part: Part): number {
  const found = coming.find((each) => each.game === game && each.part === part);
  return found ? (found.seconds ?? Infinity) : 0;
}

/** «ещё ~7 с»; empty when the part can be used. */
export function timeUntil(game: GameName, part: Part | null): string {
  const seconds = part === null ? 0 : secondsUntil(game, part);
  return seconds === 0 ? '' : seconds === Infinity ? w().never : w().left(seconds);
}
