// Which squares of a kingdom are drawn. A kingdom that has not its full extent yet may still grow to either side, so the
// drawing is as large as what is allowed, around what lies there, and larger where a domino could be laid beyond that.

import type { Placement } from './moves';
import type { Cell, Kingdom } from '../seen';

export interface Extent {
  left: number;
  top: number;
  /** Squares in a row and in a column: the drawing is square. */
  side: number;
}

export function extent(kingdom: Kingdom, size: number, offered: Placement[]): Extent {
  const cells = offered.flatMap((placed) => placed.cells);
  const [left, right] = span(
    kingdom.left,
    kingdom.right,
    size,
    cells.map((cell) => cell.x),
  );
  const [top, bottom] = span(
    kingdom.top,
    kingdom.bottom,
    size,
    cells.map((cell) => cell.y),
  );
  const [width, height] = [right - left + 1, bottom - top + 1];
  const side = Math.max(width, height);
  return { left: left - Math.floor((side - width) / 2), top: top - Math.floor((side - height) / 2), side };
}

function span(from: number, to: number, size: number, reached: number[]): [number, number] {
  const start = from - Math.floor((size - (to - from + 1)) / 2);
  return [Math.min(start, ...reached), Math.max(start + size - 1, ...reached)];
}

export function contains(drawn: Extent, kingdom: Kingdom): boolean {
  return (
    kingdom.left >= drawn.left &&
    kingdom.top >= drawn.top &&
    kingdom.right < drawn.left + drawn.side &&
    kingdom.bottom < drawn.top + drawn.side
  );
}

/** The free squares of the drawing that the kingdom can still come to cover (KD-14). */
export function open(drawn: Extent, kingdom: Kingdom, size: number): Cell[] {
  const cells: Cell[] = [];
  for (let y = drawn.top; y < drawn.top + drawn.side; y++) {
    for (let x = drawn.left; x < drawn.left + drawn.side; x++) {
      const across = Math.max(kingdom.right, x) - Math.min(kingdom.left, x) < size;
      const down = Math.max(kingdom.bottom, y) - Math.min(kingdom.top, y) < size;
      if (across && down) cells.push({ x, y });
    }
  }
  return cells;
}
