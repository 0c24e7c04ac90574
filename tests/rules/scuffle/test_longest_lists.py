"""Every list of a view and of a fact, filled as far as it can be.

One that were too short would be written over what follows it: with bounds checks that is an error, and without them the
view differs from the slow and obvious one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy.games.scuffle import rules
from tests.oracles import scuffle_view as oracle
from tests.rules.scuffle.tables import arranged, in_state, load, painted, play

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

KINDS = ["tower", "castle", "farm", "forest"] * 3
MOVABLE = ("king", "queen", "princess", "knight", "peasant", "dragon", "witch", "fairy", "wizard")


def kingdom(stacks: dict[int, str]) -> str:
    """Twelve locations for four players, with cards on some of them."""
    places = [f"{kind} {stacks.get(number, '')}" for number, kind in enumerate(KINDS, 1)]
    return "\n".join(" | ".join(places[row : row + 4]) for row in (0, 4, 8))


def pile(names: tuple[str, ...], colour: str) -> str:
    return " ".join(f"{colour}.{name}" for name in names)


def seen(match: Match) -> dict[str, Any]:
    """What a spectator sees; all views are those that the slow and obvious one shows."""
    for seat in (None, *range(match.game.players)):
        view = match.view(seat)
        shown = {key: value for key, value in view.items() if key not in ("game", "options", "seat", "to_act")}
        assert shown == oracle.view(match._buffer, match.game.options, seat)
    return match.view()


def drawn(picture: str, players: int = 4) -> dict[str, Any]:
    return seen(in_state(load(players, first=0), painted(picture, players)))


def reasons(view: dict[str, Any], name: str) -> int:
    """How many reasons Red's character has."""
    return next(len(each["reasons"]) for each in view["standings"][0]["characters"] if each["card"] == name)


def fact(match: Match) -> dict[str, Any]:
    told: dict[str, Any] = match.history()[-1]["fact"]
    return told


# --- Views ------------------------------------------------------------------------------------------------------------


def test_all_ten_names_on_one_location() -> None:
    view = drawn(kingdom({12: pile(("gnome", *MOVABLE), "r")}))
    assert (len(view["locations"]), len(view["locations"][11]["stack"])) == (12, 10)
    assert len(view["standings"][0]["characters"]) == 10


def test_a_peasant_on_a_farm_among_four_kings_and_four_queens() -> None:
    around = {3: "b", 6: "y", 8: "g", 11: "r"}
    stacks = {number: pile(("king", "queen"), colour) for number, colour in around.items()}
    assert reasons(drawn(kingdom(stacks | {7: "r.peasant"})), "peasant") == 9


def test_a_gnome_under_all_who_can_be_unblocked_together() -> None:
    assert (
        reasons(drawn(kingdom({1: pile(("gnome", "dragon", *MOVABLE[:3], *MOVABLE[4:5], *MOVABLE[6:]), "r")})), "gnome")
        == 8
    )


def test_a_queen_with_a_king_and_all_other_names_of_her_colour_near() -> None:
    """More than any game brings: a seat plays six cards only."""
    others = pile(("gnome", "king", "princess", "knight", "peasant", "witch", "fairy", "wizard"), "r")
    assert reasons(drawn(f"farm r.queen b.king | farm {others} | farm\nforest r.dragon", 2), "queen") == 10


def test_the_witch_may_swap_any_two_of_twelve() -> None:
    cards = [f"{colour}.{name}" for colour in "by" for name in MOVABLE if name != "witch"]
    stacks = dict(zip([1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12], cards, strict=False))
    match = play(arranged(kingdom(stacks), "witch king", players=4), "play witch 4")
    assert len(seen(match)["pending"]["swaps"]) == 66 == len(rules.PAIRS)


def test_the_wizard_may_move_from_twelve_locations() -> None:
    """Twelve top characters of nine names: three names are there twice, and cannot go to each other."""
    cards = [*(f"b.{name}" for name in MOVABLE[:8]), *(f"y.{name}" for name in MOVABLE[:3])]
    match = play(arranged(kingdom(dict(enumerate(cards, 2))), "wizard king", players=4), "play wizard 1")
    assert len(seen(match)["pending"]["moves"]) == 126 <= len(rules.ROUTES)


def test_the_fairy_puts_nine_in_order() -> None:
    others = tuple(name for name in MOVABLE if name != "fairy")
    match = play(arranged(kingdom({5: f"b.gnome {pile(others, 'y')}"}), "fairy king", players=4), "play fairy 5")
    assert len(seen(match)["pending"]["next"]) == 9
    play(match, *(f"next {name}" for name in others[:7]))
    assert [len(seen(match)["pending"][key]) for key in ("named", "next")] == [7, 2]
    play(match, f"next {others[7]}")
    assert len(fact(match)["ordered"]["order"]) == 9


# --- Facts ------------------------------------------------------------------------------------------------------------


def test_a_dragon_goes_from_eight_to_eight_others() -> None:
    others = tuple(name for name in MOVABLE if name not in ("dragon", "wizard"))
    stacks = {2: f"b.wizard {pile(others, 'b')} b.dragon", 3: f"g.wizard {pile(others, 'g')}"}
    match = play(arranged(kingdom(stacks), "wizard king", players=4), "play wizard 1", "move 2 3")
    assert (len(fact(match)["freed"]), len(fact(match)["blocked"])) == (8, 8)


def test_the_stars_of_four_seats_change_at_once() -> None:
    stacks = {2: "b.princess y.king g.queen r.knight"}
    match = play(arranged(kingdom(stacks), "dragon king", players=4), "play dragon 2")
    assert len(fact(match)["gains"]) == 4


def test_all_four_skip_the_last_turn() -> None:
    played = tuple(name for name in MOVABLE if name not in ("dragon", "fairy", "wizard", "king"))
    stacks = {number: pile(played, colour) for number, colour in enumerate("rbyg", 1)}
    match = arranged(kingdom(stacks), "king gnome dragon", seat=3, turn=5, players=4)
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    state = buffer.view(rules.STATE)[0]
    unplayable = 1 << rules.GNOME | 1 << rules.DRAGON
    for seat in range(3):
        unplayed = int(state.hand[seat]) | int(state.aside[seat])
        state.hand[seat], state.aside[seat] = unplayable, unplayed & ~unplayable
    match = play(in_state(match.game, buffer), "play king 9")
    assert match.over
    assert [each["seat"] for each in fact(match)["skipped"]] == [0, 1, 2, 3]
