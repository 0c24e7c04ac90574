"""What holds for every bot: it plays legally, honestly, and the same again."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from pentarchy.testing.claims import claim, refused, same
from pentarchy.testing.games import game_of
from pentarchy.testing.walks import redealt, some_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pentarchy.bots import Bot
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move, Spec

    Maker = Callable[[int], Bot]  # a bot for a seed
    BotCheck = Callable[[Maker, Game], None]

EVERY = 5  # decisions of a match are looked at
BOT_CHECKS: dict[str, BotCheck] = {}  # by name, in order


def bot_check(function: BotCheck) -> BotCheck:
    """One more check of all bots."""
    BOT_CHECKS[function.__name__] = function
    return function


def check_bot(bot: str | Maker, game: Spec | str, options: Mapping[str, Any] | None = None) -> None:
    """Make all checks of a bot in a game; the first that fails is an AssertionError that names it.

    A bot is a name as the command line takes it, or what makes a bot for a seed.
    """
    made, loaded = maker_of(bot), game_of(game, options or {})
    for name, each in BOT_CHECKS.items():
        try:
            each(made, loaded)
        except AssertionError as error:
            raise AssertionError(f"{name.replace('_', ' ')}: {error}") from error


def maker_of(bot: str | Maker) -> Maker:
    """What makes a bot for a seed."""
    if not isinstance(bot, str):
        return bot
    from pentarchy.bots import load

    return lambda seed: load(bot, seed=seed)


@contextlib.contextmanager
def made_by(maker: Maker, seed: int) -> Iterator[Bot]:
    """A bot, which is ended afterwards if it is a program."""
    bot = maker(seed)
    try:
        yield bot
    finally:
        end = getattr(bot, "close", None)
        if end is not None:
            end()


def _asked(maker: Maker, match: Match, seat: int, seed: int) -> Move:
    with made_by(maker, seed) as bot:
        return bot.choose(match, seat)


@bot_check
def it_plays_a_whole_match_legally(maker: Maker, game: Game) -> None:
    """In every seat, and thinking changes nothing."""
    with made_by(maker, 1) as bot:
        claim(isinstance(bot.name, str) and bot.name, "it has no name")
        match = game.start(seed=1)
        while not match.over:
            state, seat = match.state(), match.to_act[0]
            move = bot.choose(match, seat)
            same(match.state(), state, "the state after it has thought")
            claim(move in match.legal(seat), f"it plays {move!r}, which is not legal")
            match.play(move, seat)


@bot_check
def the_same_seed_makes_the_same_choices(maker: Maker, game: Game) -> None:
    """So that whatever it was in can be played again."""
    for number, match in enumerate(some_of(game, seed=2, every=EVERY)):
        if not match.over:
            seat = match.to_act[0]
            once, again = (_asked(maker, match, seat, number) for _ in range(2))
            same(again, once, f"its move with seed {number}, asked again")


@bot_check
def it_does_not_look_at_what_its_seat_cannot_see(maker: Maker, game: Game) -> None:
    """Where everything hidden from its seat is dealt anew, it chooses the same."""
    for number, match in enumerate(some_of(game, seed=3, every=EVERY)):
        if not match.over:
            seat = match.to_act[0]
            other = redealt(match, seat, seed=number)
            here, there = (_asked(maker, world, seat, 7) for world in (match, other))
            same(there, here, "its move in another world")


@bot_check
def asked_out_of_turn_it_says_so(maker: Maker, game: Game) -> None:
    """With a ValueError."""
    match = game.start(seed=7)
    waiting = [seat for seat in range(game.players) if seat not in match.to_act]
    for seat in waiting[:1]:
        with refused(ValueError, f"asking for seat {seat}, which is not to act,"):
            _asked(maker, match, seat, 1)
