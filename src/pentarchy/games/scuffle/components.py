"""What lies in the box: 12 locations (FS-1), ten characters in each of four colours (FS-2); and who needs how many."""

from __future__ import annotations

from typing import NamedTuple

KINDS = ("tower", "castle", "farm", "forest")
ORDINARY = ("king", "queen", "princess", "knight", "peasant", "gnome")
MAGICAL = ("dragon", "witch", "fairy", "wizard")
CHARACTERS = ORDINARY + MAGICAL
COLOURS = ("red", "blue", "yellow", "green")  # of the seats

LOCATIONS_OF_A_KIND = 3
TURNS = 6  # of every player (FS-5)
SET_ASIDE = 3  # of every player (FS-4)


class Kingdom(NamedTuple):
    """The locations for a number of players (FS-3)."""

    rows: int
    columns: int
    kinds: dict[str, int]  # how many locations of each kind

    @property
    def locations(self) -> int:
        """How many locations there are."""
        return self.rows * self.columns

    def near(self, location: int) -> list[int]:
        """The locations that share a side with one; they are counted from 0, row by row."""
        row, column = divmod(location, self.columns)
        sides = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [y * self.columns + x for y, x in sides if 0 <= y < self.rows and 0 <= x < self.columns]


KINGDOMS = {
    2: Kingdom(2, 3, {"tower": 1, "castle": 1, "farm": 3, "forest": 1}),
    3: Kingdom(3, 3, {"tower": 2, "castle": 2, "farm": 3, "forest": 2}),
    4: Kingdom(3, 4, {"tower": 3, "castle": 3, "farm": 3, "forest": 3}),
}
