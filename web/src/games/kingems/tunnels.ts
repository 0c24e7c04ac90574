// Which tunnels hang together while a tile is only held turned. The table cannot tell: turning shows a cell, and what lies
// there is chance. What may be done is always the table's list of moves; this is the light and the way of the pawn.

import type { Side, TileView } from './types';

const SIDES: Side[] = ['n', 'e', 's', 'w'];
export const CENTRE = ['c3', 'd3', 'c4', 'd4'];
export const PLATFORM = 'platform';
export const STEPS: Record<Side, [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

export interface Spot {
  cell: number; // in reading order
  path: number;
}

/** A tile on a way: by which side it is entered and left; null where the way begins or ends. */
export interface Stage {
  spot: Spot;
  from: Side | null;
  to: Side | null;
}

const facing = (side: Side): Side => SIDES[(SIDES.indexOf(side) + 2) % 4];
export const indexOf = (cell: string): number => (Number(cell[1]) - 1) * 6 + cell.charCodeAt(0) - 97;
export const cellName = (index: number): string => 'abcdef'[index % 6] + (Math.floor(index / 6) + 1);
export const keyOf = (spot: Spot): number => spot.cell * 2 + spot.path;

function spotName(tiles: TileView[], { cell, path }: Spot): string {
  const { cell: name, paths } = tiles[cell];
  return paths.length > 1 ? `${name} ${paths[path]}` : name;
}

/** The spot of a name such as `c3 ne`; null on the platform. */
export function spotOf(tiles: TileView[], name: string): Spot | null {
  if (name === PLATFORM) return null;
  const [cell, sides] = name.split(' ');
  const index = indexOf(cell);
  const path = sides ? tiles[index].paths.findIndex((joined) => sameSides(joined, sides)) : 0;
  return { cell: index, path: Math.max(path, 0) };
}

function sameSides(a: string, b: string): boolean {
  return a.length === b.length && [...a].every((side) => b.includes(side));
}

/** The tile as it lies after being turned clockwise. */
export function turnedTile(tile: TileView, degrees: number): TileView {
  const quarters = degrees / 90;
  const turn = (side: string) => SIDES[(SIDES.indexOf(side as Side) + quarters) % 4];
  return {
    ...tile,
    rotation: (tile.rotation + degrees) % 360,
    paths: tile.paths.map((path) => [...path].map(turn).join('')),
  };
}

function beyond(tiles: TileView[], spot: Spot, side: Side): Spot | null {
  const [dx, dy] = STEPS[side];
  const column = (spot.cell % 6) + dx;
  const row = Math.floor(spot.cell / 6) + dy;
  if (column < 0 || column > 5 || row < 0 || row > 5) return null;
  const cell = row * 6 + column;
  const path = tiles[cell].paths.findIndex((sides) => sides.includes(facing(side)));
  return path < 0 ? null : { cell, path };
}

const sidesOf = (tiles: TileView[], spot: Spot) => [...tiles[spot.cell].paths[spot.path]] as Side[];

/** Where a pawn's way may begin: its own spot, or from the platform any path of the four central tiles. */
function beginnings(tiles: TileView[], pawn: Spot | null): Spot[] {
  if (pawn) return [pawn];
  return CENTRE.map(indexOf).flatMap((cell) => tiles[cell].paths.map((_, path) => ({ cell, path })));
}

/** All spots joined to a pawn's, by key, with how many tiles away they are. */
export function tunnelOf(tiles: TileView[], pawn: Spot | null): Map<number, number> {
  const away = new Map<number, number>();
  let edge = beginnings(tiles, pawn);
  for (const spot of edge) away.set(keyOf(spot), 0);
  for (let steps = 1; edge.length; steps++) {
    const next: Spot[] = [];
    for (const spot of edge) {
      for (const side of sidesOf(tiles, spot)) {
        const other = beyond(tiles, spot, side);
        if (!other || away.has(keyOf(other))) continue;
        away.set(keyOf(other), steps);
        next.push(other);
      }
    }
    edge = next;
  }
  return away;
}

/** The dead ends where a pawn may stop (KG-14 to KG-16): its own only where the tunnel has a ring. */
export function goalsOf(tiles: TileView[], pawn: Spot | null): string[] {
  const spots = [...tunnelOf(tiles, pawn).keys()].map((key) => ({ cell: key >> 1, path: key & 1 }));
  const ends = spots.map((spot) => sidesOf(tiles, spot).map((side) => beyond(tiles, spot, side)));
  const joints = ends.flat().filter(Boolean).length / 2;
  const ring = joints >= spots.length;
  return spots
    .filter((spot, i) => ends[i].includes(null) && (ring || !pawn || keyOf(spot) !== keyOf(pawn)))
    .map((spot) => spotName(tiles, spot));
}

/** A shortest way of a pawn to a spot, or up to the platform; it never turns back on a tile. Null if there is none. */
export function wayTo(tiles: TileView[], pawn: Spot | null, goal: Spot | null): Stage[] | null {
  interface Node {
    spot: Spot;
    from: Side | null;
    before: Node | null;
  }
  const arrived = (node: Node) =>
    goal
      ? keyOf(node.spot) === keyOf(goal) && (node.before !== null || pawn === null)
      : CENTRE.includes(cellName(node.spot.cell));
  const queue: Node[] = beginnings(tiles, pawn).map((spot) => ({ spot, from: null, before: null }));
  const seen = new Set<string>();
  for (const node of queue) {
    if (arrived(node)) return unroll(node);
    for (const side of sidesOf(tiles, node.spot)) {
      if (side === node.from) continue;
      const spot = beyond(tiles, node.spot, side);
      const from = facing(side);
      const mark = spot && `${keyOf(spot)}${from}`;
      if (!spot || !mark || seen.has(mark)) continue;
      seen.add(mark);
      queue.push({ spot, from, before: node });
    }
  }
  return null;

  function unroll(end: Node): Stage[] {
    const stages: Stage[] = [];
    let to: Side | null = null;
    for (let node: Node | null = end; node; node = node.before) {
      stages.unshift({ spot: node.spot, from: node.from, to });
      to = node.from && facing(node.from);
    }
    return stages;
  }
}
