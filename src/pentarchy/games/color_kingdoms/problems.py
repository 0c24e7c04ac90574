"""What is wrong with a map file, or unusual in it, and where: for people in words, for pages in places.

An error is what CK-4 insists on; a warning is what a map may have otherwise than the default map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from pentarchy.games.color_kingdoms.geometry import Point

MOST = 50  # problems that are told at once


class Problem(Struct, frozen=True, kw_only=True):
    """An error or a warning. Whatever was counted or read is named as `found` before what is `wanted` or usual."""

    code: str  # one word for programs, such as nine_areas
    text: str  # a sentence for people
    is_error: bool = True
    found: str = ""
    wanted: str = ""
    field: str = ""  # of the file, such as blots
    areas: tuple[str, ...] = ()  # their names
    kingdoms: tuple[str, ...] = ()
    towers: tuple[int, ...] = ()  # counted from 0
    at: tuple[Point, ...] = ()  # in units of the map


class MapError(ValueError):
    """A map that cannot be read or is not one; the message names the area or field."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        return MapError, (self.problem,)


def amiss(
    code: str,
    where: str,
    *,
    found: object = None,
    wanted: object = None,
    usual: object = None,
    says: str = "",
    **places: Any,
) -> Problem:
    """A problem with its sentence: `where: found this, wanted that`, or what it `says`.

    What is only `usual` is not insisted on: that is a warning, and so is what is told with `is_error=False`.
    """
    if not says:
        says = f"found {found}, wanted {wanted}" if usual is None else f"found {found}, usually {usual}"
    expected = wanted if usual is None else usual
    return Problem(
        code=code,
        text=f"{where}: {says}" if where else says,
        found=_text(found),
        wanted=_text(expected),
        **{"is_error": usual is None} | places,
    )


def _text(value: object) -> str:
    return "" if value is None else str(value)


class Findings:
    """The problems of a map, gathered while it is read."""

    def __init__(self) -> None:
        self.all: list[Problem] = []

    def add(self, problem: Problem) -> None:
        """One more, unless there are enough; the first error is always among them."""
        if len(self.all) < MOST or (problem.is_error and len(self.errors) < MOST):
            self.all.append(problem)

    @property
    def errors(self) -> list[Problem]:
        """What makes it no map."""
        return [problem for problem in self.all if problem.is_error]

    @property
    def warnings(self) -> list[Problem]:
        """What is only unusual."""
        return [problem for problem in self.all if not problem.is_error]

    def stop_if_wrong(self) -> None:
        """Raise the first error, if there is one: what follows could not be checked."""
        for problem in self.errors:
            raise MapError(problem)
