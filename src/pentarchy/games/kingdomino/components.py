"""What lies in the box: 48 dominoes (KD-1), castles and kings (KD-2)."""

from __future__ import annotations

import csv
from collections import Counter
from importlib import resources
from typing import NamedTuple

TERRAINS = ("wheat", "forest", "lake", "grass", "swamp", "mine")
LETTERS = dict(zip("WFLGSM", TERRAINS, strict=True))

# How many squares of each terrain bear 0, 1, 2 and 3 crowns, as the rulebook prints it (KD-1).
SQUARES = {
    "wheat": (21, 5, 0, 0),
    "forest": (16, 6, 0, 0),
    "lake": (12, 6, 0, 0),
    "grass": (10, 2, 2, 0),
    "swamp": (6, 2, 2, 0),
    "mine": (1, 1, 3, 1),
}


class Square(NamedTuple):
    """One half of a domino."""

    terrain: str
    crowns: int


class Domino(NamedTuple):
    """A domino: its number on the back, its two squares on the face."""

    number: int
    first: Square
    second: Square

    @property
    def face(self) -> tuple[Square, Square]:
        """What is printed on it, whichever way round it is held."""
        low, high = sorted((self.first, self.second))
        return low, high


def load_dominoes() -> dict[int, Domino]:
    """The dominoes by number, from dominoes.csv, checked against the printed totals."""
    table = (resources.files(__package__) / "dominoes.csv").read_text(encoding="utf-8")
    dominoes = [_domino(row) for row in csv.DictReader(table.splitlines())]
    check_dominoes(dominoes)
    return {domino.number: domino for domino in dominoes}


def check_dominoes(dominoes: list[Domino]) -> None:
    """Refuse data whose numbers are not 1 to 48 or whose squares do not add up to the printed totals."""
    numbers = [domino.number for domino in dominoes]
    if numbers != list(range(1, 49)):
        raise ValueError(f"the dominoes are numbered {numbers}, not 1 to 48")
    squares = Counter(square for domino in dominoes for square in (domino.first, domino.second))
    for terrain, printed in SQUARES.items():
        found = tuple(squares.pop(Square(terrain, crowns), 0) for crowns in range(4))
        if found != printed:
            raise ValueError(f"{terrain} has {found} squares with 0, 1, 2, 3 crowns, not {printed}")
    if squares:
        raise ValueError(f"there are no such squares in the game: {sorted(squares)}")


def _domino(row: dict[str, str]) -> Domino:
    return Domino(
        int(row["number"]),
        Square(row["terrain_a"], int(row["crowns_a"])),
        Square(row["terrain_b"], int(row["crowns_b"])),
    )


DOMINOES = load_dominoes()
