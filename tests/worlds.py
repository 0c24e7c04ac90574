"""Two worlds: a match told again so that an observer has heard and seen just the same, and everything else differs.

The other world has a past of its own, not only another state: what can be taken back and looked back at belongs to it.
Luck to come differs in every game; besides that

- in Fairytale Scuffle the others hold and have set aside other cards,
- in Colour Kingdoms the others have painted and cast otherwise, more or less, and taken some of it back,
- in KinGems without `memory` cells hold something else that nobody may see any longer.
"""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pentarchy import IllegalMove
from pentarchy.engine.match import OffScript
from pentarchy.games.color_kingdoms import rules as painting
from pentarchy.games.kingems import rules as digging
from pentarchy.games.kingems.components import CELLS
from pentarchy.games.kingems.moves import content_text
from pentarchy.games.scuffle import rules as scuffle
from pentarchy.games.scuffle.components import CHARACTERS
from tests.oracles import kingems_view as cells
from tests.oracles.color_kingdoms_view import is_live

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Event, Position

TRIES = 4  # at other cells, until the same moves could have been made


class Story(NamedTuple):
    """A match as it can be played again."""

    start: Position | None
    draws: Sequence[str]
    moves: Sequence[tuple[int, str | None]]  # None takes a move of the seat back

    def played(self, game: Game, seed: int | bytes) -> Match:
        """The match, with any luck after what is told."""
        if self.start is None:
            match = game.start(seed, script=self.draws)
        else:
            match = game.from_position(self.start, seed, script=self.draws)
        for seat, move in self.moves:
            if move is None:
                match.undo(seat)
            else:
                match.play(move, seat)
        return match


def story_of(match: Match) -> Story:
    """A match as it was."""
    draws = [event["chance"] for event in match.told() if "chance" in event]
    moves = [(event["seat"], event["move"]) for event in match.told() if "move" in event]
    return Story(copy.deepcopy(match._start), draws, moves)


def retold(match: Match, observer: int | None, seed: int) -> Story:
    """The same match as far as the observer (None: a spectator) knows, and otherwise another."""
    tell = {"scuffle": with_other_cards, "color_kingdoms": with_other_paint, "kingems": with_other_cells}
    return tell.get(match.game.name, as_it_was)(match, observer, random.Random(seed))


def other_world(match: Match, observer: int | None, seed: int) -> Match:
    """A match of its own in which the observer has heard and seen the same."""
    return retold(match, observer, seed).played(match.game, seed + 1_000)


def as_it_was(match: Match, observer: int | None, choice: random.Random) -> Story:
    """Where nothing is hidden but the future."""
    return story_of(match)


def state_of(match: Match) -> Any:
    """The state as a record of its own."""
    return np.frombuffer(bytearray(match.state()), np.uint8).view(match.game.spec.rules.STATE)[0]


# --- Fairytale Scuffle ------------------------------------------------------------------------------------------------


def with_other_cards(match: Match, observer: int | None, choice: random.Random) -> Story:
    """Whoever is not the observer has set other cards aside, and holds the rest."""
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    seed = np.array([choice.randrange(1 << 62) * 2 + 1], np.uint64)
    match.game.kernel.redeal(buffer, -1 if observer is None else observer, seed)
    sets = buffer.view(scuffle.STATE)[0].aside[: match.game.players].tolist()
    aside = [[name for index, name in enumerate(CHARACTERS) if cards >> index & 1] for cards in sets]
    return with_cards_aside(story_of(match), dict(enumerate(aside)), observer)


def with_cards_aside(story: Story, aside: Mapping[int, Sequence[str]], observer: int | None) -> Story:
    """The same with these cards set aside by everybody but the observer."""
    if story.start is not None:
        for seat, player in enumerate(story.start["players"]):
            if seat != observer:
                unplayed = player["hand"] + player["aside"]
                player["hand"] = [card for card in unplayed if card not in aside[seat]]
                player["aside"] = list(aside[seat])
        return story
    own = f"aside {observer} "
    drawn = [draw for draw in story.draws if not draw.startswith("aside") or draw.startswith(own)]
    others = {seat: [f"aside {seat} {card}" for card in cards] for seat, cards in aside.items() if seat != observer}
    earlier = [draw for seat in range(observer or 0) for draw in others.get(seat, [])]
    later = [draw for seat in range(observer or 0, len(aside)) for draw in others.get(seat, [])]
    laid = [draw for draw in drawn if not draw.startswith("aside")]
    return story._replace(draws=[*laid, *earlier, *drawn[len(laid) :], *later])


