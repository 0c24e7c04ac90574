"""Dice thrown on the map: how likely they lie in which kingdoms, and where they are drawn (CK-6)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pentarchy.games.color_kingdoms import geometry, squares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pentarchy.games.color_kingdoms.geometry import Borders, Floats, Integers, Point
    from pentarchy.games.color_kingdoms.land import Map
    from pentarchy.games.color_kingdoms.squares import Lattice

DIE = 12  # so many dice lie side by side across the board
MOST_KINGDOMS = 3  # a die on more is thrown again
TOTAL = 1_000_000  # what the weights of a map that does not bring its own add up to

ANGLES = 60  # in a quarter turn; after that a square lies as before
PLACES = 240  # across the board

KEPT_MAPS = 64  # those looked at last; each takes up to some hundred kilobytes
KEPT_THROWS = 256  # of each of them


def side_of_die(borders: Borders) -> float:
    """The side of a die that lies on the map."""
    return float(np.ptp(borders.start[:, 0])) / DIE


def weights(borders: Borders) -> dict[int, int]:
    """How likely a die lies in each set of kingdoms (a bit mask), as whole numbers that add up to a million (CK-6).

    Places and angles are taken evenly; places where the die would not lie wholly on the board or on more than three
    kingdoms do not count.
    """
    side = side_of_die(borders)
    step = side * DIE / PLACES
    angles = [(number + 0.5) / ANGLES * math.pi / 2 for number in range(ANGLES)]
    batches = squares.batches(squares.lattices(borders, step, angles))
    counts = np.sum([squares.stretches(borders, side, step, batch).counts() for batch in batches], axis=0)
    counted = {mask: count for mask, count in enumerate(counts.tolist()) if count and is_a_throw(mask)}
    return _rounded(counted)


def is_a_throw(mask: int) -> bool:
    """Whether a die may lie in these regions: one to three kingdoms and nothing of the sea."""
    return 0 < mask < geometry.OFF_THE_BOARD and mask.bit_count() <= MOST_KINGDOMS


THROWS = np.array([is_a_throw(mask) for mask in range(squares.SETS)])


def _rounded(counts: dict[int, int]) -> dict[int, int]:
    """Shares of the total in whole numbers; the largest remainders are rounded up."""
    if not counts:
        return {}
    everything = sum(counts.values())
    shares = {mask: divmod(count * TOTAL, everything) for mask, count in counts.items()}
    missing = TOTAL - sum(share for share, _ in shares.values())
    favoured = sorted(shares, key=lambda mask: (-shares[mask][1], mask))[:missing]
    rounded = {mask: share + (mask in favoured) for mask, (share, _) in sorted(shares.items())}
    return {mask: share for mask, share in rounded.items() if share}


# ---- Where dice are drawn

SCALES = (1.0, 0.8, 0.65, 0.5)  # of dice that would otherwise lie upon one another
LYING = tuple(math.radians(angle) for angle in (-34, -21, -9, 5, 17, 29, 41))  # angles that look thrown
STEPS = 5  # from one to the next place that is tried, in a side of a die
EVERYWHERE = 4  # whatever is near a symbol is looked for only if all places are so many times as many
SPOTS = 48  # places to choose from for a set of kingdoms
FOREMOST = 1500  # so many are mostly enough to choose these among, with some room between them
APART = 1.45  # from middle to middle, in sides of a die; more than a diagonal, so whatever the angles they are clear
SHORE = 6  # sides of dice: so far from the land the sea is looked at
SYMBOL = 0.036  # how much room a symbol takes, in widths of the map
TOWER = 0.026


class Spot(NamedTuple):
    """A place where a die may be drawn, and how much it would hide there (less is better)."""

    x: float
    y: float
    angle: float  # in degrees, clockwise on the screen
    hides: float


class Die(NamedTuple):
    """A die as it is drawn: turned by `angle` degrees, `scale` times as large as a die is on this map.

    Where there is no room left it lies beside the land, and a line leads from it to the place `leader`.
    """

    x: float
    y: float
    angle: float
    scale: float
    leader: Point | None = None

    def data(self, digits: int) -> dict[str, Any]:
        """The place as a view shows it."""
        place: dict[str, Any] = {
            "x": round(self.x, digits),
            "y": round(self.y, digits),
            "angle": round(self.angle, 1),
            "scale": self.scale,
        }
        if self.leader is not None:
            place["leader"] = [round(coordinate, digits) for coordinate in self.leader]
        return place


def places(board: Map, outcomes: Sequence[int]) -> list[dict[str, Any]]:
    """Where the dice of a throw are drawn, given the set of kingdoms (a bit mask) that each lies in.

    The same throw is always drawn alike. Every die lies in exactly its kingdoms, wholly on the board, and none upon
    another; where there is no room even for smaller dice, it lies beside the land with a `leader` to its place.
    """
    digits = max(1, 3 - int(math.log10(board.size[0])))  # about a ten-thousandth of the map
    return [die.data(digits) for die in _throws_on(board)(tuple(outcomes))]


@lru_cache(maxsize=KEPT_MAPS)
def _throws_on(board: Map) -> Callable[[tuple[int, ...]], tuple[Die, ...]]:
    """How dice lie on one map, and how they lay in its last throws: with the map these are forgotten.

    Were maps and throws kept together, every one of thousands of throws could hold a large map of its own.
    """
    return lru_cache(maxsize=KEPT_THROWS)(partial(_arranged, board))


def _arranged(board: Map, outcomes: tuple[int, ...]) -> tuple[Die, ...]:
    for beside, scale in product(range(len(outcomes) + 1), SCALES):
        found = _arrange(board, outcomes, scale, beside)
        if found is not None:
            return found
    raise AssertionError("dice can always lie beside the land")


def _arrange(board: Map, outcomes: tuple[int, ...], scale: float, beside: int) -> tuple[Die, ...] | None:
    """All dice at one scale, the given number of them beside the land; or None if there is no room."""
    spots = spots_of(board, scale)
    apart = APART * scale * side_of_die(board.borders)
    rarest_first = sorted(range(len(outcomes)), key=lambda number: (len(spots.get(outcomes[number], ())), number))
    offers = {number: _shuffled(spots.get(outcomes[number], ()), number, outcomes) for number in rarest_first}
    chosen: dict[int, Spot | None] = {}

    def lay(position: int, left: int) -> bool:
        if position == len(rarest_first):
            return left == 0
        number = rarest_first[position]
        for spot in offers[number]:
            if all(other is None or math.dist(spot[:2], other[:2]) >= apart for other in chosen.values()):
                chosen[number] = spot
                if lay(position + 1, left):
                    return True
                del chosen[number]
        if left:
            chosen[number] = None
            if lay(position + 1, left - 1):
                return True
            del chosen[number]
        return False

    if not lay(0, beside):
        return None
    dice = {number: Die(spot.x, spot.y, spot.angle, scale) for number, spot in chosen.items() if spot is not None}
    for number, spot in chosen.items():
        if spot is None:
            dice[number] = _beside(board, outcomes[number], list(dice.values()))
    return tuple(dice[number] for number in range(len(outcomes)))


def _shuffled(spots: Sequence[Spot], number: int, outcomes: tuple[int, ...]) -> list[Spot]:
    """The spots with those that hide little first, but not always the very same one."""
    state = sum(mask << 6 * position for position, mask in enumerate(outcomes)) * 4 + number + 1
    ranked = []
    for spot in spots:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        ranked.append((spot.hides + 0.5 * (state >> 33) / (1 << 31), spot))
    return [spot for _, spot in sorted(ranked)]


@lru_cache(maxsize=KEPT_MAPS * len(SCALES))
def spots_of(board: Map, scale: float) -> dict[int, tuple[Spot, ...]]:
    """By set of kingdoms the places where a die may be drawn: those that look right, spread out, the best first."""
    side = side_of_die(board.borders) * scale
    step = side / STEPS
    lattices = squares.lattices(board.borders, step, LYING)
    masks, grown, shrunk = (
        np.concatenate(
            [grid.ravel() for grid in squares.stretches(board.borders, side * size, step, lattices).grids(lattices)]
        )
        for size in (1, 1.14, 0.7)
    )
    x, y = (np.concatenate(parts) for parts in zip(*map(_middles, lattices), strict=True))
    used = np.flatnonzero(THROWS[masks])
    masks = masks[used]
    doubtful = (masks != grown[used]).astype(float) + 2 * (masks != shrunk[used])
    hides = doubtful * 4 + _hidden(board, side, lattices, x, y, used)
    angles = np.repeat(np.degrees(LYING), [len(each.x) * len(each.y) for each in lattices])[used]
    x, y = x[used], y[used]
    tiers = np.rint(hides * 100).astype(np.int16)
    order = np.argsort(masks, kind="stable")
    sets, firsts = np.unique(masks[order], return_index=True)
    found = {}
    for mask, here in zip(sets.tolist(), np.split(order, firsts[1:]), strict=True):
        best = _best(here, tiers, x, y, side / 3)
        rows = zip(*(each[best].tolist() for each in (x, y, angles, hides)), strict=True)
        found[mask] = tuple(map(Spot._make, rows))
    return found


def _middles(lattice: Lattice) -> tuple[Floats, Floats]:
    """The x and y of a lattice's places, row by row, in the plane of the map."""
    cosine, sine = math.cos(lattice.angle), math.sin(lattice.angle)
    columns, rows = lattice.x, lattice.y[:, None]
    return (columns * cosine - rows * sine).ravel(), (columns * sine + rows * cosine).ravel()


