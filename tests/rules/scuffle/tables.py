"""Tables for the rule tests: small kingdoms drawn as they lie, and matches whose chance is known beforehand.

A kingdom is drawn row by row, its locations parted by bars. Cards follow the kind of the location from bottom to top, a
letter for the colour and the name. Places that do not matter may be left out at the end.

    forest                 | tower r.princess b.dragon r.knight | farm b.gnome b.princess
    farm b.king r.peasant  | farm                               | castle
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

import pentarchy
from pentarchy.engine.showing import showing_of
from pentarchy.games.scuffle import rules
from pentarchy.games.scuffle.components import CHARACTERS, COLOURS, KINDS, KINGDOMS

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer

Card = tuple[str, int]  # name and seat
Place = tuple[str, list[Card]]  # kind and stack

SEATS = {colour[0]: seat for seat, colour in enumerate(COLOURS)}
LAYOUTS = {
    2: ["farm", "forest", "farm", "castle", "farm", "tower"],
    3: ["farm", "forest", "tower", "castle", "farm", "castle", "tower", "forest", "farm"],
    4: ["tower", "castle", "farm", "forest"] * 3,
}


def load(players: int = 2, **options: Any) -> Game:
    return pentarchy.load("scuffle", players=players, **options)


# --- Matches whose chance is known ------------------------------------------------------------------------------------


def dealing(aside: Sequence[str], layout: Sequence[str]) -> list[str]:
    """The script that lays these locations and sets these cards aside, three names a seat."""
    laying = [f"location {kind}" for kind in layout]
    return laying + [f"aside {seat} {name}" for seat, names in enumerate(aside) for name in names.split()]


def started(*aside: str, players: int = 2, first: int = 0, layout: Sequence[str] = ()) -> Match:
    """A match whose first player is about to begin. Whoever is not named sets Dragon, Fairy and Wizard aside."""
    rest = ["dragon fairy wizard"] * (players - len(aside))
    script = dealing([*aside, *rest], layout or LAYOUTS[players])
    return load(players, first=first).start(1, script=script)


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def walk(match: Match, seed: int = 0) -> Iterator[Match]:
    """Play at random, stopping at every decision and at the end."""
    choice = random.Random(seed)
    while not match.over:
        yield match
        match.play(choice.choice(match.legal()))
    yield match


def finish(match: Match, seed: int = 0) -> Match:
    *_, match = walk(match, seed)
    return match


# --- Kingdoms drawn by hand -------------------------------------------------------------------------------------------


def read(picture: str) -> list[Place]:
    """The locations of a picture, in reading order."""
    places = []
    for row in picture.strip().splitlines():
        for place in row.split("|"):
            kind, *cards = place.split()
            stack = [(card.partition(".")[2], SEATS[card.partition(".")[0]]) for card in cards]
            places.append((kind, stack))
    return places


def painted(picture: str, players: int = 2) -> Buffer:
    """The state of a kingdom drawn by hand, whatever game it might come from."""
    buffer = load(players, first=0).buffer()
    state = buffer.view(rules.STATE)[0]
    put_on_top: Any = rules.put_on_top
    for location, (kind, stack) in enumerate(read(picture)):
        state.ground[KINDS.index(kind)] |= np.uint64(1 << location)
        state.laid = location + 1
        for name, seat in stack:
            state.hand[seat] &= ~np.uint64(1 << CHARACTERS.index(name))
            put_on_top(state, rules.NAMES * seat + CHARACTERS.index(name), location)
    return buffer


def points(picture: str, players: int = 2) -> list[int]:
    """The stars of every seat, counted by the compiled rules."""
    buffer = painted(picture, players)
    found = np.zeros(players, np.int64)
    load(players).kernel.scores(buffer, found)
    return found.tolist()


def breakdown(buffer: Buffer) -> tuple[dict[str, Any], ...]:
    """Every character on the table with the reasons for its stars, seat by seat."""
    game = load(int(buffer.view(rules.STATE)[0].seats))
    rows: tuple[dict[str, Any], ...] = showing_of(game.spec).breakdown(buffer, game.options)
    return rows


def stars(picture: str, players: int = 2) -> dict[str, int]:
    """What every card brings, like {"r.king": 3}; the sums are those of the compiled rules."""
    rows = breakdown(painted(picture, players))
    assert [row["points"] for row in rows] == points(picture, players)
    return {
        f"{COLOURS[row['seat']][0]}.{character['card']}": character["stars"]
        for row in rows
        for character in row["characters"]
    }


def arranged(picture: str, hand: str, *, seat: int = 0, turn: int = 3, players: int = 2) -> Match:
    """A match in which a seat is about to play one of the cards in its hand on a kingdom drawn by hand."""
    buffer = painted(picture, players)
    state = buffer.view(rules.STATE)[0]
    for other in range(players):
        unplayed = int(state.hand[other])
        held = hand.split() if other == seat else names(unplayed)[3:]
        state.hand[other] = sum(1 << CHARACTERS.index(name) for name in held)
        state.aside[other] = unplayed & ~int(state.hand[other])
    state.phase = rules.Phase.PLAY.value
    state.turn_number = turn
    state.acting = seat
    return in_state(load(players, first=0), buffer)


def in_state(game: Game, buffer: Buffer) -> Match:
    """A match that stands in a state."""
    match = game.start(1)
    match._buffer = buffer
    match._update_actors(game.kernel.to_act(buffer))
    return match


# --- What is on the table ---------------------------------------------------------------------------------------------


def names(characters: int) -> list[str]:
    """The names of a set of characters."""
    return [name for index, name in enumerate(CHARACTERS) if int(characters) >> index & 1]


def moves(match: Match) -> set[str]:
    """The legal moves as text."""
    return {str(move) for move in match.legal()}


def stacks(match: Match) -> list[list[str]]:
    """The cards of every location from bottom to top, like "r.king"."""
    texts = [location["stack"] for location in match.position()["locations"]]
    return [[f"{card[0]}.{card.partition(' ')[2]}" for card in cards] for cards in texts]


def stack(match: Match, location: int) -> list[str]:
    """The cards of one location."""
    return stacks(match)[location - 1]


def hand(match: Match, seat: int) -> list[str]:
    held: list[str] = match.view(seat)["players"][seat]["hand"]
    return held


def places_for(match: Match, name: str) -> set[int]:
    """The locations where a card may be played."""
    return {int(move.split()[2]) for move in moves(match) if move.startswith(f"play {name} ")}


def chances(match: Match, events: int) -> dict[str, int]:
    """What chance could bring, and with which weights, after the first `events` events of a match."""
    game = match.game
    buffer = game.buffer()
    for seat, code in match.events[:events]:
        game.kernel.apply(buffer, seat, code)
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    outcome = game.spec.moves.outcome
    return {outcome(int(code)): int(weight) for code, weight in zip(codes[:count], weights[:count], strict=True)}


# --- Statistics -------------------------------------------------------------------------------------------------------


def assert_as_likely(counts: Counter[Any], outcomes: int) -> None:
    """All of so many outcomes occur equally often, as far as chance allows (chi-square, four deviations)."""
    trials = counts.total()
    assert len(counts) <= outcomes, "something came that could not come"
    expected = trials / outcomes
    missing = outcomes - len(counts)
    square = sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected
    freedom = outcomes - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


def assert_share(hits: int, trials: int, probability: float) -> None:
    """Something happens as often as its probability says, within four standard deviations."""
    deviation = (probability * (1 - probability) / trials) ** 0.5
    assert abs(hits / trials - probability) < 4 * deviation


def near(location: int, players: int) -> list[int]:
    """The numbers of the locations near one."""
    return [other + 1 for other in KINGDOMS[players].near(location - 1)]
