// The rules in our own words. The numbered rules in docs/rules/kingdomino.md decide.

import type { RulesText } from '../../shell/rules';
import { words } from '../../shell/words';

export const rules = words<RulesText>({
  ru: {
    sections: [
      {
        id: 'goal',
        title: 'О чём игра',
        text: [
          'Каждый строит королевство вокруг своего замка, домино за домино, пока оно не заполнит поле 5 × 5. Домино занимают королями из общей линии, выложенной по возрастанию номеров. Чем больше номер, тем обычно ценнее домино, но тем позже придётся выбирать в следующий раз.',
          'В конце каждая область — соединённые квадраты одного ландшафта — приносит столько очков, сколько в ней квадратов, умноженное на число корон в ней. Побеждает тот, у кого больше очков.',
        ],
      },
      {
        id: 'box',
        title: 'Домино',
        text: [
          'Всего их 48, с номерами от 1 до 48. На каждом два квадрата, на квадрате один из шести ландшафтов и до трёх корон. Больше всего пшеницы: 26 квадратов, но корон на них всего пять. Дальше лес (22 квадрата, 6 корон), озеро (18 и 6), луг (14 и 6), болото (10 и 6). Квадратов с шахтами только шесть, зато корон на них целых десять.',
        ],
      },
      {
        id: 'setup',
        title: 'Подготовка',
        text: [
          'Играют двое, трое или четверо. У каждого замок — он занимает один квадрат — и один король; вдвоём у каждого по два короля. Вчетвером в игре все 48 домино, втроём 36, вдвоём 24: лишние убирают наугад, и никто не знает какие.',
          'В линии столько домино, сколько королей в игре: втроём три, иначе четыре. Домино первой линии раскладывают по возрастанию и открывают. Королей перемешивают в руке и вынимают по одному: чей король вынут, тот ставит его на любое свободное домино. Последнему выбирать не из чего. Когда вся линия занята, рядом открывают вторую.',
        ],
      },
      {
        id: 'round',
        title: 'Раунд',
        text: [
          'Первым ходит король на домино с наименьшим номером, за ним король на следующем, и так до конца линии. Ход состоит из двух действий, всегда в таком порядке:',
          '— выложить в своё королевство домино, на котором стоит король;',
          '— переставить короля на любое свободное домино следующей линии.',
          'Поэтому занятое домино решает сразу два вопроса: что вы получите и когда будете ходить в следующем раунде. Вдвоём каждый ходит дважды за раунд, по разу каждым королём; даже если два ваших короля стоят подряд, сначала один заканчивает ход целиком, и только потом ходит другой.',
          'Когда сходили все короли, раунд окончен и открывается новая линия. Раундов двенадцать, вдвоём шесть. В последнем раунде следующей линии нет: домино только выкладывают.',
        ],
      },
      {
        id: 'placing',
        title: 'Как выкладывать',
        text: [
          'Домино ложится на два свободных соседних места, повёрнутое в любую из четырёх сторон. Хотя бы одна его половина должна стороной касаться замка или уже лежащего квадрата того же ландшафта. К замку подходит любой ландшафт, и так всю игру. С чем соседствует остальное, неважно; углы не считаются.',
          'Вместе с замком королевство не может быть шире или выше пяти квадратов. Замок не обязан быть посередине: где окажутся границы, выясняется по мере роста. Пустые места внутри разрешены.',
          'Если домино можно выложить, его нужно выложить, даже если это невыгодно. Если для него нет ни одного места, его сбрасывают у всех на виду, и очков оно не приносит; короля после этого переставляют как обычно.',
          'На экране: золотые точки отмечают места, которые домино может занять. Коснитесь точки, и домино ляжет туда на пробу; повторное касание, кнопка, клавиша R или колесо мыши поворачивают его. Домино можно и перетащить. Окончательно его выкладывает золотая кнопка.',
        ],
      },
      {
        id: 'points',
        title: 'Очки',
        text: [
          'Область — это все квадраты одного ландшафта, соединённые сторонами. Она приносит квадраты × короны. Шесть квадратов болота с тремя коронами дают 18 очков; десять квадратов без единой короны не дают ничего. Областей одного ландшафта может быть несколько, и каждая считается отдельно. Замок ни в одну область не входит и областей не соединяет.',
          'Побеждает тот, у кого больше очков. При равенстве — тот, у кого самая большая область занимает больше квадратов, с коронами или без них; затем тот, у кого в королевстве больше корон. Если равно и это, победу делят. Так же определяются и остальные места.',
        ],
      },
      {
        id: 'variants',
        title: 'Варианты',
        text: [
          'Их выбирают, когда накрывают стол, и можно сочетать.',
          '**Династия.** Три партии подряд, каждая со своей подготовкой; очки складываются. При равных суммах сравнивают наибольшие области, сложенные за три партии, затем все короны.',
          '**Срединное королевство.** 10 очков, если замок стоит точно в центре королевства полного размера, 5 × 5 или 7 × 7. Пустые места не мешают.',
          '**Гармония.** 5 очков тому, кто за партию не сбросил ни одного домино. Пока ничего не сброшено, эти очки уже видны в счёте.',
          '**Большая дуэль, вдвоём.** Все 48 домино, двенадцать раундов, королевства до 7 × 7.',
          '**Линии по четыре, втроём.** Все 48 домино, в каждой линии четыре на трёх королей. Оставшееся после третьего выбора уходит из игры открытым и ничьим сбросом не считается.',
          '**Первая линия змейкой, вдвоём.** Жребий решает, кто начинает, и первую линию занимают так: начинающий, дважды соперник, снова начинающий.',
        ],
      },
      {
        id: 'seen',
        title: 'Что известно',
        text: [
          'Известно всё, кроме двух вещей: какие домино убраны в начале и какие появятся следующими. Какие номера ещё не появлялись и сколько домино осталось в коробке, знать можно всем: это написано под линиями.',
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
          'Everybody builds a kingdom around a castle, domino by domino, until it fills a square of 5 × 5. Dominoes are claimed with kings from a shared line laid out in ascending order. A higher number is usually a better domino, but whoever takes it chooses later next time.',
          'In the end every property, a connected piece of one terrain, scores its squares multiplied by the crowns on it. The most points win.',
        ],
      },
      {
        id: 'box',
        title: 'The dominoes',
        text: [
          'There are 48, numbered 1 to 48. Each has two squares, and each square shows one of six terrains with up to three crowns. Wheat is the most common, with 26 squares but only five crowns. Then come forest (22 squares, 6 crowns), lake (18 and 6), meadow (14 and 6) and swamp (10 and 6). There are just six squares of mine, but they have ten crowns.',
        ],
      },
      {
        id: 'setup',
        title: 'Setting up',
        text: [
          'Two, three or four can play. Everybody has a castle, which takes up one square, and one king; with two players it is two kings each. Four players use all 48 dominoes, three use 36 and two use 24: the others are taken out at random, and nobody knows which.',
          'A line has as many dominoes as there are kings: three with three players, otherwise four. The dominoes of the first line are put in ascending order and turned up. The kings are shuffled in one hand and drawn one by one: the owner of the king drawn puts it on any free domino. The last one has no choice. When the whole line is claimed, the second line is turned up beside it.',
        ],
      },
      {
        id: 'round',
        title: 'A round',
        text: [
          'The king on the lowest number acts first, then the king on the next one, and so on to the end of the line. A turn has two steps, always in this order:',
          '— place the domino under the king in your kingdom;',
          '— move the king to any free domino of the next line.',
          'So the domino you claim settles two things at once: what you get, and when you act in the next round. With two players everybody acts twice in a round, once with each king; even if both your kings stand side by side, the first finishes completely before the second begins.',
          'When all kings have acted the round is over and a new line is turned up. There are twelve rounds, with two players six. In the last round there is no next line: dominoes are only placed.',
        ],
      },
      {
        id: 'placing',
        title: 'Placing',
        text: [
          'A domino covers two free squares side by side and may be turned in any of the four directions. At least one of its halves must share a side with the castle or with a square of the same terrain that already lies there. The castle goes with every terrain, all through the game. What the rest of the domino lies beside does not matter; corners do not count.',
          'Together with its castle a kingdom may never be wider or taller than five squares. The castle need not end up in the middle: where the borders lie is settled as the kingdom grows. Gaps inside are allowed.',
          'If a domino can be placed it must be, even if that hurts. If it fits nowhere it is discarded for all to see and scores nothing; the king then moves on as usual.',
          'On the screen: gold dots mark the squares the domino can cover. Tap a dot to try the domino there; another tap, the button, the R key or the mouse wheel turns it. You can also drag it. The gold button places it for good.',
        ],
      },
      {
        id: 'points',
        title: 'Points',
        text: [
          'A property is all squares of one terrain that are connected by their sides. It scores squares × crowns. Six squares of swamp with three crowns make 18 points; ten squares without a crown make none. One terrain can form several properties, each counted separately. The castle belongs to no property and joins none.',
          'The most points win. On a tie, whoever’s largest property has more squares, with or without crowns, is ahead; then whoever has more crowns in the kingdom. If that is equal too, the victory is shared. All other places are decided the same way.',
        ],
      },
      {
        id: 'variants',
        title: 'Variants',
        text: [
          'They are chosen when the table is set up, and they can be combined.',
          '**Dynasty.** Three games in a row, each set up anew; points are added up. Ties are broken by the largest properties of the three games added up, then by all crowns.',
          '**Middle Kingdom.** 10 points if the castle stands exactly in the centre of a full-size kingdom, 5 × 5 or 7 × 7. Gaps do no harm.',
          '**Harmony.** 5 points for a player who discards nothing in a game. Until then they are already counted in the score.',
          '**Mighty Duel, for two.** All 48 dominoes, twelve rounds, kingdoms of up to 7 × 7.',
          '**Lines of four, for three.** All 48 dominoes, four in each line for three kings. The one left after the third claim leaves the game face up and counts as nobody’s discard.',
          '**Snake opening, for two.** One player is drawn to begin, and the first line is claimed in this order: that player, the other one twice, the first one again.',
        ],
      },
      {
        id: 'seen',
        title: 'What is known',
        text: [
          'Everything is known but two things: which dominoes were taken out at the start, and which will come next. Everybody may know which numbers have not appeared yet and how many dominoes are left in the box: it is written below the lines.',
        ],
      },
    ],
  },
});
