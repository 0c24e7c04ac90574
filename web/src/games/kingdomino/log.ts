// The log in words, from what the table tells of every line.

import type { Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import type { Cell, Claim, Fact } from './seen';
import { w } from './words';

export function tell(lines: Happened[], index: number): Told | null {
  const fact = lines[index].fact as Fact;
  switch (fact.what) {
    case 'laid':
      return laid(fact);
    case 'king':
      return { text: fact.begins ? w().kingBegins(fact.seat!) : w().kingOut(fact.seat!), symbol: 'king' };
    case 'claimed':
      return { text: joined(w().claims(fact.domino!), fact.left_over && w().leaves(fact.left_over)) };
    case 'placed':
      return played(fact, w().places(fact.domino!));
    case 'discarded':
      return played(fact, w().discards(fact.domino!));
  }
}

/** A game of a dynasty begins with its first domino; a line is told as a whole when its last domino is turned up. */
function laid({ game, line }: Fact): Told | null {
  if (game) return { text: w().game(game), symbol: 'ui-log' };
  return line ? { text: w().opened(line.number, line.dominoes), symbol: 'ui-log' } : null;
}

function played({ gain, middle_kingdom, harmony, ended }: Fact, text: string): Told {
  const more = [
    middle_kingdom && w().nowCentral,
    harmony && w().harmonyGone(-harmony),
    ended?.game && w().gameEnds(ended.game, ended.points),
  ];
  return { text: joined(text, ...more), gain: Math.max(0, gain!) };
}

const joined = (...texts: (string | number | undefined)[]): string => texts.filter(Boolean).join('; ');

/** The squares of a seat's kingdom that a line of the log is about. */
export function squaresOf(line: Happened | null, seat: number): Cell[] | null {
  return line?.seat === seat ? ((line.fact as Partial<Fact>).placed?.squares ?? null) : null;
}

/** The domino that a line of the log is about, or that a lesson asks to be claimed. */
export function dominoOf(line: Happened | null): number | null {
  const asked = line?.typed?.move === 'claim' ? (line.typed as Claim) : null;
  return (line?.fact as Partial<Fact> | undefined)?.domino ?? asked?.domino ?? null;
}