def _best(places: Integers, tiers: Integers, x: Floats, y: Floats, apart: float) -> Integers:
    """The best of some places, not too close to each other: those of low tiers first, then from the left."""
    foremost = _foremost(places, tiers, x)
    chosen = _spread(foremost, tiers, x, y, apart)
    if len(chosen) < SPOTS and len(foremost) < len(places):
        return _spread(places, tiers, x, y, apart)
    return chosen


def _foremost(places: Integers, tiers: Integers, x: Floats) -> Integers:
    """The places that come first, as many as are mostly enough to choose from."""
    if len(places) <= FOREMOST:
        return places
    mine = tiers[places]
    last = int(np.searchsorted(np.cumsum(np.bincount(mine)), FOREMOST))
    better, tier = places[mine < last], places[mine == last]
    wanted = FOREMOST - len(better)
    if wanted < len(tier):
        tier = tier[np.argpartition(x[tier], wanted)[:wanted]]
    return np.concatenate([better, tier])


def _spread(places: Integers, tiers: Integers, x: Floats, y: Floats, apart: float) -> Integers:
    """Places in their order, but none that is too close to one that was chosen before."""
    places = places[np.argsort(x[places])]
    x, y = x[places], y[places]
    columns, rows = x.tolist(), y.tolist()
    is_free = bytearray(b"\1") * len(places)
    free = np.frombuffer(is_free, np.bool_)
    chosen: list[int] = []
    for place in np.argsort(tiers[places], kind="stable").tolist():
        if is_free[place]:
            chosen.append(place)
            if len(chosen) == SPOTS:
                break
            near = slice(bisect_left(columns, columns[place] - apart), bisect_right(columns, columns[place] + apart))
            away = (x[near] - columns[place]) ** 2
            away += (y[near] - rows[place]) ** 2
            free[near] &= away >= apart**2
    return places[chosen]


