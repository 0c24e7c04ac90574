// The log in words, made from what the facts of its lines say; the expert's advice is told in the same sentences.

import { begins } from '../../shell/begins';
import type { Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { list } from '../../shell/words';
import { chartOf } from './pieces/map';
import { achievementOf, brushOf, colourOf, dieSymbol } from './pieces/moves';
import { areaWords, spellWords } from './pieces/naming';
import {
  COLOURS,
  type Cast,
  type Colour,
  type Compound,
  type Crossed,
  type Ended,
  type Fact,
  type Move,
  type Painted,
  type Player,
  type TakenDie,
  type Thrown,
  type View,
} from './seen';
import { w } from './words';

export function tell(lines: Happened[], index: number, view: View): Told | null {
  const fact = lines[index].fact as Fact;
  switch (fact.what) {
    case 'first':
      return { text: begins(fact.seat!), symbol: 'crown' };
    case 'thrown':
      return tellThrow(fact.die!);
    case 'took':
      return { text: takeWords(fact.taken!) };
    case 'painted':
      return { text: paintWords(fact.painted!, view) + broughtWords(fact.painted!), gain: fact.gain };
    case 'cast':
      return { text: castWords(fact.cast!) };
    case 'chose':
      return { text: chooseWords(fact.chosen!.colour) };
    case 'done':
      return tellEnd(lines, index);
    case 'crossed':
      return { text: crossWords(fact.crossed!) };
  }
  return null;
}

function tellThrow({ die, drops, kingdoms }: Thrown): Told {
  const where = list(kingdoms.map((kingdom) => w().kingdom[kingdom]));
  const text = `${w().thrown}: ${w().die[die]}, ${w().drops(drops)}. ${where}`;
  return { text, symbol: dieSymbol(die, drops) };
}

/** The end of a turn. Whether it left a blot, and what was achieved, is told when the round is over. */
function tellEnd(lines: Happened[], index: number): Told {
  const { seat, ended } = lines[index].fact as Fact;
  const round = lines.slice(index).find(({ fact }) => fact.ended)?.fact.ended as Ended | undefined;
  const awards = round?.achievements.filter(({ seats }) => seats.includes(seat!)) ?? [];
  const text = [
    w().finishes,
    round?.blots.includes(seat!) && w().aBlot,
    awards.length && `${w().achieved}: ${list(awards.map(({ row, points }) => `${w().row[row]} ${points}`))}`,
    ended?.one_more && w().oneMore[ended.one_more],
    ended?.over && w().ends[ended.over],
  ];
  return { text: text.filter(Boolean).join(', '), gain: round?.gains[seat!] };
}

/** A move that the expert advises, in words. */
export function moveWords(move: Move, view: View, player: Player): string {
  switch (move.move) {
    case 'take': {
      const drops = view.dice.find(({ die }) => die === move.die)?.drops ?? 0;
      return takeWords({ die: move.die, colour: colourOf(move), kingdom: move.kingdom, drops });
    }
    case 'paint':
      return paintWords({ area: move.area, drop: move.drop, colour: brushOf(move, player).colour }, view);
    case 'choose':
      return chooseWords(move.colour);
    case 'done':
      return w().finishes;
    case 'cross':
      return crossWords({ row: achievementOf(move), points: move.points });
    default:
      return castWords({
        spell: move.move,
        ...('kingdom' in move ? { kingdom: move.kingdom } : { colour: move.colour }),
      });
  }
}

function takeWords({ die, colour, kingdom, drops }: TakenDie): string {
  const as = die === 'white' ? ` ${w().as} ${w().colour[colour]}` : '';
  return `${w().takes(w().die[die], as)} (${drops}): ${w().kingdom[kingdom]}`;
}

function paintWords({ area, colour, drop }: Pick<Painted, 'area' | 'colour' | 'drop'>, view: View): string {
  const source = drop === 'die' ? '' : `, ${drop === 'mixed' ? w().mixedDrop : w().towerDrop}`;
  return `${w().paints} ${w().withColour[colour]}${source}: ${areaWords(chartOf(view.options.map).byName[area])}`;
}

/** What a painted area has brought besides its points. */
function broughtWords({ exception, capital, tamed, drops = {}, choices = 0, completes = [] }: Painted): string {
  const given = Object.values(drops).reduce((sum, n) => sum + n, choices);
  const said = [
    exception && w().spends,
    capital && (capital === 'built' ? w().isBuilt : w().lostCapital),
    tamed !== undefined && (tamed ? w().tamedNow : w().defeatedNow),
    given && w().towerGives,
    completes.some((row) => COLOURS.includes(row as Colour)) && w().completeNow,
  ];
  return said
    .filter(Boolean)
    .map((words) => `, ${words}`)
    .join('');
}

const castWords = ({ spell, kingdom, colour }: Cast) =>
  `${spellWords(spell)}: ${kingdom ? w().kingdom[kingdom] : w().drop[colour!]}`;

const chooseWords = (colour: Compound) => `${w().gives}: ${w().drop[colour]}`;

const crossWords = ({ row, points }: Crossed) => `${w().crosses} ${points}: ${w().row[row]}`;
