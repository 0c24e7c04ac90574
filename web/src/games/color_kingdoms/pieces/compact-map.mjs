// Writes default-map.json from the engine's map file: node compact-map.mjs. With --check it only says whether it is up to date.
// Points become steps of tenths from one to the next, runs of corners "4-9"; the weights of the dice stay on the server.

import { readFileSync, writeFileSync } from 'node:fs';

const source = new URL('../../../../../src/pentarchy/games/color_kingdoms/data/default.json', import.meta.url);
const target = new URL('./default-map.json', import.meta.url);

function steps(points) {
  let [x, y] = [0, 0];
  return points.flatMap((point) => {
    const [nextX, nextY] = point.map((coordinate) => Math.round(coordinate * 10));
    const step = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return step;
  });
}

function runs(corners) {
  const found = [];
  for (let start = 0; start < corners.length;) {
    let end = start;
    const way = corners[start + 1] - corners[start];
    if (Math.abs(way) === 1) while (corners[end + 1] === corners[end] + way) end++;
    found.push(start === end ? `${corners[start]}` : `${corners[start]}-${corners[end]}`);
    start = end + 1;
  }
  return found.join();
}

const { dice: _, ...map } = JSON.parse(readFileSync(source, 'utf8'));
map.points = steps(map.points);
map.areas = map.areas.map((area) => ({ ...area, polygon: runs(area.polygon) }));
const text = JSON.stringify(map) + '\n';
if (process.argv.includes('--check')) process.exit(readFileSync(target, 'utf8') === text ? 0 : 1);
writeFileSync(target, text);
