"""A slow and obvious referee for Fairytale Scuffle, written from the rules (FS-n) alone, to test the engine against.

A location is its kind and a stack of cards, bottom first; a card is its owner's seat and its name. Everything is plain
data that a test may read, change or `copy.deepcopy`.

    oracle = Oracle(players=3)
    while oracle.to_act() != "over":
        if oracle.to_act() == "chance":
            oracle.chance(random.choice(list(oracle.outcomes())))    # a fair game draws by the weights
        else:
            oracle.play(random.choice(sorted(oracle.legal())))

Locations are numbered from 1, row by row; seats from 0.
"""

from itertools import combinations
from typing import NamedTuple

ORDINARY = ("king", "queen", "princess", "knight", "peasant", "gnome")
MAGICAL = ("dragon", "witch", "fairy", "wizard")
CARDS = ORDINARY + MAGICAL  # FS-2: each player has one of each
KINDS = ("tower", "castle", "farm", "forest")
TURNS = 6  # FS-5
SET_ASIDE = 3  # FS-4
NOT_IN_THE_LAST_TURN = {"dragon", "gnome"}  # FS-10


class Layout(NamedTuple):
    """FS-3: the grid, and how many locations of each kind are used."""

    rows: int
    columns: int
    kinds: dict[str, int]


LAYOUTS = {
    2: Layout(2, 3, {"tower": 1, "castle": 1, "farm": 3, "forest": 1}),
    3: Layout(3, 3, {"tower": 2, "castle": 2, "farm": 3, "forest": 2}),
    4: Layout(3, 4, {"tower": 3, "castle": 3, "farm": 3, "forest": 3}),
}


class Card(NamedTuple):
    """A character and the seat whose colour it has."""

    seat: int
    name: str


Stack = list[Card]  # the bottom first, the top last


# ---- one location ------------------------------------------------------------------------------------------------


def names(stack: Stack) -> list[str]:
    """The names of the characters, from the bottom up."""
    return [card.name for card in stack]


def top(stack: Stack) -> Card | None:
    """FS-9: the character that Witch and Wizard can take, if there is one; a Gnome never is."""
    if not stack or stack[-1].name == "gnome":
        return None
    return stack[-1]


def is_allowed(stack: Stack) -> bool:
    """FS-8: does no name appear twice?"""
    return len(set(names(stack))) == len(stack)


def place_of(name: str, stack: Stack) -> int | None:
    """How far from the bottom the character of this name lies; None if there is none."""
    return names(stack).index(name) if name in names(stack) else None


def blocked(stack: Stack) -> list[Card]:
    """FS-12, FS-13: the blocked characters of a location."""
    dragon, knight = place_of("dragon", stack), place_of("knight", stack)
    if dragon is None:
        return []
    if knight is not None and knight > dragon:
        return [stack[dragon]]
    return [card for card in stack[:dragon] if card.name != "gnome"]


def unblocked(stack: Stack) -> Stack:
    """The characters that count, from the bottom up."""
    return [card for card in stack if card not in blocked(stack)]


def counts_there(name: str, stack: Stack) -> bool:
    """Is there an unblocked character of this name, of whatever colour?"""
    return name in names(unblocked(stack))


# ---- the whole game ----------------------------------------------------------------------------------------------


