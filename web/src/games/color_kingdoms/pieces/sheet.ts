// What stands in the rows of a sheet.

import type { Chart } from './map';
import { COLOURS, type Achievement, type Colour, type Player, type View } from '../seen';

/** Whether points for speed are won, can still be won (open), or are gone. */
export function speedState(view: View, seat: number, row: Achievement, place: number): 'won' | 'open' | 'gone' {
  const { first, second, open } = view.achievements[row];
  if ((place === 0 ? first : second).includes(seat)) return 'won';
  const isBehind = view.players.length > 1 && first.includes(seat); // who was first is not second as well
  return open[place] && !isBehind ? 'open' : 'gone';
}

/** The colours with which a kingdom is painted. */
export function coloursIn(chart: Chart, player: Player, kingdom: Colour): Colour[] {
  const found = new Set(chart.areas.filter((area) => area.kingdom === kingdom).map((area) => player.areas[area.name]));
  return COLOURS.filter((colour) => found.has(colour));
}
