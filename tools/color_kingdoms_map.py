"""Draws the default map of Colour Kingdoms; the same seeds give the same file byte for byte.

    pip install numpy scipy shapely            # only this tool needs the last two
    python tools/color_kingdoms_map.py         # says whether the file in the package is what comes out
    python tools/color_kingdoms_map.py --write

54 cells of a relaxed Voronoi diagram on an island. Sides that would be too short to see become corners in which four
areas meet, the others are pushed to a length at which they can be seen. Every side is one wavy line that its two areas
share. Then symbols and towers are laid under the conditions of CK-4.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.spatial import cKDTree
from shapely.geometry import MultiPoint, Point, Polygon
from shapely.ops import polylabel, voronoi_diagram

from pentarchy.games.color_kingdoms import maps
from pentarchy.games.color_kingdoms.components import AREAS, COLOURS, LETTERS, MONSTERS

FILE = Path(__file__).parent.parent / "src/pentarchy/games/color_kingdoms/data/default.json"
NAME = "The Six Kingdoms"
WIDTH, HEIGHT = 720, 1000
BLOTS = 12
SEEDS = range(200)

Corner = tuple[float, float]

# Each kingdom's column and the share of the height from which to which it goes. The inner borders of the right column
# lie higher, so that violet touches green and brown, and yellow brown and red.
ROWS = {
    "green": (0, 0.0, 0.365),
    "brown": (0, 0.365, 0.705),
    "red": (0, 0.705, 1.0),
    "blue": (1, 0.0, 0.295),
    "violet": (1, 0.295, 0.635),
    "yellow": (1, 0.635, 1.0),
}
SLANT = 56  # how far the middle line leans, so that low kingdoms are wide
TOUCHING = (  # kingdoms that must have a good stretch of common border
    *(("yellow", "violet"), ("red", "yellow"), ("red", "brown"), ("yellow", "brown")),
    *(("blue", "green"), ("blue", "violet"), ("green", "violet"), ("brown", "violet"), ("green", "brown")),
)
APART = (
    ("blue", "yellow"),
    ("blue", "brown"),
    ("blue", "red"),
    ("green", "red"),
    ("green", "yellow"),
    ("violet", "red"),
)

FOURFOLD = 9  # corners where four areas meet: as many neighbours fewer
SHORTEST = 34  # what the other sides are pushed to

MONSTERS_OF = {
    "blue": ("hydra", "griffin"),
    "violet": ("hydra", "unicorn"),
    "green": ("griffin", "unicorn"),
    "brown": ("hydra", "unicorn"),
    "red": ("hydra", "griffin"),
    "yellow": ("griffin", "unicorn"),
}
DRAGON_OF = {
    "green": "green",
    "red": "green",
    "brown": "violet",
    "yellow": "violet",
    "blue": "brown",
    "violet": "brown",
}
COLOUR_OF = {"griffin": "red", "unicorn": "yellow", "hydra": "blue"}

TOWERS_WITHIN, TOWERS_BETWEEN = 4, 4


def coast() -> Polygon:
    """An island: a rounded rectangle with bays and headlands."""
    line = []
    for step in range(220):
        t = 2 * math.pi * step / 220
        c, s = math.cos(t), math.sin(t)
        radius = (abs(c) ** 4.6 + abs(s) ** 4.6) ** (-1 / 4.6)
        bays = 0.015 * math.sin(5 * t + 0.6) + 0.013 * math.sin(9 * t + 2) + 0.007 * math.sin(17 * t + 1)
        radius *= 1 + bays
        line.append((WIDTH / 2 + (WIDTH / 2 - 27) * radius * c, HEIGHT / 2 + (HEIGHT / 2 - 27) * radius * s))
    return Polygon(line)


LAND = coast()
RASTER = np.array(
    [(x, y) for x in range(20, WIDTH - 20, 8) for y in range(20, HEIGHT - 20, 8) if LAND.contains(Point(x, y))], float
)


class Side(NamedTuple):
    """A common side of two areas, from corner to corner."""

    a: Corner
    b: Corner
    one: int
    other: int


class Plan(NamedTuple):
    """A sketch of the map: who owns the cells, their polygons, and the sides that they share."""

    value: float
    owners: list[str]
    cells: list[Polygon]
    sides: list[Side]
    folded: list[Side]


# ---- The sketch


def sketch(seed: int) -> Plan | None:
    """A sketch whose kingdoms lie as they must, or None. Its value is higher the clearer it will be to read."""
    middles, owners = scattered(random.Random(seed))
    cells = cells_around(middles)
    if cells is None:
        return None
    sides = sides_of(cells)
    folded = to_be_folded(sides, owners)
    if folded is None:
        return None
    kept = [side for side in sides if side not in folded]
    if not hangs_together(kept, owners) or not lies_as_it_must(kept, owners):
        return None
    lengths = sorted(math.dist(side.a, side.b) for side in kept)
    surfaces = sorted(cell.area for cell in cells)
    value = lengths[0] + 0.5 * lengths[1] + 0.3 * lengths[2] - 40 * (surfaces[-1] / surfaces[0])
    value -= 0.5 * math.dist(folded[-1].a, folded[-1].b)
    return Plan(value, owners, cells, sides, folded)


def scattered(chance: random.Random) -> tuple[np.ndarray[Any, Any], list[str]]:
    """Nine middles for every kingdom, moved until their cells are of about one size."""
    middles, owners = [], []
    for kingdom, (column, top, bottom) in ROWS.items():
        for i, j in itertools.product(range(3), range(3)):
            v = 44 + (HEIGHT - 88) * (top + (bottom - top) * (j + 0.5 + chance.uniform(-0.36, 0.36)) / 3)
            middle_line = WIDTH / 2 + SLANT * (v / HEIGHT - 0.5)
            left, right = (44, middle_line) if column == 0 else (middle_line, WIDTH - 44)
            u = left + (right - left) * (i + 0.5 + chance.uniform(-0.36, 0.36)) / 3
            middles.append((u, v + (0.14 if i % 2 else -0.08) * 90))
            owners.append(kingdom)
    places = np.array(middles)
    for _ in range(5):
        nearest = cKDTree(places).query(RASTER)[1]
        for cell in range(AREAS):
            mine = RASTER[nearest == cell]
            if len(mine):
                places[cell] = 0.35 * places[cell] + 0.65 * mine.mean(0)
    return places, owners


def cells_around(middles: np.ndarray[Any, Any]) -> list[Polygon] | None:
    """The land nearest to each middle; None if the coast cuts one in two."""
    found: list[Polygon | None] = [None] * AREAS
    tree = cKDTree(middles)
    for cell in voronoi_diagram(MultiPoint(middles), envelope=LAND.buffer(200)).geoms:
        inside = cell.representative_point()
        number = int(tree.query((inside.x, inside.y))[1])
        piece = cell.intersection(LAND)
        if piece.geom_type != "Polygon":
            return None
        found[number] = piece
    cells = [cell for cell in found if cell is not None]
    return cells if len(cells) == AREAS else None


def corner(place: Any) -> Corner:
    """A corner, so that the same one found twice is equal."""
    return round(float(place[0]), 3), round(float(place[1]), 3)


def rings(cells: list[Polygon]) -> list[list[Corner]]:
    """The corners of every cell in order, without repetition."""
    found = []
    for cell in cells:
        ring = [corner(place) for place in cell.exterior.coords[:-1]]
        found.append([place for place, before in zip(ring, ring[-1:] + ring, strict=False) if place != before])
    return found


def sides_of(cells: list[Polygon]) -> list[Side]:
    """Straight sides between cells."""
    owner = {}
    found = []
    for number, ring in enumerate(rings(cells)):
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            if (b, a) in owner:
                found.append(Side(b, a, owner[b, a], number))
            owner[a, b] = number
    return found


def to_be_folded(sides: list[Side], owners: list[str]) -> list[Side] | None:
    """The shortest sides within land: their areas will meet in a corner only. No two of them are close together."""
    kingdoms_at: defaultdict[Corner, set[str]] = defaultdict(set)
    degree: Counter[Corner] = Counter()
    for side in sides:
        for end in (side.a, side.b):
            kingdoms_at[end] |= {owners[side.one], owners[side.other]}
            degree[end] += 1
    taken: set[Corner] = set()
    found = []
    for side in sorted(sides, key=lambda side: math.dist(side.a, side.b)):
        near = {end for other in sides if {other.a, other.b} & {side.a, side.b} for end in (other.a, other.b)}
        inland = degree[side.a] == 3 and degree[side.b] == 3
        if inland and not near & taken and len(kingdoms_at[side.a] | kingdoms_at[side.b]) <= 2:
            found.append(side)
            taken |= {side.a, side.b}
            if len(found) == FOURFOLD:
                return found
    return None


def neighbours(sides: list[Side]) -> dict[int, set[int]]:
    """Who shares a side with whom."""
    found: dict[int, set[int]] = {cell: set() for cell in range(AREAS)}
    for side in sides:
        found[side.one].add(side.other)
        found[side.other].add(side.one)
    return found


def hangs_together(sides: list[Side], owners: list[str]) -> bool:
    """Whether every kingdom is connected."""
    near = neighbours(sides)
    for kingdom in ROWS:
        mine = {cell for cell in range(AREAS) if owners[cell] == kingdom}
        reached = {min(mine)}
        while grown := {cell for old in reached for cell in near[old]} & mine - reached:
            reached |= grown
        if reached != mine:
            return False
    return True


def lies_as_it_must(sides: list[Side], owners: list[str]) -> bool:
    """Whether the right kingdoms touch, along a stretch that can be seen, and no others."""
    border: Counter[frozenset[str]] = Counter()
    for side in sides:
        border[frozenset((owners[side.one], owners[side.other]))] += int(math.dist(side.a, side.b))
    close = all(border[frozenset(pair)] > 62 for pair in TOUCHING)
    return close and not any(border[frozenset(pair)] for pair in APART)


# ---- The drawing


def moved_corners(plan: Plan) -> dict[Corner, Corner]:
    """Where the corners of the sketch end up: folded sides become one corner, short ones are stretched."""
    place: dict[Corner, Corner] = {}
    for side in plan.folded:
        middle = ((side.a[0] + side.b[0]) / 2, (side.a[1] + side.b[1]) / 2)
        place[side.a] = place[side.b] = middle
    kept = [side for side in plan.sides if side not in plan.folded]
    ends = {end for side in kept for end in (side.a, side.b)}
    knot = {end: place.get(end, end) for end in ends}
    spot = {key: np.array(key) for key in knot.values()}
    free = {key: LAND.exterior.distance(Point(key)) > 3 for key in spot}
    for _ in range(150):
        for side in kept:
            a, b = knot[side.a], knot[side.b]
            way = spot[b] - spot[a]
            length = float(np.linalg.norm(way))
            if length < SHORTEST:
                push = way / max(length, 0.1) * (SHORTEST - length) * 0.25
                spot[a] = spot[a] - push * free[a]
                spot[b] = spot[b] + push * free[b]
    return {end: (float(spot[key][0]), float(spot[key][1])) for end, key in knot.items()}


def wavy(a: Corner, b: Corner, chance: random.Random, wild: float) -> list[Corner]:
    """A line from a to b that bends and shivers a little, wilder where kingdoms part."""
    start, end = np.array(a), np.array(b)
    length = math.dist(a, b)
    across = np.array([-(end - start)[1], (end - start)[0]]) / length
    bend = chance.uniform(-0.1, 0.1) * wild
    wave, phase = chance.uniform(0.018, 0.042) * wild * chance.choice((-1, 1)), chance.uniform(0, 6.28)
    pieces = max(4, round(length / 7))
    line = []
    for piece in range(pieces + 1):
        t = piece / pieces
        swell = math.sin(math.pi * t)
        off = length * swell * (bend + wave * math.sin(3 * math.pi * t + phase)) + 0.9 * swell * math.sin(
            t * length / 8 + phase
        )
        line.append(tuple(start + (end - start) * t + across * off))
    return [(float(x), float(y)) for x, y in line]


def drawn(plan: Plan, chance: random.Random) -> tuple[list[list[Corner]], dict[tuple[int, int], list[Corner]]]:
    """The outline of every area, and the line that each pair of neighbours shares."""
    place = moved_corners(plan)
    lines: dict[tuple[Corner, Corner], list[Corner]] = {}
    shared = {}
    for side in plan.sides:
        if side in plan.folded:
            line = [place[side.a]]
        else:
            wild = 1.0 if plan.owners[side.one] == plan.owners[side.other] else 1.35
            line = wavy(place[side.a], place[side.b], chance, wild)
            shared[min(side.one, side.other), max(side.one, side.other)] = line
        lines[side.a, side.b] = line
        lines[side.b, side.a] = line[::-1]
    outlines = []
    for ring in rings(plan.cells):
        outline: list[Corner] = []
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            outline += lines.get((a, b), [place.get(a, a), place.get(b, b)])
        outlines.append(tidy(outline))
    return outlines, shared


def tidy(line: list[Corner]) -> list[Corner]:
    """A closed line with one decimal and no corner twice in a row."""
    rounded = [(round(x, 1), round(y, 1)) for x, y in line]
    return [place for place, before in zip(rounded, rounded[-1:] + rounded, strict=False) if place != before]


# ---- Symbols and towers


def symbols(plan: Plan, outlines: list[list[Corner]]) -> dict[int, tuple[str, Any]]:
    """The capital in the middle of its kingdom, the rest so that alike symbols are not neighbours."""
    near = neighbours([side for side in plan.sides if side not in plan.folded])
    middle = [Polygon(outline).centroid for outline in outlines]
    best: tuple[int, dict[int, tuple[str, Any]]] | None = None
    for seed in range(60):
        chance = random.Random(seed)
        laid: dict[int, tuple[str, Any]] = {}
        others = []
        for kingdom in ROWS:
            mine = [cell for cell in range(AREAS) if plan.owners[cell] == kingdom]
            centre = MultiPoint([middle[cell] for cell in mine]).centroid
            mine.sort(key=lambda cell: middle[cell].distance(centre))
            capital, rest = mine[0], mine[1:]
            chance.shuffle(rest)
            others.append(rest)
            laid[capital] = ("capital", kingdom)
            monsters = [(kind, COLOUR_OF[kind]) for kind in MONSTERS_OF[kingdom]]
            spells = [("spell", number) for number in range(1, 5)]
            laid |= dict(zip(rest, [("dragon", DRAGON_OF[kingdom]), *monsters, *spells, ("plain", None)], strict=True))
        clashes = count_clashes(laid, near)
        for _ in range(2500):
            one, other = chance.sample(chance.choice(others), 2)
            laid[one], laid[other] = laid[other], laid[one]
            if (changed := count_clashes(laid, near)) <= clashes:
                clashes = changed
            else:
                laid[one], laid[other] = laid[other], laid[one]
        if best is None or clashes < best[0]:
            best = (clashes, dict(laid))
    assert best is not None
    print(f"symbols: {best[0]} clashes", file=sys.stderr)
    return best[1]


def count_clashes(laid: dict[int, tuple[str, Any]], near: dict[int, set[int]]) -> int:
    """How many alike symbols and monsters are neighbours; the blue capital must have a hydra beside it."""
    clashes = 0
    for cell, symbol in laid.items():
        for other in near[cell]:
            if cell < other:
                kinds = symbol[0], laid[other][0]
                if symbol == laid[other]:
                    clashes += 4
                elif kinds[0] in MONSTERS and kinds[1] in MONSTERS:
                    clashes += 3 if kinds[0] == kinds[1] else 1
    capital = next(cell for cell in laid if laid[cell] == ("capital", "blue"))
    return clashes + (0 if any(laid[other][0] == "hydra" for other in near[capital]) else 50)


def towers(
    plan: Plan, outlines: list[list[Corner]], labels: list[Corner], shared: dict[tuple[int, int], list[Corner]]
) -> list[tuple[tuple[int, int], Corner]]:
    """Towers on the middle of long sides, as far from each other as can be; at most one in or between kingdoms."""
    places = {}
    for pair, line in shared.items():
        middle = line[len(line) // 2]
        length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
        clear = min(math.dist(middle, labels[area]) for area in pair)
        if length > 52 and clear > 40 and LAND.exterior.distance(Point(middle)) > 40:
            places[pair] = (round(middle[0], 1), round(middle[1], 1))
    best: tuple[float, list[tuple[int, int]]] | None = None
    for seed in range(6000):
        chance = random.Random(seed)
        order = list(places)
        chance.shuffle(order)
        chosen: list[tuple[int, int]] = []
        used: set[frozenset[str]] = set()
        touched: Counter[str] = Counter()
        room = {True: TOWERS_WITHIN, False: TOWERS_BETWEEN}
        for pair in order:
            kingdoms = frozenset(plan.owners[area] for area in pair)
            within = len(kingdoms) == 1
            near = any(math.dist(places[pair], places[other]) < 150 for other in chosen)
            if room[within] and kingdoms not in used and not near and all(touched[name] < 2 for name in kingdoms):
                chosen.append(pair)
                used.add(kingdoms)
                touched.update(kingdoms)
                room[within] -= 1
        if not any(room.values()) and min(touched[name] for name in ROWS) >= 2:
            apart = min(math.dist(places[a], places[b]) for a, b in itertools.combinations(chosen, 2))
            if best is None or apart > best[0]:
                best = (apart, chosen)
    assert best is not None, "no way to place the towers"
    print(f"towers: {best[0]:.0f} apart", file=sys.stderr)
    return [(pair, places[pair]) for pair in sorted(best[1])]


# ---- The file


def content(plan: Plan) -> dict[str, Any]:
    """The map as its file has it. Areas of a kingdom are numbered from the top left, row by row."""
    outlines, shared = drawn(plan, random.Random(1))
    laid = symbols(plan, outlines)
    labels = [label(outline) for outline in outlines]
    order = reading_order(plan, labels)
    names = {cell: f"{LETTERS[position // 9]}{position % 9 + 1}" for position, cell in enumerate(order)}
    points: dict[Corner, int] = {}
    areas = []
    for cell in order:
        kind, of = laid[cell]
        entry: dict[str, Any] = {"kingdom": plan.owners[cell], "symbol": kind}
        if of is not None:
            entry["of"] = of
        entry["label"] = list(labels[cell])
        entry["polygon"] = [points.setdefault(place, len(points)) for place in outlines[cell]]
        areas.append(entry)
    standing = towers(plan, outlines, labels, shared)
    found = {
        "name": NAME,
        "size": [WIDTH, HEIGHT],
        "blots": BLOTS,
        "areas": areas,
        "towers": [{"areas": sorted(names[cell] for cell in pair), "place": list(place)} for pair, place in standing],
        "points": [list(place) for place in points],
    }
    return found | {"dice": maps.dice_text(maps.load(found).dice)}


def label(outline: list[Corner]) -> Corner:
    """Where the symbol stands: between the widest place and the middle of the area."""
    area = Polygon(outline)
    widest, middle = polylabel(area, 0.5), area.centroid
    return round(0.6 * widest.x + 0.4 * middle.x, 1), round(0.6 * widest.y + 0.4 * middle.y, 1)


def reading_order(plan: Plan, labels: list[Corner]) -> list[int]:
    """The areas in the order of their numbers: from the top left, three rows of three in every kingdom."""
    order = []
    for kingdom in COLOURS:
        mine = sorted((cell for cell in range(AREAS) if plan.owners[cell] == kingdom), key=lambda cell: labels[cell][1])
        for row in range(0, 9, 3):
            order += sorted(mine[row : row + 3], key=lambda cell: labels[cell][0])
    return order


def main() -> int:
    """Draw the map, and write it or compare it with the one in the package."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--write", action="store_true", help="write the file in the package")
    options.add_argument("--output", type=Path, default=FILE, metavar="FILE", help="another file")
    chosen = options.parse_args()
    plans = [(plan.value, -seed, plan) for seed in SEEDS if (plan := sketch(seed)) is not None]
    value, seed, plan = max(plans, key=lambda found: found[:2])
    print(f"{len(plans)} sketches, the best is {-seed} with {value:.1f}", file=sys.stderr)
    text = maps.written(content(plan))
    if chosen.write:
        chosen.output.write_text(text, encoding="utf-8")
        return 0
    same = chosen.output.read_text(encoding="utf-8") == text
    print("the same" if same else "NOT the same")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
