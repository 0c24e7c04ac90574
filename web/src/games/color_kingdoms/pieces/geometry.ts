// Plane geometry for drawing a map.

export type Point = [number, number];

export function signedArea(polygon: Point[]): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length];
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** A closed line as an SVG path. */
export function outline(polygon: Point[]): string {
  return 'M' + polygon.map(([x, y]) => `${x} ${y}`).join('L') + 'Z';
}

/** The lines around polygons that turn the same way: the sides that no two of them share, joined. */
export function loops(polygons: number[][]): number[][] {
  const sides = new Set(
    polygons.flatMap((corners) => corners.map((corner, i) => `${corner} ${corners[(i + 1) % corners.length]}`)),
  );
  const following = new Map<number, number[]>();
  for (const side of sides) {
    const [start, end] = side.split(' ').map(Number);
    if (!sides.has(`${end} ${start}`)) following.set(start, [...(following.get(start) ?? []), end]);
  }
  const found = [];
  while (following.size) {
    let corner = following.keys().next().value as number;
    const loop = [];
    for (let ends = following.get(corner); ends; ends = following.get(corner)) {
      loop.push(corner);
      const next = ends.pop()!;
      if (!ends.length) following.delete(corner);
      corner = next;
    }
    found.push(loop);
  }
  return found;
}

/** The place in the middle of a line through corners. */
export function halfway(line: number[], points: Point[]): Point {
  const places = line.map((corner) => points[corner]);
  const lengths = places.slice(1).map((place, i) => Math.hypot(place[0] - places[i][0], place[1] - places[i][1]));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [i, length] of lengths.entries()) {
    if (left <= length) {
      const share = length ? left / length : 0;
      const [a, b] = [places[i], places[i + 1]];
      return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    }
    left -= length;
  }
  return places[0];
}

function isInside([x, y]: Point, polygon: Point[]): boolean {
  return polygon.reduce((inside, [ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length];
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  }, false);
}

function roomAt([x, y]: Point, polygon: Point[]): number {
  return Math.min(
    ...polygon.map(([ax, ay], i) => {
      const [bx, by] = polygon[(i + 1) % polygon.length];
      const square = (bx - ax) ** 2 + (by - ay) ** 2;
      const share = square ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square)) : 0;
      return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
    }),
  );
}

/** About the place of a polygon that is farthest from its border: room for a symbol. */
export function widestPlace(polygon: Point[]): Point {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best: Point = [(left + right) / 2, (top + bottom) / 2];
  let step = Math.max(right - left, bottom - top) / 16;
  for (let pass = 0; pass < 3; pass++, step /= 6) {
    const [x, y] = best;
    let room = -1;
    for (let i = -8; i <= 8; i++)
      for (let j = -8; j <= 8; j++) {
        const place: Point = [x + i * step, y + j * step];
        const here = isInside(place, polygon) ? roomAt(place, polygon) : -1;
        if (here > room) [room, best] = [here, place];
      }
  }
  return [Math.round(best[0] * 10) / 10, Math.round(best[1] * 10) / 10];
}