# --- Colour Kingdoms --------------------------------------------------------------------------------------------------


def with_other_paint(match: Match, observer: int | None, choice: random.Random) -> Story:
    """Whoever the observer cannot watch has painted otherwise since taking a die."""
    state = state_of(match)
    hidden = {
        seat
        for seat in range(match.game.players)
        if state.die[seat] != painting.NOTHING and not is_live(state, seat, observer)
    }
    heard = set(map(id, match.heard(observer)))
    story = story_of(match)
    twin = story._replace(moves=[]).played(match.game, 1)
    moves: list[tuple[int, str | None]] = []
    for place, event in enumerate(match.events):
        if event.seat < 0 or id(event) not in heard:
            continue
        if event.seat in hidden and event.code == painting.DONE and not_taken_since(match, place):
            moves += painted_at_random(twin, event.seat, choice, to_the_end=True)
        move = match.game.moves.names[event.code]
        twin.play(move, event.seat)
        moves.append((event.seat, move))
    for seat in sorted(hidden):
        if seat in twin.to_act:
            moves += painted_at_random(twin, seat, choice, to_the_end=False)
    return story._replace(moves=moves)


def not_taken_since(match: Match, place: int) -> bool:
    """Whether the seat that ended a turn there has taken no other die since."""
    events = match.events
    return not any(event.seat == events[place].seat and event.code < painting.PAINT for event in events[place:])


def painted_at_random(
    match: Match, seat: int, choice: random.Random, *, to_the_end: bool
) -> list[tuple[int, str | None]]:
    """Let a seat paint something in secret, and take some of it back; `to_the_end`: so that the turn can be ended."""
    made: list[tuple[int, str | None]] = []

    def go(move: str | None) -> None:
        made.append((seat, move))
        if move is None:
            match.undo(seat)
        else:
            match.play(move, seat)

    for _ in range(choice.randrange(5)):
        legal = [move for move in match.legal_texts(seat) if move != "done"]
        if legal:
            go(choice.choice(legal))
            if choice.random() < 0.3:
                go(None)
    while to_the_end and "done" not in match.legal_texts(seat):
        go(choice.choice(match.legal_texts(seat)))
    return made


# --- KinGems ----------------------------------------------------------------------------------------------------------


def with_other_cells(match: Match, observer: int | None, choice: random.Random) -> Story:
    """Cells that were shown and are no longer in view hold something else; what was taken from them stays taken."""
    story = story_of(match)
    if match.game.options["memory"] or match._start is not None:
        return story
    state = cells.read(np.frombuffer(bytearray(match.state()), np.uint8))
    in_view = {*cells.shown_now(state), *match.glimpse.get("cells", {})}
    for takeback in match._takebacks:  # who takes a move back is in the turn again in which these were shown
        in_view |= set(cells.shown_now(cells.read(takeback.before)))
    forgotten = [cell for cell in cells.shown_cells(state) if CELLS[cell] not in in_view]
    for _ in range(TRIES):
        other = {cell: choice.randrange(digging.CONTENTS) for cell in choice.sample(forgotten, min(3, len(forgotten)))}
        other = {cell: content for cell, content in other.items() if holds(content, cells.taken(state, cell))}
        draws = [redrawn(draw, other) for draw in story.draws]
        if draws != story.draws and is_same_course(match, story._replace(draws=draws)):
            return story._replace(draws=draws)
    return story


def holds(content: int, taken: list[str]) -> bool:
    """Whether so much could have been taken from a cell."""
    return set(taken) <= set(content_text(content).split("+"))


def redrawn(draw: str, contents: dict[int, int]) -> str:
    """A draw that shows a cell, with what it holds in the other world."""
    cell = draw.partition(" ")[0]
    index = CELLS.index(cell) if cell in CELLS else -1
    return f"{cell} {content_text(contents[index])}" if index in contents else draw


def is_same_course(match: Match, story: Story) -> bool:
    """Whether everybody could have done the same in the other world, and it would stand the same."""
    try:
        twin = story.played(match.game, 1)
    except (IllegalMove, OffScript):
        return False
    return twin.to_act == match.to_act and [place_of(e) for e in twin.events] == [place_of(e) for e in match.events]


def place_of(event: Event) -> tuple[int, int]:
    """An event without what a cell held."""
    if event.seat < 0 and event.code >= digging.CONTENT_DRAWN:
        return event.seat, digging.CONTENT_DRAWN + (event.code - digging.CONTENT_DRAWN) // digging.CONTENTS
    return event.seat, event.code
