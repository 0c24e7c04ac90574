"""A slow and obvious referee for Kingdomino, written from the rules (KD-n) alone, to test the real engine against.

The course of a game is known before it starts: only who acts and what they do is open. So the oracle writes the whole
game down as a list of steps, the `agenda`, and works through it from the front. Everything else is plain data that a
test may read, change or `copy.deepcopy`.

    oracle = Oracle(Path("kingdomino-dominoes.csv"), players=2)
    while oracle.to_act() != "over":
        if oracle.to_act() == "chance":
            oracle.chance(random.choice(list(oracle.outcomes())))    # a fair game draws by the weights
        else:
            oracle.play(random.choice(sorted(oracle.legal())))

Squares are (x, y) relative to the castle at (0, 0): x grows to the east, y grows to the SOUTH.
"""

import csv
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

Position = tuple[int, int]
Square = tuple[str, int]  # terrain, crowns
Kingdom = dict[Position, Square]  # without the castle, which always lies on (0, 0)
Property = tuple[str, int, int]  # terrain, squares, crowns

CASTLE: Position = (0, 0)
TERRAINS = ("wheat", "forest", "lake", "grass", "swamp", "mine")
FACINGS: dict[str, Position] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
MIDDLE_KINGDOM_BONUS = 10
HARMONY_BONUS = 5
GAMES_OF_A_DYNASTY = 3


class Domino(NamedTuple):
    """A domino: the first half is terrain_a of the data file, the second half terrain_b."""

    number: int
    first: Square
    second: Square


def load_dominoes(path: Path) -> dict[int, Domino]:
    """KD-1: the dominoes of a CSV file by number. ValueError if the file is not a set of 48 dominoes."""
    dominoes: dict[int, Domino] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            number = int(row["number"])
            if number in dominoes:
                raise ValueError(f"{path}: domino {number} is listed twice")
            first = (row["terrain_a"], int(row["crowns_a"]))
            second = (row["terrain_b"], int(row["crowns_b"]))
            for terrain, crowns in (first, second):
                if terrain not in TERRAINS or crowns not in range(4):
                    raise ValueError(f"{path}: domino {number} has the square {terrain!r} with {crowns} crowns")
            dominoes[number] = Domino(number, first, second)
    if set(dominoes) != set(range(1, 49)):
        raise ValueError(f"{path}: expected the dominoes 1 to 48, found {sorted(dominoes)}")
    return dominoes


# ---- one kingdom -------------------------------------------------------------------------------------------------


def neighbours(position: Position) -> list[Position]:
    """The four squares that share a side with this one."""
    x, y = position
    return [(x + dx, y + dy) for dx, dy in FACINGS.values()]


def is_connected(kingdom: Kingdom, position: Position, terrain: str) -> bool:
    """KD-13: does the square touch the castle or a placed square of the same terrain?"""
    for neighbour in neighbours(position):
        if neighbour == CASTLE:
            return True
        if neighbour in kingdom and kingdom[neighbour][0] == terrain:
            return True
    return False


def bounding_box(positions: set[Position]) -> tuple[int, int, int, int]:
    """The westernmost, easternmost, northernmost and southernmost coordinate."""
    xs = [x for x, _ in positions]
    ys = [y for _, y in positions]
    return min(xs), max(xs), min(ys), max(ys)


def fits(positions: set[Position], size: int) -> bool:
    """KD-14: do these squares fit in a size x size square, wherever it lies?"""
    west, east, north, south = bounding_box(positions)
    return east - west < size and south - north < size


def can_place(kingdom: Kingdom, domino: Domino, first: Position, second: Position, size: int) -> bool:
    """KD-12, KD-13 and KD-14 for a domino whose halves would lie on `first` and `second`."""
    if CASTLE in (first, second) or first in kingdom or second in kingdom:
        return False
    connected_by_first = is_connected(kingdom, first, domino.first[0])
    connected_by_second = is_connected(kingdom, second, domino.second[0])
    if not connected_by_first and not connected_by_second:
        return False
    return fits({CASTLE, first, second, *kingdom}, size)


def placements(kingdom: Kingdom, domino: Domino, size: int) -> set[str]:
    """KD-12: every legal placement in notation; the two ways to lay a domino with equal halves count as one."""
    found = set()
    facings = ["east", "south"] if domino.first == domino.second else ["north", "east", "south", "west"]
    # No square of a kingdom can be further from its castle than this (KD-14).
    reach = range(-(size - 1), size)
    for x in reach:
        for y in reach:
            for facing in facings:
                dx, dy = FACINGS[facing]
                if can_place(kingdom, domino, (x, y), (x + dx, y + dy), size):
                    found.add(f"place {x},{y} {facing}")
    return found


