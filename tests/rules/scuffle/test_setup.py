"""The box and setting up: locations, colours, three cards aside (FS-1 to FS-4)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pentarchy.engine.simulation import fast_generator
from pentarchy.games.scuffle import rules
from pentarchy.games.scuffle.components import (
    CHARACTERS,
    KINDS,
    KINGDOMS,
    LOCATIONS_OF_A_KIND,
    MAGICAL,
    ORDINARY,
)
from tests.rules.scuffle.tables import (
    LAYOUTS,
    assert_as_likely,
    assert_share,
    chances,
    hand,
    load,
    names,
    near,
    started,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.game import Game


@pytest.mark.rule("FS-1")
def test_there_are_three_towers_castles_farms_and_forests() -> None:
    assert KINDS == ("tower", "castle", "farm", "forest")
    assert KINGDOMS[4].kinds == dict.fromkeys(KINDS, LOCATIONS_OF_A_KIND)
    for kingdom in KINGDOMS.values():
        assert all(number <= LOCATIONS_OF_A_KIND for number in kingdom.kinds.values())


@pytest.mark.rule("FS-2")
def test_a_colour_has_ten_characters_six_of_them_ordinary() -> None:
    assert ORDINARY == ("king", "queen", "princess", "knight", "peasant", "gnome")
    assert MAGICAL == ("dragon", "witch", "fairy", "wizard")
    codes = (
        rules.KING,
        rules.QUEEN,
        rules.PRINCESS,
        rules.KNIGHT,
        rules.PEASANT,
        rules.GNOME,
        rules.DRAGON,
        rules.WITCH,
        rules.FAIRY,
        rules.WIZARD,
    )
    assert [CHARACTERS[code] for code in codes] == [*ORDINARY, *MAGICAL]


@pytest.mark.rule("FS-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_red_blue_yellow_and_green(players: int) -> None:
    view = load(players).start(1).view()
    assert [player["colour"] for player in view["players"]] == ["red", "blue", "yellow", "green"][:players]


@pytest.mark.rule("FS-3")
@pytest.mark.parametrize(
    ("players", "rows", "columns", "towers", "castles", "farms", "forests"),
    [(2, 2, 3, 1, 1, 3, 1), (3, 3, 3, 2, 2, 3, 2), (4, 3, 4, 3, 3, 3, 3)],
)
def test_the_kingdom_grows_with_the_players(
    players: int, rows: int, columns: int, towers: int, castles: int, farms: int, forests: int
) -> None:
    game = load(players)
    view, layout = game.start(1).view(), game.constants["layouts"][str(players)]
    kinds = Counter(location["kind"] for location in view["locations"])
    assert (layout["rows"], layout["columns"]) == (rows, columns)
    assert kinds == {"tower": towers, "castle": castles, "farm": farms, "forest": forests}
    assert [location["number"] for location in view["locations"]] == list(range(1, rows * columns + 1))


@pytest.mark.rule("FS-3")
def test_near_means_sharing_a_side() -> None:
    assert near(1, players=2) == [2, 4]
    assert near(5, players=2) == [2, 4, 6]
    assert near(5, players=3) == [2, 4, 6, 8]
    assert near(4, players=4) == [3, 8]
    assert near(5, players=4) == [1, 6, 9]
    assert near(7, players=4) == [3, 6, 8, 11]


@pytest.mark.rule("FS-3")
@pytest.mark.parametrize("players", [1, 5, 0, True, "2"])
def test_there_is_no_game_for_other_numbers_of_players(players: int) -> None:
    with pytest.raises(ValueError, match="players is one of 2, 3, 4, not"):
        load(players)


@pytest.mark.rule("FS-3")
def test_a_location_is_drawn_from_those_not_yet_laid() -> None:
    match = started(players=2, layout=["farm", "farm", "tower", "farm", "forest", "castle"])
    assert chances(match, events=0) == {
        "location tower": 1,
        "location castle": 1,
        "location farm": 3,
        "location forest": 1,
    }
    assert chances(match, events=2) == {
        "location tower": 1,
        "location castle": 1,
        "location farm": 1,
        "location forest": 1,
    }
    assert chances(match, events=4) == {"location castle": 1, "location forest": 1}


@pytest.mark.rule("FS-3")
def test_every_arrangement_is_equally_likely() -> None:
    """Six locations of which three are farms: 6! / 3! = 120 arrangements."""
    game = load(2, first=0)
    assert_as_likely(Counter(arrangement for arrangement, _ in fast_deals(game, 12_000)), 120)


@pytest.mark.rule("FS-3")
def test_the_first_player_is_drawn_or_chosen() -> None:
    match = load(3).start(1)
    assert chances(match, events=0) == {"first 0": 1, "first 1": 1, "first 2": 1}
    for seat in range(3):
        assert load(3).start(1, script=[f"first {seat}"]).to_act == (seat,)
        chosen = load(3, first=seat).start(1)
        assert chosen.to_act == (seat,)
        assert not any("first" in event.get("chance", "") for event in chosen.log())


@pytest.mark.rule("FS-3")
def test_a_first_player_who_does_not_play_is_refused() -> None:
    with pytest.raises(ValueError, match="first is None or a seat from 0 to 1 with 2 players, not 2"):
        load(2, first=2)
    with pytest.raises(ValueError, match="first is one of None, 0, 1, 2, 3, not -1"):
        load(2, first=-1)


@pytest.mark.rule("FS-4")
def test_everybody_sets_three_of_ten_cards_aside_and_holds_seven() -> None:
    match = started("king queen knight", "gnome dragon witch")
    assert hand(match, 0) == ["princess", "peasant", "gnome", "dragon", "witch", "fairy", "wizard"]
    assert hand(match, 1) == ["king", "queen", "princess", "knight", "peasant", "fairy", "wizard"]
    assert match.view(0)["players"][0]["aside"] == ["king", "queen", "knight"]
    assert match.view(1)["players"][1]["aside"] == ["gnome", "dragon", "witch"]


@pytest.mark.rule("FS-4")
def test_cards_are_set_aside_one_after_the_other_seat_by_seat() -> None:
    match = started("king queen knight")
    locations = len(LAYOUTS[2])
    assert chances(match, events=locations) == {f"aside 0 {name}": 1 for name in CHARACTERS}
    rest = set(CHARACTERS) - {"king", "queen"}
    assert chances(match, events=locations + 2) == {f"aside 0 {name}": 1 for name in rest}
    assert chances(match, events=locations + 3) == {f"aside 1 {name}": 1 for name in CHARACTERS}


@pytest.mark.rule("FS-4")
@pytest.mark.parametrize("seat", [0, 1])
def test_hands_are_those_of_a_shuffled_deal(seat: int) -> None:
    """Every three of ten cards are set aside as often: 120 ways."""
    game = load(2, first=0)
    assert_as_likely(Counter(aside[seat] for _, aside in fast_deals(game, 12_000)), 120)


@pytest.mark.rule("FS-4")
def test_hands_of_live_matches_are_those_of_a_shuffled_deal() -> None:
    game = load(2, first=0)
    counts: Counter[str] = Counter()
    for seed in range(400):
        position = game.start(seed).position()
        for player in position["players"]:
            counts.update(player["aside"])
    for name in CHARACTERS:
        assert_share(counts[name], 800, 3 / 10)


@pytest.mark.rule("FS-4")
def test_the_hands_of_two_seats_have_nothing_to_do_with_each_other() -> None:
    game = load(2, first=0)
    deals = 8_000
    both = Counter(("king" in aside[0], "king" in aside[1]) for _, aside in fast_deals(game, deals))
    assert_share(both[True, True], deals, 0.3 * 0.3)
    assert_share(both[True, False], deals, 0.3 * 0.7)
    assert_share(both[False, False], deals, 0.7 * 0.7)


def fast_deals(game: Game, number: int) -> Iterator[tuple[tuple[int, ...], list[tuple[str, ...]]]]:
    """Set-ups by the fast generator: where each kind of location lies, and the names set aside by each seat."""
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    rng = fast_generator(5)
    for _ in range(number):
        buffer = game.buffer()
        game.kernel.settle_buffer(buffer, rng, actions)
        state = buffer.view(rules.STATE)[0]
        kinds = tuple(int(ground) for ground in state.ground)
        yield kinds, [tuple(names(int(state.aside[seat]))) for seat in range(state.seats)]
