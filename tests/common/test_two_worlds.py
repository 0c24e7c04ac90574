"""Nobody learns what is hidden: in two worlds that differ only in that, everything a seat can ask has the same answer.

Not only what is told must be the same but also whether anything is: which previews are given, what can be taken back,
which error comes. The worlds have pasts of their own (tests/worlds.py). Random ones seldom come to the moments at which
something hidden decides what happens next, so those are set up as positions.
"""

from __future__ import annotations

import json
import random
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy import CannotUndo, IllegalMove, bots
from pentarchy.errors import NoPreview
from pentarchy.games.genius.components import COLOURS as TOKENS
from pentarchy.games.scuffle.components import CHARACTERS, COLOURS
from tests.rules.genius import tables as genius
from tests.rules.scuffle import tables as scuffle
from tests.sizes import covered, size
from tests.variants import every_variant, load
from tests.walks import walk
from tests.worlds import other_world

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pentarchy.bots import Analysis
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

LONG_ENOUGH = 150  # decisions; KinGems played at random has hundreds
SOME, MANY = 3, 12  # moves of a seat that are tried in every way
variant = pytest.mark.parametrize(("name", "options"), every_variant())


# --- What a seat can find out -----------------------------------------------------------------------------------------


def assert_alike(one: Match, other: Match, seat: int | None, choice: random.Random, tried: int = SOME) -> None:
    """Whatever a seat (None: a spectator) does to find out which of two worlds it is in, it finds no difference."""
    covered(1, "pairs of worlds")
    assert seen(one, seat) == seen(other, seat)
    assert looked_back(one, seat) == looked_back(other, seat)
    if seat is None:
        return
    assert taken_back(one, seat) == taken_back(other, seat)
    for move in moves_to_try(one, seat, choice, tried):
        assert refused(one, move, seat) == refused(other, move, seat)
        told = previewed(one, [move], seat)
        assert told == previewed(other, [move], seat)
        then = json.loads(told)[1] if told.startswith("[") else []
        further = [move, choice.choice(then) if then else move]
        assert previewed(one, further, seat) == previewed(other, further, seat)
        assert made_and_taken_back(one, move, seat) == made_and_taken_back(other, move, seat)


def assert_alike_from_here_on(one: Match, other: Match, seat: int, choice: random.Random, tried: int = SOME) -> None:
    """The same, and then move by move as long as the seat goes on and has been shown nothing."""
    going_on = True
    while going_on:
        assert_alike(one, other, seat, choice, tried)
        legal = one.legal_texts(seat)
        going_on = bool(legal)
        if going_on:
            move = choice.choice(legal)
            one.play(move, seat)
            other.play(move, seat)
            assert one.undoable(seat) == other.undoable(seat)
            going_on = one.undoable(seat)


def seen(match: Match, seat: int | None) -> str:
    """What a seat sees without doing anything."""
    if seat is None:
        return json.dumps([match.view(), match.history(), match.to_act, match.glimpse])
    can = [match.legal_texts(seat), match.undoable(seat)]
    return json.dumps([match.view(seat), match.history(seat), match.to_act, match.glimpse, can])


