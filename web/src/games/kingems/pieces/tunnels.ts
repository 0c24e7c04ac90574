// Spots by their names, and the ways between them as the table tells them (`tunnel`, `ways` and `ring` of a view).

import type { Tile, View } from '../seen';
import { RETURN } from './moves';

export type Side = 'n' | 'e' | 's' | 'w';

export const PLATFORM = 'platform';
export const CELLS = 36;
export const STEPS: Record<Side, [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
const SIDES = Object.keys(STEPS) as Side[];

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

export const indexOf = (cell: string): number => (Number(cell[1]) - 1) * 6 + cell.charCodeAt(0) - 97;
export const cellName = (index: number): string => 'abcdef'[index % 6] + (Math.floor(index / 6) + 1);
export const cellOfSpot = (name: string): string => name.slice(0, 2);
export const keyOf = (spot: Spot): number => spot.cell * 2 + spot.path;

/** The spot of a name such as `c3 ne`; null on the platform. */
export function spotOf(tiles: Tile[], name: string): Spot | null {
  if (name === PLATFORM) return null;
  const [cell, sides] = name.split(' ');
  const index = indexOf(cell);
  const path = sides ? tiles[index].paths.findIndex((joined) => sameSides(joined, sides)) : 0;
  return { cell: index, path: Math.max(path, 0) };
}

function sameSides(a: string, b: string): boolean {
  return a.length === b.length && [...a].every((side) => b.includes(side));
}

/** The spots from where a move begins to one of the tunnel. */
function wayOut(view: View, place: number): string[] {
  const before = view.ways[place];
  return [...(before === null ? [] : wayOut(view, before)), view.tunnel[place]];
}

/** How many tiles away each spot of the tunnel is, by key. */
export function distances(view: View, tiles: Tile[]): Map<number, number> {
  return new Map(view.tunnel.map((name, place) => [keyOf(spotOf(tiles, name)!), wayOut(view, place).length - 1]));
}

/** The way of a pawn to a goal, or up to the platform (`return`), spot by spot; null if there is none. */
export function wayTo(view: View, pawn: string, goal: string): string[] | null {
  if (goal === pawn && view.ring) {
    const [out, back] = view.ring.map((place) => wayOut(view, place));
    return [...out, ...back.reverse()];
  }
  const place = view.tunnel.indexOf(goal === RETURN ? (view.return_by ?? '') : goal);
  return place < 0 ? null : wayOut(view, place);
}

/** The same for a drawing. */
export function stagesOf(tiles: Tile[], way: string[]): Stage[] {
  const spots = way.map((name) => spotOf(tiles, name)!);
  return spots.map((spot, i) => ({ spot, from: sideTowards(spot, spots[i - 1]), to: sideTowards(spot, spots[i + 1]) }));
}

function sideTowards(spot: Spot, next: Spot | undefined): Side | null {
  if (!next) return null;
  return SIDES.find((side) => spot.cell + STEPS[side][0] + 6 * STEPS[side][1] === next.cell) ?? null;
}
