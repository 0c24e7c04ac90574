// What stands in the rows of a sheet.

import type { Chart } from './map';
import { COLOURS, type Achievement, type Colour, type Player, type View } from '../seen';

/** The points for speed that are printed in a row. */
export function speedOf(row: Achievement): [number, number] {
  return COLOURS.includes(row as Colour) ? [4, 2] : [3, 1];
}

/** Whether points for speed are won, can still be won (open), or are gone. */
export function speedState(view: View, seat: number, row: Achievement, place: number): 'won' | 'open' | 'gone' {
  const { first, second } = view.achievements[row];
  const those = place === 0 ? first : second;
  if (those.includes(seat)) return 'won';
  if (view.players.length === 1) return view.crossed[row]?.includes(speedOf(row)[place]) ? 'gone' : 'open';
  return those.length || first.includes(seat) ? 'gone' : 'open';
}

/** The colours with which a kingdom is painted. */
export function coloursIn(chart: Chart, player: Player, kingdom: Colour): Colour[] {
  const found = new Set(chart.areas.filter((area) => area.kingdom === kingdom).map((area) => player.areas[area.name]));
  return COLOURS.filter((colour) => found.has(colour));
}