class Oracle:
    """A match of Fairytale Scuffle.

    Attributes for tests to read:

    rows, columns         the grid
    kinds                 the kinds of the locations in reading order, as far as they are laid
    stacks                number of a location -> its cards, bottom first
    hands                 per seat, the names of the cards in hand
    set_aside             per seat, the names of the cards set aside
    first                 the seat that begins; None until it is drawn
    seat                  the seat whose turn it is; None until the game begins and when it is over
    turns                 per seat, how many turns are finished, skipped ones included
    skipped               per seat, whether the last turn was skipped
    using                 the name of the magical character whose ability may be used now, or None
    using_at              the location where it was played
    to_order              while a Fairy puts her location in order: the cards not yet named, in their old order
    """

    def __init__(self, players: int, *, first: int | None = None) -> None:
        if players not in LAYOUTS:
            raise ValueError(f"{players} players: Fairytale Scuffle is for 2, 3 or 4 (FS-3)")
        if first is not None and first not in range(players):
            raise ValueError(f"first {first}: the seats are 0 to {players - 1}")
        self.players = players
        self.first = first
        self.rows, self.columns, self.kinds_used = LAYOUTS[players]
        self.kinds: list[str] = []
        self.stacks: dict[int, Stack] = {number: [] for number in range(1, self.rows * self.columns + 1)}
        self.hands = [set(CARDS) for _ in range(players)]
        self.set_aside: list[set[str]] = [set() for _ in range(players)]
        self.seat: int | None = None
        self.turns = [0] * players
        self.skipped = [False] * players
        self.using: str | None = None
        self.using_at: int | None = None
        self.to_order: Stack = []
        self.is_over = False

    # ---- the map

    def kind(self, location: int) -> str:
        """Tower, castle, farm or forest."""
        return self.kinds[location - 1]

    def near(self, location: int) -> list[int]:
        """The locations that share a side with this one."""
        row, column = divmod(location - 1, self.columns)
        beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        return [1 + self.columns * y + x for y, x in beside if y in range(self.rows) and x in range(self.columns)]

    # ---- who acts, and what they may do

    def to_act(self) -> int | str:
        """The seat to act, or "chance", or "over"."""
        if self.is_over:
            return "over"
        return "chance" if self.seat is None else self.seat

    def legal(self) -> set[str]:
        """The legal moves of the seat to act; empty when nobody is to act."""
        if self.seat is None:
            return set()
        if self.using == "witch":
            return self._swaps() | {"skip"}  # FS-24
        if self.using == "wizard":
            return self._moves() | {"skip"}
        if self.using == "fairy":
            return {f"next {card.name}" for card in self.to_order}  # FS-22
        return self._plays()

    def _playable(self) -> set[str]:
        """FS-10: the cards in hand that may be played in this turn."""
        assert self.seat is not None
        if self.turns[self.seat] == TURNS - 1:
            return self.hands[self.seat] - NOT_IN_THE_LAST_TURN
        return self.hands[self.seat]

    def _plays(self) -> set[str]:
        """FS-6 and FS-8: any card on any location that has no character of this name."""
        return {
            f"play {name} {location}"
            for name in self._playable()
            for location, stack in self.stacks.items()
            if name not in names(stack)
        }

    def _swaps(self) -> set[str]:
        """FS-21: the top characters of any two locations, if FS-8 then holds on both."""
        found = set()
        for one, other in combinations(self.stacks, 2):
            first, second = top(self.stacks[one]), top(self.stacks[other])
            if first is None or second is None:
                continue
            if is_allowed([*self.stacks[one][:-1], second]) and is_allowed([*self.stacks[other][:-1], first]):
                found.add(f"swap {one} {other}")
        return found

    def _moves(self) -> set[str]:
        """FS-23: the top character of any location to any other location, if FS-8 then holds there."""
        found = set()
        for source, stack in self.stacks.items():
            card = top(stack)
            for goal, other in self.stacks.items():
                if card is not None and goal != source and is_allowed([*other, card]):
                    found.add(f"move {source} {goal}")
        return found

    # ---- chance

    def outcomes(self) -> dict[str, int]:
        """Every outcome of the chance event with its weight; empty when no chance event is due."""
        if self.to_act() != "chance":
            return {}
        if self.first is None:
            return {f"first {seat}": 1 for seat in range(self.players)}
        if len(self.kinds) < len(self.stacks):
            left = {kind: self.kinds_used[kind] - self.kinds.count(kind) for kind in KINDS}
            return {f"location {kind}": number for kind, number in left.items() if number > 0}
        seat = self._setting_aside()
        return {f"aside {seat} {name}": 1 for name in self.hands[seat]}

    def _setting_aside(self) -> int:
        """FS-4: the seat that sets a card aside next."""
        return next(seat for seat in range(self.players) if len(self.set_aside[seat]) < SET_ASIDE)

    def chance(self, outcome: str) -> None:
        """Settle the chance event that is due. ValueError if it cannot turn out like this."""
        if outcome not in self.outcomes():
            raise ValueError(f"{outcome!r} cannot happen now; possible are {sorted(self.outcomes())}")
        kind_of_event, *words = outcome.split(" ")
        if kind_of_event == "first":
            self.first = int(words[0])
        elif kind_of_event == "location":
            self.kinds.append(words[0])
        else:
            self.hands[int(words[0])].remove(words[1])
            self.set_aside[int(words[0])].add(words[1])
        if all(len(cards) == SET_ASIDE for cards in self.set_aside):
            self._begin_turn(self.first)

    # ---- what happens

    def play(self, move: str) -> None:
        """Make a move of the seat to act. ValueError if it is not legal."""
        if move not in self.legal():
            raise ValueError(f"{move!r} is not legal for {self.to_act()}; legal are {sorted(self.legal())}")
        verb, *words = move.split(" ")
        if verb == "play":
            self._play_card(words[0], int(words[1]))
        elif verb == "next":
            self._name_next(words[0])
        else:
            if verb == "swap":
                self._swap(int(words[0]), int(words[1]))
            elif verb == "move":
                self.stacks[int(words[1])].append(self.stacks[int(words[0])].pop())
            self._end_turn()

    def _play_card(self, name: str, location: int) -> None:
        """FS-7: on top; FS-9: a Gnome underneath."""
        assert self.seat is not None
        self.hands[self.seat].remove(name)
        stack = self.stacks[location]
        stack.insert(0 if name == "gnome" else len(stack), Card(self.seat, name))
        if self._can_use(name, location):
            self.using, self.using_at = name, location
            if name == "fairy":
                self.to_order = [card for card in stack if card.name != "gnome"]
        else:
            self._end_turn()

    def _can_use(self, name: str, location: int) -> bool:
        """FS-21 to FS-23, FS-25: has the card just played an ability here that could change anything?"""
        if name == "witch":
            return self.kind(location) == "forest" and bool(self._swaps())
        if name == "wizard":
            near_a_tower = "tower" in [self.kind(number) for number in (location, *self.near(location))]
            return near_a_tower and bool(self._moves())
        if name == "fairy":
            return len([card for card in self.stacks[location] if card.name != "gnome"]) > 1
        return False

    def _swap(self, one: int, other: int) -> None:
        """FS-21: each top character then lies on top of the other's location."""
        first, second = self.stacks[one].pop(), self.stacks[other].pop()
        self.stacks[one].append(second)
        self.stacks[other].append(first)

    def _name_next(self, name: str) -> None:
        """FS-22: the named character lies above those named before; the others keep their old order above it."""
        assert self.using_at is not None
        stack = self.stacks[self.using_at]
        (chosen,) = [card for card in self.to_order if card.name == name]
        settled = [card for card in stack if card not in self.to_order]
        self.to_order = [card for card in self.to_order if card != chosen]
        stack[:] = [*settled, chosen, *self.to_order]
        if len(self.to_order) == 1:
            self._end_turn()

    def _begin_turn(self, seat: int | None) -> None:
        """FS-10: who holds only Dragon and Gnome in the last turn skips it."""
        assert seat is not None
        self.seat = seat
        if not self._playable():
            self.skipped[seat] = True
            self._end_turn()

    def _end_turn(self) -> None:
        """FS-5 and FS-26: clockwise, until everybody has had six turns."""
        assert self.seat is not None
        self.using = self.using_at = None
        self.to_order = []
        self.turns[self.seat] += 1
        if all(turns == TURNS for turns in self.turns):
            self.seat = None
            self.is_over = True
        else:
            self._begin_turn((self.seat + 1) % self.players)

    # ---- stars

    def stars(self, location: int, card: Card) -> int:
        """FS-12, FS-15 to FS-20: what a character on a location brings its owner now."""
        stack = self.stacks[location]
        if card in blocked(stack):
            return 0
        kind = self.kind(location)
        near = self.near(location)
        if card.name == "king":
            return (kind == "castle") + sum(self.kind(number) in ("farm", "forest") for number in near)
        if card.name == "queen":
            own = [other for number in near for other in unblocked(self.stacks[number]) if other.seat == card.seat]
            return counts_there("king", stack) + len(own)
        if card.name == "princess":
            return 2 * (kind == "tower") + counts_there("knight", stack)
        if card.name == "knight":
            return 3 * counts_there("princess", stack)
        if card.name == "peasant":
            royal = [other for number in near for other in unblocked(self.stacks[number]) if is_royal(other)]
            return (kind == "farm") + len(royal)
        if card.name == "gnome":
            return len([other for other in unblocked(stack) if other != card])
        return 0

    def totals(self) -> list[int]:
        """FS-26: the stars of every seat, as if the game ended now."""
        totals = [0] * self.players
        for location, stack in self.stacks.items():
            for card in stack:
                totals[card.seat] += self.stars(location, card)
        return totals

    def places(self) -> list[int]:
        """FS-26: the place of every seat; of equals the one earlier in turn order is better, so none is shared.

        Before the first seat is drawn, turn order is counted from seat 0.
        """
        totals = self.totals()
        results = [(totals[seat], -((seat - (self.first or 0)) % self.players)) for seat in range(self.players)]
        return [1 + sum(other > own for other in results) for own in results]


def is_royal(card: Card) -> bool:
    """FS-19: does a Peasant near love to see this character?"""
    return card.name in ("king", "queen")
