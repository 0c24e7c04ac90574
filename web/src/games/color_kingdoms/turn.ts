// What the legal moves offer, sorted for the board.

import { equalNeighbours } from './why';
import type { Lit } from './MapBoard.svelte';
import type { Choice } from './Strip.svelte';
import type { Chart } from './map';
import { painting, parse, sameBrush, type Brush, type Move } from './moves';
import type { Colour, DieName, Player, Spell, View } from './types';
import { w } from './words';

export type Mode = 'take' | 'paint' | 'choose' | 'cross' | 'idle';

type Offer = Move & { text: string };
type Of<K extends Move['kind']> = Extract<Offer, { kind: K }>;

export function offersOf(legal: string[]): Offer[] {
  return legal.flatMap((text) => {
    const move = parse(text);
    return move ? [{ ...move, text }] : [];
  });
}

export function only<K extends Move['kind']>(offers: Offer[], kind: K): Of<K>[] {
  return offers.filter((offer): offer is Of<K> => offer.kind === kind);
}

export function modeOf(offers: Offer[]): Mode {
  const kinds = new Set(offers.map((offer) => offer.kind));
  if (kinds.has('take')) return 'take';
  if (kinds.has('choose')) return 'choose';
  if (kinds.has('cross')) return 'cross';
  return kinds.has('done') ? 'paint' : 'idle';
}

/** The drops with which something can be painted now. */
export function brushesOf(offers: Offer[], player: Player): Brush[] {
  const found: Brush[] = [];
  for (const { source, colour } of only(offers, 'paint')) {
    const brush = { source, colour: colour ?? player.die!.colour };
    if (!found.some((other) => sameBrush(other, brush))) found.push(brush);
  }
  return found;
}

/** The areas that a brush can paint. An area that touches its own colour costs an exception (CK-22). */
export function litBy(offers: Offer[], brush: Brush | null, chart: Chart, player: Player): Map<string, Lit> {
  const lit = new Map<string, Lit>();
  if (!brush) return lit;
  for (const { area, text } of only(offers, 'paint'))
    if (text === painting(area, brush))
      lit.set(area, { move: text, exception: equalNeighbours(chart, player.areas, area, brush.colour).length > 0 });
  return lit;
}

/** For every die that can be taken the move that a tap selects. */
export function diceOf(offers: Offer[]): Partial<Record<DieName, string>> {
  const found: Partial<Record<DieName, string>> = {};
  for (const { die, text } of only(offers, 'take')) found[die] ??= text;
  return found;
}

/** When a die lies in several kingdoms or is white: as which colour, and from where. */
export function takeChoices(offers: Offer[], selected: Of<'take'>): Choice[][] {
  const same = only(offers, 'take').filter((offer) => offer.die === selected.die);
  const colours = same.filter((offer) => offer.from === selected.from);
  const kingdoms = same.filter((offer) => offer.as === selected.as);
  const groups = [
    colours.map((offer) => ({
      move: offer.text,
      colour: offer.as,
      label: `${w().as} ${w().colour[offer.as]}`,
      on: offer.as === selected.as,
    })),
    kingdoms.map((offer) => ({
      move: offer.text,
      kingdom: offer.from,
      label: w().kingdom[offer.from],
      on: offer.from === selected.from,
    })),
  ];
  return groups.filter((group) => group.length > 1);
}

/** What a spell can be cast at: kingdoms, or colours. */
export function spellChoices(offers: Offer[], spell: Spell, selected: string | null): Choice[] {
  return offers.flatMap((offer): Choice[] => {
    if (offer.kind !== spell) return [];
    const on = offer.text === selected;
    if (offer.kind === 'mix') return [{ move: offer.text, colour: offer.colour, label: w().drop[offer.colour], on }];
    return [{ move: offer.text, kingdom: offer.kingdom, label: w().kingdom[offer.kingdom], on }];
  });
}

/** What painting an area brings besides its points. */
export function notes(view: View, after: View, chart: Chart, seat: number, name: string, colour: Colour): string[] {
  const area = chart.byName[name];
  const [was, now] = [view.players[seat], after.players[seat]];
  const found: string[] = [];
  if (now.spells.exception.used > was.spells.exception.used) found.push(w().spends);
  if (area.symbol === 'capital') found.push(colour === area.of ? w().built : w().lostCapital);
  else if (area.symbol === 'spell')
    found.push(`+ «${w().spell[(['move', 'exception', 'split', 'mix'] as const)[Number(area.of) - 1]]}»`);
  else if (area.symbol !== 'plain') found.push(colour === area.of ? w().isTamed : w().isDefeated);
  const fresh = (player: Player) => Object.values(player.drops).reduce((sum, supply) => sum + supply.new, 0);
  if (fresh(now) > fresh(was) || now.turn?.choosing.length) found.push(w().towerGives);
  if (now.complete.length > was.complete.length) found.push(w().completeNow);
  return found;
}
