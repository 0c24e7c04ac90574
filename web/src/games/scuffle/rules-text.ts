// The rules in our own words.

import type { RulesText } from '../../shell/rules';
import { words } from '../../shell/words';
import type { Character } from './seen';

/** What stands beside the pictures. */
interface Captions {
  /** What a character is good for. */
  deed: Record<Character, string>;
  /** Who is blocked in the picture. */
  example: string;
}

export const rules = words<RulesText>({
  ru: {
    sections: [
      {
        id: 'goal',
        title: 'О чём игра',
        text: [
          'В королевстве нет наследника, и каждый сосед шлёт туда своих людей. За шесть ходов вы выкладываете шесть сказочных персонажей на карты местности. Обычные персонажи приносят звёзды, если лежат там, где им выгодно. Магические звёзд не приносят, зато мешают соперникам и помогают своим. Побеждает тот, у кого в конце больше звёзд.',
          'Играют вдвоём, втроём или вчетвером.',
        ],
      },
      {
        id: 'setup',
        title: 'Подготовка',
        text: [
          'Карты местности перемешивают и выкладывают лицом вверх. Вдвоём это 2 ряда по 3: башня, замок, лес и три фермы. Втроём 3 ряда по 3: две башни, два замка, два леса и три фермы. Вчетвером 3 ряда по 4: всех местностей по три.',
          'У каждого десять персонажей своего цвета, все разные. Три случайных откладывают не глядя, семь берут в руку. Какие три отложены у вас, вы поймёте по своей руке; соперники этого не знают: для них любая не сыгранная вами карта может быть и в руке, и среди отложенных.',
          'Кто начинает, решает жребий (или выбор, когда накрывают стол).',
        ],
      },
      {
        id: 'turn',
        title: 'Ход',
        text: [
          'Ходят по часовой стрелке. За ход нужно выложить одну карту из руки на любую местность. Новая карта ложится поверх остальных: на экране слева низ стопки, справа верх.',
          'На одной местности не бывает двух персонажей с одинаковым названием, какого бы цвета они ни были. Заблокированный тоже считается: к заблокированному королю второй король прийти не может. Это верно и тогда, когда персонажа перемещают.',
          'Гном ложится не сверху, а в самый низ, под всех. Там он и остаётся: кто приходит позже, ложится над ним.',
          'Свойство ведьмы, феи или волшебника можно применить сразу после того, как карта сыграна; можно и отказаться.',
          'В последний, шестой ход нельзя играть ни дракона, ни гнома. Если в руке остались только эти двое, ход пропускается сам, и все узнают почему. Если есть другая карта, придётся сыграть её.',
          'После шести ходов в руке остаётся одна карта, она в игре не участвует.',
        ],
      },
      {
        id: 'blocking',
        title: 'Кто заблокирован',
        text: [
          'Дракон блокирует всех, кто лежит под ним на той же местности, кроме гнома. Заблокированный не приносит звёзд, и его никто не считает: ни как короля, ни как рыцаря, ни как своего по цвету, ни как карту над гномом. На заблокированной карте решётка и замок, а внизу портрет того, кто её блокирует.',
          'Рыцарь выше дракона, пусть даже не вплотную, блокирует его самого: все под таким драконом свободны. Рыцарь под драконом заблокирован, как и остальные.',
          'Важно только то, как карты лежат сейчас. Любое перемещение может и заблокировать, и освободить. Кто лёг поверх дракона, свободен; верхний персонаж никогда не заблокирован.',
          'Незаблокированный дракон считается: и для гнома под ним, и для королевы того же цвета рядом.',
        ],
      },
      {
        id: 'ordinary',
        title: 'Обычные персонажи',
        text: [
          '«Рядом» — значит на соседней местности, с общей стороной; углы не считаются. Персонажи на одной местности друг другу не «рядом». Считаются только незаблокированные.',
        ],
      },
      {
        id: 'magic',
        title: 'Магические персонажи',
        text: [
          'Звёзд они не приносят. Свойство применяют сразу после того, как карта сыграна, или никогда: если карту позже переместят или освободят, ничего не произойдёт. Отказаться можно всегда. Когда изменить ничего нельзя, игра ни о чём не спросит.',
          'Гнома не трогает никто: его не перемещают, не меняют местами и не переставляют. Если на местности лежит один гном, для ведьмы и волшебника верхнего персонажа там нет.',
        ],
      },
      {
        id: 'end',
        title: 'Конец игры',
        text: [
          'Когда у всех прошло по шесть ходов, каждый складывает звёзды своих незаблокированных обычных персонажей. Неважно, кто их туда выложил или переместил.',
          'Побеждает тот, у кого звёзд больше. Из равных выше тот, кто ходил раньше, считая от первого игрока. Мест никто не делит.',
          'После этого руки и отложенные карты открываются всем. До этого вы видите свою руку, все местности и выложенные карты, а у соперников — только сколько карт в руке.',
        ],
      },
    ],
  },
  en: {
    sections: [
      {
        id: 'goal',
        title: 'What it is about',
        text: [
          'A kingdom has no heir, and every neighbour sends people there. In six turns you put six fairytale characters on the location cards. Ordinary characters bring stars when they lie where it suits them. Magical ones bring none, but they get in others’ way and help your own. Whoever has the most stars at the end wins.',
          'For two, three or four players.',
        ],
      },
      {
        id: 'setup',
        title: 'Setting up',
        text: [
          'The location cards are shuffled and laid out face up. For two: 2 rows of 3, with one tower, one castle, one forest and three farms. For three: 3 rows of 3, with two towers, two castles, two forests and three farms. For four: 3 rows of 4, three of each.',
          'Everybody has ten characters of one colour, all different. Three random ones are set aside without looking, seven are taken in hand. Your hand tells you which three of yours are set aside; the others cannot know: to them, any card you have not played may be in your hand or set aside.',
          'Who begins is drawn by lot, or chosen when the table is set up.',
        ],
      },
      {
        id: 'turn',
        title: 'A turn',
        text: [
          'Play goes clockwise. In your turn you put one card from your hand on any location. A new card lies on top of the others: on the screen the bottom of a stack is on the left and the top on the right.',
          'A location never holds two characters of one name, whatever their colours. A blocked one counts as well: no second King can join a blocked King. This also holds when somebody is moved.',
          'A Gnome does not go on top but to the very bottom, beneath all. There he stays: whoever comes later lies above him.',
          'The ability of a Witch, a Fairy or a Wizard may be used right after the card is played; you may also decline.',
          'In the last, sixth turn neither Dragon nor Gnome may be played. If just these two are left in your hand, the turn is skipped automatically and everybody learns why. If you hold any other card, you must play it.',
          'After six turns one card is left in your hand; it takes no part in the game.',
        ],
      },
      {
        id: 'blocking',
        title: 'Who is blocked',
        text: [
          'A Dragon blocks everybody who lies beneath it on the same location, except a Gnome. A blocked character brings no stars and is counted by nobody: not as a King, not as a Knight, not as one of a colour, not as a card above a Gnome. A blocked card has bars and a lock, and below them a portrait of whoever blocks it.',
          'A Knight above a Dragon, even with others between them, blocks the Dragon itself: everybody beneath such a Dragon is free. A Knight beneath the Dragon is blocked like the rest.',
          'Only the way the cards lie now matters. Any move can block and unblock. Whoever comes to lie on top of a Dragon is free; the top character is never blocked.',
          'A Dragon that is not blocked does count: for a Gnome beneath it and for a Queen of its colour near.',
        ],
      },
      {
        id: 'ordinary',
        title: 'Ordinary characters',
        text: [
          '“Near” means on a location that shares a side; corners do not count. Characters on the same location are not near each other. Only unblocked characters bring stars and are counted.',
        ],
      },
      {
        id: 'magic',
        title: 'Magical characters',
        text: [
          'They bring no stars. An ability is used right after the card is played or never: being moved or freed later sets nothing off. You may always decline. Where nothing could be changed you are not asked.',
          'Nobody touches a Gnome: he is not moved, swapped or reordered. For Witch and Wizard a location with just a Gnome has no top character.',
        ],
      },
      {
        id: 'end',
        title: 'The end',
        text: [
          'When everybody has had six turns, all add up the stars of their own unblocked ordinary characters. It does not matter who put or moved them there.',
          'The most stars win. On a tie, whoever is earlier in turn order, counted from the first player, is ahead. Places are never shared.',
          'Hands and set-aside cards are then shown to all. Before that you see your own hand, all locations and the cards played, and of the others only how many cards they hold.',
        ],
      },
    ],
  },
});

