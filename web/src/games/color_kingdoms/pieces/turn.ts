// What the legal moves offer, sorted for the board.

import { brushOf, colourOf, only, sameBrush, type Brush } from './moves';
import { type Colour, type DieName, type Move, type Player, type Spell, type Take } from '../seen';
import { w } from '../words';

/** Lamplight on an area. */
export interface Lit {
  move?: string; // what a tap chooses; absent: only shown
  exception?: boolean;
}

/** A kingdom or a colour that can be named. */
export interface Offer {
  move: string;
  kingdom?: Colour;
  colour?: Colour;
  label: string;
  on: boolean;
}

export interface Offers {
  symbol: string;
  groups: Offer[][];
  cancel: boolean;
}

export type Mode = 'take' | 'paint' | 'choose' | 'cross' | 'idle';

export function modeOf(moves: Move[]): Mode {
  const kinds = new Set(moves.map(({ move }) => move));
  if (kinds.has('take')) return 'take';
  if (kinds.has('choose')) return 'choose';
  if (kinds.has('cross')) return 'cross';
  return kinds.has('done') ? 'paint' : 'idle';
}

/** The drops with which something can be painted now. */
export function brushesOf(moves: Move[], player: Player): Brush[] {
  const found: Brush[] = [];
  for (const move of only(moves, 'paint')) {
    const brush = brushOf(move, player);
    if (!found.some((other) => sameBrush(other, brush))) found.push(brush);
  }
  return found;
}

/** The areas that a brush can paint, and whether that costs an exception. */
export function litBy(moves: Move[], brush: Brush | null, player: Player): Map<string, Lit> {
  const lit = new Map<string, Lit>();
  if (!brush) return lit;
  const costly = player.turn?.exceptions.find(({ colour }) => colour === brush.colour)?.areas;
  for (const move of only(moves, 'paint'))
    if (sameBrush(brushOf(move, player), brush))
      lit.set(move.area, { move: move.text, exception: costly?.includes(move.area) ?? false });
  return lit;
}

/** For every die that can be taken the move that a tap chooses. */
export function diceOf(moves: Move[]): Partial<Record<DieName, string>> {
  const found: Partial<Record<DieName, string>> = {};
  for (const { die, text } of only(moves, 'take')) found[die] ??= text;
  return found;
}

/** When a die lies in several kingdoms or is white: as which colour, and from where. */
export function takeOffers(moves: Move[], selected: Take): Offer[][] {
  const same = only(moves, 'take').filter((move) => move.die === selected.die);
  const colours = same.filter((move) => move.kingdom === selected.kingdom);
  const kingdoms = same.filter((move) => move.colour === selected.colour);
  const groups = [
    colours.map((move) => ({
      move: move.text,
      colour: colourOf(move),
      label: `${w().as} ${w().colour[colourOf(move)]}`,
      on: move.colour === selected.colour,
    })),
    kingdoms.map((move) => ({
      move: move.text,
      kingdom: move.kingdom,
      label: w().kingdom[move.kingdom],
      on: move.kingdom === selected.kingdom,
    })),
  ];
  return groups.filter((group) => group.length > 1);
}

/** What a spell can be cast at: kingdoms, or colours. */
export function spellOffers(moves: Move[], spell: Spell, chosen?: string): Offer[] {
  return moves.flatMap((move): Offer[] => {
    if (move.move !== spell) return [];
    const on = move.text === chosen;
    if (move.move === 'mix') return [{ move: move.text, colour: move.colour, label: w().drop[move.colour], on }];
    return [{ move: move.text, kingdom: move.kingdom, label: w().kingdom[move.kingdom], on }];
  });
}
