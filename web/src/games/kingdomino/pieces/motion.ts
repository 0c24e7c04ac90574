// How pieces move: short, and not at all for those who ask for calm.

import { settings } from '../../../shell/settings.svelte';

export function calm(): boolean {
  return !settings.motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A domino or a king comes down from above and settles. */
export function land(_: Element, { lift = 12, delay = 0 } = {}) {
  return {
    duration: calm() ? 0 : 280,
    delay: calm() ? 0 : delay,
    css: (t: number) => {
      const settled = 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2;
      return `transform:translateY(${(settled - 1) * lift}px);opacity:${Math.min(1, 3 * t)}`;
    },
  };
}

/** A domino of a new line is turned up. */
export function turnUp(_: Element, { delay = 0 } = {}) {
  return {
    duration: calm() ? 0 : 360,
    delay: calm() ? 0 : delay,
    css: (t: number) => `transform:scaleX(${0.1 + 0.9 * t});opacity:${Math.min(1, 0.2 + 2 * t)}`,
  };
}
