"""A slow and obvious referee for Simply Genius, written from the rules (SG-n) alone, to test the real engine against.

A match is a chain of steps: chance turns up tokens, a seat decides, and after each of these `step` says what comes
next. Everything else is plain data that a test may read, change or `copy.deepcopy`.

    oracle = Oracle(players=3)
    while oracle.to_act() != "over":
        if oracle.to_act() == "chance":
            oracle.chance(random.choice(list(oracle.outcomes())))    # a fair game draws by the weights
        else:
            oracle.play(random.choice(sorted(oracle.legal())))
"""

from enum import Enum, auto

Tokens = dict[str, int]  # colour -> how many; every colour is there, with 0 if need be

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
TOKENS_OF_A_COLOUR = 21  # SG-1
TOKENS_IN_THE_CENTRE = 3  # SG-3, SG-5: at least
TARGETS = {2: (7,), 3: (7, 6), 4: (5,)}  # SG-2: the usual one first


def none() -> Tokens:
    """No tokens of any colour."""
    return dict.fromkeys(COLOURS, 0)


def all_tokens() -> Tokens:
    """SG-1: the tokens of the box."""
    return dict.fromkeys(COLOURS, TOKENS_OF_A_COLOUR)


def number_of(tokens: Tokens) -> int:
    """How many tokens there are, of whatever colour."""
    return sum(tokens.values())


def pour(source: Tokens, goal: Tokens) -> None:
    """Move all tokens from one place to another."""
    for colour in COLOURS:
        goal[colour] += source[colour]
        source[colour] = 0


def fewest_colours(collection: Tokens) -> list[str]:
    """SG-13: the colours of which a collection has fewest; colours at 0 count."""
    fewest = min(collection.values())
    return [colour for colour in COLOURS if collection[colour] == fewest]


class Step(Enum):
    """What can come next."""

    DRAW_FIRST_SEAT = auto()  # chance: who begins the first game
    FILL_CENTRE = auto()  # chance: a token for the centre
    BEGIN_TURN = auto()  # a seat draws or makes an alternative move, or must pass
    TURN_UP = auto()  # chance: the token that the seat draws
    GO_ON = auto()  # a seat draws again or collects
    NEXT_GAME = auto()  # chance: the first token of the next game of a series
    OVER = auto()  # nothing


CHANCE_STEPS = (Step.DRAW_FIRST_SEAT, Step.FILL_CENTRE, Step.TURN_UP, Step.NEXT_GAME)


