"""What the library reads: positions, notation, records, maps."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import pentarchy
from benchmarks.fuzz.driving import Finding, Parser
from benchmarks.fuzz.mutations import Mutator, respelled
from pentarchy import IllegalMove, PositionError, RecordError
from pentarchy.engine.showing import showing_of
from pentarchy.engine.simulation import fast_generator, scores
from pentarchy.games import NAMES, spec
from pentarchy.games.color_kingdoms import maps

if TYPE_CHECKING:
    from random import Random

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

VARIANTS = [(name, dict(options)) for name in NAMES for options in ({}, *spec(name).trials.tried)]
MOST_KNOWN = 20_000
SPARSE = 5  # of the positions of a match every so-manieth is a start for changes


def matches(game: Game, seed: int) -> list[Match]:
    """A match played at random: how it stood at some of its decisions, and at its end."""
    choice = random.Random(seed)
    match, found = game.start(seed), []
    for number in range(10**6):
        if number % SPARSE == 0 or match.over:
            found.append(match.copy())
        if match.over:
            break
        seat = choice.choice(match.to_act)
        match.play(choice.choice(match.legal(seat)), seat)
    return found


def play_to_the_end(match: Match) -> None:
    """A few moves as people make them, the others as simulations do, which is many times as fast."""
    choice = random.Random(1)
    for _ in range(3):
        if not match.over:
            seat = match.to_act[0]
            match.play(choice.choice(match.legal_texts(seat)), seat)
    kernel, rng = match.game.kernel, fast_generator(1)
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    actions = np.empty(match.game.spec.rules.MAX_LEGAL, np.int64)
    listed = kernel.settle_buffer(buffer, rng, actions)
    while listed:
        listed = kernel.step(buffer, rng, actions, listed, int(actions[int(choice.random() * listed)]))
    rows = showing_of(match.game.spec).breakdown(buffer, match.game.options)
    if [row["points"] for row in rows] != scores(match.game, buffer):
        raise Finding(f"the points item by item are not the points: {rows}")


class Positions(Parser):
    """`Game.from_position`: refused with a PositionError, or it reads back and can be played to its end."""

    name = "positions"

    def __init__(self) -> None:
        self._games = [pentarchy.load(name, **options) for name, options in VARIANTS]
        self._corpus = [
            Mutator([match.position() for match in matches(game, 5)], textual=False) for game in self._games
        ]
        self._played: set[bytes] = set()  # states from which a game has been played to its end

    def make(self, choice: Random) -> Any:
        """Which game, and a position for it."""
        which = choice.randrange(len(self._games))
        tree = self._corpus[which].tree(choice)
        if choice.random() < 0.9 and isinstance(tree, dict):  # or hardly anything gets beyond these
            tree["game"], tree["options"] = self._games[which].name, self._games[which].options_copy()
        return [which, tree]

    async def take(self, given: Any) -> str:
        """Read it, and play on from there."""
        which, position = given
        game = self._games[which]
        try:
            match = game.from_position(position, seed=1)
        except PositionError as error:
            if not str(error):
                raise Finding("refused without a reason") from None
            return "refused"
        state = match.state()
        if state in self._played:
            return "known"
        if game.from_position(match.position()).state() != state:
            raise Finding("a position does not read back")
        play_to_the_end(match)
        if len(self._played) < MOST_KNOWN:
            self._played.add(state)
        return "played"


class Notation(Parser):
    """`Match.play` and `Match.preview`: the move is made, or refused with an IllegalMove and nothing has changed."""

    name = "notation"

    def __init__(self) -> None:
        games = [pentarchy.load(name, **options) for name, options in VARIANTS]
        self._matches = [match for game in games for match in matches(game, 7) if not match.over]
        self._dicts = [
            Mutator([move.to_dict() for move in match.legal(match.to_act[0])], textual=False) for match in self._matches
        ]

    def make(self, choice: Random) -> Any:
        """A match, a seat there, and a move as text or as data."""
        which = choice.randrange(len(self._matches))
        match = self._matches[which]
        seat = match.to_act[0] if choice.random() < 0.9 else choice.choice((-1, 0, 1, 4, 2**70, True, 0.0, "0", None))
        if choice.random() < 0.3:
            return [which, seat, self._dicts[which].tree(choice)]
        known = match.legal_texts(match.to_act[0]) if choice.random() < 0.7 else match.game.moves.names
        text = choice.choice(known)
        for _ in range(choice.choice((0, 1, 1, 1, 2, 3))):
            text = respelled(choice, text)
        return [which, seat, text]

    async def take(self, given: Any) -> str:
        """Suppose the move, then make it."""
        which, seat, move = given
        match = self._matches[which].copy()
        before, events = match.state(), match.length
        try:
            match.preview([move], seat)
        except ValueError as error:
            if type(error).__module__ == "builtins" and not _is_about_seat(error):
                raise
        if match.state() != before:
            raise Finding("a preview has changed the match")
        try:
            match.play(move, seat)
        except ValueError as error:
            if not isinstance(error, IllegalMove) and not _is_about_seat(error):
                raise
            if match.state() != before or match.length != events:
                raise Finding("an illegal move has changed the match") from None
            return "refused"
        if match.length == events:
            raise Finding("a move was made and is not among the events")
        return "made"


def _is_about_seat(error: Exception) -> bool:
    return "seat" in str(error)


class Records(Parser):
    """`pentarchy.replay` and `verify`: a RecordError, a verdict, or the match."""

    name = "records"

    def __init__(self) -> None:
        self._corpus = Mutator(
            [record for name, options in VARIANTS for record in _records(name, options)], textual=True
        )

    def make(self, choice: Random) -> bytes:
        """A record as a file has it."""
        return self._corpus.text(choice)

    async def take(self, given: bytes) -> str:
        """Play it again, then check its draws."""
        try:
            match = pentarchy.replay(given)
        except RecordError as error:
            _explained(error)
            played = False
        else:
            played = True
            if pentarchy.replay(match.record()).state() != match.state():
                raise Finding("the record of a record differs")
        try:
            honest = pentarchy.verify(given).honest
        except RecordError as error:
            _explained(error)
            if played:
                raise Finding("it can be replayed but not verified") from error
            return "refused"
        return "honest" if honest else "not honest" if played else "not honest, and refused"


def _explained(error: Exception) -> None:
    if not str(error):
        raise Finding("refused without a reason") from error


def _records(name: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Short ones, so that many can be tried: from the start for a few moves, and from late positions to the end."""
    game = pentarchy.load(name, **options)
    stood = matches(game, 3)
    late = game.from_position(stood[-min(3, len(stood))].position(), seed=9)
    choice = random.Random(4)
    while not late.over:
        seat = choice.choice(late.to_act)
        late.play(choice.choice(late.legal_texts(seat)), seat)
    return [stood[min(1, len(stood) - 1)].record(), late.record()]


