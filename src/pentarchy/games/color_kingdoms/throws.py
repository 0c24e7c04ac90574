"""Dice thrown on the map: how likely they lie in which kingdoms, and where they are drawn (CK-6)."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pentarchy.games.color_kingdoms import geometry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pentarchy.games.color_kingdoms.geometry import Borders, Floats, Point
    from pentarchy.games.color_kingdoms.land import Map

DIE = 12  # so many dice lie side by side across the board
MOST_KINGDOMS = 3  # a die on more is thrown again
TOTAL = 1_000_000  # what the weights of a map that does not bring its own add up to

ANGLES = 60  # in a quarter turn; after that a square lies as before
PLACES = 240  # across the board


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
    found: Counter[int] = Counter()
    for number in range(ANGLES):
        angle = (number + 0.5) / ANGLES * math.pi / 2
        counts = geometry.counts_of_squares(borders, side, angle, *geometry.lattice(borders, step, angle))
        found.update(dict(enumerate(counts.tolist())))
    counted = {mask: count for mask, count in found.items() if count and is_a_throw(mask)}
    return _rounded(counted)


def is_a_throw(mask: int) -> bool:
    """Whether a die may lie in these regions: one to three kingdoms and nothing of the sea."""
    return 0 < mask < geometry.OFF_THE_BOARD and mask.bit_count() <= MOST_KINGDOMS


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
SPOTS = 48  # places to choose from for a set of kingdoms
APART = 1.45  # from middle to middle, in sides of a die; more than a diagonal, so whatever the angles they are clear
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
    return [die.data(digits) for die in _arranged(board, tuple(outcomes))]


@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=256)
def spots_of(board: Map, scale: float) -> dict[int, tuple[Spot, ...]]:
    """By set of kingdoms the places where a die may be drawn: those that look right, spread out, the best first."""
    side = side_of_die(board.borders) * scale
    found: dict[int, list[tuple[Floats, Floats, float]]] = {}
    for angle in LYING:
        x, y = geometry.lattice(board.borders, side / 5, angle)
        masks, grown, shrunk = (
            geometry.regions_of_squares(board.borders, side * size, angle, x, y) for size in (1, 1.14, 0.7)
        )
        rows = geometry.turned(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), angle)
        doubtful = ((masks != grown).astype(float) + 2 * (masks != shrunk)).ravel()
        for mask in np.unique(masks):
            if is_a_throw(int(mask)):
                here = masks.ravel() == mask
                found.setdefault(int(mask), []).append((rows[here], doubtful[here], math.degrees(angle)))
    return {mask: tuple(_best(board, side, lots)) for mask, lots in found.items()}


def _best(board: Map, side: float, lots: Sequence[tuple[Floats, Floats, float]]) -> Iterator[Spot]:
    """The best places of one set, not too close to each other."""
    middles = np.concatenate([places for places, _, _ in lots])
    hides = np.concatenate([doubtful * 4 for _, doubtful, _ in lots]) + _hidden(board, side, middles)
    angles = np.concatenate([np.full(len(places), angle) for places, _, angle in lots])
    left = np.lexsort((middles[:, 1], middles[:, 0], np.round(hides, 2)))
    for _ in range(SPOTS):
        if not len(left):
            return
        best = left[0]
        x, y = float(middles[best, 0]), float(middles[best, 1])
        yield Spot(x, y, float(angles[best]), float(hides[best]))
        left = left[np.hypot(middles[left, 0] - x, middles[left, 1] - y) >= side / 3]


def _hidden(board: Map, side: float, middles: Floats) -> Floats:
    """How much of symbols and towers a die at each place would cover, in parts of a symbol."""
    hidden: Floats = np.zeros(len(middles))
    things = [(area.label, SYMBOL) for area in board.areas if area.symbol != "plain"]
    things += [(tower.place, TOWER) for tower in board.towers]
    order = np.argsort(middles[:, 0], kind="stable")
    columns = middles[order, 0]
    for (x, y), size in things:
        room = side * 0.6 + size * board.size[0]
        near = order[np.searchsorted(columns, x - room) : np.searchsorted(columns, x + room)]
        away = np.hypot(middles[near, 0] - x, middles[near, 1] - y)
        hidden[near] += np.maximum(0, room - away) / (size * board.size[0])
    return hidden


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


def _sea(board: Map, side: float, target: Point) -> list[Point]:
    """Places where a square of that side lies wholly in the sea but on the picture, the nearest first."""
    x, y = (np.arange(side / 2, length - side / 2, side / 4) for length in board.size)
    if not len(x) or not len(y):
        return []
    masks = geometry.regions_of_squares(board.borders, side, 0, x, y)
    rows, columns = np.nonzero(masks == geometry.OFF_THE_BOARD)
    return sorted(
        zip(x[columns].tolist(), y[rows].tolist(), strict=True), key=lambda place: (math.dist(place, target), place)
    )
