"""What lies in the box: 36 tunnel tiles (KG-1), 45 crystals (KG-2) and 14 task cards (KG-4).

Tiles and cards are data: `tiles.json` says which sides each path of a tile joins before it is turned and how many such
tiles there are, `cards.json` what every task card asks for. Another reading of the printed pictures is a change there.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

SIDES = "nesw"  # clockwise from the north
ROWS = COLUMNS = 6
CELLS = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in "abcdef")  # in reading order
CENTRE = ("c3", "d3", "c4", "d4")  # they adjoin the platform's corners (KG-3)
MOST_PATHS = 2  # that a tile may have

COLOURS = ("blue", "violet", "yellow", "orange", "light blue", "green", "pink")  # in the cycle of KG-4
TRANSPARENT = "transparent"
CRYSTALS = (*COLOURS, TRANSPARENT)
CRYSTALS_OF_A_COLOUR = 5
LONE_TRANSPARENTS = 1  # in a cell of its own (KG-6)
PAIRED_TRANSPARENTS = 9  # each beside a coloured one

MODES = ("basic", "advanced")
CARDS_OF_A_MODE = 7
PLACES = 6  # on a card
STALL = 120  # turns in a row without a crystal taken or discarded; then the game ends (KG-29)


class Tile(NamedTuple):
    """A kind of tunnel tile."""

    kind: str
    letter: str
    paths: tuple[str, ...]  # the sides that each path joins before the tile is turned
    number: int  # how many are in the box

    def turned(self, quarters: int) -> list[str]:
        """The sides that each path joins after so many quarter turns clockwise."""
        return list(_turned(self, quarters))


@cache
def _turned(tile: Tile, quarters: int) -> tuple[str, ...]:
    return tuple("".join(SIDES[(SIDES.index(side) + quarters) % 4] for side in path) for path in tile.paths)


def load_tiles() -> tuple[Tile, ...]:
    """The kinds of tiles, from tiles.json, checked."""
    tiles = tuple(_tile(row) for row in _read("tiles.json"))
    check_tiles(tiles)
    return tiles


def check_tiles(tiles: tuple[Tile, ...]) -> None:
    """Refuse tiles that do not cover the board, have a side on two paths, or more paths than the rules can tell."""
    total = sum(tile.number for tile in tiles)
    if total != len(CELLS):
        raise ValueError(f"there are {total} tiles for {len(CELLS)} cells")
    for names in ([tile.kind for tile in tiles], [tile.letter for tile in tiles]):
        if len(set(names)) != len(names):
            raise ValueError(f"two kinds of tiles have one name: {names}")
    for tile in tiles:
        sides = "".join(tile.paths)
        if not 1 <= len(tile.paths) <= MOST_PATHS:
            raise ValueError(f"a tile has one path or two, {tile.kind!r} has {list(tile.paths)}")
        if not all(tile.paths) or not set(sides) <= set(SIDES) or len(set(sides)) != len(sides):
            raise ValueError(f"paths are made of the sides n, e, s, w, each once; {tile.kind!r} has {list(tile.paths)}")


def load_cards() -> dict[str, tuple[tuple[str, ...], ...]]:
    """The task cards of each mode, from cards.json, checked; card 1 is the first."""
    cards = {mode: tuple(tuple(card) for card in rows) for mode, rows in _read("cards.json").items()}
    check_cards(cards)
    return cards


def check_cards(cards: dict[str, tuple[tuple[str, ...], ...]]) -> None:
    """Refuse cards that are not seven of each mode, six crystals each, as KG-4 asks."""
    if tuple(cards) != MODES:
        raise ValueError(f"there are cards for {list(cards)}, not for {list(MODES)}")
    for mode, rows in cards.items():
        if len(rows) != CARDS_OF_A_MODE or len(set(rows)) != len(rows):
            raise ValueError(f"there are {len(set(rows))} different {mode} cards, not {CARDS_OF_A_MODE}")
        for number, card in enumerate(rows, 1):
            if len(card) != PLACES or not set(card) <= set(COLOURS):
                raise ValueError(f"{mode} card {number} does not name {PLACES} crystals of {', '.join(COLOURS)}")
            different = PLACES if mode == "basic" else PLACES - 1
            if len(set(card)) != different:
                raise ValueError(f"{mode} card {number} names {len(set(card))} different colours, not {different}")
    left_out = Counter(colour for card in cards["basic"] for colour in set(COLOURS) - set(card))
    if set(left_out.values()) != {1}:
        raise ValueError("each basic card leaves out another colour")


def spots_of(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """The names of a path on a tile that has several: the sides it joins, one name however it was turned."""
    names: list[str] = []
    for tile in tiles:
        for quarters in range(4):
            for path in tile.turned(quarters):
                if len(tile.paths) > 1 and set(path) not in map(set, names):
                    names.append(path)
    return tuple(names)


def _tile(row: dict[str, Any]) -> Tile:
    return Tile(row["kind"], row["letter"], tuple(row["paths"]), int(row["number"]))


def _read(name: str) -> Any:
    return json.loads((resources.files(__package__) / name).read_text(encoding="utf-8"))


TILES = load_tiles()
CARDS = load_cards()
SPOTS = spots_of(TILES)

FACING = {side: SIDES[(number + 2) % 4] for number, side in enumerate(SIDES)}


@cache
def _neighbour(cell: int, side: str) -> int | None:
    """The cell beyond a side, None beyond the board's edge."""
    row, column = divmod(cell, COLUMNS)
    row += {"n": -1, "s": 1}.get(side, 0)
    column += {"w": -1, "e": 1}.get(side, 0)
    return row * COLUMNS + column if row in range(ROWS) and column in range(COLUMNS) else None


