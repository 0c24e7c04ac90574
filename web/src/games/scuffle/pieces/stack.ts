// Where the cards of a stack lie on a place of 210 × 158. Left is the bottom, right the top.

export const WIDTH = 210;
export const HEIGHT = 158;
const CARD = 74;
const LEFT = 13;
const ROOM = WIDTH - 2 * LEFT;

interface Spot {
  x: number;
  y: number;
  scale: number;
  badge: number;
}

/** Up to three as they are, four a little smaller; more lie in two rows, the upper row being the lower cards. */
export function spots(count: number): Spot[] {
  if (count <= 4) return row(count, count === 4 ? 0.86 : 1, HEIGHT - 9, count > 1);
  const first = Math.ceil(count / 2);
  return [...row(first, 0.6, 98, false), ...row(count - first, 0.6, HEIGHT - 4, false)];
}

function row(count: number, scale: number, foot: number, lifted: boolean): Spot[] {
  const width = CARD * scale;
  const step = count > 1 ? Math.min(width * (scale < 0.8 ? 1.16 : 0.82), (ROOM - width) / (count - 1)) : 0;
  const badge = scale < 0.8 ? 1.4 : 1 / scale;
  return Array.from({ length: count }, (_, index) => ({
    x: LEFT + index * step,
    y: foot - 94 * scale + (lifted && index === count - 1 ? -2 : 2),
    scale,
    badge,
  }));
}