export const captions = words<Captions>({
  ru: {
    deed: {
      king: 'звезда в замке и по звезде за каждую ферму и каждый лес рядом. Местность, на которой он лежит, рядом не считается.',
      queen:
        'звезда, если на одной местности с ней есть король любого цвета, и по звезде за каждого персонажа её цвета рядом, магических тоже.',
      princess: 'две звезды в башне и звезда, если на одной местности с ней есть рыцарь любого цвета.',
      knight: 'три звезды, если на одной местности с ним есть принцесса любого цвета.',
      peasant: 'звезда на ферме и по звезде за каждого короля и каждую королеву любого цвета рядом.',
      gnome: 'по звезде за каждого незаблокированного персонажа над ним, магических тоже. Дракон гнома не блокирует.',
      dragon: 'блокирует всех под собой, кроме гнома. Выбирать ничего не нужно.',
      witch:
        'сыгранная в лесу, может поменять местами верхних персонажей двух любых местностей, в том числе себя. Каждый ложится на новой местности сверху, и одинаковых названий после обмена быть не должно; двух одинаковых персонажей поменять между собой можно. Пустые местности не участвуют.',
      fairy:
        'где бы её ни сыграли, может изменить порядок персонажей на своей местности, заблокированных и себя тоже; гном остаётся внизу. Назовите их снизу вверх; последний ляжет сам.',
      wizard:
        'сыгранный в башне или рядом с ней, может переместить верхнего персонажа любой местности, в том числе себя, наверх любой другой, даже пустой, если такого названия там ещё нет. Дракона тоже можно, даже в последний ход.',
    },
    example:
      'Пример: принцесса в башне лежит под драконом, а сверху рыцарь. Дракон заблокирован, принцесса приносит 2 + 1, рыцарь 3.',
  },
  en: {
    deed: {
      king: 'a star in a castle, and a star for every farm and every forest near. The location he lies on is not near.',
      queen:
        'a star if a King of any colour is on the same location, and a star for every character of her own colour near, magical ones included.',
      princess: 'two stars in a tower, and a star if a Knight of any colour is on the same location.',
      knight: 'three stars if a Princess of any colour is on the same location.',
      peasant: 'a star on a farm, and a star for every King and every Queen of any colour near.',
      gnome: 'a star for every unblocked character above him, magical ones included. No Dragon blocks him.',
      dragon: 'blocks everybody beneath it except a Gnome. There is nothing to choose.',
      witch:
        'played in a forest, may swap the top characters of any two locations, even herself. Each comes to lie on top of the other location, and no name may then be there twice; two of the same name may be swapped with each other. Empty locations take no part.',
      fairy:
        'wherever she is played, may put everybody on her location in any order, blocked ones and herself included; a Gnome stays at the bottom. Name them from the bottom up; the last one falls into place.',
      wizard:
        'played in a tower or near one, may move the top character of any location, even himself, on top of any other, empty ones too, if that name is not there yet. A Dragon may be moved as well, even in the last turn.',
    },
    example:
      'For example: a Princess in a tower lies under a Dragon, with a Knight on top. The Dragon is blocked, the Princess brings 2 + 1, the Knight 3.',
  },
});
