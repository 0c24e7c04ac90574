// Lines of the log in words, from what the table tells of every line.

import { begins } from '../../shell/begins';
import type { Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { amount, words } from '../../shell/words';
import type { Fact, Passed } from './seen';
import { crystal, crystals, spot } from './words';

const t = words({
  ru: {
    keep: 'ничего не поворачивает',
    turn: (cell: string, degrees: number) => `поворачивает ${cell} на ${degrees}°`,
    discard: (name: string) => `сбрасывает ${name} ради второго поворота`,
    goTo: (where: string) => `идёт на ${where}`,
    home: 'возвращается на площадку',
    takes: (name: string) => `берёт ${name}`,
    found: (cell: string, names: string) => `под ${cell}: ${names}`,
    passed: {
      stuck: 'идти некуда',
      full: 'коллекция уже собрана',
      empty: 'там пусто',
      unfit: 'ничего не подходит',
      nothing: 'брать нечего',
    } satisfies Record<Passed['why'], string>,
    stalled: (n: number) => `${amount(n, 'ход', 'хода', 'ходов')} без кристаллов, игра окончена`,
    full: 'коллекция собрана, пора на площадку',
  },
  en: {
    keep: 'rotates no tile',
    turn: (cell: string, degrees: number) => `rotates ${cell} by ${degrees}°`,
    discard: (name: string) => `discards ${name} to rotate a second tile`,
    goTo: (where: string) => `goes to ${where}`,
    home: 'returns to the platform',
    takes: (name: string) => `takes ${name}`,
    found: (cell: string, names: string) => `under ${cell}: ${names}`,
    passed: {
      stuck: 'nowhere to go',
      full: 'the collection is complete',
      empty: 'nothing is there',
      unfit: 'nothing fits',
      nothing: 'nothing to take',
    } satisfies Record<Passed['why'], string>,
    stalled: (n: number) => `${amount(n, 'turn', 'turns', 'turns')} without a crystal, the game is over`,
    full: 'collection complete, now back to the platform',
  },
});

/** A line in words. Tiles and cards are seen on the table; of chance only who begins and what was shown is worth a line. */
export function tell(lines: Happened[], index: number): Told | null {
  const fact = lines[index].fact as Fact;
  const text = what(fact);
  if (!text) return null;
  const said = [text, ...afterwards(fact)].join(', ');
  if (fact.what === 'begins') return { text: said, symbol: 'crown' };
  if (fact.what === 'shown') return { text: said, symbol: 'ui-eye' };
  return { text: said, ...(fact.gem?.gain ? { gain: fact.gem.gain } : {}) };
}

function what({ what, seat, rotated, walk, shown, gem }: Fact): string | null {
  switch (what) {
    case 'begins':
      return begins(seat!);
    case 'shown':
      return t().found(shown!.cell, crystals(shown!.crystals));
    case 'keep':
      return t().keep;
    case 'rotated':
      return t().turn(rotated!.cell, rotated!.degrees);
    case 'discarded':
      return t().discard(crystal(gem!.name));
    case 'went':
      return t().goTo(spot(walk!.goal));
    case 'returned':
      return t().home;
    case 'took':
      return t().takes(crystal(gem!.name));
    default:
      return null;
  }
}

/** What came of it: a complete collection, or a turn that ended with nothing. */
function afterwards({ gem, passed, over }: Fact): string[] {
  const complete = gem?.full && !over ? [t().full] : [];
  const nothing = passed ? [t().passed[passed.why]] : [];
  return [...complete, ...nothing, ...(over === 'stall' ? [t().stalled(passed!.quiet)] : [])];
}
