// Notation: play king 5 · swap 2 6 · move 3 1 · next dragon · skip

import type { CardName, Standing, View } from './types';

type Move =
  | { kind: 'play'; card: CardName; place: number }
  | { kind: 'swap'; a: number; b: number }
  | { kind: 'move'; from: number; to: number }
  | { kind: 'next'; card: CardName }
  | { kind: 'skip' };

export function parse(text: string): Move | null {
  const [verb, first, second] = text.split(' ');
  if (verb === 'play') return { kind: 'play', card: first as CardName, place: Number(second) };
  if (verb === 'swap') return { kind: 'swap', a: Number(first), b: Number(second) };
  if (verb === 'move') return { kind: 'move', from: Number(first), to: Number(second) };
  if (verb === 'next') return { kind: 'next', card: first as CardName };
  if (verb === 'skip') return { kind: 'skip' };
  return null;
}

export function play(card: CardName, place: number): string {
  return `play ${card} ${place}`;
}

/** The places a move is about; those of a Fairy are where she stands. */
export function places(move: Move | null, seat: number | null, view: View): number[] {
  if (move?.kind === 'play') return [move.place];
  if (move?.kind === 'swap') return [move.a, move.b];
  if (move?.kind === 'move') return [move.from, move.to];
  if (move?.kind !== 'next') return [];
  const fairy = (card: Standing) => card.card === 'fairy' && card.seat === seat;
  return view.locations.filter((place) => place.stack.some(fairy)).map((place) => place.number);
}

/** How the cards would lie, drawn until the table has said what it brings (or where it cannot say). */
export function laid(view: View, text: string): View {
  const move = parse(text);
  const stacks = view.locations.map((place) => [...place.stack]);
  const unsure = (card: Standing): Standing => ({ ...card, stars: null, blocked_by: null });
  if (move?.kind === 'play' && view.seat !== null) {
    const card: Standing = { card: move.card, seat: view.seat, stars: null, blocked_by: null };
    const stack = stacks[move.place - 1];
    if (move.card === 'gnome') stack.unshift(card);
    else stack.push(card);
  } else if (move?.kind === 'swap') {
    const [a, b] = [stacks[move.a - 1].pop()!, stacks[move.b - 1].pop()!];
    stacks[move.a - 1].push(unsure(b));
    stacks[move.b - 1].push(unsure(a));
  } else if (move?.kind === 'move') {
    stacks[move.to - 1].push(unsure(stacks[move.from - 1].pop()!));
  }
  return { ...view, locations: view.locations.map((place, index) => ({ ...place, stack: stacks[index] })) };
}
