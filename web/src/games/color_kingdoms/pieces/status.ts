// Where the game stands in words: what to do, what the others do, which round it is, how a game alone ended.

import type { StandingsRow } from '../../../shell/contract';
import { amount, list, words } from '../../../shell/words';
import type { Move, Player, Row, View } from '../seen';
import { w } from '../words';

const t = words({
  ru: {
    cross: 'зачеркните одну из цифр за скорость',
    take: 'возьмите кубик на карте',
    choose: 'выберите цвет капли с башни',
    finish: 'все капли кубика размещены; закончите ход',
    place: (left: number, where: string) => `разместите ещё ${w().drops(left)}: ${where}`,
    thrown: 'бросок кубиков',
    othersPaint: 'остальные ещё закрашивают',
    takes: 'берёт кубик',
    paints: 'закрашивает',
    over: (points: string) => `игра окончена, первое место: ${points}`,
    round: (n: number) => `раунд ${n}`,
    played: (n: number) => `сыграно раундов: ${n}`,
    ofThrow: (n: number, of: number) => ` (${n}-й из ${of} на этот бросок)`,
    last: ', последний',
  },
  en: {
    cross: 'cross out a number for speed',
    take: 'take a die on the map',
    choose: "choose the colour of the tower's drop",
    finish: 'all drops of the die are placed; finish the turn',
    place: (left: number, where: string) =>
      `place ${amount(left, 'more drop', 'more drops', 'more drops')} in ${where}`,
    thrown: 'the dice are thrown',
    othersPaint: 'the others are still painting',
    takes: 'takes a die',
    paints: 'paints',
    over: (points: string) => `the game is over, first place: ${points}`,
    round: (n: number) => `round ${n}`,
    played: (n: number) => `${amount(n, 'round', 'rounds', 'rounds')} played`,
    ofThrow: (n: number, of: number) => ` (${n} of ${of} with this throw)`,
    last: ', the last',
  },
});

export function ask(view: View, moves: Move[]): string {
  if (view.phase === 'over') return result(view);
  const mine = view.seat === null ? null : view.players[view.seat];
  if (!moves.length) return waiting(view, mine);
  if (view.phase === 'cross') return t().cross;
  if (!mine?.turn) return t().take;
  if (mine.turn.choosing.length) return t().choose;
  const left = dropsLeft(mine);
  return left ? t().place(left, list(mine.turn.kingdoms.map((kingdom) => w().kingdom[kingdom]))) : t().finish;
}

function waiting(view: View, mine: Player | null): string {
  if (view.phase === 'chance') return t().thrown;
  if (mine?.finished) return t().othersPaint;
  return view.phase === 'take' ? t().takes : t().paints;
}

function result(view: View): string {
  const best = view.standings.filter((row) => row.place === 1);
  const points = w().points(best[0].points);
  return view.players.length === 1 ? `${points}: ${ratingWords(best[0])}` : t().over(points);
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
  if (view.phase === 'over') return t().played(view.round);
  const ofThrow = view.rounds_per_throw > 1 ? t().ofThrow(view.round_of_throw, view.rounds_per_throw) : '';
  return t().round(view.round) + ofThrow + (view.last_round ? t().last : '');
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
