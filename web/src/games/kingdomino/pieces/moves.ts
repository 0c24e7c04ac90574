// Finding a placement by square, by turning, by dragging.

import { CONSTANTS } from '../constants';
import { FACINGS, type Cell, type Facing, type Half, type Lying, type Move, type Place, type View } from '../seen';

const STEP: Record<Facing, Cell> = {
  east: { x: 1, y: 0 },
  south: { x: 0, y: 1 },
  west: { x: -1, y: 0 },
  north: { x: 0, y: -1 },
};

export interface Placement extends Place {
  /** Where the first and the second half lie. */
  cells: [Cell, Cell];
}

export function placement(move: Place): Placement {
  const { x, y, facing } = move;
  return {
    ...move,
    cells: [
      { x, y },
      { x: x + STEP[facing].x, y: y + STEP[facing].y },
    ],
  };
}

export function placements(moves: Move[]): Placement[] {
  return moves.filter((move) => move.move === 'place').map(placement);
}

const same = (a: Cell, b: Cell): boolean => a.x === b.x && a.y === b.y;
export const covers = (placed: Placement, cell: Cell): boolean => placed.cells.some((covered) => same(covered, cell));

/** The placements that cover a square, in the order in which taps and turns go through them: first those with the
 *  first half there, beginning with the facing wished for, then those with the second half there. */
export function covering(all: Placement[], cell: Cell, wish: Facing): Placement[] {
  const turned = (facing: Facing) => (FACINGS.indexOf(facing) - FACINGS.indexOf(wish) + 4) % 4;
  const rank = (placed: Placement) => (same(placed, cell) ? 0 : 4) + turned(placed.facing);
  return all.filter((placed) => covers(placed, cell)).sort((a, b) => rank(a) - rank(b));
}

/** Where a held domino would fall if let go with its middle at `point` (in squares); null: too far from any place. */
export function nearest(all: Placement[], point: Cell, wish: Facing): Placement | null {
  let best: Placement | null = null;
  let least = 1.3;
  for (const placed of all) {
    const away = Math.hypot(...middle(placed, point)) + (placed.facing === wish ? 0 : 0.55);
    if (away < least) [best, least] = [placed, away];
  }
  return best;
}

/** How a domino that is let go with its middle at `point` (in squares) would be written. */
export function written(point: Cell, facing: Facing): string {
  const { x, y } = STEP[facing];
  return `place ${Math.floor(point.x - x / 2)},${Math.floor(point.y - y / 2)} ${facing}`;
}

/** The next placement in a direction, for arrow keys. */
export function beside(all: Placement[], from: Placement, direction: Facing): Placement | null {
  const step = STEP[direction];
  const here = { x: (from.cells[0].x + from.cells[1].x) / 2 + 0.5, y: (from.cells[0].y + from.cells[1].y) / 2 + 0.5 };
  let best: Placement | null = null;
  let least = Infinity;
  for (const placed of all) {
    const [dx, dy] = middle(placed, here);
    const ahead = dx * step.x + dy * step.y;
    if (ahead < 0.4) continue;
    const away = ahead + 2 * Math.abs(dx * step.y + dy * step.x) + (placed.facing === from.facing ? 0 : 0.5);
    if (away < least) [best, least] = [placed, away];
  }
  return best;
}

function middle(placed: Placement, from: Cell): [number, number] {
  const [a, b] = placed.cells;
  return [(a.x + b.x + 1) / 2 - from.x, (a.y + b.y + 1) / 2 - from.y];
}

export function direction(key: string): Facing | null {
  const keys: Record<string, Facing> = { ArrowRight: 'east', ArrowDown: 'south', ArrowLeft: 'west', ArrowUp: 'north' };
  return keys[key] ?? null;
}

/** The domino whose king acts now; in the first claim there is none. */
export function current(view: View): Lying | null {
  return view.turn === null ? null : (view.line[view.turn] ?? null);
}

/** What is printed on a domino. */
export const halvesOf = (domino: number): [Half, Half] => CONSTANTS.dominoes[domino - 1];
