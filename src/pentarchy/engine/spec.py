"""What a game must bring so that the engine can run it: its options and its modules.

Adding a game means writing one folder under games/ whose `__init__` holds a `SPEC` (docs/adding-a-game.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
import numpy as np

from pentarchy.engine.checks import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.seen import Reason

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
    maps: MapsModule | None = None  # what reads the files that people may bring as this option

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
    # Where a state has secrets, `suppose(s, seat)` puts in their place what the seat may suppose, the same whatever is
    # hidden: views, observations, previews and hints are made of that.


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
    """view.py: what a seat may see, declared as a `TypedDict` (engine/seen.py) and filled in by a compiled rule.

    `see(s, seat, v)` fills in a view; `seat` may also be SPECTATOR or EVERYTHING. Besides, where a game has such a
    thing, each a compiled rule:

    - `hears(s, events, seat, heard)` marks those of all past events that a seat may be told; without it all are.
    - `reveals(before, after)`: whether a seat's move has brought something hidden to light.
    - `secret(action)`: whether seats that still act cannot see such a move; it may be taken back after they moved.
    - `glimpse(before, after, g)` fills in `Glimpse`, what a move has shown to all for a moment; whether it has.
    - `foresee(v, seat)` takes out of the view of a state that is only thought of what the seat could not know then;
      with it no preview is refused because it reveals something.

    And in plain Python: `ALIKE = True` says that all seats and spectators have the same view, so that a table makes it
    only once. `past_is_open(options)`: whether earlier views may be shown before the end. `prepare(options)` does what
    takes long the first time. `by_itself(buffer)`: the game of a series that runs, or has just ended, as if it were the
    only one. `CONSTANTS`, declared as `Constants`, is what is the same in every match and therefore not in views: plain
    data, which `Game.constants` gives and tools/view_types.py writes for the browser. `with_beside(written, buffer,
    options)` adds to the JSON of a view what is declared as `Beside`: it follows from options and open draws.
    """

    View: Any  # a TypedDict
    see: Callable[..., Any]


class FactsModule(Protocol):
    """facts.py: what an event did, and why a move is refused; declared like views.

    `tell(before, after, seat, action, fact)` fills in what an event did, as far as everybody may know who hears of it.
    `refuse(s, seat, action, refusal)` fills in why the seat to act may not do something, as far as it can know; its
    field `why` is a key of `REASONS`. It may have `RUSSIAN`, a dict with the Russian words for names in the reasons.
    """

    Fact: Any  # TypedDicts
    Refusal: Any
    REASONS: dict[str, Reason]
    tell: Callable[..., Any]
    refuse: Callable[..., Any]


class PositionModule(Protocol):
    """position.py: positions as people write them. The functions take a record `s` of layout STATE."""

    def written(self, s: Any) -> Position:
        """Full information about the position, for people to read and edit."""

    def load(self, s: Any, position: Position) -> None:
        """Write a position into the state of a freshly begun game, or raise PositionError."""


class DrawModule(Protocol):
    """draw.py: pictures made from a view alone, so that they cannot show more.

    It may have `sentence(line) -> str`: a line of `match.history()` in words, made from its facts alone; without the
    name of the seat if it is a move. Without that the terminal tells what happened in notation.
    """

    def svg(self, view: Mapping[str, Any]) -> str:
        """A standalone picture."""

    def text(self, view: Mapping[str, Any]) -> str:
        """A drawing for terminals."""


class KnowledgeModule(Protocol):
    """knowledge.py: what bots know of a game. Its functions are compiled with the rules (see `bots/contract.py`).

    Besides `appraise` it may offer what `bots/policies.py` lists as OFFERED.
    """

    LEVELS: Any  # a dict: how each level of `bots/levels.py` plays, as the fields of a `Level`
    ADVICE: int  # moves that the search makes in thought for a hint
    CHANCE_IN_TREE: bool
    OWN_DECISIONS_ONLY: bool
    HORIZON: int
    TUNING: dict[str, float]
    appraise: Callable[..., Any]


class MapsModule(Protocol):
    """Reads the maps that people bring as an option, and says what is wrong with them."""

    def check(self, value: object) -> tuple[Sequence[Any], Any]:
        """All that is amiss with the content of a file, and the map that it describes; None if that is none."""

    def sketch(self, content: Mapping[str, Any]) -> Any:
        """As much of a file as can be drawn."""

    def completed(self, content: Mapping[str, Any], board: Any) -> dict[str, Any]:
        """The content of a sound file with all that can be worked out."""

    def renewed(self, content: Mapping[str, Any]) -> str:
        """The text of a file with what can be worked out worked out anew."""

    def report(self, board: Any) -> list[str]:
        """What a map has, in lines for people."""

    def picture(self, value: object, *, names: bool) -> str:
        """A map as a standalone picture."""


@dataclass(frozen=True)
class Trials:
    """How benchmarks, tests and the makers of pictures play a game. All of it may be left out."""

    measured: Mapping[str, Options] = field(default_factory=lambda: {"as it is": {}})  # by words for people
    tried: tuple[Options, ...] = ({},)  # by tests of all kinds, the plainest first
    long: Options = field(default_factory=dict)  # a game that does not end while something is measured
    tables: int | None = None  # of that game at once, where it nevertheless ends so soon that people would have to wait
    short: Options = field(default_factory=dict)  # one whose end bots soon come to
    bots: int = 1  # at the table that is photographed …
    moves: int = 10  # … when one person has made so many moves
    in_c: Callable[[Options], tuple[str, ...]] | None = (
        None  # the first arguments of benchmarks/<game>.c, if there is one
    )


@dataclass(frozen=True, eq=False)
class Spec:
    """A game as the engine sees it. A game without `knowledge` is played by people and by the bot `random`."""

    name: str
    titles: Mapping[str, str]
    options: tuple[Option, ...]
    check: Callable[[Options], None]  # refuses combinations that do not go together
    rules: RulesModule
    moves: MovesModule
    view: ViewModule
    facts: FactsModule
    position: PositionModule
    draw: DrawModule
    knowledge: KnowledgeModule | None = None
    trials: Trials = Trials()

    @property
    def most_players(self) -> int:
        """As many as can play."""
        return max(int(choice) for option in self.options if option.name == "players" for choice in option.choices)

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
