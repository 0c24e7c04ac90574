"""Maps that cost much to read: without dice and labels, with many corners, with crossing sides."""

from __future__ import annotations

import itertools
import json
import random
from typing import TYPE_CHECKING, Any

from benchmarks.attack.flood import Flood
from pentarchy.games.color_kingdoms import maps

if TYPE_CHECKING:
    from benchmarks.attack.flood import Target


def plain() -> dict[str, Any]:
    """The map that comes with the game, without all that can be worked out (37 kB)."""
    content = {key: value for key, value in maps.data().items() if key != "dice"}
    return content | {"areas": [{k: v for k, v in area.items() if k != "label"} for area in content["areas"]]}


def halved() -> dict[str, Any]:
    """The same with a corner more on every side (76 kB)."""
    content = plain()
    points = [list(point) for point in content["points"]]
    middles: dict[tuple[int, int], int] = {}

    def middle(one: int, other: int) -> int:
        side = min(one, other), max(one, other)
        if side not in middles:
            (x, y), (u, v) = points[one], points[other]
            points.append([round((x + u) / 2, 3), round((y + v) / 2, 3)])
            middles[side] = len(points) - 1
        return middles[side]

    areas = []
    for area in content["areas"]:
        corners = area["polygon"]
        pairs = itertools.pairwise([*corners, corners[0]])
        areas.append(area | {"polygon": [each for one, other in pairs for each in (one, middle(one, other))]})
    return content | {"areas": areas, "points": points}


def crossing() -> dict[str, Any]:
    """As many corners as are allowed, in areas whose sides cross each other everywhere."""
    content, choice = plain(), random.Random(1)
    points = [[round(choice.uniform(0, 720), 1), round(choice.uniform(0, 1000), 1)] for _ in range(4000)]
    areas = [area | {"polygon": choice.sample(range(4000), 220)} for area in content["areas"]]
    return content | {"areas": areas, "points": points}


class Maps(Flood):
    """One kind of map, again and again, each with a name of its own so that none is known already."""

    def __init__(self, name: str, says: str, content: dict[str, Any], size: int) -> None:
        self.name = name
        self.says = says
        self._content = content
        self._size = size

    def written(self, name: str) -> bytes:
        """The map file, as long as it is meant to be."""
        text = json.dumps(self._content | {"name": name}, separators=(",", ":"))
        return text.encode().ljust(self._size)

    async def run(self, target: Target) -> None:
        """Set up tables with the map, and have it checked, from ever new persons."""

        async def work(number: int) -> None:
            http, count = target.http(), itertools.count()
            while not target.over:
                cookie = await target.cookie(http)
                content = self.written(f"{number} {next(count)}")
                if number % 2:
                    await target.ask(http, "POST", "/api/maps/check", content, cookie)
                else:
                    wanted = b'{"game":"color_kingdoms","seats":[{"kind":"me"},{"kind":"here"}],"options":{"map":%b}}'
                    await target.ask(http, "POST", "/api/tables", wanted % content, cookie)

        await target.many(8, work)


FLOODS: list[Flood] = [
    Maps("map_37k", "maps of 37 kB without dice and labels", plain(), 0),
    Maps("map_76k", "the same with twice the corners, 76 kB", halved(), 0),
    Maps("map_240k", "maps of 239 kB whose sides cross everywhere", crossing(), 239 * 1024),
]