def _hidden(board: Map, side: float, lattices: Sequence[Lattice], x: Floats, y: Floats, used: Integers) -> Floats:
    """How much of symbols and towers a die at some places of the lattices would cover, in parts of a symbol."""
    things = [(*area.label, SYMBOL * board.size[0]) for area in board.areas if area.symbol != "plain"]
    things += [(*tower.place, TOWER * board.size[0]) for tower in board.towers]
    across, down, sizes = np.array(things).T
    rooms = side * 0.6 + sizes
    hidden: Floats = np.zeros(len(x))
    if np.sum(rooms**2) * 4 * len(lattices) * EVERYWHERE > len(things) * len(used) * (side / STEPS) ** 2:
        # A small land on a large sheet: every symbol is as large as the land.
        x, y, hidden = x[used], y[used], hidden[used]
        for thing_x, thing_y, size, room in zip(across, down, sizes, rooms, strict=True):
            hidden += np.maximum(0, room - np.hypot(x - thing_x, y - thing_y)) / size
        return hidden
    last = 0
    for lattice in lattices:
        first, last = last, last + len(lattice.x) * len(lattice.y)
        thing, place = _within(lattice, np.stack([across, down], axis=1), rooms * (1 + geometry.ALMOST))
        away = np.hypot(x[first:last][place] - across[thing], y[first:last][place] - down[thing])
        covered = np.maximum(0, rooms[thing] - away) / sizes[thing]
        hidden[first:last] = np.bincount(place, weights=covered, minlength=last - first)
    return hidden[used]


