"""A slow and obvious referee for KinGems, written from the rules (KG-n) alone, to test the engine against.

A tile is its kind and its quarter turns clockwise. A spot, where a pawn can stand, is a cell and the number of a path
of the tile over it; None stands for the platform. What lies in a cell is a tuple, a coloured crystal before a
transparent one. Everything is plain data that a test may read, change or `copy.deepcopy`.

    oracle = Oracle(players=3, mode="advanced")
    while oracle.to_act() != "over":
        if oracle.to_act() == "chance":
            oracle.chance(random.choice(list(oracle.outcomes())))    # a fair game draws by the probabilities
        else:
            oracle.play(random.choice(sorted(oracle.legal())))

Cells are numbered from 0, row by row from the top left; in texts a1 is the top left cell and f1 the top right one.
Seats are numbered from 0.
"""

from __future__ import annotations

from enum import Enum, auto
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

Tile = tuple[str, int]  # the kind, and how many quarter turns clockwise from its base orientation
Spot = tuple[int, int]  # the cell, and the number of the path
Contents = tuple[str, ...]  # the crystals in a cell
Rotation = tuple[int, int]  # the cell of the tile, and how many quarter turns clockwise

SIDE = 6  # KG-1: cells along a side of the grid
CELLS = range(SIDE * SIDE)
CENTRAL = (14, 15, 20, 21)  # KG-3: c3, d3, c4, d4
NORTH, EAST, SOUTH, WEST = range(4)
LETTERS = "nesw"

NUMBER_OF_KIND = {"turn": 12, "straight": 6, "crossroads": 10, "double": 8}  # KG-1
BASE_PATHS: dict[str, list[tuple[int, ...]]] = {  # KG-1: the sides that each path joins before the tile is turned
    "turn": [(NORTH, EAST)],
    "straight": [(NORTH, SOUTH)],
    "crossroads": [(NORTH, EAST, SOUTH, WEST)],
    "double": [(NORTH, EAST), (SOUTH, WEST)],
}

COLOURS = ("blue", "violet", "yellow", "orange", "light blue", "green", "pink")  # KG-4: in cycle order
TRANSPARENT = "transparent"
CRYSTALS_OF_A_COLOUR = 5  # KG-2
PAIRED_TRANSPARENTS = 9  # KG-6: those that lie with a coloured crystal; the tenth lies alone
LONE: Contents = (TRANSPARENT,)

PLACES = 6  # KG-4: on a task card
CARDS: dict[str, dict[int, tuple[str, ...]]] = {  # KG-4: mode -> number of the card -> its places from left to right
    "basic": {i + 1: tuple(colour for colour in COLOURS if colour != COLOURS[i]) for i in range(7)},
    "advanced": {i + 1: tuple(COLOURS[(i + step) % 7] for step in (0, 1, 2, 3, 4, 1)) for i in range(7)},
}

PLAYERS = (2, 3, 4)  # KG-5
QUIET_TURNS = 120  # KG-29


