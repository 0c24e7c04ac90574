// One line over the table about what has just happened (others are named), and the expert's advice.

import { total } from './counts';
import type { Fact, Move, Taken, View } from '../seen';
import { w } from '../words';

/** Facts worth a line: drawing is told by the token that comes, filling the centre only where a game begins. */
export function isNews(fact: Fact): boolean {
  return fact.what === 'drawn' || fact.what === 'took' || fact.what === 'pass' || fact.game !== undefined;
}

/** The last of some facts; where it begins a game, also what ended the one before. */
export function news(facts: Fact[], view: View, me: number | null, name: (seat: number) => string): string | null {
  const last = facts.at(-1);
  if (last?.game === undefined) return last ? told(last, me, name) : null;
  const ended = facts.at(-2);
  const begins = view.games > 1 ? w().newsGame(last.game, view.games) : '';
  return [ended ? `${told(ended, me, name)}.`.replace('!.', '!') : '', begins].join(' ').trim() || null;
}

function told(fact: Fact, me: number | null, name: (seat: number) => string): string {
  const text = fact.ended ? w().newsEnded[fact.ended.why] : happened(fact);
  return fact.seat === me || fact.seat === undefined ? text : `${name(fact.seat)}. ${text}`;
}

function happened({ colour, outcome, taken }: Fact): string {
  if (colour && outcome) return w().newsDrawn[outcome](colour);
  return taken ? took(taken) : w().newsPass;
}

function took({ tokens, completed, bonus_turns }: Taken): string {
  return completed.length ? w().newsDone(completed, bonus_turns) : w().took(total(tokens));
}

export function advise(move: Move, points: number): string {
  return `${w().hint}: ${w().advice[move.move]} ${w().points(points)}`;
}