class Oracle:
    """A match of Simply Genius: one game, or a series of them.

    Attributes for tests to read, all of the current game unless said otherwise:

    target                what a collection needs of every colour, the same in every game of the match
    games                 how many games the match has
    game                  1 to `games`
    first                 the seat that begins the first game of the match; None until it is drawn
    seat                  the seat whose whole turn it is; None until the first seat is drawn
    step                  what comes next
    reserve               tokens lying face down
    centre                tokens lying face up
    zone                  the tokens that the seat has drawn in this turn
    collections           per seat, what was collected, without surplus
    aside                 the surplus of this whole turn, which goes back to the reserve when the whole turn ends
    bonus_turns           how many are earned and not yet begun
    in_bonus_turn         whether the current turn is one
    passes_in_a_row       whole turns up to now that were nothing but a pass
    finished_totals       per seat, points of the games of the series that have been cleared away
    """

    def __init__(
        self, players: int, *, target: int | None = None, series: bool | int = False, first: int | None = None
    ) -> None:
        if players not in TARGETS:
            raise ValueError(f"{players} players: Simply Genius is for 2, 3 or 4 (SG-1)")
        if target is not None and target not in TARGETS[players]:
            raise ValueError(f"target {target} with {players} players: it is {TARGETS[players]} (SG-2)")
        if first is not None and first not in range(players):
            raise ValueError(f"first {first}: the seats are 0 to {players - 1}")
        if series is not False and int(series) < 1:
            raise ValueError(f"a series of {series} games: there is at least one")

        self.players = players
        self.target = TARGETS[players][0] if target is None else target
        self.series = series is not False
        if series is True:
            self.games = players  # SG-17
        else:
            self.games = int(series) if self.series else 1

        self.game = 1
        self.first = first
        self.seat = first
        self.finished_totals = [0] * players
        self._set_up_game()
        if first is None:
            self.step = Step.DRAW_FIRST_SEAT  # SG-4

    def _set_up_game(self) -> None:
        """SG-3: an empty table; the three tokens of the set-up come as those of the first turn's check (SG-5) would."""
        self.reserve = all_tokens()
        self.centre = none()
        self.zone = none()
        self.collections = [none() for _ in range(self.players)]
        self.aside = none()
        self.bonus_turns = 0
        self.in_bonus_turn = False
        self.passes_in_a_row = 0
        self.step = Step.FILL_CENTRE

    # ---- who acts, and what they may do

    def to_act(self) -> int | str:
        """The seat to act, or "chance", or "over"."""
        if self.step is Step.OVER:
            return "over"
        if self.step in CHANCE_STEPS:
            return "chance"
        assert self.seat is not None
        return self.seat

    def legal(self) -> set[str]:
        """Every legal move of the seat to act; empty when no seat is to act."""
        if not isinstance(self.to_act(), int):
            return set()
        moves = set()
        if number_of(self.reserve) > 0:
            moves.add("draw")  # SG-6, SG-14
        if self.step is Step.GO_ON:
            moves.add("collect")  # SG-7, SG-10
        elif self._alternative_allowed():
            moves.add("alternative")
        return moves or {"pass"}  # SG-14

    def _alternative_allowed(self) -> bool:
        """SG-13: exactly one colour is fewest, and the centre has it."""
        fewest = fewest_colours(self._own_collection())
        return len(fewest) == 1 and self.centre[fewest[0]] > 0

    def _own_collection(self) -> Tokens:
        assert self.seat is not None
        return self.collections[self.seat]

    def outcomes(self) -> dict[str, int]:
        """Every outcome of the chance event with its weight; empty when no chance event is due."""
        if self.to_act() != "chance":
            return {}
        if self.step is Step.DRAW_FIRST_SEAT:
            return {f"first {seat}": 1 for seat in range(self.players)}
        reserve = all_tokens() if self.step is Step.NEXT_GAME else self.reserve
        return {f"token {colour}": number for colour, number in reserve.items() if number > 0}

    # ---- what happens

    def play(self, move: str) -> None:
        """Make a move of the seat to act. ValueError if it is not legal."""
        legal = self.legal()
        if move not in legal:
            raise ValueError(f"{move!r} is not legal for {self.to_act()}; legal are {sorted(legal)}")
        if not self.in_bonus_turn:
            # SG-14: a pass makes one more whole turn of nothing but a pass; any other move breaks the row.
            self.passes_in_a_row = self.passes_in_a_row + 1 if move == "pass" else 0
        if move == "draw":
            self.step = Step.TURN_UP
        elif move == "collect":
            self._collect()
        elif move == "alternative":
            self._take_alternative()
        else:
            self._end_turn()

    def chance(self, outcome: str) -> None:
        """Settle the chance event that is due. ValueError if it cannot turn out like this."""
        outcomes = self.outcomes()
        if outcome not in outcomes:
            raise ValueError(f"{outcome!r} cannot happen now; possible are {sorted(outcomes)}")
        drawn = outcome.split(" ")[1]
        if self.step is Step.DRAW_FIRST_SEAT:
            self.first = self.seat = int(drawn)
            self.step = Step.FILL_CENTRE
            return
        if self.step is Step.NEXT_GAME:
            self._begin_next_game()
        self.reserve[drawn] -= 1
        if self.step is Step.TURN_UP:
            self._turn_up(drawn)
        else:
            self.centre[drawn] += 1
            self._check_centre()

    def _check_centre(self) -> None:
        """SG-5: only when the centre holds three tokens, or the reserve is empty (SG-14), the seat may choose."""
        enough = number_of(self.centre) >= TOKENS_IN_THE_CENTRE
        self.step = Step.BEGIN_TURN if enough or number_of(self.reserve) == 0 else Step.FILL_CENTRE

    def _turn_up(self, colour: str) -> None:
        """SG-7, SG-8 and SG-9: a token has been drawn into the zone."""
        is_conflict = self.zone[colour] > 0
        is_match = self.centre[colour] > 0
        self.zone[colour] += 1
        if is_match and not is_conflict:
            self.step = Step.GO_ON
        else:
            pour(self.zone, self.centre)
            self._end_turn()

    def _collect(self) -> None:
        """SG-10: take the zone, and from the centre whatever has a colour of the zone."""
        for colour in COLOURS:
            if self.zone[colour] > 0:
                self._take(colour, self.zone[colour] + self.centre[colour])
                self.zone[colour] = 0
                self.centre[colour] = 0
        self._end_turn()

    def _take_alternative(self) -> None:
        """SG-13: one token of the only fewest colour from the centre."""
        (colour,) = fewest_colours(self._own_collection())
        self.centre[colour] -= 1
        self._take(colour, 1)
        self._end_turn()

    def _take(self, colour: str, number: int) -> None:
        """SG-11 and SG-12: tokens go to the collection, surplus aside; reaching the target earns a bonus turn."""
        collection = self._own_collection()
        kept = min(number, self.target - collection[colour])
        collection[colour] += kept
        self.aside[colour] += number - kept
        if kept > 0 and collection[colour] == self.target:
            self.bonus_turns += 1

    def _end_turn(self) -> None:
        """SG-11, SG-14 and SG-15: what follows an ordinary or bonus turn."""
        is_complete = all(number == self.target for number in self._own_collection().values())
        if is_complete or self.passes_in_a_row == self.players:
            self._end_game()
            return
        if self.bonus_turns > 0:
            self.bonus_turns -= 1
            self.in_bonus_turn = True
        else:
            self._end_whole_turn()
        self._check_centre()

    def _end_whole_turn(self) -> None:
        """SG-12: the surplus goes back to the reserve, and the next seat is on."""
        assert self.seat is not None
        pour(self.aside, self.reserve)
        self.in_bonus_turn = False
        self.seat = (self.seat + 1) % self.players

    def _end_game(self) -> None:
        """SG-15 and SG-17: everything stays on the table; a further game of a series begins with its first token."""
        self.step = Step.NEXT_GAME if self.game < self.games else Step.OVER

    def _begin_next_game(self) -> None:
        """SG-17: count what the finished game brought, clear the table, the next seat begins."""
        assert self.first is not None
        self.finished_totals = self.totals()
        self.game += 1
        self._set_up_game()
        self.seat = (self.first + self.game - 1) % self.players

    # ---- standings

    def totals(self) -> list[int]:
        """SG-17: the size of each seat's fewest colour; in a series with the games before."""
        return [self.finished_totals[seat] + min(self.collections[seat].values()) for seat in range(self.players)]

    def sorted_collections(self) -> list[list[int]]:
        """SG-16: per seat, how many tokens it has of its fewest colour, of the next fewest, and so on."""
        return [sorted(collection.values()) for collection in self.collections]

    def places(self) -> list[int]:
        """SG-15, SG-16 and SG-17: the place of every seat; equals share one and the next is skipped (1, 2, 2, 4).

        A complete collection is better than any other, so SG-15 needs no case of its own.
        """
        results = [[total] for total in self.totals()] if self.series else self.sorted_collections()
        return [1 + sum(other > own for other in results) for own in results]
