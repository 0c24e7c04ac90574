"""How OpenSpiel is told of our games: their types, their sizes, and their options as its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pyspiel

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Option, Spec

LONGEST = 1 << 17  # no game has more events
POINTS = 1000.0  # more than anybody gets who plays alone


def game_type(of: Spec, *, alone: bool = False) -> Any:
    """What kind of game it is; who plays alone plays for points."""
    kinds = pyspiel.GameType
    players = [choice for option in of.options if option.name == "players" for choice in option.choices]
    return kinds(
        short_name=f"pentarchy_{of.name}",
        long_name=of.titles["en"],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if alone else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: parameter(option, option.default) for option in of.options},
    )


def game_info(game: Game) -> Any:
    """How much there can be of everything."""
    alone = game.players == 1
    return pyspiel.GameInfo(
        num_distinct_actions=game.spec.rules.ACTIONS,
        max_chance_outcomes=game.spec.rules.MAX_OUTCOMES,
        num_players=game.players,
        min_utility=-POINTS if alone else -1.0,
        max_utility=POINTS if alone else 1.0,
        utility_sum=None if alone else 0.0,
        max_game_length=LONGEST,
    )


def parameter(option: Option, value: Any) -> Any:
    """An option as a parameter: a switch or a word as it is, a map as its JSON, all else as a number (None is -1)."""
    if isinstance(value, dict):
        return msgspec.json.encode(value).decode()
    is_plain = isinstance(option.default, str) or option.choices == (False, True)
    return value if is_plain else option.code(value)


def options(of: Spec, params: dict[str, Any]) -> dict[str, Any]:
    """Parameters as options; one that means nothing goes on as it is, to be refused by its name."""
    chosen = dict(params)
    for option in of.options:
        given = params.get(option.name)
        known = [choice for choice in option.choices if parameter(option, choice) == given]
        if known:
            chosen[option.name] = known[0]
        elif isinstance(given, str) and given.startswith("{"):
            chosen[option.name] = msgspec.json.decode(given)
    return chosen
