// The rules in English; checked against the numbers of docs/rules/kingdomino.md.

import type { Section } from './Rules.svelte';

export const en: Section[] = [
  {
    id: 'goal',
    title: 'What it is about',
    text: [
      'Everybody builds a kingdom around a castle, domino by domino, until it fills a square of 5 × 5. Dominoes are claimed with kings from a common line that lies in ascending order. A higher number is usually a richer domino, but whoever takes it chooses later next time.',
      'In the end every property, a connected piece of one terrain, is worth its squares multiplied by the crowns on it. Most points win.',
    ],
  },
  {
    id: 'box',
    title: 'The dominoes',
    text: [
      'There are 48, numbered 1 to 48. Each has two squares, and each square shows one of six terrains with none to three crowns. Wheat is the most common, 26 squares, but has only five crowns. Then come forest (22 squares, 6 crowns), lake (18 and 6), meadow (14 and 6) and swamp (10 and 6). There are just six squares of mine, but they bear ten crowns.',
    ],
  },
  {
    id: 'setup',
    title: 'Setting up',
    text: [
      'Two, three or four can play. Everybody has a castle, which takes up one square, and one king; with two players it is two kings each. Four players use all 48 dominoes, three use 36 and two use 24: the others are taken out at random, and nobody knows which.',
      'A line has as many dominoes as there are kings: three with three players, otherwise four. The first line is turned up and put in ascending order. The kings are mixed in the hand and come out one by one: the owner of the king that has come out puts it on any free domino. The last one has no choice. When the line is taken, the second line is turned up beside it.',
    ],
  },
  {
    id: 'round',
    title: 'A round',
    text: [
      'The king on the lowest number acts first, then the king on the next one, and so on to the end of the line. Acting means two things, always in this order:',
      '— place the domino under the king in your kingdom;',
      '— move the king to any free domino of the next line.',
      'So where a king stands settles two things at once: what you get, and when you act in the next round. With two players everybody acts twice in a round, once with each king; even if two kings of yours stand side by side, the first finishes completely before the second begins.',
      'When all kings have acted the round is over and a new line is turned up. There are twelve rounds, with two players six. In the last round there is no next line: dominoes are only placed.',
    ],
  },
  {
    id: 'placing',
    title: 'Placing',
    text: [
      'A domino covers two free squares side by side and may be turned in any of four directions. At least one of its halves must share a side with the castle or with a square of the same terrain that already lies there. The castle goes with every terrain, all through the game. What the rest of the domino lies beside does not matter; corners do not count.',
      'Together with its castle a kingdom may never be wider or higher than five squares. The castle need not be in the middle: where the borders are is settled as the kingdom grows. Gaps inside are allowed.',
      'If a domino can be placed it has to be, even where that hurts. If it fits nowhere it leaves the game for all to see and is worth nothing; afterwards the king moves on as usual.',
      'On the screen: golden dots mark the squares the domino can cover. Tap a dot and the domino lies there on trial; another tap, the button, the key R or the wheel turns it. You can also drag it. The golden button places it for good.',
    ],
  },
  {
    id: 'points',
    title: 'Points',
    text: [
      'A property is all squares of one terrain that hang together by their sides. It is worth squares × crowns. Six squares of swamp with three crowns make 18 points; ten squares without a crown make none. One terrain can form several properties, each counted by itself. The castle belongs to no property and joins none.',
      'Most points win. Among equals the one is ahead whose largest property has more squares, crowned or not; then the one with more crowns in the kingdom. If that is equal too, the victory is shared. All other places are found in the same way.',
    ],
  },
  {
    id: 'variants',
    title: 'Variants',
    text: [
      'They are chosen when the table is set up, and they can be combined.',
      'Dynasty. Three games in a row, each set up anew; points are added up. Equal sums are compared by the largest properties of the three games added up, then by all crowns.',
      'Middle Kingdom. Ten points if the castle stands exactly in the middle of a kingdom of full size, 5 × 5 or 7 × 7. Gaps do no harm.',
      'Harmony. Five points for whoever has discarded nothing in the game. As long as that is so, they are already shown in the score.',
      'Mighty Duel, for two. All 48 dominoes, twelve rounds, kingdoms of up to 7 × 7.',
      'Lines of four, for three. Three kings choose from four dominoes. What is left after the third claim leaves the game face up and counts as nobody’s discard.',
      'Snake opening, for two. One player is drawn to begin, and the first line is claimed in this order: that player, the other one twice, the first one again.',
    ],
  },
  {
    id: 'seen',
    title: 'What is known',
    text: [
      'Everything is open but two things: which dominoes were taken out at the start, and which will come next. Everybody may know which numbers have not appeared yet and how many dominoes are still to be laid: it says so below the lines.',
    ],
  },
];
