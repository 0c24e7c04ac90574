// What the chosen move would bring, as the two short lines of the tray.

import type { Choice } from './choice.svelte';
import type { View } from './seen';
import { cellOfSpot, indexOf } from './tunnels';
import { crystal, crystals, lanterns, spot, w } from './words';

export const pointsOf = (view: View, seat: number): number =>
  view.standings.find((row) => row.seat === seat)?.points ?? 0;

export function brings(choice: Choice, view: View, legal: string[], me: number): [string, string] {
  if (!legal.length) return ['', ''];
  const goals = choice.goals();
  const reach = goals.length ? lanterns(goals.length) : choice.lightKnown() ? w().noLanterns : '';
  const inReach = goals.length > 1 ? w().inReach : goals.length ? w().oneInReach : '';
  const turning = choice.turning();
  const goal = choice.goal();
  if (turning) {
    const lies = view.tiles[indexOf(turning.cell)].shown;
    if (goal) return [reach, w().thenGo(goal === 'return' ? w().goHome : spot(goal))];
    return [reach, lies?.length ? w().known(crystals(lies)) : inReach];
  }
  if (choice.gem()) return ofGem(choice, view, me);
  if (goal) return ofWay(choice, view, goal);
  switch (view.phase) {
    case 'turn':
      if (legal.includes('keep')) return [reach, inReach];
      return view.goals.length ? ['', ''] : [w().mustTurn, '']; // a lesson may offer less than the rules do
    case 'pay':
      return ['', w().mayPay];
    case 'second':
      return [w().chooseTile, ''];
    case 'take':
      return [w().chooseCrystal, ''];
    default:
      return [w().chooseLantern, ''];
  }
}

function ofGem(choice: Choice, view: View, me: number): [string, string] {
  const name = crystal(choice.gem()!);
  const judged = choice.judged();
  if (!judged) return [name, ''];
  const gain = pointsOf(judged, me) - pointsOf(view, me);
  if (view.phase === 'pay') return [name, gain < 0 ? w().loses(-gain) : w().losesNothing];
  if (judged.winner === me) return [`${name}: +${gain}`, w().wins];
  return gain > 0 ? [`${name}: +${gain}`, w().covered(pointsOf(judged, me))] : [name, w().keepsPair];
}

function ofWay(choice: Choice, view: View, goal: string): [string, string] {
  if (goal === 'return') return [w().platform, w().wins];
  const lies = view.tiles[indexOf(cellOfSpot(goal))].shown;
  if (lies) return [spot(goal), w().known(lies.length ? crystals(lies) : w().empty)];
  const stages = choice.stages()?.length ?? 0;
  return [spot(goal), w().way(stages - (choice.fromPlatform() ? 0 : 1))];
}
