"""The checks as classes for pytest: one line in somebody's repository."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pentarchy.testing.bots import BOT_CHECKS, maker_of
from pentarchy.testing.games import game_of
from pentarchy.testing.golden import check_golden
from pentarchy.testing.registry import GAME_CHECKS
from pentarchy.testing.walks import random_walk, walking

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pentarchy.engine.spec import Spec
    from pentarchy.testing.bots import Maker
    from pentarchy.testing.walks import Walk

    Options = Mapping[str, Any]


def game_suite(
    spec: Spec | str,
    variants: Sequence[Options] = ({},),
    *,
    golden: str | Path | None = None,
    walk: Walk = random_walk,
) -> type:
    """All checks of a game in all its variants: `TestMyGame = game_suite(SPEC, [{"players": 2}])`.

    `golden` is a folder with a whole game of each variant written out; PENTARCHY_GOLDEN=write writes them. `walk(game,
    seed)` gives a match before every decision and at its end, for games that random players would not finish.
    """
    import pytest

    variant = pytest.mark.parametrize("options", variants, ids=name_of)

    class Suite:
        """What holds in every game."""

        @variant
        @pytest.mark.parametrize("check", list(GAME_CHECKS))
        def test_it_holds_that(self, check: str, options: Options) -> None:
            with walking(walk):
                GAME_CHECKS[check](game_of(spec, options))

    if golden is None:
        return Suite
    folder = Path(golden)

    class WithGolden(Suite):
        """What holds in every game, and how whole games go."""

        @variant
        def test_a_whole_game_goes_as_written_down(self, options: Options) -> None:
            game = game_of(spec, options)
            with walking(walk):
                check_golden(game, folder / f"{game.name}-{name_of(options)}.txt")

    return WithGolden


def bot_suite(bot: str | Maker, game: Spec | str, variants: Sequence[Options] = ({},)) -> type:
    """All checks of a bot in a game: `TestMyBot = bot_suite("exec:./mybot", "kingdomino")`.

    A bot is a name as the command line takes it, or what makes a bot for a seed.
    """
    import pytest

    class Suite:
        """What holds for every bot."""

        @pytest.mark.parametrize("options", variants, ids=name_of)
        @pytest.mark.parametrize("check", list(BOT_CHECKS))
        def test_it_holds_that(self, check: str, options: Options) -> None:
            BOT_CHECKS[check](maker_of(bot), game_of(game, options))

    return Suite


def name_of(options: Options) -> str:
    """A variant in words, such as `players=2-harmony`."""
    chosen = [key if value is True else f"{key}={value}" for key, value in options.items()]
    return "-".join(chosen) or "default"
