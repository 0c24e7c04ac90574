// The rules in our own words. Sections are found by their id.

import { words } from '../../shell/words';
import type { CardName } from './types';

interface Section {
  id: string;
  title: string;
  text: string[];
}

type Deeds = { card: CardName; text: string }[];

const ru = {
  near: 'рядом',
  sections: [
    {
      id: 'goal',
      title: 'О чём игра',
      text: [
        'В королевстве нет наследника, и каждый сосед шлёт туда своих людей. За шесть ходов вы выставляете шесть сказочных персонажей на карты мест. Обычные персонажи приносят звёзды, если стоят там, где им нравится. Волшебные звёзд не дают, зато мешают чужим и помогают своим. У кого в конце больше звёзд, тот и победил.',
        'Играют вдвоём, втроём или вчетвером.',
      ],
    },
    {
      id: 'setup',
      title: 'Подготовка',
      text: [
        'Места перемешивают и выкладывают открыто. Вдвоём это 2 ряда по 3: башня, замок, лес и три фермы. Втроём 3 ряда по 3: по две башни, два замка, два леса и три фермы. Вчетвером 3 ряда по 4: всех мест по три.',
        'У каждого десять карт своего цвета, все разные. Три из них откладываются наугад, их никто не видит; семь остаются в руке. Свои отложенные карты легко вычислить, чужие до конца неизвестны: они могут лежать и в руке, и в стороне.',
        'Кто начинает, решает жребий (или выбор при создании стола).',
      ],
    },
    {
      id: 'turn',
      title: 'Ход',
      text: [
        'Ходят по кругу. За ход нужно положить одну карту из руки на любое место. Новая карта ложится поверх остальных: на экране слева низ стопки, справа верх.',
        'На одном месте не бывает двух одинаковых персонажей, какого бы цвета они ни были. Закрытый драконом тоже считается: второй король к закрытому королю не придёт. Это верно и тогда, когда персонажа переносят.',
        'Гном ложится не сверху, а в самый низ, под всех. Там он и остаётся: кто приходит позже, ложится над ним.',
        'Если сыграны ведьма, фея или волшебник, сразу после этого можно применить способность или отказаться от неё.',
        'В последний, шестой ход нельзя играть ни дракона, ни гнома. Если в руке остались только эти двое, ход пропускается сам, и все узнают почему. Если есть другая карта, придётся сыграть её.',
        'После шести ходов в руке остаётся одна карта, она не играет.',
      ],
    },
    {
      id: 'blocking',
      title: 'Кто закрыт',
      text: [
        'Дракон закрывает всех, кто лежит под ним на том же месте, кроме гнома. Закрытый не приносит звёзд, и его никто не считает: ни как короля, ни как рыцаря, ни как своего по цвету, ни как карту над гномом. На закрытой карте решётка и значок запора, а внизу портрет того, кто закрыл.',
        'Рыцарь выше дракона, пусть даже не вплотную, усмиряет его: теперь закрыт сам дракон, а все под ним свободны. Рыцарь ниже дракона закрыт, как и остальные.',
        'Важно только то, как карты лежат сейчас. Любой перенос может и закрыть, и освободить. Кто пришёл поверх дракона, свободен; самая верхняя карта всегда свободна.',
        'Незакрытый дракон считается: его заметит и гном под ним, и королева того же цвета рядом.',
      ],
    },
    {
      id: 'ordinary',
      title: 'Обычные персонажи',
      text: ['«Рядом» значит на соседнем месте, через общую сторону; по углам соседства нет. Стоящие на одном месте друг другу не «рядом». Считаются только незакрытые.'],
    },
    {
      id: 'magic',
      title: 'Волшебные персонажи',
      text: [
        'Звёзд они не приносят. Способность применяют сразу после того, как карта сыграна, или никогда: если карту позже перенесут или освободят, ничего не произойдёт. Отказаться можно всегда. Когда изменить нечего, игра ни о чём не спросит.',
        'Гнома не трогает никто: его не переносят, не меняют и не переставляют. Место, где лежит один гном, для ведьмы и волшебника всё равно что без верхнего.',
      ],
    },
    {
      id: 'end',
      title: 'Конец игры',
      text: [
        'Когда у всех прошло по шесть ходов, каждый складывает звёзды своих незакрытых обычных персонажей. Неважно, кто их туда поставил или перенёс.',
        'Побеждает тот, у кого звёзд больше. Из равных выше тот, кто раньше в порядке хода, считая от начавшего. Поделённых мест не бывает.',
        'Руки и отложенные карты открываются всем. До этого видно только места, сыгранные карты и сколько карт у каждого в руке.',
      ],
    },
  ] as Section[],
  ordinary: [
    { card: 'king', text: 'звезда в замке и по звезде за каждую ферму и каждый лес рядом. Место, где он стоит, само себе не рядом.' },
    { card: 'queen', text: 'звезда, если на её месте есть король любого цвета, и по звезде за каждого персонажа своего цвета рядом, волшебные тоже считаются.' },
    { card: 'princess', text: 'две звезды в башне и звезда, если на её месте есть рыцарь любого цвета.' },
    { card: 'knight', text: 'три звезды, если на его месте есть принцесса любого цвета.' },
    { card: 'peasant', text: 'звезда на ферме и по звезде за каждого короля и каждую королеву любого цвета рядом.' },
    { card: 'gnome', text: 'по звезде за каждого незакрытого над ним, волшебные тоже считаются. Дракон ему не страшен.' },
  ] as Deeds,
  magic: [
    { card: 'dragon', text: 'закрывает всех под собой, кроме гнома. Особого выбора не требует.' },
    { card: 'witch', text: 'сыгранная в лесу, может поменять верхних персонажей двух любых мест, близких или далёких, хоть себя саму. Каждый ложится на новом месте сверху, и одинаковых нигде быть не должно; двух одинаковых между собой поменять можно. Пустые места не участвуют.' },
    { card: 'fairy', text: 'где бы её ни сыграли, может уложить всех на своём месте в любом порядке, закрытых и себя тоже. Назовите их снизу вверх; последний найдёт место сам.' },
    { card: 'wizard', text: 'сыгранный в башне или рядом с ней, может перенести верхнего персонажа любого места, хоть себя самого, на верх любого другого, в том числе пустого, если такого там ещё нет. И дракона тоже, даже в последний ход.' },
  ] as Deeds,
  example: 'Пример: принцесса в башне под драконом, но сверху рыцарь. Дракон усмирён, принцесса даёт 2 + 1, рыцарь 3.',
};