def lay(kingdom: Kingdom, domino: Domino, placement: str) -> None:
    """Put a domino into the kingdom as the placement says, for example "place 1,0 east"."""
    _, coordinates, facing = placement.split(" ")
    x_text, y_text = coordinates.split(",")
    x, y = int(x_text), int(y_text)
    dx, dy = FACINGS[facing]
    kingdom[x, y] = domino.first
    kingdom[x + dx, y + dy] = domino.second


def property_around(kingdom: Kingdom, start: Position) -> set[Position]:
    """KD-16: all squares that hang together with this one by sides and terrain; the castle connects none."""
    terrain = kingdom[start][0]
    found = {start}
    to_visit = [start]
    while to_visit:
        for neighbour in neighbours(to_visit.pop()):
            if neighbour in kingdom and kingdom[neighbour][0] == terrain and neighbour not in found:
                found.add(neighbour)
                to_visit.append(neighbour)
    return found


def properties_of(kingdom: Kingdom) -> list[Property]:
    """KD-16: (terrain, squares, crowns) of every property, sorted."""
    found: list[Property] = []
    counted: set[Position] = set()
    for position, (terrain, _) in kingdom.items():
        if position in counted:
            continue
        squares = property_around(kingdom, position)
        counted |= squares
        found.append((terrain, len(squares), sum(kingdom[square][1] for square in squares)))
    return sorted(found)


def points_of(kingdom: Kingdom) -> int:
    """KD-16: squares times crowns of every property, without bonuses."""
    return sum(squares * crowns for _, squares, crowns in properties_of(kingdom))


def largest_of(kingdom: Kingdom) -> int:
    """KD-17: the squares of the largest property, with or without crowns; 0 in an empty kingdom."""
    return max((squares for _, squares, _ in properties_of(kingdom)), default=0)


def crowns_of(kingdom: Kingdom) -> int:
    """KD-17: the crowns on all squares."""
    return sum(crowns for _, crowns in kingdom.values())


def is_middle_kingdom(kingdom: Kingdom, size: int) -> bool:
    """KD-19: has the kingdom its full width and height, with the castle in the middle square?"""
    half = size // 2
    return bounding_box({CASTLE, *kingdom}) == (-half, half, -half, half)


# ---- the whole game ----------------------------------------------------------------------------------------------


class Step(Enum):
    """What can happen in a game, one at a time."""

    DRAW_DOMINO = auto()  # chance: one domino for the line being laid
    DRAW_KING = auto()  # chance: a king comes out of the hand
    DRAW_FIRST_CLAIMER = auto()  # chance: the snake opening's only draw
    PLACE = auto()  # a seat places or discards the lowest domino of the current line
    CLAIM = auto()  # a seat claims a domino of the next line
    NEXT_LINE_BECOMES_CURRENT = auto()  # nobody decides
    BEGIN_ROUND = auto()  # nobody decides


CHANCE_STEPS = (Step.DRAW_DOMINO, Step.DRAW_KING, Step.DRAW_FIRST_CLAIMER)
AUTOMATIC_STEPS = (Step.NEXT_LINE_BECOMES_CURRENT, Step.BEGIN_ROUND)


