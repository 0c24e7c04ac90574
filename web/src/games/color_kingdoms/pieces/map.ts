// The map as it is drawn: 720 wide whatever its own units, with outlines, neighbours and places for symbols.

import compact from './default-map.json';
import { COLOURS, MONSTERS, type Colour, type Monster } from '../seen';
import { halfway, loops, outline, signedArea, widestPlace, type Point } from './geometry';

export const WIDTH = 720;
const LETTERS = 'brygvn'; // of the kingdoms in the names of areas

/** A map file (docs/maps.md). */
export interface MapFile {
  name: string;
  size: [number, number];
  blots: number;
  points: [number, number][];
  areas: {
    kingdom: string;
    symbol: string;
    of?: string | number;
    worth?: number; // of a capital, in points
    label?: [number, number];
    polygon: number[];
  }[];
  towers: { areas: [string, string]; place?: [number, number] }[];
}

export interface Area {
  name: string;
  kingdom: Colour;
  number: number;
  symbol: string;
  of: string | number | null;
  told: boolean; // whether a monster's colour must be told: its kind does not tell it
  worth: number | null; // of a capital that does not bring the usual points
  at: Point; // where the symbol stands
  path: string;
  neighbours: string[];
}

interface Tower {
  areas: [string, string];
  at: Point;
}

export interface Chart {
  name: string;
  height: number;
  scale: number; // from the map's units to the picture's
  die: number; // the side of a die
  areas: Area[];
  byName: Record<string, Area>;
  towers: Tower[];
  monsterInk: Record<Monster, Colour>; // of each kind, or the first of its colours
  kingdoms: Record<Colour, string>; // outlines
  arms: Partial<Record<Colour, Point>>; // where the shields stand on the coast
  coast: string;
}

const drawn = new Map<string, Chart>();
const known = new WeakMap<object, Chart>();

/** The chart of the option `map`: `default`, or a whole map file. */
export function chartOf(option: unknown): Chart {
  const isFile = typeof option === 'object' && option !== null;
  const seen = isFile && known.get(option);
  if (seen) return seen;
  // The same map arrives as a new object with every view, so files are told apart by what they hold.
  const key = isFile ? JSON.stringify(option) : 'default';
  let chart = drawn.get(key);
  if (!chart) drawn.set(key, (chart = drawChart(isFile ? (option as MapFile) : defaultMap())));
  if (isFile) known.set(option, chart);
  return chart;
}

/** The default map, unpacked from the form that compact-map.mjs writes. */
function defaultMap(): MapFile {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i < compact.points.length; i += 2) {
    x += compact.points[i];
    y += compact.points[i + 1];
    points.push([x / 10, y / 10]);
  }
  const corners = (text: string) =>
    text.split(',').flatMap((run) => {
      const [first, last = first] = run.split('-').map(Number);
      const way = Math.sign(last - first);
      return Array.from({ length: Math.abs(last - first) + 1 }, (_, i) => first + way * i);
    });
  const areas = compact.areas.map((area) => ({ ...area, polygon: corners(area.polygon) }));
  return { ...compact, points, areas } as unknown as MapFile;
}

function drawChart(file: MapFile): Chart {
  const scale = WIDTH / file.size[0];
  const scaled = ([x, y]: Point): Point => [round(x * scale), round(y * scale)];
  const points = file.points.map(scaled);
  const areas = namedAreas(file, points, scaled);
  const polygons = new Map(areas.map((area) => [area.name, area.polygon]));
  const sides = sidesOf(polygons);
  const neighbours = neighboursOf(polygons, sides);
  const path = (corners: number[]) => outline(corners.map((corner) => points[corner]));
  const of = (kingdom: Colour) => areas.filter((area) => area.kingdom === kingdom).map((area) => area.polygon);
  const coastLoops = loops(areas.map((area) => area.polygon));
  const coast = coastLoops.flat();
  const kingdomLoops = Object.fromEntries(COLOURS.map((colour) => [colour, loops(of(colour))])) as Record<
    Colour,
    number[][]
  >;
  const xs = coast.map((corner) => points[corner][0]);
  const finished = areas.map(({ polygon, ...area }) => ({
    ...area,
    path: path(polygon),
    neighbours: [...neighbours.get(area.name)!],
  }));
  return {
    name: file.name,
    height: file.size[1] * scale,
    scale,
    die: (Math.max(...xs) - Math.min(...xs)) / 12,
    areas: finished,
    byName: Object.fromEntries(finished.map((area) => [area.name, area])),
    towers: file.towers.map((tower) => ({
      areas: tower.areas,
      at: tower.place ? scaled(tower.place) : halfway(sharedBorder(polygons, tower.areas), points),
    })),
    monsterInk: Object.fromEntries(
      MONSTERS.map((kind) => [
        kind,
        COLOURS.find((colour) => areas.some((area) => area.symbol === kind && area.of === colour)) ?? 'blue',
      ]),
    ) as Record<Monster, Colour>,
    kingdoms: mapValues(kingdomLoops, (found) => found.map(path).join('')),
    arms: mapValues(kingdomLoops, (found) => armsPlace(found.flat(), new Set(coast), points)),
    coast: coastLoops.map(path).join(''),
  };
}

