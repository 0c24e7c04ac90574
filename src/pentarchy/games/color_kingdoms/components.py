"""What lies in the box, as far as it does not depend on the sheet: colours, kingdoms, dice, symbols and points.

Colours and kingdoms share one order: the kingdom with index i is the one whose colour has index i (CK-1).
"""

from __future__ import annotations

COLOURS = ("blue", "red", "yellow", "green", "violet", "brown")
KINGDOMS = ("Bluewater", "Redhill", "Yellowmere", "Greenwood", "Lilacfield", "Brownsoil")
LETTERS = "brygvn"  # of the colours, and of the kingdoms in the names of areas (n is brown)
BASE = 3  # the first colours are base colours, the others are compound (CK-2)
COMPOUNDS = {("blue", "red"): "violet", ("blue", "yellow"): "green", ("red", "yellow"): "brown"}

DICE = ("blue", "red", "yellow", "white")
FACES = (2, 3, 4)  # drops; each is on two of the six sides (CK-3)

MONSTERS = ("dragon", "griffin", "unicorn", "hydra")
MONSTER_KINDS = ("dragons", "griffins", "unicorns", "hydras")  # as rows of the sheet are called
SPELLS = ("move", "exception", "split", "mix")  # spells 1 to 4
SYMBOLS = ("plain", "capital", *MONSTERS, *SPELLS)  # by the codes of Map.numbers

AREAS_OF_A_KINGDOM = 9
AREAS = AREAS_OF_A_KINGDOM * len(KINGDOMS)
MOST_TOWERS = 24  # that the compiled rules have room for

CAPITAL_POINTS = (2, 2, 2, 3, 3, 3)  # of capitals painted in their colour, unless the map says otherwise (CK-16)
TAMED_POINTS = (2, 1, 1, 1)  # by monster (CK-30)
KINGDOM_POINTS = (4, 2)  # for those who are first, second (CK-25)
MONSTER_POINTS = (3, 1)
END_POINTS = (3, 1)
KINGDOMS_TO_END = 3  # that somebody has to complete (CK-27)
RATINGS = (50, 60, 70)  # where a better rating of the solo game begins (CK-35)


def area_name(area: int) -> str:
    """The name of an area: its kingdom's letter and its number from 1 to 9, such as b4."""
    kingdom, number = divmod(area, AREAS_OF_A_KINGDOM)
    return f"{LETTERS[kingdom]}{number + 1}"


AREA_NAMES = tuple(area_name(area) for area in range(AREAS))
