// The points of a seat in words: its reason in the standings, and the whole breakdown.

import type { Item, StandingsRow } from '../../../shell/contract';
import { signed } from '../../../shell/words';
import { COLOURS, MONSTERS, type Row, type View } from '../seen';
import { w } from '../words';
import { ratingWords, stateWords } from './status';

export function reason(row: StandingsRow, view: View): string {
  const standing = row as Row;
  if (standing.rating && view.phase === 'over') return ratingWords(standing);
  const best = COLOURS.reduce((one, other) =>
    standing.kingdoms[other].points > standing.kingdoms[one].points ? other : one,
  );
  const why = standing.kingdoms[best].points ? `${w().kingdom[best]} ${standing.kingdoms[best].points}` : '';
  // Untamed monsters cost points from the first moment: say so as long as they weigh the most.
  const lost = MONSTERS.reduce((sum, monster) => sum + Math.min(0, standing.monsters[monster].points), 0);
  const wild = -lost > standing.kingdoms[best].points ? w().stillWild(signed(lost)) : '';
  const state = view.players.length > 1 ? stateWords(view, view.players[row.seat]) : '';
  return [state, wild || why].filter(Boolean).join(' · ');
}

export function items(row: StandingsRow, _view: View): Item[] {
  const standing = row as Row;
  const ofKingdom = COLOURS.map((colour) => {
    const { achievement, capital, colours, points } = standing.kingdoms[colour];
    const parts = [
      achievement && `${w().achieved} ${achievement}`,
      capital && `${w().capital} ${capital}`,
      colours && `${w().colours} ${colours}`,
    ];
    return { label: w().kingdom[colour], detail: parts.filter(Boolean).join(' + '), points };
  });
  const ofMonsters = MONSTERS.map((monster) => {
    const { achievement, tamed, unpainted, points } = standing.monsters[monster];
    const parts = [
      achievement && `${w().achieved} ${achievement}`,
      tamed && w().tamed(tamed),
      unpainted && w().wild(unpainted),
    ];
    return { label: w().row[monster], detail: parts.filter(Boolean).join(', '), points };
  });
  return [
    ...ofKingdom,
    ...ofMonsters,
    { label: w().row.end, points: standing.end },
    { label: w().blots, points: -standing.blots },
  ];
}
