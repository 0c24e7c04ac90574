// Where the game stands in words: what to do, what the others do, which round it is, how a game alone ended.

import type { StandingsRow } from '../../../shell/contract';
import { plural } from '../../../shell/words';
import type { Move, Player, Row, View } from '../seen';
import { list, w } from '../words';
import { count, isRussian } from './naming';

export function ask(view: View, moves: Move[]): string {
  if (view.phase === 'over') return result(view);
  const mine = view.seat === null ? null : view.players[view.seat];
  if (!moves.length) return waiting(view, mine);
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