Spot = tuple[int, int]  # where a pawn stands: the cell and the number of the path


class Board:
    """Tiles as they lie, in reading order, each with its quarter turns; the slow and plain way to ask about tunnels."""

    def __init__(self, tiles: list[tuple[Tile, int]]) -> None:
        self.tiles = tiles

    @cached_property
    def paths(self) -> list[list[str]]:
        """The sides that every path of every tile joins now."""
        return [tile.turned(quarters) for tile, quarters in self.tiles]

    def turned(self, cell: int, quarters: int) -> Board:
        """The same tiles, one of them turned."""
        tile, before = self.tiles[cell]
        return Board([*self.tiles[:cell], (tile, (before + quarters) % 4), *self.tiles[cell + 1 :]])

    def name(self, spot: Spot) -> str:
        """A spot as it is written: `c3`, on a tile with two paths `c3 ne`."""
        cell, path = spot
        if len(self.paths[cell]) == 1:
            return CELLS[cell]
        return f"{CELLS[cell]} {next(name for name in SPOTS if set(name) == set(self.paths[cell][path]))}"

    def spot(self, name: str) -> Spot | None:
        """The spot of that name, if there is one."""
        cell = name.partition(" ")[0]
        if cell not in CELLS:
            return None
        spots = [(CELLS.index(cell), path) for path in range(len(self.paths[CELLS.index(cell)]))]
        return next((spot for spot in spots if self.name(spot) == name), None)

    def beyond(self, cell: int, side: str) -> Spot | None:
        """The spot to which a path leads through one side of its tile, None at a dead end (KG-13)."""
        other = _neighbour(cell, side)
        if other is not None:
            for path, sides in enumerate(self.paths[other]):
                if FACING[side] in sides:
                    return other, path
        return None

    def tunnel(self, pawn: Spot | None) -> set[Spot]:
        """All spots that are joined to a pawn's, itself included; from the platform those of all four central tiles."""
        central = [(cell, path) for cell in map(CELLS.index, CENTRE) for path in range(len(self.paths[cell]))]
        found = {pawn} if pawn is not None else set(central)
        edge = list(found)
        while edge:
            cell, path = edge.pop()
            for side in self.paths[cell][path]:
                spot = self.beyond(cell, side)
                if spot is not None and spot not in found:
                    found.add(spot)
                    edge.append(spot)
        return found

    def goals(self, pawn: Spot | None) -> set[Spot]:
        """The dead-end spots where a pawn may stop: its own only if its tunnel has a ring (KG-14 to KG-16)."""
        tunnel = self.tunnel(pawn)
        ways = {spot: [self.beyond(spot[0], side) for side in self.paths[spot[0]][spot[1]]] for spot in tunnel}
        joints = sum(way is not None for ends in ways.values() for way in ends) // 2
        has_ring = joints >= len(tunnel)
        return {spot for spot, ends in ways.items() if None in ends and (spot != pawn or has_ring)}

    def is_dead_end(self, spot: Spot) -> bool:
        """Whether a path has an end that faces the edge or a side without an opening (KG-13)."""
        cell, path = spot
        return any(self.beyond(cell, side) is None for side in self.paths[cell][path])

    def can_be_entered(self, spot: Spot) -> bool:
        """Whether a pawn can come to a spot: through a joined side, or from the platform (KG-15, KG-16)."""
        cell, path = spot
        return CELLS[cell] in CENTRE or any(self.beyond(cell, side) for side in self.paths[cell][path])

    def can_return(self, pawn: Spot | None) -> bool:
        """Whether a pawn can come to a central tile, or stands on one (KG-27)."""
        return any(CELLS[cell] in CENTRE for cell, _ in self.tunnel(pawn))
