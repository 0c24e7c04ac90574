"""OpenSpiel: importing this module registers all games with pyspiel, as `pentarchy_kingdomino` and the like.

    import pyspiel
    import pentarchy.envs.openspiel

    game = pyspiel.load_game("pentarchy_kingdomino(players=3,harmony=True)")

Chance is explicit: outcome k is the k-th of those that the rules list. An information state is everything that a seat
has heard of; an observation is what it sees now. Where several seats may act at once (Colour Kingdoms), they do so in
turn order, which makes no difference to what comes of it.
"""

from __future__ import annotations

import struct
from typing import Any

import pyspiel

import pentarchy
from pentarchy.engine.checks import quoted
from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.spec import Event
from pentarchy.envs.openspiel_observer import observer
from pentarchy.envs.openspiel_table import TABLES, Table, table_of
from pentarchy.envs.openspiel_types import game_info, game_type, options
from pentarchy.errors import IllegalMove
from pentarchy.games import NAMES, spec

EVENT = struct.Struct("=ii")  # seat and code
PLAYER = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game as pyspiel knows it."""

    NAME: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = pentarchy.load(self.NAME, **options(spec(self.NAME), params or {}))
        super().__init__(game_type(game.spec, alone=game.players == 1), game_info(game), params or {})
        TABLES[str(self)] = Table(game, str(self))

    def new_initial_state(self) -> State:
        """The state before the first draw."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Whoever looks at states."""
        return observer(table_of(str(self)), iig_obs_type, params)


class State(pyspiel.State):  # type: ignore[misc]
    """One state and all that led to it. A copy is made of its attributes one by one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = table_of(str(game))
        self.buffer = self.table.game.buffer()
        self.who: int = self.table.kernel.to_act(self.buffer)
        self.past = b""  # all events in a row

    def current_player(self) -> Any:
        """Who acts."""
        return PLAYER.get(self.who, self.who)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.who == OVER

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.who:
            return []
        listed = self.table.kernel.legal(self.buffer, player, self.table.actions)
        return sorted(self.table.actions[:listed].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes by their places in the list, each with its probability."""
        weights = self.table.weights[: self._outcomes()].tolist()
        total = sum(weights)
        return [(place, weight / total) for place, weight in enumerate(weights)]

    def _outcomes(self) -> int:
        if self.who != CHANCE:
            raise IllegalMove(f"chance does not act now, but {self.who}")
        return int(self.table.kernel.outcomes(self.buffer, self.table.codes, self.table.weights))

    def _apply_action(self, action: int) -> None:
        if self.who == CHANCE:
            possible = list(range(self._outcomes()))
            code = int(self.table.codes[action]) if action in possible else -1
        else:
            possible = self._legal_actions(self.who)
            code = action
        if action not in possible:
            raise IllegalMove(f"action {quoted(action)} is not legal; legal are {quoted(possible)}")
        self.past += EVENT.pack(self.who, code)
        self.who = self.table.kernel.apply(self.buffer, self.who, code)

    def events(self) -> list[Event]:
        """Everything that has happened."""
        return [Event(*event) for event in EVENT.iter_unpack(self.past)]

    def told(self, events: list[Event] | tuple[Event, ...]) -> str:
        """Events in notation, a line each."""
        names, outcome = self.table.game.moves.names, self.table.game.spec.moves.outcome
        return "\n".join(f"{seat} {names[code]}" if seat != CHANCE else outcome(code) for seat, code in events)

    def heard(self, player: int) -> tuple[Event, ...]:
        """Those events that a seat may know of."""
        found: tuple[Event, ...] = self.table.showing.heard(self.buffer, self.events(), player)
        return found

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.table.game.moves.names[action]
        if self.who == CHANCE and 0 <= action < self._outcomes():
            return self.table.game.spec.moves.outcome(int(self.table.codes[action]))
        return f"outcome {action}"

    def returns(self) -> list[float]:
        """What the game is worth to every seat; nothing before its end."""
        return self.table.sight.rewards(self.buffer) if self.who == OVER else [0.0] * self.table.sight.players

    def __str__(self) -> str:
        return self.told(self.events())


for _name in NAMES:
    # A class for each: pyspiel lets go of it when Python is gone already, and whatever is freed then crashes.
    _class = globals()[f"SpielGame_{_name}"] = type(f"SpielGame_{_name}", (SpielGame,), {"NAME": _name})
    pyspiel.register_game(game_type(spec(_name)), _class)
