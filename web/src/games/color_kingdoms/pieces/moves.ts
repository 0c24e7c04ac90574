// Moves as the board handles them: the drops one paints with, and the dice on the map.

import {
  ACHIEVEMENTS,
  COMPOUNDS,
  SPEED_ROWS,
  type Achievement,
  type Base,
  type Colour,
  type Cross,
  type Die,
  type DieName,
  type Move,
  type Paint,
  type Place,
  type Player,
  type Take,
  type View,
} from '../seen';

/** The moves of one kind. */
export function only<K extends Move['move']>(moves: Move[], kind: K): Extract<Move, { move: K }>[] {
  return moves.filter((move): move is Extract<Move, { move: K }> => move.move === kind);
}

/** A drop to paint with: of the die, a mixed one, or a watchtower's. */
export interface Brush {
  source: Paint['drop'];
  colour: Colour;
}

export const sameBrush = (one: Brush | null, other: Brush | null) =>
  one === other || (one?.source === other?.source && one?.colour === other?.colour);

/** What a painting move paints with; a drop of the die has its colour. */
export const brushOf = (move: Paint, player: Player): Brush => ({
  source: move.drop,
  colour: move.colour ?? player.die!.colour,
});

/** A drop of the turn for which there is no room. */
export function dryBrush({ die, turn }: Player): Brush | null {
  if (die && turn?.drops) return { source: 'die', colour: die.colour };
  const mixed = COMPOUNDS.find((colour) => turn?.mixed[colour]);
  return mixed ? { source: 'mixed', colour: mixed } : null;
}

/** The notation of painting an area with a brush, to ask why that is not possible. */
export function painting(area: string, brush: Brush | null): string {
  return !brush || brush.source === 'die' ? `paint ${area}` : `paint ${area} ${brush.source} ${brush.colour}`;
}

/** The colour of a die's drops: the white one is taken as one of three. */
export const colourOf = ({ die, colour }: Take): Base => colour ?? (die as Base);

/** A die, and where it is drawn. */
export interface DieOnMap extends Die {
  place: Place | null;
}

export const diceOnMap = (view: View): DieOnMap[] =>
  view.dice.map((die, i) => ({ ...die, place: view.places?.[i] ?? null }));

/** The symbol of a die. */
export const dieSymbol = (die: DieName, drops: number) => `die-${die === 'white' ? 'clear' : die}-${drops}`;

/** The row of the sheet in which a number is crossed out. */
export const achievementOf = ({ row }: Cross): Achievement => ACHIEVEMENTS[SPEED_ROWS.indexOf(row)];
