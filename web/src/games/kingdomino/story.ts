// The log in words. A placement does not name its domino, but the order of the kings does (KD-7).

import type { Told } from '../../shell/contract';
import type { Happened } from '../../shell/protocol';
import { claimed } from './moves';
import type { KingdominoView } from './types';
import { w } from './words';

export function tell(lines: Happened[], index: number, view: KingdominoView): Told | null {
  const { move, chance } = lines[index];
  if (chance) return drawn(lines, index, view);
  if (!move) return null;
  const claim = claimed(move);
  if (claim !== null) return { text: w().claims(claim) };
  const number = placedBy(lines, index);
  return { text: move === 'discard' ? w().discards(number) : w().places(number) };
}

/** The number of the domino that the line at `index` places or discards. */
function placedBy(lines: Happened[], index: number): number {
  let line: number[] = [];
  let next: number[] = [];
  let number = 0;
  for (const { move } of lines.slice(0, index + 1)) {
    if (!move) continue;
    const claim = claimed(move);
    if (claim !== null) {
      next.push(claim);
      continue;
    }
    if (line.length === 0) [line, next] = [next.sort((a, b) => a - b), []];
    number = line.shift() ?? 0;
  }
  return number;
}

/** A line is told as a whole when its last domino is turned up. */
function drawn(lines: Happened[], index: number, view: KingdominoView): Told | null {
  const king = /^king (\d)$/.exec(lines[index].chance ?? '');
  if (king) {
    const seat = Number(king[1]);
    return { text: view.options.snake_opening ? w().kingBegins(seat) : w().kingOut(seat), symbol: 'king' };
  }
  if (dominoOf(lines[index + 1])) return null;
  const numbers: number[] = [];
  let count = 0;
  for (let at = 0; at <= index; at++) {
    const number = dominoOf(lines[at]);
    if (!number) continue;
    if (!dominoOf(lines[at - 1])) {
      count++;
      numbers.length = 0;
    }
    numbers.push(number);
  }
  const line = ((count - 1) % view.rounds) + 1;
  return {
    text: w().opened(
      line,
      numbers.sort((a, b) => a - b),
    ),
    symbol: 'ui-log',
  };
}

export function dominoOf(line: Happened | undefined): number | null {
  const found = /^domino (\d+)$/.exec(line?.chance ?? '');
  return found ? Number(found[1]) : null;
}
