// Why an area cannot be painted, in words. What can be painted the server says; this only explains.

import { isRussian } from './tell';
import type { Chart } from './map';
import type { Brush } from './moves';
import type { Colour, Player, View } from './types';
import { list, w } from './words';

interface Refusal {
  text: string;
  areas: string[]; // the areas that are in the way
}

/** The neighbours that have a colour already. */
export function equalNeighbours(
  chart: Chart,
  paint: Record<string, Colour | null>,
  area: string,
  colour: Colour,
): string[] {
  return chart.byName[area].neighbours.filter((name) => paint[name] === colour);
}

export function whyNot(view: View, chart: Chart, player: Player, name: string, brush: Brush | null): Refusal {
  const area = chart.byName[name];
  const no = (ru: string, en: string, areas: string[] = []): Refusal => ({ text: isRussian() ? ru : en, areas });
  if (view.phase === 'over') return no('Игра окончена.', 'The game is over.');
  if (view.phase === 'cross') return no('Сначала зачеркните цифру на листе.', 'First cross out a number on the sheet.');
  if (player.finished)
    return no('Ваш ход окончен: остальные ещё закрашивают.', 'Your turn is finished: the others are still painting.');
  if (!player.die)
    return no(
      'Сначала возьмите кубик: от него зависит, где и каким цветом закрашивать.',
      'First take a die: it decides where you paint and in which colour.',
    );
  if (player.turn?.choosing.length)
    return no('Сначала выберите цвет капли с башни.', "First choose the colour of the tower's drop.");
  const has = player.areas[name];
  if (has)
    return no(
      `Область уже закрашена ${w().withColour[has]}: перекрашивать нельзя.`,
      `This area is already ${w().colour[has]}: nothing is painted over.`,
      [name],
    );
  if (!brush)
    return no(
      'Капли кубика кончились. Возьмите каплю с башни или закончите ход.',
      'No drops of the die are left. Pick a tower drop or finish the turn.',
    );
  const open = player.turn?.kingdoms ?? [];
  if (brush.source !== 'tower' && !open.includes(area.kingdom)) {
    const where = list(open.map((kingdom) => w().kingdom[kingdom]));
    return no(
      `Капли этого кубика можно размещать здесь: ${where}. В другое королевство ведут «Перенос» и «Раздел».`,
      `Drops of this die go to ${where}. “Move” or “Split” would lead elsewhere.`,
    );
  }
  const equal = equalNeighbours(chart, player.areas, name, brush.colour);
  if (equal.length) {
    const beside = list(
      equal.map((other) => `${w().kingdom[chart.byName[other].kingdom]} ${chart.byName[other].number}`),
    );
    return no(
      `Соседняя область уже такого цвета, ${w().colour[brush.colour]}: ${beside}. Поможет «Исключение».`,
      `A neighbour is already ${w().colour[brush.colour]} (${beside}). An “Exception” would help.`,
      equal,
    );
  }
  return no('Сейчас эту область закрасить нельзя.', 'This area cannot be painted now.');
}

/** Where a die that is not taken yet could paint by the plain rule; for a look before taking it. */
export function inReach(chart: Chart, player: Player, kingdom: Colour, colour: Colour): string[] {
  return chart.areas
    .filter(
      (area) =>
        area.kingdom === kingdom &&
        !player.areas[area.name] &&
        !equalNeighbours(chart, player.areas, area.name, colour).length,
    )
    .map((area) => area.name);
}
