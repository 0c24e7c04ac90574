// One line over the table about what has just happened (others are named), and the expert's advice.

import type { Suggestion } from '../../shell/protocol';
import { settings } from '../../shell/settings.svelte';
import { total } from './facts';
import type { Step } from './steps';
import type { View } from './types';
import { w } from './words';

export function news(step: Step, view: View, me: number | null, name: (seat: number) => string): string {
  if (step.kind === 'game') return w().newsGame(step.number, view.games);
  const text = step.kind === 'draw' ? drawn(step) : taken(step, view);
  return step.seat === me ? text : `${name(step.seat)}. ${text}`;
}

function drawn(step: Extract<Step, { kind: 'draw' }>): string {
  if (step.outcome === 'success') return w().newsMatch(step.colour);
  return step.outcome === 'miss' ? w().newsNoMatch(step.colour) : w().newsConflict(step.colour);
}

function taken(step: Extract<Step, { kind: 'take' }>, view: View): string {
  if (view.standings[step.seat].fewest === view.target) return w().newsWin;
  return step.completed.length ? w().newsDone(step.completed) : w().took(total(step.took));
}

export function advise(first: Suggestion): string {
  const moves: Record<string, string> = {
    draw: w().hintDraw,
    collect: w().hintCollect,
    alternative: w().hintAlternative,
    pass: w().hintPass,
  };
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${w().hint}: ${moves[first.move]} ${w().points(first.points.toLocaleString(settings.language, digits))}`;
}