class Oracle:
    """A match of Kingdomino: one game, or the three games of a dynasty.

    Attributes for tests to read, all of the current game unless said otherwise:

    size, rounds, line_size, kings    the shape of every game of the match
    game                              1, or 1 to 3 in a dynasty
    round                             0 until the second line is complete, then 1 to `rounds`; it grows when the line
                                      drawn after a round is complete, before the first king acts
    current_line                      number -> owner of the dominoes still to be placed, ascending; a domino leaves it
                                      when it is placed or discarded
    next_line                         number -> claiming seat or None, ascending; also the first line of a game while it
                                      is drawn and claimed
    claimers                          seats whose kings are out and are about to claim, first to claim first
    kings_in_hand                     per seat, kings not yet drawn in the opening
    kingdoms                          per seat, position -> (terrain, crowns), without the castle
    discards                          per seat, how many dominoes were discarded
    appeared                          numbers of the dominoes drawn so far
    left_over                         numbers that left the game unclaimed (lines of four)
    finished_totals, finished_largest, finished_crowns
                                      per seat, sums over the games of the dynasty that have been cleared away
    """

    def __init__(
        self,
        dominoes: Path,
        players: int,
        *,
        dynasty: bool = False,
        middle_kingdom: bool = False,
        harmony: bool = False,
        mighty_duel: bool = False,
        lines_of_four: bool = False,
        snake_opening: bool = False,
    ) -> None:
        if players not in (2, 3, 4):
            raise ValueError(f"{players} players: Kingdomino is for 2, 3 or 4 (KD-2)")
        if mighty_duel and players != 2:
            raise ValueError(f"the Mighty Duel with {players} players: it is for 2 only (KD-22)")
        if lines_of_four and players != 3:
            raise ValueError(f"lines of four with {players} players: they are for 3 only (KD-23)")
        if snake_opening and players != 2:
            raise ValueError(f"the snake opening with {players} players: it is for 2 only (KD-23)")

        self.dominoes = load_dominoes(dominoes)
        self.players = players
        self.dynasty = dynasty
        self.middle_kingdom = middle_kingdom
        self.harmony = harmony
        self.mighty_duel = mighty_duel
        self.lines_of_four = lines_of_four
        self.snake_opening = snake_opening

        self.kings_each = 2 if players == 2 else 1  # KD-2
        self.kings = self.kings_each * players
        self.line_size = 4 if lines_of_four else self.kings  # KD-4, KD-23
        self.rounds = 6 if players == 2 and not mighty_duel else 12  # KD-10
        self.size = 7 if mighty_duel else 5  # KD-14
        self.games = GAMES_OF_A_DYNASTY if dynasty else 1

        self.game = 0
        self.finished_totals = [0] * players
        self.finished_largest = [0] * players
        self.finished_crowns = [0] * players
        self._set_up_game()

    def _set_up_game(self) -> None:
        """KD-2 and KD-3: an empty table. Removed dominoes are simply never drawn."""
        self.game += 1
        self.round = 0
        self.current_line: dict[int, int] = {}
        self.next_line: dict[int, int | None] = {}
        self.claimers: list[int] = []
        self.kings_in_hand = [self.kings_each] * self.players
        self.kingdoms: list[Kingdom] = [{} for _ in range(self.players)]
        self.discards = [0] * self.players
        self.appeared: set[int] = set()
        self.left_over: list[int] = []
        self.agenda: list[Step] = list(self._steps_of_a_game())

    def _steps_of_a_game(self) -> Iterator[Step]:
        """Every step of one game from the first draw to the last placing."""
        lay_a_line = [Step.DRAW_DOMINO] * self.line_size
        yield from lay_a_line
        if self.snake_opening:
            yield Step.DRAW_FIRST_CLAIMER
            yield from [Step.CLAIM] * self.kings  # KD-23
        else:
            yield from [Step.DRAW_KING, Step.CLAIM] * self.kings  # KD-5
        for number_of_round in range(1, self.rounds + 1):
            yield Step.NEXT_LINE_BECOMES_CURRENT
            is_last_round = number_of_round == self.rounds
            if not is_last_round:
                yield from lay_a_line  # KD-6, KD-10
            yield Step.BEGIN_ROUND
            if is_last_round:
                yield from [Step.PLACE] * self.kings  # KD-11
            else:
                yield from [Step.PLACE, Step.CLAIM] * self.kings  # KD-8, KD-9

    # ---- who acts, and what they may do

    def _between_games(self) -> bool:
        """KD-18: a game of the dynasty is over, its kingdoms still stand, and another game follows."""
        return not self.agenda and self.game < self.games

    def to_act(self) -> int | str:
        """The seat to act, or "chance", or "over"."""
        if self._between_games():
            return "chance"
        if not self.agenda:
            return "over"
        step = self.agenda[0]
        if step in CHANCE_STEPS:
            return "chance"
        if step is Step.CLAIM:
            return self.claimers[0]
        return self.current_line[self._lowest_of_the_current_line()]

    def _lowest_of_the_current_line(self) -> int:
        """KD-7: the domino whose king acts now."""
        return min(self.current_line)

    def legal(self) -> set[str]:
        """The notation of every legal move of the seat to act; empty when no seat is to act."""
        seat = self.to_act()
        if not isinstance(seat, int):
            return set()
        if self.agenda[0] is Step.CLAIM:
            return {f"claim {number}" for number, owner in self.next_line.items() if owner is None}
        domino = self.dominoes[self._lowest_of_the_current_line()]
        return placements(self.kingdoms[seat], domino, self.size) or {"discard"}  # KD-15

    def outcomes(self) -> dict[str, int]:
        """Every outcome of the chance event with its weight; empty when no chance event is due."""
        if self.to_act() != "chance":
            return {}
        if self._between_games():
            return {f"domino {number}": 1 for number in self.dominoes}
        step = self.agenda[0]
        if step is Step.DRAW_DOMINO:
            return {f"domino {number}": 1 for number in self.dominoes if number not in self.appeared}
        if step is Step.DRAW_FIRST_CLAIMER:
            return {f"king {seat}": 1 for seat in range(self.players)}
        return {f"king {seat}": kings for seat, kings in enumerate(self.kings_in_hand) if kings > 0}

    # ---- what happens

    def play(self, move: str) -> None:
        """Make a move of the seat to act. ValueError if it is not legal."""
        legal = self.legal()
        if move not in legal:
            raise ValueError(f"{move!r} is not legal for {self.to_act()}; legal are {sorted(legal)}")
        step = self.agenda.pop(0)
        if step is Step.CLAIM:
            self._claim(int(move.removeprefix("claim ")))
        else:
            self._place(move)
        self._take_automatic_steps()

    def _claim(self, number: int) -> None:
        """KD-5 and KD-8: the king about to claim is put on this domino."""
        self.next_line[number] = self.claimers.pop(0)
        free = [domino for domino, owner in self.next_line.items() if owner is None]
        if self.line_size - len(free) == self.kings:
            for domino in free:  # KD-23: only with lines of four is one left over
                del self.next_line[domino]
                self.left_over.append(domino)

    def _place(self, move: str) -> None:
        """KD-8 and KD-15: the lowest domino of the current line is placed or discarded."""
        number = self._lowest_of_the_current_line()
        seat = self.current_line.pop(number)
        if move == "discard":
            self.discards[seat] += 1
        else:
            lay(self.kingdoms[seat], self.dominoes[number], move)
        if self.round < self.rounds:
            self.claimers.append(seat)

    def chance(self, outcome: str) -> None:
        """Settle the chance event that is due. ValueError if it cannot turn out like this."""
        outcomes = self.outcomes()
        if outcome not in outcomes:
            raise ValueError(f"{outcome!r} cannot happen now; possible are {sorted(outcomes)}")
        if self._between_games():
            self._clear_away_the_finished_game()
            self._set_up_game()
        step = self.agenda.pop(0)
        drawn = int(outcome.split(" ")[1])
        if step is Step.DRAW_DOMINO:
            self._draw_domino(drawn)
        elif step is Step.DRAW_KING:
            self.kings_in_hand[drawn] -= 1
            self.claimers.append(drawn)
        else:
            other = 1 - drawn
            self.kings_in_hand = [0, 0]
            self.claimers = [drawn, other, other, drawn]  # KD-23
        self._take_automatic_steps()

    def _draw_domino(self, number: int) -> None:
        """KD-4: the line is kept in ascending order."""
        self.appeared.add(number)
        self.next_line[number] = None
        self.next_line = dict(sorted(self.next_line.items()))

    def _take_automatic_steps(self) -> None:
        """Take the steps in which nobody decides anything."""
        while self.agenda and self.agenda[0] in AUTOMATIC_STEPS:
            step = self.agenda.pop(0)
            if step is Step.BEGIN_ROUND:
                self.round += 1
            else:
                self.current_line = {number: owner for number, owner in self.next_line.items() if owner is not None}
                self.next_line = {}

    def _clear_away_the_finished_game(self) -> None:
        """KD-18: what the finished game of a dynasty was worth is kept in the sums."""
        self.finished_totals, self.finished_largest, self.finished_crowns = (
            self.totals(),
            self.largest(),
            self.crowns(),
        )

    # ---- standings

    def _total_of_this_game(self, seat: int) -> int:
        """KD-16 and KD-21: points and bonuses of the kingdom on the table."""
        kingdom = self.kingdoms[seat]
        total = points_of(kingdom)
        if self.middle_kingdom and is_middle_kingdom(kingdom, self.size):
            total += MIDDLE_KINGDOM_BONUS  # KD-19
        if self.harmony and self.discards[seat] == 0:
            total += HARMONY_BONUS  # KD-20
        return total

    def totals(self) -> list[int]:
        """Points with bonuses per seat, as if the game ended now; in a dynasty with the games before."""
        return [self.finished_totals[seat] + self._total_of_this_game(seat) for seat in range(self.players)]

    def largest(self) -> list[int]:
        """Squares of the largest property per seat; in a dynasty summed with the games before."""
        return [self.finished_largest[seat] + largest_of(self.kingdoms[seat]) for seat in range(self.players)]

    def crowns(self) -> list[int]:
        """Crowns on all squares per seat; in a dynasty summed with the games before."""
        return [self.finished_crowns[seat] + crowns_of(self.kingdoms[seat]) for seat in range(self.players)]

    def places(self) -> list[int]:
        """KD-17 and KD-18: the place of every seat; equals share one and the next is skipped (1, 1, 3)."""
        results = list(zip(self.totals(), self.largest(), self.crowns(), strict=True))
        return [1 + sum(other > own for other in results) for own in results]

    def properties(self, seat: int) -> list[Property]:
        """KD-16: (terrain, squares, crowns) of every property in the current kingdom, sorted."""
        return properties_of(self.kingdoms[seat])
