// Which squares of a kingdom are drawn. A kingdom that has not its full extent yet may still grow to either side, so the
// drawing is as large as what is allowed, around what lies there, and larger where a domino could be laid beyond that.

import type { Placement } from './moves';
import type { Cell, Kingdom, Room, View } from '../seen';

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

/** Whether a point, in squares, lies in the drawing. */
export function inside({ left, top, side }: Extent, { x, y }: Cell): boolean {
  return x >= left && x < left + side && y >= top && y < top + side;
}

/** The drawing keeps its scale until the next domino is to be placed, so that nothing jumps after a move. */
export class Scale {
  #kept: { seat: number; game: number; drawn: Extent } | null = null;

  /** What is drawn of a seat's kingdom, with the places where a domino can be laid now. */
  of(view: View, seat: number, offered: Placement[]): Extent {
    const kingdom = view.kingdoms[seat];
    const drawn = this.#keeps(view, seat, offered) ? this.#kept!.drawn : extent(kingdom, view.size, offered);
    this.#kept = { seat, game: view.game_number, drawn };
    return drawn;
  }

  #keeps(view: View, seat: number, offered: Placement[]): boolean {
    if (offered.length || view.phase === 'over') return false;
    if (this.#kept?.seat !== seat || this.#kept.game !== view.game_number) return false;
    const { drawn } = this.#kept;
    const { left, top, right, bottom } = view.kingdoms[seat];
    return inside(drawn, { x: left, y: top }) && inside(drawn, { x: right, y: bottom });
  }
}

/** The squares of the drawing that a kingdom can still come to cover, as the table says. */
export function open({ left, top, side }: Extent, room: Room): Cell[] {
  const within = (first: number, low: number, high: number) =>
    Array.from({ length: side }, (_, i) => first + i).filter((place) => place >= low && place <= high);
  const columns = within(left, room.left, room.right);
  return within(top, room.top, room.bottom).flatMap((y) => columns.map((x) => ({ x, y })));
}
