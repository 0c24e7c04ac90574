"""Maps that people bring are read and checked in a thread of their own, so that the table goes on meanwhile."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from pentarchy.games import played_on_maps, spec
from pentarchy.table import protocol as p

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Found = TypeVar("Found")

MOST_WAITING = 20  # maps, from whomever they come


class Busy(Exception):  # noqa: N818
    """Too many maps are being read already."""


class Surveyors:
    """The thread in which maps are read, one after another."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="surveyor")
        self._waiting = 0

    async def check(self, content: bytes) -> p.MapChecked:
        """What is to be said of a map file; ValueError if it is none at all."""
        return await self._done(_check, content)

    async def read(self, game: str, options: Mapping[str, Any], *, patiently: bool = False) -> None:
        """Read what people bring as options, so that it is known when it is needed; ValueError if it will not do.

        What was read before may be asked for `patiently`, however many wait.
        """
        if any(isinstance(value, dict) for value in options.values()):
            await self._done(_read, game, options, patiently=patiently)

    async def _done(self, work: Callable[..., Found], *arguments: object, patiently: bool = False) -> Found:
        if self._waiting >= MOST_WAITING and not patiently:
            raise Busy("too many maps are being read; try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Read no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _read(game: str, options: Mapping[str, Any]) -> None:
    found = spec(game)
    for option in found.options:
        if isinstance(options.get(option.name), dict):
            option.check(options[option.name])
    prepare = getattr(found.view, "prepare", None)
    if prepare is not None:
        prepare({option.name: option.default for option in found.options} | dict(options))


def _check(content: bytes) -> p.MapChecked:
    try:
        value = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"the file is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError(f"found {type(value).__name__}, wanted an object with the fields of a map")
    _, maps = played_on_maps()
    problems, board = maps.check(value)
    sketch = maps.sketch(value)
    return p.MapChecked(
        problems=[msgspec.convert(problem, p.MapProblem, from_attributes=True) for problem in problems],
        sketch=p.MapSketch(
            size=list(sketch.size),
            areas=[msgspec.convert(area, p.SketchedArea, from_attributes=True) for area in sketch.areas],
            towers=[p.SketchedTower(number, list(place)) for number, place in sketch.towers],
        ),
        map=None if board is None else maps.completed(value, board),
    )