def name_of(cell: int) -> str:
    """Column a to f from the left, row 1 to 6 from the top."""
    return "abcdef"[cell % SIDE] + str(cell // SIDE + 1)


CELL_NAMED = {name_of(cell): cell for cell in CELLS}


# ---- set-up ------------------------------------------------------------------------------------------------------


def real_setup(rng: random.Random) -> list[Contents]:
    """KG-6: fill the 36 cells as people at a table do."""
    coloured = [colour for colour in COLOURS for _ in range(CRYSTALS_OF_A_COLOUR)]
    rng.shuffle(coloured)
    the_lone_one = rng.choice(CELLS)
    with_a_colour = [cell for cell in CELLS if cell != the_lone_one]
    with_a_pair = rng.sample(with_a_colour, PAIRED_TRANSPARENTS)
    filled = []
    for cell in CELLS:
        if cell == the_lone_one:
            filled.append(LONE)
        elif cell in with_a_pair:
            filled.append((coloured.pop(), TRANSPARENT))
        else:
            filled.append((coloured.pop(),))
    return filled


# ---- tunnels -----------------------------------------------------------------------------------------------------


@cache
def paths(tile: Tile) -> tuple[tuple[int, ...], ...]:
    """KG-1: the sides that each path of the tile joins as it lies now, in the order of the paths' numbers."""
    kind, quarters = tile
    return tuple(tuple((side + quarters) % 4 for side in path) for path in BASE_PATHS[kind])


def path_at(tile: Tile, side: int) -> int | None:
    """The number of the path that opens on this side; None if none does."""
    for number, sides in enumerate(paths(tile)):
        if side in sides:
            return number
    return None


@cache
def neighbour(cell: int, side: int) -> int | None:
    """The cell on this side; None beyond the board's edge."""
    row, column = divmod(cell, SIDE)
    if side == NORTH:
        row -= 1
    elif side == EAST:
        column += 1
    elif side == SOUTH:
        row += 1
    else:
        column -= 1
    return row * SIDE + column if row in range(SIDE) and column in range(SIDE) else None


def opposite(side: int) -> int:
    """The same side as the neighbour calls it."""
    return (side + 2) % 4


def spot_beyond(tiles: Sequence[Tile], cell: int, side: int) -> Spot | None:
    """KG-13: where one comes to through the opening on this side of a tile; None if it is a dead end."""
    other = neighbour(cell, side)
    if other is None:
        return None
    path = path_at(tiles[other], opposite(side))
    return None if path is None else (other, path)


def is_dead_end(tiles: Sequence[Tile], spot: Spot) -> bool:
    """KG-13: has the path at least one end that leads nowhere?"""
    cell, path = spot
    return any(spot_beyond(tiles, cell, side) is None for side in paths(tiles[cell])[path])


def walk(tiles: Sequence[Tile], pawn: Spot | None) -> Iterator[Spot]:
    """KG-14 to KG-16: every spot that the pawn can come to by at least one step, some of them more than once.

    What a pawn may do next depends on the spot that it has come to and on the side that it came in by, nothing else.
    """
    if pawn is None:  # KG-15: stepping down is a step
        starts = [(cell, path) for cell in CENTRAL for path in range(len(paths(tiles[cell])))]
        yield from starts
    else:
        starts = [pawn]
    # KG-14: no side is barred to the first step.
    to_go_on_from: list[tuple[Spot, int | None]] = [(spot, None) for spot in starts]
    walked = set()
    while to_go_on_from:
        (cell, path), came_in_by = to_go_on_from.pop()
        for side in paths(tiles[cell])[path]:
            beyond = spot_beyond(tiles, cell, side)
            if side == came_in_by or beyond is None:
                continue
            arrival = (beyond, opposite(side))
            if arrival not in walked:
                walked.add(arrival)
                to_go_on_from.append(arrival)
                yield beyond


def destinations(tiles: Sequence[Tile], pawn: Spot | None) -> set[Spot]:
    """KG-14 to KG-16: where the pawn may stop."""
    return {spot for spot in walk(tiles, pawn) if is_dead_end(tiles, spot)}


def can_return(tiles: Sequence[Tile], pawn: Spot | None) -> bool:
    """KG-27: does the pawn stand on a central tile, or can it come to one? (Whether its card is full is not asked.)

    A pawn on the platform could step down and up again; with a full card none ever stands there while the game goes on.
    """
    return (pawn is not None and pawn[0] in CENTRAL) or any(cell in CENTRAL for cell, _ in walk(tiles, pawn))


def can_move(tiles: Sequence[Tile], pawn: Spot | None, may_return: bool) -> bool:
    """KG-18: is there a destination or, for those who may, a return?"""
    if may_return and can_return(tiles, pawn):
        return True
    return any(is_dead_end(tiles, spot) for spot in walk(tiles, pawn))


def turned(tiles: Sequence[Tile], rotation: Rotation) -> list[Tile]:
    """A copy of the board with one tile turned."""
    cell, quarters = rotation
    kind, before = tiles[cell]
    changed = list(tiles)
    changed[cell] = (kind, (before + quarters) % 4)
    return changed


@lru_cache(maxsize=16)  # the same question comes up several times in a turn
def rotations_that_let_move(
    tiles: tuple[Tile, ...], pawn: Spot | None, rotations: frozenset[Rotation], may_return: bool
) -> frozenset[Rotation]:
    """KG-18: those after which the pawn is able to move, found by trying. A pawn on a turned tile keeps its path."""
    return frozenset(rotation for rotation in rotations if can_move(turned(tiles, rotation), pawn, may_return))


# ---- the whole game ----------------------------------------------------------------------------------------------


class Step(Enum):
    """What can come next."""

    DRAW_FIRST_SEAT = auto()  # chance: who begins
    LAY_TILE = auto()  # chance: the tile over the next cell
    DEAL_CARD = auto()  # chance: the card of the next seat
    TURN = auto()  # a seat turns a tile or keeps them all as they are
    PAY = auto()  # a seat discards a crystal or not
    TURN_SECOND = auto()  # a seat turns the tile it has paid for
    MOVE = auto()  # a seat moves its pawn
    TAKE = auto()  # a seat takes a crystal
    SHOW = auto()  # chance: what lies in a cell that is shown for the first time
    OVER = auto()  # nothing


CHANCE_STEPS = (Step.DRAW_FIRST_SEAT, Step.LAY_TILE, Step.DEAL_CARD, Step.SHOW)


class Oracle:
    """A match of KinGems.

    Attributes for tests to read:

    mode                  "basic" or "advanced"
    tiles                 the tiles in the order of their cells, as far as they are laid
    cards                 per seat, the colours of the places on its card from left to right; empty until it is dealt
    pawns                 per seat, the spot of its pawn; None on the platform
    crystals              per seat, the crystals it owns in the order it took them, those on the card and those beside
                          it; in advanced mode the first lies on the first place, and so on
    first_shown           cell -> what was in it when it was first shown
    now_there             cell -> what is in it now, of those that have been shown
    first                 the seat that begins; None until it is drawn
    seat                  the seat whose turn it is; None until the game begins
    step                  what comes next
    turned_cell           the cell whose tile was turned first in this turn, or None
    showing               the cell that chance fills next, or None
    after_showing         the step that follows when it is filled
    is_quiet              whether nothing was taken or discarded in this turn
    quiet_turns           how many finished turns in a row were quiet
    winner                the seat that has reached the aim of the game, or None
    """

    def __init__(self, players: int, mode: str = "basic", first: int | None = None) -> None:
        if players not in PLAYERS:
            raise ValueError(f"{players} players: KinGems is for 2, 3 or 4 (KG-5)")
        if mode not in CARDS:
            raise ValueError(f"mode {mode!r}: it is basic or advanced (KG-4)")
        if first is not None and first not in range(players):
            raise ValueError(f"first {first}: the seats are 0 to {players - 1}")
        self.players = players
        self.mode = mode
        self.tiles: list[Tile] = []
        self.cards: list[tuple[str, ...]] = [() for _ in range(players)]
        self.pawns: list[Spot | None] = [None for _ in range(players)]  # KG-8
        self.crystals: list[list[str]] = [[] for _ in range(players)]
        self.first_shown: dict[int, Contents] = {}
        self.now_there: dict[int, Contents] = {}
        self.first = first
        self.seat: int | None = None
        self.step = Step.DRAW_FIRST_SEAT if first is None else Step.LAY_TILE
        self.turned_cell: int | None = None
        self.showing: int | None = None
        self.after_showing: Step | None = None
        self.is_quiet = True
        self.quiet_turns = 0
        self.winner: int | None = None

    # ---- who acts, and what they may do

    def to_act(self) -> int | str:
        """The seat to act, or "chance", or "over"."""
        if self.step is Step.OVER:
            return "over"
        return "chance" if self.step in CHANCE_STEPS else self._seat()

    def legal(self) -> set[str]:
        """Every legal move of the seat to act; empty when no seat is to act."""
        if self.step is Step.TURN:
            return self._free_choices()
        if self.step is Step.PAY:
            return {"keep"} | {f"discard {crystal}" for crystal in self._own()}  # KG-12, KG-18: never compulsory
        if self.step is Step.TURN_SECOND:
            return {turn_text(rotation) for rotation in self._paid_rotations()}
        if self.step is Step.MOVE:
            return self._moves()
        if self.step is Step.TAKE:
            return {f"take {crystal}" for crystal in self._takeable()}
        return set()

    def _seat(self) -> int:
        assert self.seat is not None
        return self.seat

    def _own(self) -> list[str]:
        """The crystals of the seat whose turn it is."""
        return self.crystals[self._seat()]

    def _own_pawn(self) -> Spot | None:
        return self.pawns[self._seat()]

    def _may_return(self) -> bool:
        """KG-27: advanced mode, and the card is full."""
        return self.mode == "advanced" and len(self._own()) == PLACES

    def _can_move(self) -> bool:
        """KG-18, as the tiles lie now."""
        return can_move(self.tiles, self._own_pawn(), self._may_return())

    def _rotations(self) -> frozenset[Rotation]:
        """KG-10 and KG-12: any tile without an opponent's pawn that has not been turned yet, by 90°, 180° or 270°."""
        opponents = [pawn for seat, pawn in enumerate(self.pawns) if seat != self.seat]
        barred = [pawn[0] for pawn in opponents if pawn is not None]
        cells = [cell for cell in CELLS if cell not in barred and cell != self.turned_cell]
        return frozenset((cell, quarters) for cell in cells for quarters in (1, 2, 3))

    def _rotations_that_let_move(self) -> frozenset[Rotation]:
        return rotations_that_let_move(tuple(self.tiles), self._own_pawn(), self._rotations(), self._may_return())

    def _free_choices(self) -> set[str]:
        """KG-18: what leaves the pawn able to move; anything if nothing does."""
        choices = {turn_text(rotation) for rotation in self._rotations_that_let_move()}
        if self._can_move():
            choices.add("keep")
        return choices or {"keep"} | {turn_text(rotation) for rotation in self._rotations()}

    def _paid_rotations(self) -> frozenset[Rotation]:
        """KG-18: what leaves the pawn able to move; if nothing does, anything for a pawn that cannot move anyway."""
        good = self._rotations_that_let_move()
        if good:
            return good
        return frozenset() if self._can_move() else self._rotations()

    def _moves(self) -> set[str]:
        """KG-14 to KG-16, KG-27: where the pawn may go; empty if it cannot move."""
        moves = set(self._goals())
        if self._may_return() and can_return(self.tiles, self._own_pawn()):
            moves.add("return")
        return moves

    def _goals(self) -> dict[str, Spot]:
        """The moves to a spot, as texts, and the spot of each."""
        return {go_text(self.tiles, spot): spot for spot in destinations(self.tiles, self._own_pawn())}

    def _takeable(self) -> list[str]:
        """KG-20, KG-21, KG-24, KG-25: what the seat may take from under its pawn."""
        pawn = self._own_pawn()
        assert pawn is not None
        return [crystal for crystal in self.now_there[pawn[0]] if self._may_take(crystal)]

    def _may_take(self, crystal: str) -> bool:
        own = self._own()
        if self.mode == "basic":
            return crystal == TRANSPARENT or crystal not in own  # KG-20
        if len(own) == PLACES:
            return False  # KG-27
        next_place = self.cards[self._seat()][len(own)]
        return crystal in (next_place, TRANSPARENT)  # KG-24, KG-25

    # ---- chance

    def outcomes(self) -> dict[str, Fraction]:
        """Every outcome of the chance event with its probability; empty when no chance event is due."""
        if self.step is Step.DRAW_FIRST_SEAT:
            return {f"first {seat}": Fraction(1, self.players) for seat in range(self.players)}
        if self.step is Step.LAY_TILE:
            return self._possible_tiles()
        if self.step is Step.DEAL_CARD:
            left = [number for number, card in CARDS[self.mode].items() if card not in self.cards]
            return {f"card {number}": Fraction(1, len(left)) for number in left}
        if self.step is Step.SHOW:
            assert self.showing is not None
            name = name_of(self.showing)
            return {f"{name} {'+'.join(there)}": chance for there, chance in self._possible_contents().items()}
        return {}

    def _possible_tiles(self) -> dict[str, Fraction]:
        """KG-7: any tile that is left, in any orientation."""
        laid = [kind for kind, _ in self.tiles]
        found = {}
        for kind, number in NUMBER_OF_KIND.items():
            left = number - laid.count(kind)
            for quarters in range(4):
                found[f"{kind} {90 * quarters}"] = Fraction(left, 4 * (len(CELLS) - len(laid)))
        return {text: chance for text, chance in found.items() if chance > 0}

    def _possible_contents(self) -> dict[Contents, Fraction]:
        """KG-6: what a cell may hold that has never been shown; only what the others held at first matters."""
        shown = list(self.first_shown.values())
        n = len(CELLS) - len(shown)
        k = 0 if LONE in shown else 1
        t = PAIRED_TRANSPARENTS - sum(len(there) == 2 for there in shown)
        found = {LONE: Fraction(k, n)}
        for colour in COLOURS:
            r = CRYSTALS_OF_A_COLOUR - sum(colour in there for there in shown)
            if r > 0:  # then another cell than the lone one is left, and n - k is not 0
                found[colour, TRANSPARENT] = Fraction(r, n) * Fraction(t, n - k)
                found[colour,] = Fraction(r, n) * Fraction(n - k - t, n - k)
        return {there: chance for there, chance in found.items() if chance > 0}

    def chance(self, outcome: str) -> None:
        """Settle the chance event that is due. ValueError if it cannot turn out like this."""
        if outcome not in self.outcomes():
            raise ValueError(f"{outcome!r} cannot happen now; possible are {sorted(self.outcomes())}")
        word, _, rest = outcome.partition(" ")
        if self.step is Step.DRAW_FIRST_SEAT:
            self.first = int(rest)
            self.step = Step.LAY_TILE
        elif self.step is Step.LAY_TILE:
            self.tiles.append((word, int(rest) // 90))
            if len(self.tiles) == len(CELLS):
                self.step = Step.DEAL_CARD
        elif self.step is Step.DEAL_CARD:
            self.cards[self.cards.index(())] = CARDS[self.mode][int(rest)]
            if () not in self.cards:
                assert self.first is not None
                self._begin_turn(self.first)
        else:
            self._fill(CELL_NAMED[word], tuple(rest.split("+")))

    def _fill(self, cell: int, contents: Contents) -> None:
        """A cell has been shown for the first time."""
        self.first_shown[cell] = self.now_there[cell] = contents
        step, self.after_showing, self.showing = self.after_showing, None, None
        assert step is not None
        self._go_on_to(step)

    # ---- what happens

    def play(self, move: str) -> None:
        """Make a move of the seat to act. ValueError if it is not legal."""
        if move not in self.legal():
            raise ValueError(f"{move!r} is not legal for {self.to_act()}; legal are {sorted(self.legal())}")
        verb, _, rest = move.partition(" ")
        if verb == "keep":
            self._go_on_to(Step.MOVE)
        elif verb == "turn":
            name, degrees = rest.split(" ")
            self._turn((CELL_NAMED[name], int(degrees) // 90))
        elif verb == "discard":
            self._own().remove(rest)
            self.is_quiet = False
            self.step = Step.TURN_SECOND
        elif verb == "go":
            self._go(self._goals()[move])
        elif verb == "return":
            self.pawns[self._seat()] = None
            self._win()  # KG-27
        else:
            self._take(rest)

    def _turn(self, rotation: Rotation) -> None:
        """KG-10 and KG-11: turn a tile, which shows its cell. A pawn there keeps its path and is carried round."""
        cell, _ = rotation
        self.tiles = turned(self.tiles, rotation)
        if self.step is Step.TURN:
            self.turned_cell = cell
            self._show(cell, then=Step.PAY)
        else:
            self._show(cell, then=Step.MOVE)

    def _go(self, spot: Spot) -> None:
        """KG-19: the pawn stops, and the tile under it is lifted."""
        self.pawns[self._seat()] = spot
        self._show(spot[0], then=Step.TAKE)

    def _show(self, cell: int, then: Step) -> None:
        """KG-11 and KG-19: chance decides what a cell holds when it is shown for the first time."""
        if cell in self.first_shown:
            self._go_on_to(then)
        else:
            self.showing, self.after_showing = cell, then
            self.step = Step.SHOW

    def _go_on_to(self, step: Step) -> None:
        """The next step of the turn, or what follows it if there is nothing to decide."""
        self.step = step
        if step is Step.PAY and not self._may_pay():
            self._go_on_to(Step.MOVE)
        elif (step is Step.MOVE and not self._moves()) or (step is Step.TAKE and not self._takeable()):
            self._end_turn()

    def _may_pay(self) -> bool:
        """KG-12, KG-18, KG-26: basic mode, there is a crystal to discard, and there is a tile to turn for it."""
        return self.mode == "basic" and bool(self._own()) and bool(self._paid_rotations())

    def _take(self, crystal: str) -> None:
        """KG-19 to KG-25: a crystal goes from the cell to the seat, which may win by it in basic mode."""
        pawn = self._own_pawn()
        assert pawn is not None
        left = list(self.now_there[pawn[0]])
        left.remove(crystal)
        self.now_there[pawn[0]] = tuple(left)
        self._own().append(crystal)
        self.is_quiet = False
        if self.mode == "basic" and self.covered(self._seat()) == PLACES:
            self._win()  # KG-23
        else:
            self._end_turn()

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.turned_cell = None
        self.is_quiet = True
        self.step = Step.TURN

    def _end_turn(self) -> None:
        """KG-8: clockwise; KG-29: until too long nothing has happened."""
        self.quiet_turns = self.quiet_turns + 1 if self.is_quiet else 0
        if self.quiet_turns == QUIET_TURNS:
            self.step = Step.OVER
        else:
            self._begin_turn((self._seat() + 1) % self.players)

    def _win(self) -> None:
        self.winner = self.seat
        self.step = Step.OVER

    # ---- standings

    def covered(self, seat: int) -> int:
        """KG-22 and KG-24: how many places of its card a seat has covered; in basic mode pairs count as well."""
        own = self.crystals[seat]
        if self.mode == "advanced":
            return len(own)
        by_colour = len([crystal for crystal in own if crystal in self.cards[seat]])
        by_pairs = own.count(TRANSPARENT) // 2
        return min(by_colour + by_pairs, PLACES)

    def totals(self) -> list[int]:
        """The covered places of every seat."""
        return [self.covered(seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """KG-23, KG-27: who has reached the aim; KG-29: else all with most places covered. Nobody before the end."""
        if self.step is not Step.OVER:
            return []
        if self.winner is not None:
            return [self.winner]
        totals = self.totals()
        return [seat for seat in range(self.players) if totals[seat] == max(totals)]


# ---- notation ----------------------------------------------------------------------------------------------------


def turn_text(rotation: Rotation) -> str:
    """Like `turn c3 90`."""
    cell, quarters = rotation
    return f"turn {name_of(cell)} {90 * quarters}"


def go_text(tiles: Sequence[Tile], spot: Spot) -> str:
    """Like `go c3`; on a double tile with the sides that the path joins now, like `go c3 ne`."""
    cell, path = spot
    if tiles[cell][0] != "double":
        return f"go {name_of(cell)}"
    return f"go {name_of(cell)} {''.join(LETTERS[side] for side in paths(tiles[cell])[path])}"
