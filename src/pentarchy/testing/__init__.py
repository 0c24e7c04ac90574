"""The tests that every game and every bot must pass, for ours and for yours.

    from pentarchy.testing import bot_suite, game_suite

    TestMyGame = game_suite(SPEC, [{"players": 2}, {"players": 3}], golden="golden")  # for pytest
    TestMyBot = bot_suite("exec:./mybot", "kingdomino")

`check_game` and `check_bot` do the same without pytest. docs/testing.md says what is checked.
"""

from pentarchy.testing.bots import BOT_CHECKS, check_bot
from pentarchy.testing.games import check_game
from pentarchy.testing.golden import check_drawings, check_golden, playthrough
from pentarchy.testing.registry import GAME_CHECKS
from pentarchy.testing.suites import bot_suite, game_suite
from pentarchy.testing.walks import finished, redealt, walk, walking

__all__ = [
    "BOT_CHECKS",
    "GAME_CHECKS",
    "bot_suite",
    "check_bot",
    "check_drawings",
    "check_game",
    "check_golden",
    "finished",
    "game_suite",
    "playthrough",
    "redealt",
    "walk",
    "walking",
]
