// Everything the board says, in Russian and English.

import { amount, words } from '../../shell/words';
import * as characters from './pieces/characters';
import type { Ability, Card, Character, Kind, Why } from './seen';

const ru = {
  ...characters.ru,
  kind: { tower: 'Башня', castle: 'Замок', farm: 'Ферма', forest: 'Лес' } as Record<Kind, string>,
  into: { tower: 'в башню', castle: 'в замок', farm: 'на ферму', forest: 'в лес' } as Record<Kind, string>,
  colour: ['красные', 'синие', 'жёлтые', 'зелёные'],
  askPlay: 'выберите карту и местность',
  askSure: 'сыграйте карту или выберите другую местность',
  askPlace: (card: string) => `${card} — куда?`,
  askSwap: 'ведьма: кого поменять?',
  askSwapWith: 'ведьма: с кем поменять?',
  askMove: 'волшебник: кого переместить?',
  askMoveTo: 'волшебник: куда переместить?',
  askOrder: 'фея: кто ляжет в самый низ?',
  askOrderNext: 'фея: кто дальше, выше?',
  askOrderDone: 'фея: новый порядок готов',
  othersPlay: 'выбирает карту',
  othersSwap: 'ведьма думает, кого поменять',
  othersMove: 'волшебник думает, кого переместить',
  othersOrder: 'фея меняет порядок в стопке',
  over: 'игра окончена',
  setting: 'раскладываем королевство',
  where: (turn: number, turns: number) => `ход ${turn} из ${turns}`,
  goPlay: 'Сыграть',
  goSwap: 'Поменять',
  goMove: 'Переместить',
  goOrder: 'Изменить порядок',
  newOrder: 'Новый порядок',
  skipSwap: 'Не менять',
  skipMove: 'Не перемещать',
  skipOrder: 'Оставить так',
  pickCard: 'Выберите карту',
  pickPlace: 'Выберите местность',
  pickLit: 'Подойдут местности с золотой табличкой',
  onlySelf: 'у остальных ничего не меняется',
  noAbility: {
    not_in_forest: 'не в лесу, свойство не действует',
    nothing_to_swap: 'менять местами некого',
    no_tower_near: 'не у башни, свойство не действует',
    nothing_to_order: 'менять порядок не у кого',
  } as Partial<Record<Ability, string>>,
  notNow: 'Сейчас так нельзя',
  stacks: 'Стопки',
  leftLow: 'Слева низ, справа верх; два ряда читаются как строки',
  underDragon: 'Под драконом: заблокирован',
  aside: 'Отложены',
  hand: 'рука',
  hands: 'Карты в руках и отложенные',
  yourHand: 'Ваши карты',
  kingdom: 'Королевство',
  empty: 'пусто',
  place: 'местность',
  row: 'ряд',
  column: 'столбец',
  bottomUp: 'снизу вверх',
  here: 'можно выбрать',
  bottom: 'низ',
  top: 'верх',
  by: (who: Card): string => (who.card === 'knight' ? 'заблокирован рыцарем' : 'заблокирован драконом'),
  noStars: 'звёзд не приносит',
  nothing: 'пока без звёзд',
  hint: 'Знаток',
  cards: (n: number) => amount(n, 'карта', 'карты', 'карт'),
  inHand: (n: number) => `в руке ${n}`,
  skipped: 'ход пропущен: остались только дракон и гном',
  stars: (n: number) => amount(n, 'звезда', 'звезды', 'звёзд'),
  why: (why: Why, name: string): string =>
    ({
      castle: 'в замке',
      tower: 'в башне',
      farm: 'на ферме',
      'farm near': 'ферма рядом',
      'forest near': 'лес рядом',
      'king here': 'король на той же местности',
      'knight here': 'рыцарь на той же местности',
      'princess here': 'принцесса на той же местности',
      'own colour near': `${name} рядом`,
      'king near': 'король рядом',
      'queen near': 'королева рядом',
      above: `${name} сверху`,
    })[why.reason],
  tellPlay: (whom: string, into: string) => `играет ${whom} ${into}`,
  tellSwap: (one: string, from: string, other: string, to: string) =>
    `ведьмой меняет местами ${one} (${from}) и ${other} (${to})`,
  tellMove: (whom: string, from: string, to: string) => `волшебником перемещает ${whom}: ${from} → ${to}`,
  tellNext: (card: string) => `феей кладёт снизу вверх: ${card}`,
  tellOrder: (cards: string) => `феей меняет порядок, снизу вверх: ${cards}`,
  tellBlocked: (cards: string) => `блокировка: ${cards}`,
  tellFreed: (cards: string) => `блокировка снята: ${cards}`,
  tellSkipped: (colour: string, cards: string) => `${colour} пропускают последний ход, в руке только ${cards}`,
  tellSkip: 'не применяет свойство',
  tellPlace: (number: number, kind: string) => `Местность № ${number}: ${kind}`,
  tellAside: (colour: string, card: string) => `Отложена карта (${colour}): ${card}`,
  firstHelp: 'При равенстве звёзд побеждает тот, кто ходил раньше.',
};

