"""A checked map: its areas with their symbols, its towers, and what follows from its lines (CK-4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pentarchy.games.color_kingdoms import geometry
from pentarchy.games.color_kingdoms.components import (
    AREAS_OF_A_KINGDOM,
    CAPITAL_POINTS,
    COLOURS,
    KINGDOMS,
    MONSTERS,
    MOST_TOWERS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pentarchy.games.color_kingdoms.geometry import Borders, Point, Side
    from pentarchy.games.color_kingdoms.problems import Problem

PLAIN, CAPITAL, SPELL = "plain", "capital", "spell"
KINDS = (PLAIN, CAPITAL, *MONSTERS, SPELL)
USUAL_COLOURS = {"griffin": "red", "unicorn": "yellow", "hydra": "blue"}  # as on the default map


class Area(NamedTuple):
    """One area: the corners of its polygon by number, its symbol, and where the symbol is drawn."""

    name: str
    kingdom: int
    polygon: tuple[int, ...]
    symbol: str  # one of KINDS
    of: str | int | None  # a capital's or monster's colour, a spell's number
    label: Point
    worth: int = 0  # points of a capital painted in its colour

    @property
    def has_unusual_colour(self) -> bool:
        """Whether a monster's colour is not what its kind tells: dragons come in several, others may on some maps."""
        return self.symbol in MONSTERS and self.of != USUAL_COLOURS.get(self.symbol)

    @property
    def has_unusual_worth(self) -> bool:
        """Whether a capital's points are not those that its kingdom tells."""
        return self.symbol == CAPITAL and self.worth != CAPITAL_POINTS[self.kingdom]


class Tower(NamedTuple):
    """A watchtower on the border of two areas."""

    first: int
    second: int
    place: Point


@dataclass(frozen=True, eq=False)
class Map:
    """A checked map. Areas are in the order of their numbers, nine of a kingdom after another."""

    name: str
    size: Point
    points: tuple[Point, ...]
    areas: tuple[Area, ...]
    towers: tuple[Tower, ...]
    blots: int
    spell_cells: tuple[int, ...]  # that the sheet has for each spell
    tower_cells: int
    neighbours: tuple[int, ...]  # bit masks of areas
    kingdom_neighbours: tuple[int, ...]  # bit masks of kingdoms
    dice: Mapping[int, int]  # how likely a die lies in each set of kingdoms, a bit mask
    warnings: tuple[Problem, ...] = ()  # where it is not like the default map

    def corners(self, area: int) -> list[Point]:
        """The polygon of an area."""
        return [self.points[corner] for corner in self.areas[area].polygon]

    def kingdom(self, kingdom: int) -> range:
        """The areas of a kingdom."""
        return range(kingdom * AREAS_OF_A_KINGDOM, (kingdom + 1) * AREAS_OF_A_KINGDOM)

    @cached_property
    def capital_points(self) -> tuple[int, ...]:
        """What the capital of each kingdom is worth (CK-16)."""
        return tuple(max(self.areas[area].worth for area in self.kingdom(kingdom)) for kingdom in range(len(KINGDOMS)))

    def monster_colours(self, monster: str) -> list[str]:
        """The colours that monsters of a kind have, in the order of the colours."""
        found = {area.of for area in self.areas if area.symbol == monster}
        return [colour for colour in COLOURS if colour in found]

    @cached_property
    def borders(self) -> Borders:
        """The lines between kingdoms and the coast."""
        return borders_of(self.points, self.areas)

    @cached_property
    def outlines(self) -> tuple[list[list[Point]], ...]:
        """The lines around every kingdom, and around the whole board as the last."""
        kingdoms = [[self.areas[area].polygon for area in self.kingdom(kingdom)] for kingdom in range(len(KINGDOMS))]
        return tuple(
            [[self.points[corner] for corner in loop] for loop in _around(polygons)]
            for polygons in [*kingdoms, [area.polygon for area in self.areas]]
        )

    def numbers(self) -> tuple[int, ...]:
        """The map as compiled rules know it.

        Neighbours, symbols and own colours of the 54 areas, the number of blots, of towers, 24 pairs of tower areas
        (-1 where there is none), a weight for each of 64 sets of kingdoms, the neighbours of the six kingdoms, the
        points of their capitals.
        """
        pairs = [(tower.first, tower.second) for tower in self.towers]
        pairs += [(-1, -1)] * (MOST_TOWERS - len(pairs))
        return (
            *self.neighbours,
            *(_symbol_code(area) for area in self.areas),
            *(COLOURS.index(area.of) if isinstance(area.of, str) else -1 for area in self.areas),
            self.blots,
            len(self.towers),
            *(area for pair in pairs for area in pair),
            *(self.dice.get(mask, 0) for mask in range(1 << len(KINGDOMS))),
            *self.kingdom_neighbours,
            *self.capital_points,
        )


def _symbol_code(area: Area) -> int:
    """0 plain, 1 capital, 2 to 5 the monsters, 6 to 9 the spells."""
    if isinstance(area.of, int):
        return KINDS.index(SPELL) + area.of - 1
    return KINDS.index(area.symbol)


def kingdoms_text(mask: int) -> str:
    """A set of kingdoms as it is written: red+yellow."""
    return "+".join(colour for kingdom, colour in enumerate(COLOURS) if mask >> kingdom & 1)


def members(mask: int) -> Iterator[int]:
    """The numbers in a set."""
    return (number for number in range(mask.bit_length()) if mask >> number & 1)


def sides_of(polygon: Sequence[int]) -> Iterator[Side]:
    """The sides of a polygon, each from one corner to the next."""
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def borders_of(points: Sequence[Point], areas: Sequence[Area]) -> Borders:
    """Every line between two kingdoms or between a kingdom and the sea, once."""
    owner = {side: area.kingdom for area in areas for side in sides_of(area.polygon)}
    lines = []
    for (start, end), kingdom in owner.items():
        beyond = owner.get((end, start), geometry.SEA)
        if kingdom < beyond:
            lines.append((start, end, kingdom, beyond))
    table = np.array(lines, np.int64)
    places = np.array(points, np.float64)
    return geometry.Borders(places[table[:, 0]], places[table[:, 1]], table[:, 2], table[:, 3])


def _around(polygons: Sequence[Sequence[int]]) -> list[list[int]]:
    """The closed lines around some areas."""
    owned = dict.fromkeys(side for polygon in polygons for side in sides_of(polygon))
    return geometry.loops(side for side in owned if side[::-1] not in owned)
