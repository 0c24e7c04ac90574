// What the shell is told of the game in words: what to do, where it stands, the log, reasons and items.

import { begins } from '../../shell/begins';
import type { Item, StandingsRow, Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { settings } from '../../shell/settings.svelte';
import { plural, signed } from '../../shell/words';
import { chartOf, type Area } from './pieces/map';
import { brushOf, colourOf, dieSymbol } from './pieces/moves';
import {
  ACHIEVEMENTS,
  COLOURS,
  MONSTERS,
  SPEED_ROWS,
  SPELLS,
  type Achievement,
  type Cast,
  type Colour,
  type Compound,
  type Cross,
  type Crossed,
  type Ended,
  type Fact,
  type Move,
  type Painted,
  type Player,
  type Row,
  type Spell,
  type TakenDie,
  type Thrown,
  type View,
} from './seen';
import { list, w } from './words';

export const isRussian = () => settings.language === 'ru';

/** 1 капля, 3 капли. */
export const count = (n: number, forms: string[]) => `${signed(n)} ${plural(n, forms[0], forms[1], forms[2])}`;

/** The symbol of an area in words: «столица», «зелёный дракон», «заклинание «Раздел»». */
function symbolWords(area: Area): string {
  if (area.symbol === 'spell') return spellWords(SPELLS[Number(area.of) - 1]);
  const name = w().symbol[area.symbol];
  if (!area.told) return area.worth ? `${name} (${area.worth})` : name;
  const colour = w().colour[area.of as Colour];
  return isRussian() && area.symbol === 'hydra' ? `${name} (${colour})` : `${colour} ${name}`;
}

/** «Лиловополье 5, столица». */
export const areaWords = (area: Area) => `${w().kingdom[area.kingdom]} ${area.number}, ${symbolWords(area)}`;

export function ask(view: View, legal: string[]): string {
  if (view.phase === 'over') return result(view);
  const mine = view.seat === null ? null : view.players[view.seat];
  if (!legal.length) return waiting(view, mine);
  if (view.phase === 'cross')
    return isRussian() ? 'зачеркните одну из цифр за скорость' : 'cross out a number for speed';
  if (!mine?.turn) return isRussian() ? 'возьмите кубик на карте' : 'take a die on the map';
  if (mine.turn.choosing.length)
    return isRussian() ? 'выберите цвет капли с башни' : "choose the colour of the tower's drop";
  const left = dropsLeft(mine);
  if (!left)
    return isRussian()
      ? 'все капли кубика размещены; закончите ход'
      : 'all drops of the die are placed; finish the turn';
  const where = list(mine.turn.kingdoms.map((kingdom) => w().kingdom[kingdom]));
  return isRussian()
    ? `разместите ещё ${count(left, w().drops)}: ${where}`
    : `place ${left} more ${plural(left, 'drop', 'drops', 'drops')} in ${where}`;
}

function waiting(view: View, mine: Player | null): string {
  if (view.phase === 'chance') return isRussian() ? 'бросок кубиков' : 'the dice are thrown';
  if (mine?.finished) return isRussian() ? 'остальные ещё закрашивают' : 'the others are still painting';
  if (view.phase === 'take') return isRussian() ? 'берёт кубик' : 'takes a die';
  return isRussian() ? 'закрашивает' : 'paints';
}

function result(view: View): string {
  const best = view.standings.filter((row) => row.place === 1);
  const points = count(best[0].points, w().points);
  if (view.players.length === 1) return `${points}: ${ratingWords(best[0])}`;
  return isRussian() ? `игра окончена, первое место: ${points}` : `the game is over, first place: ${points}`;
}

/** Drops of the die that wait, mixed ones included. */
export function dropsLeft(player: Player): number {
  return player.turn ? player.turn.drops + Object.values(player.turn.mixed).reduce((sum, n) => sum + n, 0) : 0;
}

const RATINGS = ['below 50', '50–59', '60–69', '70 and more'];

export const ratingWords = (row: Row) => w().ratings[Math.max(0, RATINGS.indexOf(row.rating ?? ''))];

/** A game alone (CK-35); only the best band deserves a crown. */
export const rated = (row: StandingsRow) => {
  const standing = row as Row;
  return { words: ratingWords(standing), crowned: standing.rating === RATINGS.at(-1) };
};

export function where(view: View): string {
  const round = isRussian() ? `раунд ${view.round}` : `round ${view.round}`;
  if (view.phase === 'over')
    return isRussian()
      ? `сыграно раундов: ${view.round}`
      : `${view.round} ${plural(view.round, 'round', 'rounds', 'rounds')} played`;
  const ofThrow =
    view.rounds_per_throw > 1
      ? isRussian()
        ? ` (${view.round_of_throw}-й из ${view.rounds_per_throw} на этот бросок)`
        : ` (${view.round_of_throw} of ${view.rounds_per_throw} with this throw)`
      : '';
  return round + ofThrow + (view.last_round ? (isRussian() ? ', последний' : ', the last') : '');
}

export function topic(view: View): string {
  const mine = view.seat === null ? null : view.players[view.seat];
  if (view.phase === 'over') return 'points';
  if (view.phase === 'cross') return 'solo';
  if (mine?.turn?.choosing.length) return 'towers';
  return mine?.turn ? 'painting' : 'dice';
}

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
  const text = `${w().thrown}: ${w().die[die]}, ${count(drops, w().drops)}. ${where}`;
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

/** The row of the sheet in which a number is crossed out. */
export const achievementOf = ({ row }: Cross): Achievement => ACHIEVEMENTS[SPEED_ROWS.indexOf(row)];

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

const spellWords = (spell: Spell) => (isRussian() ? `заклинание «${w().spell[spell]}»` : `spell “${w().spell[spell]}”`);

/** What a player is doing, in words. */
export function stateWords(
  view: View,
  player: Player,
  said: Record<keyof ReturnType<typeof w>['seat'], string> = w().seat,
): string {
  if (view.phase === 'over' || view.phase === 'chance' || view.phase === 'cross') return '';
  if (player.finished) return said.finished;
  if (player.die) return player.live ? said.paintingNow : said.painting;
  return view.to_act.includes(player.seat) ? said.taking : said.waiting;
}

export function reason(row: StandingsRow, view: View): string {
  const standing = row as Row;
  if (standing.rating && view.phase === 'over') return ratingWords(standing);
  const best = COLOURS.reduce((one, other) =>
    standing.kingdoms[other].points > standing.kingdoms[one].points ? other : one,
  );
  const why = standing.kingdoms[best].points ? `${w().kingdom[best]} ${standing.kingdoms[best].points}` : '';
  // Untamed monsters cost points from the first moment: say so as long as they weigh the most.
  const lost = MONSTERS.reduce((sum, monster) => sum + Math.min(0, standing.monsters[monster].points), 0);
  const wild = -lost > standing.kingdoms[best].points ? w().stillWild(signed(lost)) : '';
  const state = view.players.length > 1 ? stateWords(view, view.players[row.seat]) : '';
  return [state, wild || why].filter(Boolean).join(' · ');
}

export function items(row: StandingsRow, _view: View): Item[] {
  const standing = row as Row;
  const ofKingdom = COLOURS.map((colour) => {
    const { achievement, capital, colours, points } = standing.kingdoms[colour];
    const parts = [
      achievement && `${w().achieved} ${achievement}`,
      capital && `${w().capital} ${capital}`,
      colours && `${w().colours} ${colours}`,
    ];
    return { label: w().kingdom[colour], detail: parts.filter(Boolean).join(' + '), points };
  });
  const ofMonsters = MONSTERS.map((monster) => {
    const { achievement, tamed, unpainted, points } = standing.monsters[monster];
    const parts = [
      achievement && `${w().achieved} ${achievement}`,
      tamed && w().tamed(tamed),
      unpainted && w().wild(unpainted),
    ];
    return { label: w().row[monster], detail: parts.filter(Boolean).join(', '), points };
  });
  return [
    ...ofKingdom,
    ...ofMonsters,
    { label: w().row.end, points: standing.end },
    { label: w().blots, points: -standing.blots },
  ];
}
