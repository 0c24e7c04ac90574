// Where things are in the picture: a tile is 100 wide, the first begins at 0, 0.

import type { Tile } from '../seen';
import { STEPS, type Side, type Spot, type Stage } from './tunnels';

export interface Point {
  x: number;
  y: number;
}

export const PLATFORM_AT: Point = { x: 300, y: 300 };

export const middleOf = (cell: number): Point => ({ x: (cell % 6) * 100 + 50, y: Math.floor(cell / 6) * 100 + 50 });

/** Where a pawn stands on a path: in the middle of the tile, or of its curve. */
export function pointOf(tiles: Tile[], { cell, path }: Spot): Point {
  const { x, y } = middleOf(cell);
  const sides = [...(tiles[cell].paths[path] ?? '')] as Side[];
  if (sides.length !== 2) return { x, y };
  const dx = sides.reduce((sum, side) => sum + STEPS[side][0], 0);
  const dy = sides.reduce((sum, side) => sum + STEPS[side][1], 0);
  return { x: x + dx * 14.6, y: y + dy * 14.6 };
}

/** The way of a pawn as an SVG path. */
export function drawWay(tiles: Tile[], stages: Stage[], fromPlatform: boolean, home: boolean): string {
  const first = pointOf(tiles, stages[0].spot);
  const parts = fromPlatform ? [`M${at(PLATFORM_AT)} L${at(first)}`] : [`M${at(first)}`];
  for (const stage of stages) {
    const begin = stage.from ? edgeOf(stage.spot.cell, stage.from) : pointOf(tiles, stage.spot);
    const end = stage.to ? edgeOf(stage.spot.cell, stage.to) : pointOf(tiles, stage.spot);
    parts.push(across(tiles, stage.spot, begin, end));
  }
  if (home) parts.push(`L${at(PLATFORM_AT)}`);
  return parts.join(' ');
}

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (n: number) => Math.round(n * 10) / 10;

function edgeOf(cell: number, side: Side): Point {
  const { x, y } = middleOf(cell);
  return { x: x + STEPS[side][0] * 50, y: y + STEPS[side][1] * 50 };
}

function across(tiles: Tile[], { cell, path }: Spot, begin: Point, end: Point): string {
  const sides = [...tiles[cell].paths[path]] as Side[];
  const middle = middleOf(cell);
  const [dx, dy] = [0, 1].map((axis) => sides.reduce((sum, side) => sum + STEPS[side][axis], 0));
  const curve = sides.length === 2 && dx !== 0 && dy !== 0;
  if (!curve) return `L${at(middle)} L${at(end)}`;
  const corner = { x: middle.x + dx * 50, y: middle.y + dy * 50 };
  const cross = (begin.x - corner.x) * (end.y - corner.y) - (begin.y - corner.y) * (end.x - corner.x);
  return `A50 50 0 0 ${cross > 0 ? 1 : 0} ${at(end)}`;
}