const en: typeof ru = {
  ...characters.en,
  kind: { tower: 'Tower', castle: 'Castle', farm: 'Farm', forest: 'Forest' },
  into: { tower: 'in tower', castle: 'in castle', farm: 'on farm', forest: 'in forest' },
  colour: ['red', 'blue', 'yellow', 'green'],
  askPlay: 'choose a card and a location',
  askSure: 'play it or choose another location',
  askPlace: (card) => `${card}: where to?`,
  askSwap: 'Witch: swap whom?',
  askSwapWith: 'Witch: swap with whom?',
  askMove: 'Wizard: move whom?',
  askMoveTo: 'Wizard: move where to?',
  askOrder: 'Fairy: who goes to the bottom?',
  askOrderNext: 'Fairy: who comes next, above?',
  askOrderDone: 'Fairy: the new order is ready',
  othersPlay: 'is choosing a card',
  othersSwap: 'the Witch is thinking whom to swap',
  othersMove: 'the Wizard is thinking whom to move',
  othersOrder: 'the Fairy is reordering a stack',
  over: 'the game is over',
  setting: 'laying out the kingdom',
  where: (turn, turns) => `turn ${turn} of ${turns}`,
  goPlay: 'Play',
  goSwap: 'Swap',
  goMove: 'Move',
  goOrder: 'Reorder',
  newOrder: 'New order',
  skipSwap: 'No swap',
  skipMove: 'No move',
  skipOrder: 'Leave as is',
  pickCard: 'Choose a card',
  pickPlace: 'Choose a location',
  pickLit: 'Choose a location with a gold plate',
  onlySelf: 'nothing changes for the others',
  noAbility: {
    not_in_forest: 'not in a forest, no ability',
    nothing_to_swap: 'nobody to swap',
    no_tower_near: 'not by a tower, no ability',
    nothing_to_order: 'nobody to reorder',
  },
  notNow: 'That cannot be done now',
  stacks: 'Stacks',
  leftLow: 'Left is the bottom, right the top; two rows read like lines',
  underDragon: 'Under a dragon: blocked',
  aside: 'Set aside',
  hand: 'hand',
  hands: 'Cards in hand and set aside',
  yourHand: 'Your cards',
  kingdom: 'The kingdom',
  empty: 'empty',
  place: 'location',
  row: 'row',
  column: 'column',
  bottomUp: 'bottom to top',
  here: 'can be chosen',
  bottom: 'bottom',
  top: 'top',
  by: (who) => (who.card === 'knight' ? 'blocked by the knight' : 'blocked by the dragon'),
  noStars: 'brings no stars',
  nothing: 'no stars yet',
  hint: 'Expert',
  cards: (n) => amount(n, 'card', 'cards', 'cards'),
  inHand: (n) => `${n} in hand`,
  skipped: 'turn skipped: only Dragon and Gnome left',
  stars: (n) => amount(n, 'star', 'stars', 'stars'),
  why: (why, name) =>
    ({
      castle: 'in a castle',
      tower: 'in a tower',
      farm: 'on a farm',
      'farm near': 'farm near',
      'forest near': 'forest near',
      'king here': 'king on the same location',
      'knight here': 'knight on the same location',
      'princess here': 'princess on the same location',
      'own colour near': `${name} near`,
      'king near': 'king near',
      'queen near': 'queen near',
      above: `${name} above`,
    })[why.reason],
  tellPlay: (whom, into) => `plays ${whom} ${into}`,
  tellSwap: (one, from, other, to) => `has the Witch swap ${one} (${from}) and ${other} (${to})`,
  tellMove: (whom, from, to) => `has the Wizard move ${whom}: ${from} → ${to}`,
  tellNext: (card) => `has the Fairy place, from the bottom up: ${card}`,
  tellOrder: (cards) => `has the Fairy reorder, from the bottom up: ${cards}`,
  tellBlocked: (cards) => `blocked: ${cards}`,
  tellFreed: (cards) => `no longer blocked: ${cards}`,
  tellSkipped: (colour, cards) => `${colour} skips the last turn, holding only ${cards}`,
  tellSkip: 'does not use the ability',
  tellPlace: (number, kind) => `Location ${number}: ${kind}`,
  tellAside: (colour, card) => `Set aside (${colour}): ${card}`,
  firstHelp: 'It matters for ties: of those tied, whoever is earlier in turn order wins.',
};

export const w = words({ ru, en });

/** «король» inside a sentence. */
export function inSentence(card: Character): string {
  return w().name[card].toLowerCase();
}

/** «ферма рядом ×2, король здесь». */
export function whys(reasons: Why[]): string {
  const counted = new Map<string, number>();
  for (const why of reasons) {
    const text = w().why(why, why.card ? inSentence(why.card) : '');
    counted.set(text, (counted.get(text) ?? 0) + why.stars);
  }
  return [...counted].map(([text, stars]) => (stars > 1 ? `${text} ${stars}` : text)).join(', ');
}

/** «замок № 5». */
export function placeName(kind: Kind | undefined, number: number): string {
  const sign = w() === ru ? '№\u00a0' : '';
  return kind ? `${w().kind[kind].toLowerCase()} ${sign}${number}` : `${w().place} ${sign}${number}`;
}

/** «в замок № 5». */
export function intoPlace(kind: Kind | undefined, number: number): string {
  const sign = w() === ru ? '№\u00a0' : '';
  return kind ? `${w().into[kind]} ${sign}${number}` : `${w().place} ${sign}${number}`;
}