def _within(lattice: Lattice, places: Floats, rooms: Floats) -> tuple[Integers, Integers]:
    """Pairs of one of some places and a place of the lattice, numbered row by row, that has no more than room to it."""
    (_, x, y), (across, down) = lattice, geometry.turned(places, -lattice.angle).T
    thing, row = geometry.ranges(np.searchsorted(y, down - rooms), np.searchsorted(y, down + rooms))
    aside = np.sqrt(np.maximum(0, rooms[thing] ** 2 - (y[row] - down[thing]) ** 2))
    pair, column = geometry.ranges(
        np.searchsorted(x, across[thing] - aside), np.searchsorted(x, across[thing] + aside, side="right")
    )
    return thing[pair], row[pair] * len(x) + column


def _beside(board: Map, outcome: int, lying: Sequence[Die]) -> Die:
    """A die in the sea near its place; on a map without room there, on an area of one of its kingdoms."""
    target = _target(board, outcome)
    whole = side_of_die(board.borders)

    def is_clear(place: Point, scale: float) -> bool:
        return all(math.dist(place, (die.x, die.y)) >= APART * max(scale, die.scale) * whole for die in lying)

    for scale in SCALES[1:]:
        for place in _sea(board, whole * scale, target):
            if is_clear(place, scale):
                return Die(*place, 0, scale, target)
    labels = sorted(
        (area.label for area in board.areas if outcome >> area.kingdom & 1), key=lambda place: math.dist(place, target)
    )
    clear = [place for place in labels if is_clear(place, SCALES[-1])]
    return Die(*(clear or labels)[0], 0, SCALES[-1], target)


def _target(board: Map, outcome: int) -> Point:
    """The place where a die with that outcome would lie."""
    for scale in SCALES:
        if spots := spots_of(board, scale).get(outcome):
            return spots[0].x, spots[0].y
    labels = np.array([area.label for area in board.areas if outcome >> area.kingdom & 1])
    return float(labels[:, 0].mean()), float(labels[:, 1].mean())


def _sea(board: Map, side: float, target: Point) -> Iterator[Point]:
    """Places where a square of that side lies wholly in the sea but on the picture, the nearest first."""
    x, y = (_beside_land(board, side, axis) for axis in (0, 1))
    if not len(x) or not len(y):
        return iter(())
    masks = geometry.regions_of_squares(board.borders, side, 0, x, y)
    rows, columns = np.nonzero(masks == geometry.OFF_THE_BOARD)
    x, y = x[columns], y[rows]
    nearest = np.lexsort((y, x, np.hypot(x - target[0], y - target[1])))
    return zip(x[nearest].tolist(), y[nearest].tolist(), strict=True)


def _beside_land(board: Map, side: float, axis: int) -> Floats:
    """Columns (or rows) of squares on the picture, none of them far from the land: that may be small on a large one."""
    land = board.borders.start[:, axis]
    room = SHORE * side_of_die(board.borders)
    begin = side / 2
    step = begin + side / 4 - begin  # as np.arange has it, which would begin at 0 wherever the land is
    first = max(0, math.floor((land.min() - room - begin) / step))
    last = math.ceil(min(board.size[axis] - side, land.max() + room - begin) / step)
    return begin + np.arange(first, last) * step