def chessboard() -> dict[str, Any]:
    """A map of squares with the symbols of the one that comes with the game; each kingdom has three by three."""
    content = maps.data()
    places: dict[str, int] = {}
    areas = []
    for area in content["areas"]:
        number = places[area["kingdom"]] = places.get(area["kingdom"], -1) + 1
        kingdom = list(places).index(area["kingdom"])
        corner = (3 * (kingdom // 3) + number // 3) * 10 + 3 * (kingdom % 3) + number % 3
        polygon = [corner, corner + 1, corner + 11, corner + 10]
        kept = {key: value for key, value in area.items() if key != "label"}
        areas.append(kept | {"polygon": polygon})
    points = [[80 * x, 100 * y] for y in range(7) for x in range(10)]
    towers = [{"areas": ["b1", "b2"], "place": [80, 50]}, {"areas": ["b3", "r1"], "place": [240, 50]}]
    return {"name": "Chessboard", "size": [720, 600], "blots": 12, "areas": areas, "towers": towers, "points": points}


class Maps(Parser):
    """Map files as the table checks them: problems, or a map that a game can be begun on."""

    name = "maps"

    def __init__(self) -> None:
        plain = chessboard()
        board = maps.check(plain).board
        assert board is not None
        self._small = Mutator([maps.completed(plain, board), plain], textual=True)
        self._whole = Mutator([maps.data()], textual=True)

    def make(self, choice: Random) -> bytes:
        """A map file, in most cases a small one: the one that comes with the game costs a hundred times as much."""
        return (self._whole if choice.random() < 0.005 else self._small).text(choice)

    async def take(self, given: bytes) -> str:
        """Check it as the table does, and begin a game on it if it can be played on."""
        try:
            value = msgspec.json.decode(given)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return "no JSON"
        try:
            checked = maps.check(value)
            maps.sketch(value)
        except maps.MapError:
            return "no map"
        if checked.board is None:
            if not any(problem.is_error for problem in checked.problems):
                raise Finding("refused without an error among its problems")
            return "refused"
        completed = maps.completed(value, checked.board)
        match = pentarchy.load("color_kingdoms", map=completed, players=2).start(seed=1)
        seat = match.to_act[0]
        match.play(match.legal_texts(seat)[0], seat)
        match.view(seat)
        return "played on"