def looked_back(match: Match, seat: int | None) -> str:
    """What a seat finds in the past, where looking back is open before the end."""
    is_open = getattr(match.game.spec.view, "past_is_open", None)
    if is_open and not is_open(match.game.options):
        return ""
    lines = len(match.heard(seat))
    return json.dumps([match.past(at, seat) for at in sorted({0, lines // 2, max(0, lines - 2), lines})])


def moves_to_try(match: Match, seat: int, choice: random.Random, tried: int) -> list[str]:
    """Some legal moves, the last listed among them, and some that are not."""
    *legal, last = match.legal_texts(seat) or [""]
    some = [last, *choice.sample(legal, min(len(legal), tried - 1))] if last else []
    return some + choice.sample(match.game.moves.names, 2)


def refused(match: Match, move: str, seat: int) -> str:
    """The error that a move brings, if it does."""
    try:
        match.copy().play(move, seat)
    except IllegalMove as error:
        return str(error)
    return ""


def previewed(match: Match, moves: list[str], seat: int) -> str:
    """What a seat is told about moves it only thinks of."""
    state = match.state()
    try:
        view, legal = match.preview(moves, seat)
    except (IllegalMove, NoPreview) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        assert match.state() == state
    return json.dumps([view, [str(move) for move in legal], match.foretell(moves, seat)])


def taken_back(match: Match, seat: int, most: int = 6) -> list[str]:
    """What a seat can take back, move by move, what it sees then, and the refusal at last."""
    twin, told = match.copy(), []
    try:
        for _ in range(most):
            told += [str(twin.undo(seat)), seen(twin, seat)]
    except CannotUndo as error:
        told.append(str(error))
    return told


def made_and_taken_back(match: Match, move: str, seat: int) -> list[str]:
    """Whether a move can be taken back; if so also what it shows meanwhile: else undo would be a way to peek."""
    twin = match.copy()
    try:
        twin.play(move, seat)
    except IllegalMove:
        return []
    if twin.undoable(seat):
        return [seen(twin, seat), *taken_back(twin, seat, most=1)]
    return taken_back(twin, seat)


# --- Worlds of random matches -----------------------------------------------------------------------------------------


@pytest.mark.soak
@variant
def test_two_worlds_are_alike_to_whoever_cannot_tell_them_apart(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    differed = 0
    for seed in range(size(2, 8)):
        for number, match in some_positions(game, seed):
            for seat in (None, *range(game.players)):
                other = other_world(match, seat, number)
                differed += other.state() != match.state()
                assert_alike(match, other, seat, random.Random(number))
    assert differed > 3 or not has_secrets(game)


def some_positions(game: Game, seed: int) -> Iterator[tuple[int, Match]]:
    """Some moments of a random match, if it is not endless the last decision among them."""
    decisions = sum(1 for _ in islice(walk(game, seed), LONG_ENOUGH)) - 1
    wanted = {decisions - 1, *random.Random(seed).sample(range(decisions), size(3, min(40, decisions)))}
    for number, match in enumerate(islice(walk(game, seed), LONG_ENOUGH)):
        if number in wanted:
            yield number, match


def has_secrets(game: Game) -> bool:
    """Whether states hold anything that somebody may not know."""
    if game.name == "kingems":
        return not game.options["memory"]
    return game.name == "scuffle" or (game.name == "color_kingdoms" and game.players > 1)


# --- Worlds that are seldom met ---------------------------------------------------------------------------------------


PLAYED = ("king", "queen", "princess", "knight", "peasant", "witch")  # in this order by everybody
SKIPS, PLAYS = ("gnome", "dragon"), ("fairy", "wizard")  # what the others hold before their last turn


def last_turns(players: int, turn: int, seat: int, hands: Sequence[Sequence[str]], own: str) -> Match:
    """A Scuffle in which a seat is on with its own hand; `hands` are what the others hold first of all."""
    kinds = scuffle.LAYOUTS[players]
    stacks: list[list[str]] = [[] for _ in kinds]
    holds = []
    for player in range(players):
        taken = turn if player < seat else turn - 1
        for place, card in enumerate(PLAYED[:taken]):
            stacks[(place + player) % len(kinds)].append(f"{COLOURS[player]} {card}")
        unplayed = [card for card in CHARACTERS if card not in PLAYED[:taken]]
        hand = own.split() if player == seat else [*hands[player], *unplayed][: 7 - taken]
        holds.append({"hand": hand, "aside": [card for card in unplayed if card not in hand]})
    position = {
        "game": "scuffle",
        "options": {"players": players},
        "first": 0,
        "turns": [turn if player < seat else turn - 1 for player in range(players)],
        "locations": [{"kind": kind, "stack": stack} for kind, stack in zip(kinds, stacks, strict=True)],
        "players": holds,
    }
    return pentarchy.load("scuffle", players=players).from_position(position, seed=1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("own", ["peasant wizard fairy", "witch wizard dragon"])
def test_who_ends_the_fifth_round_cannot_find_out_who_must_skip_the_sixth(players: int, own: str) -> None:
    """Whatever the others hold: some must skip, or none, or all, so that the same seat is on again."""
    last = players - 1
    worlds = [last_turns(players, 5, last, hands, own) for hands in product((SKIPS, PLAYS), repeat=last)]
    for number, other in enumerate(worlds[1:]):
        assert_alike_from_here_on(worlds[0].copy(), other, last, random.Random(number), MANY)


@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 1), (4, 3)])
@pytest.mark.parametrize("own", ["wizard fairy", "gnome fairy", "wizard dragon"])
def test_in_the_last_round_nobody_can_find_out_who_must_skip(players: int, seat: int, own: str) -> None:
    before = [["fairy"]] * (seat + 1)  # who has played has one card left, whichever
    later = product((SKIPS, PLAYS), repeat=players - seat - 1)
    worlds = [last_turns(players, 6, seat, [*before, *hands], own) for hands in later]
    worlds.append(last_turns(players, 6, seat, [["wizard"]] * (seat + 1) + [PLAYS] * (players - seat - 1), own))
    for number, other in enumerate(worlds[1:]):
        assert_alike_from_here_on(worlds[0].copy(), other, seat, random.Random(number), MANY)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_of_the_last_rounds_has_a_preview_that_shows_no_hidden_card(players: int) -> None:
    for seat in range(players):
        for turn, own in ((5, "peasant wizard fairy"), (6, "wizard fairy")):
            match = last_turns(players, turn, seat, [SKIPS] * players, own)
            for move in match.legal_texts(seat):
                view, _ = match.preview([move], seat)
                assert "skipped" not in match.foretell([move], seat)[0]
                others = [player for player in view["players"] if player["seat"] != seat]
                assert {(player["hand"], player["aside"], player["skipped"]) for player in others} == {
                    (None, None, False)
                }
                assert view["standings"][seat]["points"] == points_after(match, move, seat)


def points_after(match: Match, move: str, seat: int) -> int:
    """What a seat has when a move is made, whoever is on then."""
    twin = match.copy()
    twin.play(move, seat)
    return twin.standings().scores[seat]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("in_the_last_round", [False, True])
def test_who_paints_last_cannot_find_out_what_the_others_have_painted(players: int, in_the_last_round: bool) -> None:
    """All others have ended their turns, some of them without painting anything; the next `done` ends the round."""
    game = pentarchy.load("color_kingdoms", players=players, first=0)
    *_, over = walk(game, seed=3)
    last = over.view()["round"] if in_the_last_round else 2
    match = next(match for match in walk(game, seed=3) if match.view()["round"] == last)
    for observer in {0, players - 1}:
        base = all_but_one_finished(match.copy(), observer)
        for seed in range(size(2, 20)):
            assert_alike_from_here_on(base.copy(), other_world(base, observer, seed), observer, random.Random(seed))


def all_but_one_finished(match: Match, observer: int) -> Match:
    """Everybody has taken a die, and all but one have put the brush away."""
    choice = random.Random(observer)
    while match.to_act != (observer,) or "done" not in match.legal_texts(observer):
        seat = choice.choice([seat for seat in match.to_act if seat != observer] or [observer])
        legal = match.legal_texts(seat)
        match.play("done" if "done" in legal and choice.random() < 0.5 else choice.choice(legal), seat)
    return match


@pytest.mark.parametrize("collections", [("7 7 7 7 6 6",) * 3, ("7 7 7 6 6 7", "7 7 7 7 6 6", "7 7 7 6 7 6")])
def test_with_an_empty_reserve_luck_to_come_changes_nothing(collections: tuple[str, ...]) -> None:
    lacking = {colour: sum(7 - int(held.split()[place]) for held in collections) for place, colour in enumerate(TOKENS)}
    centre = " ".join(f"{colour}*{number}" for colour, number in lacking.items() if number)
    match = genius.table(*collections, centre=centre)
    while not match.over:
        for seat in range(3):
            assert_alike(match, other_world(match, seat, seed=5), seat, random.Random(1))
        match.play("pass")


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_cells_that_are_no_longer_in_view_change_nothing(mode: str) -> None:
    """Bots who want crystals play, so that many cells have been seen, and some have been taken from."""
    game = pentarchy.load("kingems", players=2, mode=mode, memory=False)
    match, bot = game.start(seed=4), bots.load("greedy", seed=4)
    differed = 0
    for number in range(size(60, 200)):
        if match.over:
            break
        seat = match.sole_actor()
        if number % 6 == 5:
            other = other_world(match, seat, number)
            differed += other.state() != match.state()
            assert_alike(match, other, seat, random.Random(number))
        match.play(bot.choose(match, seat), seat)
    assert differed > 3


# --- Advice -----------------------------------------------------------------------------------------------------------


@pytest.mark.soak
@variant
def test_advice_knows_only_what_its_seat_knows(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    for number, match in some_positions(game, seed=6):
        for seat in match.to_act[:2]:
            worlds = [match, other_world(match, seat, number)]
            assert advice(worlds[0], seat) == advice(worlds[1], seat)


def advice(match: Match, seat: int) -> Analysis:
    return bots.load("search", seed=0, iterations=24).analyse(match.known(seat), seat)


@pytest.mark.parametrize("level", ["novice", "adept", "expert", "master"])
@pytest.mark.parametrize(
    ("name", "players"), [("scuffle", 2), ("scuffle", 3), ("color_kingdoms", 2), ("color_kingdoms", 3)]
)
def test_bots_choose_by_what_their_seat_knows_from_one_decision_to_the_next(
    name: str, players: int, level: str
) -> None:
    """Also if they remember what they thought before: others who paint more or less in secret make no difference."""
    game = pentarchy.load(name, players=players)
    match = game.start(seed=8)
    one, other = (
        bots.load(level, seed=9, iterations=20) if level in ("expert", "master") else bots.load(level, seed=9)
        for _ in range(2)
    )
    choice = random.Random(8)
    for number in range(size(40, 150)):
        if match.over:
            break
        seat = match.to_act[-1] if choice.random() < 0.5 else match.to_act[0]
        if seat == 0:
            move = one.choose(match, 0)
            assert move == other.choose(other_world(match, 0, number), 0)
            match.play(move, 0)
        else:
            match.play(choice.choice(match.legal(seat)), seat)
