// Arrow keys among the places.

type Direction = [number, number];

export const ARROWS: Record<string, Direction> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** To the nearest place in that direction as it is laid out now: phones show the kingdom transposed. */
export function step(from: HTMLElement, [dx, dy]: Direction): void {
  const a = from.getBoundingClientRect();
  const ahead = [...from.parentElement!.children].map((cell) => {
    const b = cell.getBoundingClientRect();
    const [x, y] = [b.x - a.x, b.y - a.y];
    return { cell: cell as HTMLElement, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
  });
  ahead
    .filter((one) => one.along > 4 && one.aside < 4)
    .sort((p, q) => p.along - q.along)[0]
    ?.cell.focus();
}
