// Lines of the log in words.

import { begins } from '../../shell/begins';
import type { Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import type { Fact, LocationName } from './seen';
import { inSentence, intoPlace, placeName, w } from './words';

export function tell(lines: Happened[], index: number): Told | null {
  const fact = lines[index].fact as Fact;
  const symbol = symbolOf(fact);
  if (symbol) return { text: deed(fact), symbol };
  const own = fact.gains?.find((gain) => gain.seat === fact.seat);
  return { text: [deed(fact), ...consequences(fact)].join('; '), gain: own?.stars };
}

/** What chance shows instead of a shield. */
function symbolOf(fact: Fact): string | undefined {
  if (fact.what === 'begins') return 'crown';
  if (fact.what === 'laid') return `loc-${fact.location!.kind}`;
  return fact.what === 'set_aside' ? `char-${fact.card}` : undefined;
}

function deed(fact: Fact): string {
  const [one, other] = fact.moved ?? [];
  switch (fact.what) {
    case 'begins':
      return begins(fact.seat!);
    case 'laid':
      return w().tellPlace(fact.location!.number, w().kind[fact.location!.kind].toLowerCase());
    case 'set_aside':
      return w().tellAside(w().colour[fact.seat!], inSentence(fact.card!));
    case 'play':
      return w().tellPlay(w().whom[fact.card!], intoPlace(fact.location!.kind, fact.location!.number));
    case 'swap':
      return w().tellSwap(w().whom[one.card], named(one.source), w().whom[other.card], named(other.source));
    case 'move':
      return w().tellMove(w().whom[one.card], named(one.source), named(one.target));
    case 'order':
      return fact.ordered!.order
        ? w().tellOrder(fact.ordered!.order.map(({ card }) => inSentence(card)).join(', '))
        : w().tellNext(inSentence(fact.ordered!.card));
    case 'unused':
      return w().tellSkip;
  }
}

function named({ kind, number }: LocationName): string {
  return placeName(kind, number);
}

/** Who is blocked or free by that, why no ability follows, and who has to skip. */
function consequences(fact: Fact): string[] {
  const isSettled = fact.what !== 'order'; // while a Fairy puts in order, every step would say something else
  const cards = (list: Fact['freed'] = []) => list.map(({ card }) => inSentence(card)).join(', ');
  const told = [
    fact.ability && w().noAbility[fact.ability],
    fact.blocked && isSettled && w().tellBlocked(cards(fact.blocked)),
    fact.freed && isSettled && w().tellFreed(cards(fact.freed)),
    ...(fact.skipped ?? []).map(({ seat, hand }) => w().tellSkipped(w().colour[seat], hand.map(inSentence).join(', '))),
  ];
  return told.filter((words) => typeof words === 'string');
}
