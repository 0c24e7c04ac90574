// What the expert advises, in words and as places of the board.

import type { Suggestion } from '../../../shell/protocol';
import { percent, signed, words } from '../../../shell/words';
import { goalOf } from './moves';
import type { Crystal, Move } from '../seen';
import { crystal, spot as spotWords, w } from '../words';

export interface Advice {
  text: string;
  cell?: string;
  spot?: string;
  home?: boolean;
  crystal?: Crystal;
}

const t = words({
  ru: {
    keep: 'тайл не поворачивать',
    turn: (cell: string, degrees: number) => `повернуть ${cell} на ${degrees}°`,
    pay: (name: string) => `сбросить ${name}`,
    go: (name: string) => `идти на ${name}`,
    home: 'назад, на площадку',
    take: (name: string) => `взять ${name}`,
  },
  en: {
    keep: 'rotate no tile',
    turn: (cell: string, degrees: number) => `rotate ${cell} by ${degrees}°`,
    pay: (name: string) => `discard ${name}`,
    go: (name: string) => `go to ${name}`,
    home: 'back to the platform',
    take: (name: string) => `take ${name}`,
  },
});

export function advice({ typed, points, win_share }: Suggestion): Advice {
  const odds = `${w().expected(signed(points))} · ${w().win(percent(win_share))}`;
  const say = (what: string) => `${what} ${odds}`;
  const move = typed as Move;
  switch (move.move) {
    case 'keep':
      return { text: say(t().keep) };
    case 'turn':
      return { text: say(t().turn(move.cell, move.degrees)), cell: move.cell };
    case 'discard':
      return { text: say(t().pay(crystal(move.crystal))), crystal: move.crystal };
    case 'go':
      return { text: say(t().go(spotWords(goalOf(move)))), spot: goalOf(move) };
    case 'return':
      return { text: say(t().home), home: true };
    case 'take':
      return { text: say(t().take(crystal(move.crystal))), crystal: move.crystal };
  }
}
