// What a painted area would bring, in words.

import { SPELLS, type Player, type View } from '../seen';
import { w } from '../words';
import type { Area } from './map';

/** What painting an area brings besides its points, as the views before and after tell it. */
export function notes(view: View, after: View, seat: number, { symbol, kingdom }: Area): string[] {
  const [was, now] = [view.players[seat], after.players[seat]];
  const [pointsWas, pointsNow] = [view.standings[seat], after.standings[seat]];
  const found: string[] = [];
  if (now.spells.exception.used > was.spells.exception.used) found.push(w().spends);
  if (symbol === 'capital')
    found.push(pointsNow.kingdoms[kingdom].capital > pointsWas.kingdoms[kingdom].capital ? w().built : w().lostCapital);
  if (symbol in pointsNow.monsters) {
    const kind = symbol as keyof typeof pointsNow.monsters;
    found.push(pointsNow.monsters[kind].tamed > pointsWas.monsters[kind].tamed ? w().isTamed : w().isDefeated);
  }
  for (const spell of SPELLS) if (now.spells[spell].new > was.spells[spell].new) found.push(`+ «${w().spell[spell]}»`);
  const fresh = (player: Player) => Object.values(player.drops).reduce((sum, supply) => sum + supply.new, 0);
  if (fresh(now) > fresh(was) || now.turn?.choosing.length) found.push(w().towerGives);
  if (now.complete.length > was.complete.length) found.push(w().completeNow);
  return found;
}
