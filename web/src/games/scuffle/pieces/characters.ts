// What the characters are called and what they do, in Russian and English; a part of words.ts.

import type { Character } from '../seen';

type Names = Record<Character, string>;

interface CharacterWords {
  name: Names;
  /** In the accusative. */
  whom: Names;
  /** What they do, on two short lines of a card. */
  note: Record<Character, string[]>;
  rule: Names;
  /** What follows when one of them is played, … */
  then: Partial<Names>;
}

export const ru: CharacterWords = {
  name: {
    king: 'Король',
    queen: 'Королева',
    princess: 'Принцесса',
    knight: 'Рыцарь',
    peasant: 'Крестьянин',
    gnome: 'Гном',
    dragon: 'Дракон',
    witch: 'Ведьма',
    fairy: 'Фея',
    wizard: 'Волшебник',
  },
  whom: {
    king: 'короля',
    queen: 'королеву',
    princess: 'принцессу',
    knight: 'рыцаря',
    peasant: 'крестьянина',
    gnome: 'гнома',
    dragon: 'дракона',
    witch: 'ведьму',
    fairy: 'фею',
    wizard: 'волшебника',
  },
  note: {
    king: ['★ в замке', '★ ферма, лес рядом'],
    queen: ['★ с королём', '★ за своих рядом'],
    princess: ['★★ в башне', '★ с рыцарем'],
    knight: ['★★★ с принцессой', 'блокирует дракона'],
    peasant: ['★ на ферме; ★ рядом', 'король, королева'],
    gnome: ['ложится под всех', '★ за каждого выше'],
    dragon: ['блокирует всех под', 'собой, кроме гнома'],
    witch: ['в лесу меняет', 'двух верхних'],
    fairy: ['меняет порядок', 'в своей стопке'],
    wizard: ['у башни перемещает', 'верхнего'],
  },
  rule: {
    king: '★ в замке, ★ за каждую ферму и каждый лес рядом',
    queen: '★ на одной местности с любым королём, ★ за каждого своего рядом',
    princess: '★★ в башне, ★ на одной местности с любым рыцарем',
    knight: '★★★ на одной местности с любой принцессой; блокирует дракона под собой',
    peasant: '★ на ферме, ★ за каждого короля и каждую королеву рядом',
    gnome: 'ложится под всех, ★ за каждого незаблокированного над ним; дракон его не блокирует',
    dragon: 'блокирует всех под собой, кроме гнома: звёзд они не приносят',
    witch: 'в лесу может поменять местами верхних персонажей двух любых местностей',
    fairy: 'может изменить порядок персонажей на своей местности, кроме гнома',
    wizard: 'в башне или рядом с ней может переместить верхнего персонажа на любую другую местность',
  },
  then: {
    witch: 'затем можно поменять местами двух верхних',
    wizard: 'затем можно переместить одного верхнего',
    fairy: 'затем можно изменить порядок в стопке',
  },
};

export const en: CharacterWords = {
  name: {
    king: 'King',
    queen: 'Queen',
    princess: 'Princess',
    knight: 'Knight',
    peasant: 'Peasant',
    gnome: 'Gnome',
    dragon: 'Dragon',
    witch: 'Witch',
    fairy: 'Fairy',
    wizard: 'Wizard',
  },
  whom: {
    king: 'the King',
    queen: 'the Queen',
    princess: 'the Princess',
    knight: 'the Knight',
    peasant: 'the Peasant',
    gnome: 'the Gnome',
    dragon: 'the Dragon',
    witch: 'the Witch',
    fairy: 'the Fairy',
    wizard: 'the Wizard',
  },
  note: {
    king: ['★ in a castle', '★ farm, forest near'],
    queen: ['★ with a king', '★ own people near'],
    princess: ['★★ in a tower', '★ with a knight'],
    knight: ['★★★ with a princess', 'blocks a dragon'],
    peasant: ['★ on a farm, ★ king', 'or queen near'],
    gnome: ['goes to the bottom', '★ for each above'],
    dragon: ['blocks all beneath', 'except a gnome'],
    witch: ['in a forest: swaps', 'two top ones'],
    fairy: ['reorders', 'her stack'],
    wizard: ['by a tower: moves', 'a top one'],
  },
  rule: {
    king: '★ in a castle, ★ for every farm and every forest near',
    queen: '★ on the same location as any king, ★ for each of your own near',
    princess: '★★ in a tower, ★ on the same location as any knight',
    knight: '★★★ on the same location as any princess; blocks a dragon beneath him',
    peasant: '★ on a farm, ★ for every king and every queen near',
    gnome: 'goes beneath all, ★ for each unblocked character above him; no dragon blocks him',
    dragon: 'blocks everybody beneath except a gnome: they bring no stars',
    witch: 'in a forest she may swap the top characters of any two locations',
    fairy: 'may reorder everybody on her location except a gnome',
    wizard: 'in a tower or near one he may move a top character to any other location',
  },
  then: {
    witch: 'then you may swap two top characters',
    wizard: 'then you may move one top character',
    fairy: 'then you may reorder the stack',
  },
};
