"""What a game must bring so that the engine can run it: its options and five modules.

Adding a game means writing one folder under games/ whose `__init__` holds a `SPEC`, and one line in the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from pentarchy.engine.checks import quoted

Buffer = np.ndarray[Any, np.dtype[np.uint8]]
Options = Mapping[str, Any]
Position = dict[str, Any]


class Event(NamedTuple):
    """Something that happened: a seat's action, or an outcome of chance (seat CHANCE)."""

    seat: int
    code: int


class Move(msgspec.Struct, frozen=True, tag_field="move", tag=str.lower, forbid_unknown_fields=True):
    """A typed move. Its text is the notation that a person types; as a dict it carries its name under "move"."""

    def to_dict(self) -> dict[str, Any]:
        """The move as plain JSON-able data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


@dataclass(frozen=True)
class Option:
    """One thing that is chosen before a game starts."""

    name: str
    default: Any
    choices: tuple[Any, ...]
    help: str
    codes: tuple[int, ...] | None = None  # what compiled rules know each choice by, where it is not the plain number

    def check(self, value: object) -> None:
        """Refuse a value that is not one of the choices (1 is not True here)."""
        if not any(value == choice and type(value) is type(choice) for choice in self.choices):
            allowed = ", ".join(repr(choice) for choice in self.choices)
            raise ValueError(f"{self.name} is one of {allowed}, not {quoted(value)}")

    def numbers(self, value: object) -> tuple[int, ...]:
        """What compiled rules know the value by; one number, unless the option is a thing of many parts."""
        return (self.code(value),)

    def code(self, value: object) -> int:
        """The number by which compiled rules know the value."""
        if self.codes is not None:
            return self.codes[[(type(choice), choice) for choice in self.choices].index((type(value), value))]
        if value is None:
            return -1
        if isinstance(value, int):
            return int(value)
        return self.choices.index(value)


def switch(name: str, help: str) -> Option:
    """An option that is on or off, off by default."""
    return Option(name, False, (False, True), help)


FIRST = Option("first", None, (None, 0, 1, 2, 3), "the seat that begins; None draws it")


def check_first(options: Options) -> None:
    """Refuse a first player who does not play."""
    players, first = options["players"], options["first"]
    if first is not None and first >= players:
        seats = "0 with 1 player" if players == 1 else f"a seat from 0 to {players - 1} with {players} players"
        raise ValueError(f"first is None or {seats}, not {first}")


class RulesModule(Protocol):
    """rules.py: the compiled rules. The functions take a record `s` of layout STATE."""

    STATE: np.dtype[Any]
    ACTIONS: int  # action codes are below this
    MAX_LEGAL: int  # never more legal actions than this at once
    MAX_OUTCOMES: int  # never more outcomes of one chance event than this
    OBSERVATION: int  # length of the tensor that `observe` writes
    begin: Callable[..., Any]
    to_act: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    outcomes: Callable[..., Any]
    draw: Callable[..., Any]
    scores: Callable[..., Any]
    merit: Callable[..., Any]
    redeal: Callable[..., Any]
    observe: Callable[..., Any]


class MovesModule(Protocol):
    """moves.py: action codes as typed moves and as text."""

    EXAMPLES: tuple[str, ...]  # shown when a text cannot be read

    def decode(self, action: int) -> Move:
        """The typed move of an action code."""

    def outcome(self, code: int) -> str:
        """The text of a chance outcome."""

    def tidy(self, text: str) -> str:
        """Spell what a person typed as the notation does, where that is possible."""


class ViewModule(Protocol):
    """view.py: what a seat may see, positions, and the points item by item.

    Where something is shown that views soon hide again, it also has `glimpse(before, after) -> dict`: what a move has
    shown to all, for a moment. Where several seats act at once it also has `secret(action) -> bool`: whether the seats
    that still act cannot see such a move, so that it may be taken back after they have moved. `ALIKE = True` says that
    all seats and spectators have the same view, so that a table makes it only once; such a game may have
    `view_json(buffer) -> bytes`, which writes the view as JSON faster than it could be made and then written. Where
    looking back would spoil the game it has `past_is_open(options) -> bool`: whether earlier views may be shown before
    the end. Where the first view with some options takes long it has `prepare(options)`, which does that work. Where
    several games can be played in a row it has `by_itself(buffer) -> Buffer`: the game that runs, or has just ended, as
    if it were the only one. Where what a seat does not know, or knows no longer, would have a part in what its moves
    bring, it has `known(buffer, seat) -> Buffer`: the state as the seat may suppose it, the same whatever is hidden;
    previews and hints begin with that. If it has `foreseen(buffer, options, seat) -> dict` too, that is what a preview
    shows, and none is refused because it reveals something: a view less what the seat could not know after such moves.
    """

    def view(self, buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
        """Exactly what `seat` may know (None: a spectator), as JSON-able data."""

    def heard(self, buffer: Buffer, events: Sequence[Event], seat: int | None) -> Sequence[Event]:
        """Those of all past moves and chance outcomes that `seat` may be told (None: a spectator)."""

    def reveals(self, before: Buffer, after: Buffer) -> bool:
        """Whether a seat's move, which led from one state to the other, has brought something hidden to light."""

    def breakdown(self, buffer: Buffer) -> Sequence[dict[str, Any]]:
        """Per seat, every item that brings points, as if the game ended now."""

    def position(self, buffer: Buffer) -> Position:
        """Full information about the position, for people to read and edit."""

    def load_position(self, buffer: Buffer, position: Position) -> None:
        """Write a position into a freshly begun buffer, or raise PositionError."""


class DrawModule(Protocol):
    """draw.py: pictures made from a view alone, so that they cannot show more.

    It may have `sentence(line) -> str`: a line of `match.history()` in words, made from its facts alone; without the
    name of the seat if it is a move. Without that the terminal tells what happened in notation.
    """

    def svg(self, view: Mapping[str, Any]) -> str:
        """A standalone picture."""

    def text(self, view: Mapping[str, Any]) -> str:
        """A drawing for terminals."""


@dataclass(frozen=True, eq=False)
class Spec:
    """A game as the engine sees it."""

    name: str
    titles: Mapping[str, str]
    options: tuple[Option, ...]
    check: Callable[[Options], None]  # refuses combinations that do not go together
    rules: RulesModule
    moves: MovesModule
    view: ViewModule
    draw: DrawModule
    facts: Any = None
    position: Any = None

    def complete(self, given: Options) -> dict[str, Any]:
        """The given options with the defaults filled in, or a ValueError that names the wrong one."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise ValueError(f"{self.name} has no option {quoted(name)}; its options are {', '.join(known)}")
        chosen = {name: given.get(name, option.default) for name, option in known.items()}
        for name, value in chosen.items():
            known[name].check(value)
        self.check(chosen)
        return chosen

    def config(self, options: Options) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The options as the numbers that `begin` takes, in the order of `self.options`."""
        numbers = [number for option in self.options for number in option.numbers(options[option.name])]
        return np.array(numbers, np.int64)
