"""A game with its options chosen: where matches and simulations start."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.engine.chance import NoChance, SeededChance, seed_bytes
from pentarchy.engine.checks import quoted
from pentarchy.engine.facade import Kernel, kernel_of
from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.lots import SharedSeed
from pentarchy.engine.match import Match
from pentarchy.engine.notation import MoveTable, table_of
from pentarchy.engine.simulation import Simulation
from pentarchy.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pentarchy.engine.spec import Buffer, Options, Position, Spec


class Game:
    """A game with its options chosen; get one from `pentarchy.load`."""

    def __init__(self, spec: Spec, options: Options) -> None:
        self.spec = spec
        self.options = spec.complete(options)
        self.config = spec.config(self.options)

    @property
    def name(self) -> str:
        """The name by which `pentarchy.load` knows it."""
        return self.spec.name

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.spec.titles["en"]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.options["players"])

    @property
    def kernel(self) -> Kernel:
        """The compiled functions."""
        return kernel_of(self.spec)

    @property
    def moves(self) -> MoveTable:
        """Action codes, typed moves and notation."""
        return table_of(self.spec)

    @cached_property
    def view_head(self) -> bytes:
        """How every view begins, as JSON."""
        return msgspec.json.encode({"game": self.name, "options": self.options})[:-1]

    @property
    def constants(self) -> dict[str, Any]:
        """What is the same in every match and therefore not in views, such as the faces of dominoes."""
        constants: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(getattr(self.spec.view, "CONSTANTS", {})))
        return constants

    def options_copy(self) -> dict[str, Any]:
        """The options for somebody who may change what they get."""
        copies = {name: msgspec.json.decode(written) for name, written in self._written.items()}
        return dict(self.options) | copies

    @cached_property
    def _written(self) -> dict[str, bytes]:
        """Options of many parts as JSON: reading that anew is several times as fast as copying a map part by part."""
        return {name: msgspec.json.encode(value) for name, value in self.options.items() if isinstance(value, dict)}

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"pentarchy.load({self.name!r}{chosen})"

    def buffer(self) -> Buffer:
        """The state of a new game, before the first chance event."""
        buffer = np.zeros(self.kernel.size, np.uint8)
        self.kernel.begin(buffer, self.config)
        return buffer

    def start(self, seed: int | bytes | SharedSeed | None = None, *, script: Iterable[str] = ()) -> Match:
        """Begin a match; chance has already acted up to the first decision.

        The same seed always gives the same draws. None takes a secret one; a number that can be guessed is for tests
        and studies, not for play; of a shared one the record tells the parts. `script` forces the first chance outcomes
        by their text, for lessons.
        """
        if isinstance(seed, SharedSeed):
            return Match(self, self.buffer(), SeededChance(seed.mixed()), script=script, shared=seed)
        return Match(self, self.buffer(), SeededChance(seed_bytes(seed)), script=script)

    def from_position(
        self, position: Position, seed: int | bytes | None = None, *, script: Iterable[str] = ()
    ) -> Match:
        """Begin a match in the middle, from what `Match.position` wrote or a person edited."""
        buffer = self.load(position)
        return Match(self, buffer, SeededChance(seed_bytes(seed)), start=position, script=script)

    def resume(self, state: bytes, events: Iterable[tuple[int, int]]) -> Match:
        """A match that stands where another does, by its `state` and `events`, for whoever thinks about it elsewhere.

        It knows neither the seed, so nothing can be drawn, nor what there was before, so nothing can be taken back.
        """
        return Match(self, load_bytes(state, self.spec.rules.STATE), NoChance(), happened=events)

    def load(self, position: Position) -> Buffer:
        """The state of a position; PositionError names the field that is wrong."""
        if not isinstance(position, dict):
            raise PositionError(f"a position is a dict, not {type(position).__name__}")
        if position.get("game") != self.name:
            raise PositionError(f"game: this is {self.name!r}, the position says {quoted(position.get('game'))}")
        options = position.get("options", {})
        try:
            same = isinstance(options, dict) and self.spec.complete(options) == self.options
        except ValueError as error:
            raise PositionError(f"options: {error}") from None
        if not same:
            raise PositionError(f"options: this game has {self.options}, the position {quoted(options)}")
        buffer = self.buffer()
        self.spec.position.load(buffer.view(self.spec.rules.STATE)[0], position)
        return buffer

    def simulation(self, seed: int = 0) -> Simulation:
        """A game driven by action codes with fast chance, for search and learning."""
        return Simulation(self, seed)
