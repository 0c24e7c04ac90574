// The sentences of the log.

import { begins } from '../../shell/begins';
import type { Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { amount, words } from '../../shell/words';
import { colours, counted, listed } from './pieces/colours';
import { inSeries, present, total } from './pieces/counts';
import type { Colour, Ended, Fact, Outcome, Taken, View } from './seen';
import { w } from './words';

const t = words({
  ru: {
    setUp: (game: number) => `Партия ${game}. `,
    filled: (c: Colour) => `в центр: ${colours().one[c]}`,
    drawn: {
      success: (c: Colour) => `${colours().one[c]}: совпадение`,
      miss: (c: Colour) => `${colours().one[c]}: нет совпадения, всё в центр`,
      conflict: (c: Colour) => `${colours().one[c]}: конфликт, всё в центр`,
    } as Record<Outcome, (c: Colour) => string>,
    draw: 'раскрывает жетон',
    took: (n: number, what: string) => `забирает ${n}: ${what}`,
    tookOne: (what: string) => `берёт один из центра: ${what}`,
    pass: 'пропускает ход: раскрывать нечего, взять нельзя',
    completed: (some: Colour[], bonus: number) =>
      some.length > 1
        ? `; собраны ${listed(some)}: ${amount(bonus, 'призовой ход', 'призовых хода', 'призовых ходов')}`
        : `; цвет собран (${listed(some)}): призовой ход`,
    ended: {
      complete: '; собраны все шесть цветов',
      passes: '; ход пропустили все, партия окончена',
      standstill: '; коллекции слишком долго не растут, партия окончена',
    } as Record<Ended['why'], string>,
    points: (game: number, points: string) => `; партия ${game}: ${points}`,
    bonus: 'призовой ход: ',
  },
  en: {
    setUp: (game: number) => `Game ${game}. `,
    filled: (c: Colour) => `to the centre: ${c}`,
    drawn: {
      success: (c: Colour) => `${c}: a match`,
      miss: (c: Colour) => `${c}: no match, all to the centre`,
      conflict: (c: Colour) => `${c}: a conflict, all to the centre`,
    } as Record<Outcome, (c: Colour) => string>,
    draw: 'draws a token',
    took: (n: number, what: string) => `collects ${n}: ${what}`,
    tookOne: (what: string) => `takes one from the centre: ${what}`,
    pass: 'passes: nothing to draw, nothing to take',
    completed: (some: Colour[], bonus: number) =>
      some.length > 1
        ? `; ${listed(some)} are complete, ${bonus} bonus turns`
        : `; ${listed(some)} is complete, a bonus turn`,
    ended: {
      complete: '; all six colours are complete',
      passes: '; all have passed, the game is over',
      standstill: '; no collection has grown for too long, the game is over',
    } as Record<Ended['why'], string>,
    points: (game: number, points: string) => `; game ${game}: ${points}`,
    bonus: 'bonus turn: ',
  },
});

export function tell(lines: Happened[], index: number, view: View): Told | null {
  const fact = lines[index].fact as Fact;
  const told = happened(fact, view);
  return fact.ended ? { ...told, text: told.text + end(fact.ended, view) } : told;
}

function happened(fact: Fact, view: View): Told {
  const bonus = fact.in_bonus_turn ? t().bonus : '';
  switch (fact.what) {
    case 'begins':
      return { text: begins(fact.seat!), symbol: 'token-back' };
    case 'filled': {
      const start = fact.game && view.games > 1 ? t().setUp(fact.game) : '';
      return { text: start + t().filled(fact.colour!), symbol: `token-${fact.colour}` };
    }
    case 'drawn':
      return { text: t().drawn[fact.outcome!](fact.colour!), symbol: `token-${fact.colour}` };
    case 'draw':
      return { text: bonus + t().draw };
    case 'pass':
      return { text: bonus + t().pass };
    case 'took':
      return { text: (fact.taken!.alternative ? bonus : '') + took(fact.taken!), gain: fact.taken!.gain || undefined };
  }
}

function took({ tokens, surplus, alternative, completed, bonus_turns }: Taken): string {
  const what = alternative ? t().tookOne(listed(present(tokens))) : t().took(total(tokens), counted(tokens));
  const extra = surplus ? w().andSurplus(total(surplus)) : '';
  return what + extra + (bonus_turns ? t().completed(completed, bonus_turns) : '');
}

function end({ game, why, points }: Ended, view: View): string {
  return t().ended[why] + (inSeries(view) ? t().points(game, points.join(' : ')) : '');
}
