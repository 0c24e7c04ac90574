// The words of the gold button.

import type { Choice } from '../choice.svelte';
import { w } from '../words';
import { RETURN } from './moves';

/** What the gold button says; null where there is nothing to press it for. */
export function doing(choice: Choice): string | null {
  if (!choice.gold.length) return null;
  if (choice.held) return w().turn;
  if (choice.gem) return choice.phase === 'take' ? w().take : w().pay;
  if (choice.goal) return choice.goal === RETURN ? w().goHome : w().go;
  return choice.phase === 'pay' ? w().goOn : w().keep;
}
