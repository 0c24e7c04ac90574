// What the legal moves offer, sorted for the board.

import type { Lit } from './MapBoard.svelte';
import type { Choice } from './Strip.svelte';
import type { Area } from './map';
import { brushOf, colourOf, only, sameBrush, type Brush } from './moves';
import { SPELLS, type DieName, type Move, type Player, type Spell, type Take, type View } from '../seen';
import { w } from '../words';

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

/** For every die that can be taken the move that a tap selects. */
export function diceOf(moves: Move[]): Partial<Record<DieName, string>> {
  const found: Partial<Record<DieName, string>> = {};
  for (const { die, text } of only(moves, 'take')) found[die] ??= text;
  return found;
}

/** When a die lies in several kingdoms or is white: as which colour, and from where. */
export function takeChoices(moves: Move[], selected: Take): Choice[][] {
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
export function spellChoices(moves: Move[], spell: Spell, selected: string | null): Choice[] {
  return moves.flatMap((move): Choice[] => {
    if (move.move !== spell) return [];
    const on = move.text === selected;
    if (move.move === 'mix') return [{ move: move.text, colour: move.colour, label: w().drop[move.colour], on }];
    return [{ move: move.text, kingdom: move.kingdom, label: w().kingdom[move.kingdom], on }];
  });
}

/** What painting an area brings besides its points, as the views before and after tell it. */
export function notes(view: View, after: View, seat: number, { symbol, kingdom }: Area): string[] {
  const [was, now] = [view.players[seat], after.players[seat]];
  const [pointsWas, pointsNow] = [view.standings[seat], after.standings[seat]];
  const found: string[] = [];
  if (now.spells.exception.used > was.spells.exception.used) found.push(w().spends);
  if (symbol === 'capital')
    found.push(pointsNow.kingdoms[kingdom].capital > pointsWas.kingdoms[kingdom].capital ? w().built : w().lostCapital);
  if (symbol in pointsNow.monsters) {
    const kind = symbol as keyof typeof pointsNow.monsters;
    found.push(pointsNow.monsters[kind].tamed > pointsWas.monsters[kind].tamed ? w().isTamed : w().isDefeated);
  }
  for (const spell of SPELLS) if (now.spells[spell].new > was.spells[spell].new) found.push(`+ «${w().spell[spell]}»`);
  const fresh = (player: Player) => Object.values(player.drops).reduce((sum, supply) => sum + supply.new, 0);
  if (fresh(now) > fresh(was) || now.turn?.choosing.length) found.push(w().towerGives);
  if (now.complete.length > was.complete.length) found.push(w().completeNow);
  return found;
}
