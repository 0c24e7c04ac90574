// Everything the board says, in Russian and English.

import { plural, words } from '../../shell/words';
import type { Blocker, CardName, Kind, Why } from './types';

type Names = Record<CardName, string>;

const ru = {
  name: { king: 'Король', queen: 'Королева', princess: 'Принцесса', knight: 'Рыцарь', peasant: 'Крестьянин', gnome: 'Гном', dragon: 'Дракон', witch: 'Ведьма', fairy: 'Фея', wizard: 'Волшебник' } as Names,
  whom: { king: 'короля', queen: 'королеву', princess: 'принцессу', knight: 'рыцаря', peasant: 'крестьянина', gnome: 'гнома', dragon: 'дракона', witch: 'ведьму', fairy: 'фею', wizard: 'волшебника' } as Names,
  kind: { tower: 'Башня', castle: 'Замок', farm: 'Ферма', forest: 'Лес' } as Record<Kind, string>,
  into: { tower: 'в башню', castle: 'в замок', farm: 'на ферму', forest: 'в лес' } as Record<Kind, string>,
  colour: ['красные', 'синие', 'жёлтые', 'зелёные'],
  note: {
    king: ['★ в замке', '★ ферма, лес рядом'], queen: ['★ с королём', '★ за своих рядом'], princess: ['★★ в башне', '★ с рыцарем'],
    knight: ['★★★ с принцессой', 'усмирит дракона'], peasant: ['★ ферма; ★ рядом', 'король, королева'], gnome: ['ложится под всех', '★ за всех над ним'],
    dragon: ['закрывает всех,', 'кто под ним'], witch: ['в лесу меняет', 'двух верхних'], fairy: ['переставит', 'свою стопку'], wizard: ['у башни перенесёт', 'верхнего'],
  } as Record<CardName, string[]>,
  rule: {
    king: '★ в замке, ★ за каждую ферму и каждый лес рядом', queen: '★ с любым королём, ★ за каждого своего рядом', princess: '★★ в башне, ★ с любым рыцарем',
    knight: '★★★ с любой принцессой; дракон под ним никого не закрывает', peasant: '★ на ферме, ★ за каждых короля и королеву рядом',
    gnome: 'ложится под всех, ★ за каждого над ним; дракона не боится', dragon: 'закрывает всех под собой: звёзд они не дают',
    witch: 'в лесу может поменять верхних двух любых мест', fairy: 'может переставить всех на своём месте',
    wizard: 'в башне или рядом с ней может перенести верхнего куда угодно',
  } as Names,
  askPlay: 'выберите карту и место', askSure: 'сыграйте или выберите другое место', askPlace: (card: string) => `${card} — куда?`,
  askSwap: 'ведьма: кого поменять?', askSwapWith: 'ведьма: с кем поменять?',
  askMove: 'волшебник: кого перенести?', askMoveTo: 'волшебник: куда перенести?',
  askOrder: 'фея: кто ляжет в самый низ?', askOrderNext: 'фея: кто дальше, выше?', askOrderDone: 'фея: новый порядок готов',
  othersPlay: 'выбирает карту', othersSwap: 'ведьма думает, кого поменять', othersMove: 'волшебник думает, кого перенести', othersOrder: 'фея переставляет стопку',
  over: 'игра окончена', setting: 'раскладываем королевство',
  where: (turn: number, turns: number) => `ход ${turn} из ${turns}`,
  goPlay: 'Сыграть', goSwap: 'Поменять', goMove: 'Перенести', goOrder: 'Переставить', newOrder: 'Новый порядок',
  skipSwap: 'Не менять', skipMove: 'Не двигать', skipOrder: 'Оставить так',
  pickCard: 'Выберите карту', pickPlace: 'Выберите место', pickLit: 'Подойдут места с золотой табличкой',
  onlySelf: 'остальным без разницы', waiting: 'Ждём других',
  thenSwap: 'затем можно поменять двух верхних', thenMove: 'затем можно перенести одного верхнего', thenOrder: 'затем можно переставить стопку',
  noSwap: 'тут ведьме некого менять', notForest: 'не лес: менять никого не будет', notTower: 'не у башни: переносить не будет', noOrder: 'переставлять тут некого',
  same: (card: string) => `${card} тут уже есть: двух одинаковых на одном месте не бывает`,
  notNow: 'Это место сейчас не подходит', noTop: 'Здесь нет верхнего, которого можно взять',
  last: (card: string) => `${card}: в последний ход нельзя ни дракона, ни гнома`,
  stacks: 'Стопки', leftLow: 'Слева низ, справа верх; два ряда читаются как строки', underDragon: 'Под драконом не считается', knightOver: 'Рыцарь сверху усмиряет дракона',
  aside: 'Отложены', hand: 'рука', hands: 'Карты в руках и отложенные', yourHand: 'Ваши карты', kingdom: 'Королевство',
  empty: 'пусто', place: 'место', row: 'ряд', column: 'столбец', bottomUp: 'снизу вверх', here: 'сюда можно', bottom: 'низ', top: 'верх',
  by: (who: Blocker): string => (who.card === 'knight' ? 'усмирён рыцарем' : 'под драконом'), noStars: 'звёзд не приносит', nothing: 'пока без звёзд',
  hint: 'Знаток', hidden: 'закрытая карта', cards: (n: number) => `${n} ${plural(n, 'карта', 'карты', 'карт')}`,
  inHand: (n: number) => `в руке ${n}`, skipped: 'ход пропущен: остались дракон и гном',
  stars: (n: number) => `${n} ${plural(n, 'звезда', 'звезды', 'звёзд')}`,
  why: (why: Why, name: string): string => ({
    castle: 'в замке', tower: 'в башне', farm: 'на ферме', 'farm near': 'ферма рядом', 'forest near': 'лес рядом', 'king here': 'король здесь', 'knight here': 'рыцарь здесь',
    'princess here': 'принцесса здесь', 'own colour near': `${name} рядом`, 'king near': 'король рядом', 'queen near': 'королева рядом', above: `${name} сверху`,
  })[why.reason] ?? why.reason,
  tellPlay: (whom: string, into: string) => `ставит ${whom} ${into}`,
  tellSwap: (a: string, b: string) => `ведьмой меняет верхних: ${a} и ${b}`, tellMove: (a: string, b: string) => `волшебником переносит верхнего: ${a} → ${b}`,
  tellNext: (card: string) => `феей кладёт снизу вверх: ${card}`, tellSkip: 'способность не используется',
  tellFirst: (colour: string) => `Первыми ходят ${colour}`, tellPlace: (number: number, kind: string) => `Место № ${number}: ${kind}`,
  tellAside: (colour: string, card: string) => `Отложено втёмную (${colour}): ${card}`,
  first: 'Кто начинает', firstHelp: 'Начинающий важен при равенстве: из равных выигрывает тот, кто ходит раньше.', byLot: 'По жребию', seat: (n: number) => `Место ${n}`,
};

