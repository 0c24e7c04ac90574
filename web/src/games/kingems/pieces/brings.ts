// What the chosen move would bring, as the two short lines of the tray.

import { gained } from '../../../shell/words';
import type { Choice } from '../choice.svelte';
import type { Fact, View } from '../seen';
import { crystal, crystals, spot, w } from '../words';
import { RETURN } from './moves';
import { cellOfSpot, indexOf } from './tunnels';

type Lines = [string, string];

export function brings(choice: Choice, view: View, me: number): Lines {
  if (!choice.acting) return ['', ''];
  if (choice.held) return ofTile(choice, view, choice.held.cell);
  if (choice.gem) return ofGem(choice, view, me);
  if (choice.goal) return ofWay(choice, view, choice.goal);
  switch (view.phase) {
    case 'turn':
      if (choice.keeps) return inReach(choice);
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

/** How many lanterns the light reaches. */
function inReach({ goals, lightKnown }: Choice): Lines {
  if (!goals.length) return [lightKnown ? w().noLanterns : '', ''];
  return [w().lanterns(goals.length), goals.length > 1 ? w().inReach : w().oneInReach];
}

function ofTile(choice: Choice, view: View, cell: string): Lines {
  const [reach, note] = inReach(choice);
  if (choice.goal) return [reach, w().thenGo(choice.goal === RETURN ? w().goHome : spot(choice.goal))];
  const lies = view.tiles[indexOf(cell)].shown;
  return [reach, lies?.length ? w().known(crystals(lies)) : note];
}

function ofGem(choice: Choice, view: View, me: number): Lines {
  const name = crystal(choice.gem!);
  const { gem, over } = (choice.fact ?? {}) as Partial<Fact>;
  if (!gem) return [name, ''];
  if (view.phase === 'pay') return [name, gem.gain < 0 ? w().loses(-gem.gain) : w().losesNothing];
  if (gem.gain <= 0) return [name, w().keepsPair];
  const covered = w().covered(choice.foreseen!.view.standings[me].points);
  return [`${name}: ${gained(gem.gain)}`, over === 'won' ? w().wins : covered];
}

function ofWay(choice: Choice, view: View, goal: string): Lines {
  if (goal === RETURN) return [w().platform, w().wins];
  const lies = view.tiles[indexOf(cellOfSpot(goal))].shown;
  if (lies) return [spot(goal), w().known(lies.length ? crystals(lies) : w().empty)];
  const stages = choice.stages?.length ?? 0;
  return [spot(goal), w().way(stages - (choice.fromPlatform ? 0 : 1))];
}
