// What the shell is told of the game in words: what to do, where it stands, the log, reasons and items.

import { begins } from '../../shell/begins';
import type { Item, StandingsRow, Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { settings } from '../../shell/settings.svelte';
import { plural, signed } from '../../shell/words';
import { chartOf, type Area } from './map';
import { dieSymbol, parse, thrown } from './moves';
import { COLOURS, MONSTERS, SPELLS, type Colour, type Player, type Row, type Standing, type View } from './types';
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

export const ratingWords = (row: Standing) => w().ratings[Math.max(0, RATINGS.indexOf(row.rating ?? ''))];

/** A game alone (CK-35); only the best band deserves a crown. */
export const rated = (row: StandingsRow) => {
  const standing = row as Standing;
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
  const line = lines[index];
  return line.chance ? tellChance(line.chance) : tellMove(lines, index, view);
}

function tellChance(text: string): Told | null {
  const die = thrown(text);
  if (die) {
    const where = list(die.kingdoms.map((kingdom) => w().kingdom[kingdom]));
    const said = isRussian()
      ? `Бросок: ${w().die[die.die]}, ${count(die.drops, w().drops)}. ${where}`
      : `Thrown: ${w().die[die.die]}, ${count(die.drops, w().drops)}. ${where}`;
    return { text: said, symbol: dieSymbol(die.die, die.drops) };
  }
  const first = /^first (\d)/.exec(text);
  if (!first) return null;
  return { text: begins(Number(first[1])), symbol: 'crown' };
}

function tellMove(lines: Happened[], index: number, view: View): Told | null {
  const move = parse(lines[index].move ?? '');
  const seat = lines[index].seat ?? 0;
  const russian = isRussian();
  switch (move?.kind) {
    case 'take': {
      const drops = lines
        .slice(0, index)
        .map((line) => thrown(line.chance ?? ''))
        .findLast((die) => die?.die === move.die)?.drops;
      const as = move.die === 'white' ? ` ${w().as} ${w().colour[move.as]}` : '';
      const from = w().kingdom[move.from];
      const number = drops ? ` (${drops})` : '';
      return {
        text: russian
          ? `берёт ${w().die[move.die]} кубик${as}${number}: ${from}`
          : `takes the ${w().die[move.die]} die${as}${number}: ${from}`,
      };
    }
    case 'paint': {
      const colour = move.colour ?? dieColour(lines, index, seat);
      const area = chartOf(view.options.map).byName[move.area];
      const source = move.source === 'die' ? '' : `, ${move.source === 'mixed' ? w().mixedDrop : w().towerDrop}`;
      const paint = colour ? ` ${w().withColour[colour]}` : '';
      return {
        text: russian
          ? `закрашивает${paint}${source}: ${areaWords(area)}`
          : `paints${paint}${source}: ${areaWords(area)}`,
      };
    }
    case 'move':
    case 'split':
      return { text: `${spellWords(move.kind)}: ${w().kingdom[move.kingdom]}` };
    case 'mix':
      return { text: `${spellWords('mix')}: ${w().drop[move.colour]}` };
    case 'choose':
      return { text: `${russian ? 'башня даёт' : 'the tower gives'}: ${w().drop[move.colour]}` };
    case 'done': {
      const blot = blotted(lines, index, seat, view);
      return {
        text: (russian ? 'заканчивает ход' : 'finishes the turn') + (blot ? (russian ? ', клякса' : ', a blot') : ''),
      };
    }
    case 'cross':
      return {
        text: russian
          ? `зачёркивает ${move.points}: ${w().row[move.row]}`
          : `crosses out ${move.points}: ${w().row[move.row]}`,
      };
  }
  return null;
}

const spellWords = (spell: (typeof SPELLS)[number]) =>
  isRussian() ? `заклинание «${w().spell[spell]}»` : `spell “${w().spell[spell]}”`;

/** Where the turn of a seat that holds this line began: the place of its `take`. */
function turnStart(lines: Happened[], index: number, seat: number): number {
  return lines.findLastIndex((line, i) => i <= index && line.seat === seat && !!line.move?.startsWith('take'));
}

function dieColour(lines: Happened[], index: number, seat: number): Colour | null {
  const take = parse(lines[turnStart(lines, index, seat)]?.move ?? '');
  return take?.kind === 'take' ? take.as : null;
}

/** Whether a turn ended with drops left, as far as its lines may be seen. */
function blotted(lines: Happened[], index: number, seat: number, view: View): boolean {
  const isLatest = !lines.some((line, i) => i > index && line.seat === seat);
  if (isLatest && !view.players[seat]?.live) return false;
  const start = turnStart(lines, index, seat);
  const take = parse(lines[start]?.move ?? '');
  if (take?.kind !== 'take') return false;
  let left =
    lines
      .slice(0, start)
      .map((line) => thrown(line.chance ?? ''))
      .findLast((die) => die?.die === take.die)?.drops ?? 0;
  for (const line of lines.slice(start, index)) {
    const move = line.seat === seat ? parse(line.move ?? '') : null;
    if (move?.kind === 'mix' || (move?.kind === 'paint' && move.source !== 'tower')) left--;
  }
  return left > 0;
}

/** What a player is doing, in words. */
export function stateWords(
  view: View,
  player: Player,
  said: Record<keyof ReturnType<typeof w>['seat'], string> = w().seat,
): string {
  if (view.phase === 'over' || view.phase === 'chance' || view.phase === 'cross') return '';
  if (player.finished) return said.finished;
  if (player.die) return player.live ? said.paintingNow : said.painting;
  const next = view.players
    .map((_, i) => view.players[((view.first ?? 0) + i) % view.players.length])
    .find((other) => !other.die);
  return next === player ? said.taking : said.waiting;
}

export function reason(row: StandingsRow, view: View): string {
  const standing = row as Standing;
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
  const standing = row as Standing;
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
    return { label: w().row[monster as Row], detail: parts.filter(Boolean).join(', '), points };
  });
  return [
    ...ofKingdom,
    ...ofMonsters,
    { label: w().row.end, points: standing.end },
    { label: w().blots, points: -standing.blots },
  ];
}
