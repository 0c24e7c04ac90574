"""What a seat may see and what an event did, declared once as types; layout, JSON and other languages follow from them.

A game declares its view as a `TypedDict`, which is also the type that users of the library get, and fills it in a
compiled rule `see(s, seat, v)`. There `v` is a record of 16-bit numbers with the same names, all of them 0 at first:

| declared | in the record |
|---|---|
| `int`, `bool` | a number |
| `Literal["red", "blue"]`, `Annotated[str, OneOf(names)]` | the place of the name among these |
| `Annotated[list[Square], Most(48)]` | `.count` and `.items`; `more(v.squares)` is one more, `append` adds a number |
| `Annotated[list[Colour], SUBSET]`, `Annotated[list[int], Among(range(1, 49))]` | one word of 64 bits, a bit a member |
| `tuple[int, int]` | an array of two |
| `dict[Colour, int]` | an array with a place for each name |
| `Annotated[dict[Colour, int], SPARSE]` | the same with `... or None`; names whose value is nothing are left out |
| another `TypedDict` | a record in the record |
| `int | None`, `Colour | None` | the number or -1 (`NOTHING`) |
| anything else or `None` | `.there`, a flag, and `.value` |
| `NotRequired[...]` | as with `None`; if there is nothing the name is left out as well |

So a number that can be -1 is not declared as `int | None` or `NotRequired[int]`. A plain text among the annotations of
a field says what it means. Names that NumPy's records have for themselves (`round`, `size`, …) have an underscore at
the end in the record.
"""

from __future__ import annotations

import types
import typing
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, NotRequired, get_args, get_origin, get_type_hints

import numpy as np

from pentarchy.engine.kernel import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

NOTHING = -1  # a number or a name that is not there
SPECTATOR = -1  # in the place of a seat: who sees what everybody may see
WORD = 2  # bytes of a number
BITS = 64  # members that a set can have at the most


# --- What a declaration says besides its types ------------------------------------------------------------------------


@dataclass(frozen=True)
class Most:
    """How long a list can be."""

    items: int


class OneOf:
    """A text is one of these names, known to the rules by its place."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)


class Among:
    """A list has some of these numbers or names, in their order; known to the rules as bits."""

    def __init__(self, members: Iterable[int] | Iterable[str]) -> None:
        self.members: tuple[Any, ...] = tuple(members)


class _Mark:
    """Something that is either said or not."""


SUBSET = _Mark()  # a list of names has each of them at most once, in their order
SPARSE = _Mark()  # of a dict only the entries that are there are shown


class Reason(NamedTuple):
    """Why a move is refused: the number of the rule, and half a sentence by language with the facts in braces.

    Where names stand among these, `RUSSIAN` in facts.py has them for the Russian sentences, in the case they need.
    """

    rule: str
    en: str
    ru: str


# --- Kinds of values --------------------------------------------------------------------------------------------------


class Kind:
    """What a value is: a plain number, if nothing else is said."""

    layout: Any = "i2"
    longest = 6  # letters as JSON

    @property
    def width(self) -> int:
        """How many numbers it takes."""
        return np.dtype(self.layout).itemsize // WORD


class Number(Kind):
    """A whole number of 16 bits."""


class Flag(Kind):
    """Yes or no."""


@dataclass
class Choice(Kind):
    """One of some names."""

    names: tuple[str, ...]
    is_literal: bool = True  # whether the type tells the names

    def __post_init__(self) -> None:
        self.longest = 2 + max(len(name.encode()) for name in self.names)


@dataclass
class Subset(Kind):
    """Some of at most 64 members."""

    members: tuple[Any, ...]
    is_literal: bool = True
    layout = "u8"

    def __post_init__(self) -> None:
        if len(self.members) > BITS:
            raise TypeError(f"a set has {BITS} members at the most, not {len(self.members)}")
        self.longest = 2 + sum(len(str(member).encode()) + 3 for member in self.members)


@dataclass
class Maybe(Kind):
    """Something or nothing."""

    kind: Any
    is_left_out: bool = False  # its name too, if there is nothing

    def __post_init__(self) -> None:
        self.plain = self.kind.layout == "i2"
        self.layout = "i2" if self.plain else _record([("there", "i2"), ("value", self.kind.layout)])
        self.nothing = NOTHING if self.plain else 0
        self.value = 0 if self.plain else 1  # where that begins
        self.longest = max(4, self.kind.longest)


@dataclass
class Many(Kind):
    """A list."""

    kind: Any
    most: int

    def __post_init__(self) -> None:
        self.layout = _record([("count", "i2"), ("items", self.kind.layout, (self.most,))])
        self.first = self.layout.fields["items"][1] // WORD
        self.longest = 2 + self.most * (self.kind.longest + 1)


@dataclass
class Row(Kind):
    """So many of a kind, always."""

    kind: Any
    items: int

    def __post_init__(self) -> None:
        self.layout = np.dtype((self.kind.layout, (self.items,)))
        self.longest = 2 + self.items * (self.kind.longest + 1)


@dataclass
class Each(Kind):
    """The same for each of some names; `is_sparse`: where there is nothing the name is left out."""

    names: tuple[str, ...]
    kind: Any
    is_sparse: bool = False

    def __post_init__(self) -> None:
        self.entry = Maybe(self.kind, is_left_out=True) if self.is_sparse else self.kind
        self.layout = np.dtype((self.entry.layout, (len(self.names),)))
        self.longest = 2 + sum(len(name) + 4 + self.kind.longest for name in self.names)

    @property
    def fields(self) -> list[Field]:
        """What stands at each name."""
        return [Field(name, self.entry, number * self.entry.width) for number, name in enumerate(self.names)]


@dataclass(frozen=True)
class Field:
    """A named value, and where it begins."""

    name: str
    kind: Any
    place: int
    words: str = ""


@dataclass
class Part(Kind):
    """A thing with named values."""

    name: str
    words: str
    fields: list[Field] = field(default_factory=list)

    def add(self, named: list[tuple[str, Any, str]]) -> None:
        """Lay out its values one behind the other."""
        self.layout = _record([(field_name(name), kind.layout) for name, kind, _ in named])
        places = [self.layout.fields[field_name(name)][1] // WORD for name, _, _ in named]
        self.fields = [
            Field(name, kind, place, words) for (name, kind, words), place in zip(named, places, strict=True)
        ]
        self.longest = 2 + sum(len(each.name) + 4 + each.kind.longest for each in self.fields)


def field_name(name: str) -> str:
    """What a value is called in the record: a few names are taken."""
    return f"{name}_" if hasattr(np.record, name) else name


def _record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A layout without gaps: an aligned record forgets its alignment when it is part of another."""
    return np.dtype((np.record, np.dtype(fields)))