/** The colours by which kinds of monsters are known; dragons come in several. */
const USUAL_INK: Record<string, Colour> = { griffin: 'red', unicorn: 'yellow', hydra: 'blue' };

const round = (value: number) => Math.round(value * 100) / 100;

function mapValues<T, U>(record: Record<Colour, T>, change: (value: T) => U): Record<Colour, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value as T)])) as Record<
    Colour,
    U
  >;
}

/** The areas by kingdoms, all polygons turning the same way. */
function namedAreas(file: MapFile, points: Point[], scaled: (point: Point) => Point) {
  return COLOURS.flatMap((kingdom, index) =>
    file.areas
      .filter((area) => area.kingdom === kingdom)
      .map((area, i) => {
        const corners = area.polygon.map((corner) => points[corner]);
        return {
          name: `${LETTERS[index]}${i + 1}`,
          kingdom,
          number: i + 1,
          symbol: area.symbol,
          of: area.of ?? null,
          told: MONSTERS.includes(area.symbol as Monster) && area.of !== USUAL_INK[area.symbol],
          worth: area.worth && area.worth !== (index < 3 ? 2 : 3) ? area.worth : null,
          at: area.label ? scaled(area.label) : widestPlace(corners),
          polygon: signedArea(corners) > 0 ? area.polygon : [...area.polygon].reverse(),
        };
      }),
  );
}

const sideKey = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Which areas have a side, by its two corners. */
function sidesOf(polygons: Map<string, number[]>): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const [name, corners] of polygons)
    corners.forEach((corner, i) => {
      const key = sideKey(corner, corners[(i + 1) % corners.length]);
      owners.set(key, [...(owners.get(key) ?? []), name]);
    });
  return owners;
}

/** Two areas are neighbours when they share a side (CK-4). */
function neighboursOf(polygons: Map<string, number[]>, sides: Map<string, string[]>): Map<string, Set<string>> {
  const found = new Map([...polygons.keys()].map((name) => [name, new Set<string>()]));
  for (const [one, other] of sides.values())
    if (other) {
      found.get(one)!.add(other);
      found.get(other)!.add(one);
    }
  return found;
}

/** The corners of the longest line that two areas share. */
function sharedBorder(polygons: Map<string, number[]>, [one, other]: [string, string]): number[] {
  const corners = polygons.get(one)!;
  const theirs = new Set(polygons.get(other)!.map((corner, i, all) => sideKey(corner, all[(i + 1) % all.length])));
  const shared = corners.map((corner, i) => theirs.has(sideKey(corner, corners[(i + 1) % corners.length])));
  const start = shared.findIndex((is, i) => is && !shared.at(i - 1));
  if (start < 0) return corners;
  const line = [corners[start]];
  for (let i = start; shared[i % corners.length] && line.length <= corners.length; i++)
    line.push(corners[(i + 1) % corners.length]);
  return line;
}

/** On the kingdom's coast, about half-way down. */
function armsPlace(outlineOf: number[], coast: Set<number>, points: Point[]): Point | undefined {
  const ys = outlineOf.map((corner) => points[corner][1]);
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  const badness = ([x, y]: Point) => Math.abs(y - middle) - 0.2 * Math.abs(x - WIDTH / 2);
  const mine = outlineOf.filter((corner) => coast.has(corner)).map((corner) => points[corner]);
  if (!mine.length) return undefined;
  const [x, y] = mine.reduce((best, place) => (badness(place) < badness(best) ? place : best));
  return [Math.min(Math.max(x + Math.sign(x - WIDTH / 2) * 5, 22), WIDTH - 22), y];
}