const en: typeof ru = {
  near: 'near',
  sections: [
    {
      id: 'goal',
      title: 'What it is about',
      text: [
        'A kingdom has no heir, and every neighbour sends people there. In six turns you put six fairytale characters on the places of the kingdom. Ordinary characters bring stars when they stand where they like to be. Magical ones bring none, but they spoil things for others and help your own. Most stars at the end wins.',
        'For two, three or four players.',
      ],
    },
    {
      id: 'setup',
      title: 'Setting up',
      text: [
        'The places are shuffled and laid out face up. For two: 2 rows of 3, with one tower, one castle, one forest and three farms. For three: 3 rows of 3, with two towers, two castles, two forests and three farms. For four: 3 rows of 4, three of each.',
        'Everybody has ten cards of a colour, all different. Three of them are set aside at random and nobody looks at them; seven are in hand. You can work out your own missing cards, but those of the others stay unknown to the end: a card not yet seen may be in hand or set aside.',
        'Who begins is drawn by lot, or chosen when the table is set up.',
      ],
    },
    {
      id: 'turn',
      title: 'A turn',
      text: [
        'Play goes round. In your turn you put one card from your hand on any place. A new card lies on top of the others: on the screen left is the bottom of a stack and right the top.',
        'A place never holds two characters of one name, whatever their colours. One blocked by a Dragon counts as well: no second King comes to a blocked King. This also holds when somebody is moved.',
        'A Gnome does not go on top but to the very bottom, beneath all. There he stays: whoever comes later lies above him.',
        'If you have played a Witch, a Fairy or a Wizard, you may use the ability at once, or leave it.',
        'In the last, sixth turn neither Dragon nor Gnome may be played. If just these two are left in your hand, the turn is skipped by itself and everybody learns why. If you hold any other card, you must play it.',
        'After six turns one card is left in your hand; it plays no part.',
      ],
    },
    {
      id: 'blocking',
      title: 'Who is blocked',
      text: [
        'A Dragon blocks everybody who lies beneath it on the same place, except a Gnome. Who is blocked brings no stars and is counted by nobody: not as a King, not as a Knight, not as one of a colour, not as a card above a Gnome. A blocked card has bars and a lock, and below a portrait of who blocks it.',
        'A Knight above a Dragon, even with others between them, tames it: now the Dragon itself is blocked and all beneath are free. A Knight beneath the Dragon is blocked like the rest.',
        'Only the way the cards lie now matters. Any move can block and unblock. Who comes to lie on top of a Dragon is free; the top card of a place is always free.',
        'A Dragon that is not blocked does count: for a Gnome beneath it and for a Queen of its colour near.',
      ],
    },
    {
      id: 'ordinary',
      title: 'Ordinary characters',
      text: ['“Near” means on a place that shares a side; corners do not count. Those who stand on the same place are not near each other. Only unblocked characters bring stars and are counted.'],
    },
    {
      id: 'magic',
      title: 'Magical characters',
      text: [
        'They bring no stars. An ability is used right after the card was played or never: being moved or freed later sets nothing off. You may always decline. Where nothing could be changed you are not asked.',
        'Nobody touches a Gnome: he is not moved, swapped or put in another order. For Witch and Wizard a place with just a Gnome has no top card.',
      ],
    },
    {
      id: 'end',
      title: 'The end',
      text: [
        'When everybody has had six turns, all add up the stars of their own unblocked ordinary characters. It does not matter who put or moved them there.',
        'Most stars wins. Among equals the one earlier in turn order, counted from the first player, is ahead. Places are never shared.',
        'Hands and set-aside cards are then shown to all. Before that one sees only the places, the cards played and how many cards everybody holds.',
      ],
    },
  ],
  ordinary: [
    { card: 'king', text: 'a star in a castle, and a star for every farm and every forest near. The place he stands on is not near itself.' },
    { card: 'queen', text: 'a star if a King of any colour is on her place, and a star for every character of her own colour near, magical ones included.' },
    { card: 'princess', text: 'two stars in a tower, and a star if a Knight of any colour is on her place.' },
    { card: 'knight', text: 'three stars if a Princess of any colour is on his place.' },
    { card: 'peasant', text: 'a star on a farm, and a star for every King and every Queen of any colour near.' },
    { card: 'gnome', text: 'a star for every unblocked character above him, magical ones included. He fears no Dragon.' },
  ],
  magic: [
    { card: 'dragon', text: 'blocks everybody beneath it except a Gnome. There is nothing to choose.' },
    { card: 'witch', text: 'played in a forest, may swap the top characters of any two places, near or far, even herself. Each comes to lie on top at the other place, and no name may then be there twice; two of the same name may be swapped with each other. Empty places take no part.' },
    { card: 'fairy', text: 'wherever she is played, may put everybody on her place in any order, blocked ones and herself included. Name them from the bottom up; the last one finds the place alone.' },
    { card: 'wizard', text: 'played in a tower or near one, may move the top character of any place, even himself, on top of any other, empty ones too, if that name is not there yet. Also a Dragon, even in the last turn.' },
  ],
  example: 'For example: a Princess in a tower under a Dragon, but a Knight on top. The Dragon is tamed, the Princess brings 2 + 1, the Knight 3.',
};

export const rules = words({ ru, en });