# --- From types to kinds ----------------------------------------------------------------------------------------------


@cache
def part_of(declared: type) -> Part:
    """What a `TypedDict` declares."""
    words = declared.__doc__ or ""
    part = Part(declared.__name__, "" if words.startswith("dict(") else " ".join(words.split()))
    hints = get_type_hints(declared, include_extras=True)
    part.add([(name, *_kind_and_words(hint, f"{declared.__name__}.{name}")) for name, hint in hints.items()])
    return part


def _kind_and_words(hint: Any, where: str) -> tuple[Any, str]:
    notes: tuple[Any, ...] = ()
    is_left_out = False
    while get_origin(hint) in (Annotated, NotRequired):
        if get_origin(hint) is Annotated:
            notes, hint = notes + hint.__metadata__, hint.__origin__
        else:
            is_left_out, hint = True, get_args(hint)[0]
    kind = _kind(Annotated[hint, *notes] if notes else hint, where)
    words = " ".join(note for note in notes if isinstance(note, str))
    return Maybe(kind, is_left_out=True) if is_left_out else kind, words


def _kind(hint: Any, where: str) -> Any:
    notes: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        notes, hint = hint.__metadata__, hint.__origin__
    origin, args = get_origin(hint), get_args(hint)
    if origin in (typing.Union, types.UnionType):
        inner = [each for each in args if each is not type(None)]
        if len(inner) != 1 or len(args) != 2:
            raise TypeError(f"{where}: a value is of one type, or of one type or None, not {hint}")
        return Maybe(_kind(Annotated[inner[0], *notes] if notes else inner[0], where))
    note = {type(each): each for each in notes if not isinstance(each, str | _Mark)}
    if hint is bool:
        return Flag()
    if hint is int:
        return Number()
    if hint is str and OneOf in note:
        return Choice(note[OneOf].names, is_literal=False)
    if origin is Literal:
        return Choice(args)
    if origin is list and (Among in note or SUBSET in notes):
        return Subset(note[Among].members, is_literal=False) if Among in note else Subset(get_args(args[0]))
    if origin is list and Most in note:
        return Many(_kind(args[0], where), note[Most].items)
    if origin is tuple and args and all(each == args[0] for each in args):
        return Row(_kind(args[0], where), len(args))
    if origin is dict:
        return Each(_names(args[0], where), _kind(args[1], where), SPARSE in notes)
    if isinstance(hint, type) and typing.is_typeddict(hint):
        return part_of(hint)
    raise TypeError(f"{where}: {hint} is not among the types of engine/seen.py, or lacks Most, Among, OneOf or SUBSET")


def _names(key: Any, where: str) -> tuple[str, ...]:
    kind = _kind(key, where)
    if not isinstance(kind, Choice):
        raise TypeError(f"{where}: the keys of a dict are names, not {key}")
    return kind.names


# --- Filling ----------------------------------------------------------------------------------------------------------


@rule
def more(listed):
    """One more item of a list, to be filled."""
    listed.count += 1
    return listed.items[listed.count - 1]


@rule
def append(listed, value):
    """One more number of a list."""
    listed.items[listed.count] = value
    listed.count += 1


@rule
def see_places(merits, standings):
    """Who would be first, second, … by what a game's `merit` says of every seat: equals share the better place."""
    for seat in range(standings.count):
        place = 1
        for other in range(standings.count):
            place += merits[other] > merits[seat]
        standings.items[seat].place = place