const en: typeof ru = {
  name: { king: 'King', queen: 'Queen', princess: 'Princess', knight: 'Knight', peasant: 'Peasant', gnome: 'Gnome', dragon: 'Dragon', witch: 'Witch', fairy: 'Fairy', wizard: 'Wizard' },
  whom: { king: 'the King', queen: 'the Queen', princess: 'the Princess', knight: 'the Knight', peasant: 'the Peasant', gnome: 'the Gnome', dragon: 'the Dragon', witch: 'the Witch', fairy: 'the Fairy', wizard: 'the Wizard' },
  kind: { tower: 'Tower', castle: 'Castle', farm: 'Farm', forest: 'Forest' },
  into: { tower: 'in tower', castle: 'in castle', farm: 'on farm', forest: 'in forest' },
  colour: ['red', 'blue', 'yellow', 'green'],
  note: {
    king: ['★ in a castle', '★ farm, forest near'], queen: ['★ with a king', '★ own people near'], princess: ['★★ in a tower', '★ with a knight'],
    knight: ['★★★ with a princess', 'tames a dragon'], peasant: ['★ on a farm, ★ king', 'or queen near'], gnome: ['goes to the bottom', '★ for all above'],
    dragon: ['blocks everybody', 'beneath'], witch: ['in a forest: swaps', 'two top cards'], fairy: ['reorders', 'her stack'], wizard: ['by a tower: moves', 'a top card'],
  },
  rule: {
    king: '★ in a castle, ★ for every farm and forest near', queen: '★ with any king, ★ for every one of yours near', princess: '★★ in a tower, ★ with any knight',
    knight: '★★★ with any princess; a dragon beneath him blocks nobody', peasant: '★ on a farm, ★ for every king and queen near',
    gnome: 'goes beneath all, ★ for everybody above him; fears no dragon', dragon: 'blocks everybody beneath: they bring no stars',
    witch: 'in a forest she may swap the top cards of any two places', fairy: 'may put everybody on her place in a new order',
    wizard: 'in a tower or near one he may move a top card anywhere',
  },
  askPlay: 'choose a card and a place', askSure: 'play it or choose another place', askPlace: (card) => `${card}: where to?`,
  askSwap: 'Witch: swap whom?', askSwapWith: 'Witch: swap with whom?',
  askMove: 'Wizard: move whom?', askMoveTo: 'Wizard: move where?',
  askOrder: 'Fairy: who goes to the bottom?', askOrderNext: 'Fairy: who comes next, above?', askOrderDone: 'Fairy: the new order is ready',
  othersPlay: 'is choosing a card', othersSwap: 'the Witch is thinking whom to swap', othersMove: 'the Wizard is thinking whom to move', othersOrder: 'the Fairy is reordering a stack',
  over: 'the game is over', setting: 'laying out the kingdom',
  where: (turn, turns) => `turn ${turn} of ${turns}`,
  goPlay: 'Play', goSwap: 'Swap', goMove: 'Move', goOrder: 'Reorder', newOrder: 'New order',
  skipSwap: 'No swap', skipMove: 'No move', skipOrder: 'Leave as is',
  pickCard: 'Choose a card', pickPlace: 'Choose a place', pickLit: 'Places with a golden plate will do',
  onlySelf: 'nothing changes for the others', waiting: 'Waiting for the others',
  thenSwap: 'then you may swap two top cards', thenMove: 'then you may move one top card', thenOrder: 'then you may reorder the stack',
  noSwap: 'nobody to swap here', notForest: 'not a forest: she will swap nobody', notTower: 'not by a tower: he will move nobody', noOrder: 'nobody to reorder here',
  same: (card) => `${card}: already here. A place never holds two of one name`,
  notNow: 'This place does not fit now', noTop: 'There is no top card to take here',
  last: (card) => `${card}: neither Dragon nor Gnome may be played in the last turn`,
  stacks: 'Stacks', leftLow: 'Left is the bottom, right the top; two rows read like lines', underDragon: 'Under a dragon: does not count', knightOver: 'A knight above tames the dragon',
  aside: 'Set aside', hand: 'hand', hands: 'Cards in hand and set aside', yourHand: 'Your cards', kingdom: 'The kingdom',
  empty: 'empty', place: 'place', row: 'row', column: 'column', bottomUp: 'bottom to top', here: 'you may go here', bottom: 'bottom', top: 'top',
  by: (who) => (who.card === 'knight' ? 'tamed by the knight' : 'under the dragon'), noStars: 'brings no stars', nothing: 'no stars yet',
  hint: 'Expert', hidden: 'hidden card', cards: (n) => `${n} ${plural(n, 'card', 'cards', 'cards')}`,
  inHand: (n) => `${n} in hand`, skipped: 'turn skipped: Dragon and Gnome left',
  stars: (n) => `${n} ${plural(n, 'star', 'stars', 'stars')}`,
  why: (why, name) => ({
    castle: 'in a castle', tower: 'in a tower', farm: 'on a farm', 'farm near': 'farm near', 'forest near': 'forest near', 'king here': 'king here', 'knight here': 'knight here',
    'princess here': 'princess here', 'own colour near': `${name} near`, 'king near': 'king near', 'queen near': 'queen near', above: `${name} above`,
  })[why.reason] ?? why.reason,
  tellPlay: (whom, into) => `puts ${whom} ${into}`,
  tellSwap: (a, b) => `has the Witch swap the top cards of ${a} and ${b}`, tellMove: (a, b) => `has the Wizard move a top card: ${a} → ${b}`,
  tellNext: (card) => `has the Fairy put next, from the bottom up: ${card}`, tellSkip: 'leaves the ability unused',
  tellFirst: (colour) => `The first turn is for ${colour}`, tellPlace: (number, kind) => `Place ${number}: ${kind}`,
  tellAside: (colour, card) => `Set aside unseen (${colour}): ${card}`,
  first: 'Who begins', firstHelp: 'It matters for ties: among equals the one who is earlier in turn order wins.', byLot: 'Drawn by lot', seat: (n) => `Seat ${n}`,
};

export const w = words({ ru, en });

/** «король» inside a sentence. */
export function inSentence(card: CardName): string {
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

/** +2, −1, ±0. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0';
}
