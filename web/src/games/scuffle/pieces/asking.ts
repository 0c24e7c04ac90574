// What is asked of the one who acts, and the words of the buttons.

import type { Choice } from '../choice.svelte';
import type { View } from '../seen';
import { w } from '../words';

type Phase = View['phase'];

/** What is asked in the middle of a choice; null: what is asked at its beginning. */
export function question(choice: Choice): string | null {
  if (!choice.acting) return null;
  switch (choice.phase) {
    case 'play':
      if (choice.whole) return w().askSure;
      return choice.card && w().askPlace(w().name[choice.card]);
    case 'swap':
      return choice.from === null ? null : w().askSwapWith;
    case 'move':
      return choice.from === null ? null : w().askMoveTo;
    case 'order':
      if (choice.whole) return w().askOrderDone;
      return choice.chosen.length ? w().askOrderNext : null;
    default:
      return null;
  }
}

/** What is asked at the beginning of using an ability. */
export function beginning(phase: Phase): string {
  return { swap: w().askSwap, move: w().askMove, order: w().askOrder }[phase as 'swap'] ?? '';
}

/** What the gold button says. */
export function doing(phase: Phase): string {
  return { play: w().goPlay, swap: w().goSwap, move: w().goMove, order: w().goOrder }[phase as 'play'];
}

/** What the button says that leaves an ability unused; null where there is none. */
export function leaving(phase: Phase): string | null {
  return { swap: w().skipSwap, move: w().skipMove, order: w().skipOrder }[phase as 'swap'] ?? null;
}
