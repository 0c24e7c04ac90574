"""Positions of KinGems written out; and those read that a person wrote or edited, unless they cannot occur.

Tiles are six rows of text, each tile a letter and its quarter turns clockwise; `shown` says what every cell held when
it was first shown, `taken` what has been taken from there since:

    "tiles": ["T0 S1 X0 D3 T2 X1", ...]
    "shown": {"c4": "pink+transparent", "e1": "transparent"}
    "taken": {"c4": "pink"}
    "players": [{"card": 3, "pawn": "c4", "crystals": ["pink"]}, {"card": 7, "pawn": "platform"}]

What was taken and is owned by nobody has been discarded.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from pentarchy.engine.position import need, shaped
from pentarchy.errors import PositionError
from pentarchy.games.kingems.components import (
    CARDS,
    CARDS_OF_A_MODE,
    CELLS,
    COLOURS,
    COLUMNS,
    CRYSTALS,
    CRYSTALS_OF_A_COLOUR,
    LONE_TRANSPARENTS,
    MODES,
    PAIRED_TRANSPARENTS,
    PLACES,
    ROWS,
    SIDES,
    STALL,
    TILES,
    TRANSPARENT,
    Board,
    Spot,
)
from pentarchy.games.kingems.moves import content_text
from pentarchy.games.kingems.rules import LONE, NOBODY, NOT_SHOWN, NOWHERE, PLATFORM, SQUARE, WITH_CLEAR, Phase

if TYPE_CHECKING:
    from pentarchy.engine.spec import Position

LETTERS = {tile.letter: tile for tile in TILES}
HAS_DISCARDED = "a second tile is turned only for a discarded crystal"
MOST_WITHOUT_CLEAR = CRYSTALS_OF_A_COLOUR * len(COLOURS) - PAIRED_TRANSPARENTS  # colours that lie alone


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """A task card by its number, where the pawn stands, and the crystals on the card and beside it."""

    card: int
    pawn: str = "platform"
    crystals: list[str] = []


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A position as it is written down."""

    game: str
    first: int
    phase: Literal["turn", "pay", "second", "go", "take", "over"]
    tiles: list[str]
    players: list[Player]
    options: dict[str, Any] = {}
    acting: int | None = None
    shown: dict[str, str] = {}
    taken: dict[str, str] = {}
    turned: list[str] = []
    quiet: int = 0


# --- Writing ----------------------------------------------------------------------------------------------------------


def written(s: Any) -> Position:
    """Full information, in the format of docs/rules/kingems.md."""
    laid = zip(s.kind.tolist(), s.quarters.tolist(), strict=True)
    board = Board([(TILES[kind], quarters) for kind, quarters in laid])
    tiles = [f"{tile.letter}{quarters}" for tile, quarters in board.tiles]
    shown = [cell for cell, content in enumerate(s.found.tolist()) if content != NOT_SHOWN]
    contents = {cell: content_text(int(s.found[cell])).split("+") for cell in shown}
    taken = {cell: [name for name in names if not _lies(s, cell, name)] for cell, names in contents.items()}
    return {
        "first": int(s.first),
        "acting": None if s.acting == NOBODY else int(s.acting),
        "phase": Phase(int(s.phase)).name.lower(),
        "tiles": [" ".join(tiles[start : start + COLUMNS]) for start in range(0, len(tiles), COLUMNS)],
        "shown": {CELLS[cell]: "+".join(names) for cell, names in contents.items()},
        "taken": {CELLS[cell]: "+".join(names) for cell, names in taken.items() if names},
        "players": [_written_player(s, board, seat) for seat in range(s.seats)],
        "turned": [CELLS[cell] for cell in s.turned.tolist() if cell != NOWHERE],
        "quiet": int(s.quiet),
    }


def _lies(s: Any, cell: int, name: str) -> bool:
    """Whether a crystal still lies where it was found."""
    return bool((s.clear if name == TRANSPARENT else s.coloured) & _bit(cell))


def _written_player(s: Any, board: Board, seat: int) -> dict[str, Any]:
    at, path = int(s.at[seat]), int(s.path[seat])
    pawn = "platform" if at == PLATFORM else board.name((at, path))
    return {"card": int(s.card[seat]) + 1, "pawn": pawn, "crystals": _owned(s, seat)}


def _owned(s: Any, seat: int) -> list[str]:
    """What a seat owns: in the advanced mode place by place, else colours and then transparents."""
    if MODES[s.mode] == "advanced":
        task, clear = CARDS["advanced"][s.card[seat]], int(s.stand_ins[seat])
        return [TRANSPARENT if clear >> place & 1 else task[place] for place in range(s.filled[seat])]
    colours = [name for index, name in enumerate(COLOURS) if int(s.owned[seat]) >> index & 1]
    return colours + [TRANSPARENT] * int(s.clears[seat])


# --- Reading ----------------------------------------------------------------------------------------------------------


class Setting:
    """A position of which every part has been read: what the checks of whole turns look at."""

    def __init__(self, s: Any, table: Table) -> None:
        self.table = table
        self.seats = int(s.seats)
        self.mode = MODES[int(s.mode)]
        self.board = _read_tiles(table)
        self.shown = {cell: _read_content(f"shown[{cell!r}]", cell, text) for cell, text in table.shown.items()}
        self.taken = {cell: _read_content(f"taken[{cell!r}]", cell, text) for cell, text in table.taken.items()}
        self.pawns = [self._read_pawn(seat, player.pawn) for seat, player in enumerate(table.players)]

    def _read_pawn(self, seat: int, text: str) -> Spot | None:
        if text == "platform":
            return None
        spot = self.board.spot(text)
        if spot is None:
            cell = text.partition(" ")[0]
            known = [self.board.name((CELLS.index(cell), path)) for path in range(2)] if cell in CELLS else []
            where = " or ".join(dict.fromkeys(known)) if known else "'platform' or a cell from 'a1' to 'f6'"
            raise PositionError(f"players[{seat}].pawn: there is no spot {text!r}; it is {where}")
        return spot

    def task(self, seat: int) -> tuple[str, ...]:
        """The colours on a seat's card."""
        return CARDS[self.mode][self.table.players[seat].card - 1]

    def covered(self, seat: int) -> int:
        """The covered places of a card (KG-22, KG-24)."""
        owned = self.table.players[seat].crystals
        if self.mode == "advanced":
            return len(owned)
        colours = len(set(owned) & set(self.task(seat)))
        return min(PLACES, colours + owned.count(TRANSPARENT) // 2)

    def has_won(self, seat: int) -> bool:
        """Whether the game is over because a seat has covered the card, in the advanced mode on the platform."""
        over = self.table.phase == "over" and self.covered(seat) == PLACES
        return over and (self.mode == "basic" or self.pawns[seat] is None)

    def place_in_round(self, seat: int) -> int:
        """How many seats have their turns before this one, counted from the first player."""
        return (seat - self.table.first) % self.seats

    def discarded(self) -> int:
        """How many crystals have left the game."""
        owned = sum(len(player.crystals) for player in self.table.players)
        return sum(map(len, self.taken.values())) - owned

    def can_move(self, board: Board, seat: int) -> bool:
        """Whether a pawn has somewhere to go (KG-18)."""
        may_return = self.mode == "advanced" and self.covered(seat) == PLACES
        return bool(board.goals(self.pawns[seat])) or (may_return and board.can_return(self.pawns[seat]))

    def may_turn_second(self, seat: int) -> bool:
        """Whether some second rotation is legal: one that leaves the pawn able to move, if it is so (KG-18)."""
        if not self.can_move(self.board, seat):
            return True
        barred = {CELLS.index(cell) for cell in self.table.turned}
        barred |= {pawn[0] for other, pawn in enumerate(self.pawns) if pawn is not None and other != seat}
        return any(
            self.can_move(self.board.turned(cell, quarters), seat)
            for cell in range(len(CELLS))
            if cell not in barred
            for quarters in (2, 1, 3)
        )

    def takeable(self, seat: int) -> list[str]:
        """What a pawn may take where it stands (KG-20, KG-24, KG-25)."""
        pawn = self.pawns[seat]
        if pawn is None:
            return []
        cell, owned = CELLS[pawn[0]], self.table.players[seat].crystals
        lying = [name for name in self.shown[cell] if name not in self.taken.get(cell, [])]
        if self.mode == "basic":
            return [name for name in lying if name == TRANSPARENT or name not in owned]
        wanted = self.task(seat)[len(owned)] if len(owned) < PLACES else None
        return [name for name in lying if wanted is not None and name in (wanted, TRANSPARENT)]


def load(s: Any, position: Position) -> None:
    """Write a position into the record of a freshly begun game, or raise PositionError naming the field."""
    table = shaped(position, Table)
    need(len(table.players) == s.seats, "players", f"there are {len(table.players)}, but {s.seats} seats")
    setting = Setting(s, table)
    _check_first(s, table)
    _check_cells(setting)
    for seat in range(setting.seats):
        _check_player(setting, seat)
    _check_owned(setting)
    _check_turned(setting)
    if table.phase == "over":
        _check_end(setting)
    else:
        _check_phase(setting, _acting(setting))
    _check_course(setting)
    _write(s, setting)


# --- Tiles and cells --------------------------------------------------------------------------------------------------


def _read_tiles(table: Table) -> Board:
    """Six rows of six tiles, as many of each kind as the box holds (KG-1)."""
    need(len(table.tiles) == ROWS, "tiles", f"there are {len(table.tiles)} rows, not {ROWS}")
    tiles = []
    for row, text in enumerate(table.tiles):
        words = text.split()
        need(len(words) == COLUMNS, f"tiles[{row}]", f"{text!r} has {len(words)} tiles, not {COLUMNS}")
        for word in words:
            need(
                len(word) == 2 and word[0] in LETTERS and word[1] in "0123",
                f"tiles[{row}]",
                f"{word!r} is no tile: it is a letter of {''.join(LETTERS)} and its quarter turns from 0 to 3",
            )
            tiles.append((LETTERS[word[0]], int(word[1])))
    for tile in TILES:
        found = sum(kind == tile for kind, _ in tiles)
        need(found == tile.number, "tiles", f"{found} of them are of the kind {tile.kind}, not {tile.number}")
    return Board(tiles)


def _read_content(field: str, cell: str, text: str) -> list[str]:
    """A colour, a colour and a transparent, or a transparent."""
    need(cell in CELLS, field, f"there is no cell {cell!r}; they go from 'a1' to 'f6'")
    names = text.split("+")
    need(
        (len(names) == 1 and names[0] in CRYSTALS)
        or (len(names) == 2 and names[0] in COLOURS and names[1] == TRANSPARENT),
        field,
        f"{text!r} is not a colour of {', '.join(COLOURS)}, nor one of them followed by '+transparent', "
        "nor 'transparent'",
    )
    return names


def _check_cells(setting: Setting) -> None:
    """No more crystals than there are, spread over the cells as the set-up does (KG-6)."""
    contents = list(setting.shown.values())
    for colour in COLOURS:
        found = sum(colour in content for content in contents)
        need(found <= CRYSTALS_OF_A_COLOUR, "shown", f"{found} cells held {colour}; there are {CRYSTALS_OF_A_COLOUR}")
    lone = contents.count([TRANSPARENT])
    need(lone <= LONE_TRANSPARENTS, "shown", f"{lone} cells held just a transparent; there is one such cell")
    pairs = sum(len(content) == 2 for content in contents)
    need(pairs <= PAIRED_TRANSPARENTS, "shown", f"{pairs} cells held two crystals; there are {PAIRED_TRANSPARENTS}")
    alone = len(contents) - lone - pairs
    need(
        alone <= MOST_WITHOUT_CLEAR,
        "shown",
        f"{alone} cells held a colour alone; {PAIRED_TRANSPARENTS} of the 35 coloured ones lie beside a transparent",
    )
    for cell, names in setting.taken.items():
        need(cell in setting.shown, f"taken[{cell!r}]", "nothing is taken from a cell that was not shown")
        for name in names:
            held = "+".join(setting.shown[cell])
            need(name in setting.shown[cell], f"taken[{cell!r}]", f"there was no {name}, the cell held {held}")


# --- Players ----------------------------------------------------------------------------------------------------------


def _check_first(s: Any, table: Table) -> None:
    need(table.first in range(int(s.seats)), "first", f"{table.first} is no seat")
    need(s.first in (NOBODY, table.first), "first", f"the game's option says {s.first}, the position {table.first}")


def _check_player(setting: Setting, seat: int) -> None:
    """A card that nobody else has (KG-8), crystals that the mode allows, and a pawn on a tile that was lifted."""
    player, field = setting.table.players[seat], f"players[{seat}]"
    need(player.card in range(1, CARDS_OF_A_MODE + 1), f"{field}.card", f"{player.card} is not between 1 and 7")
    cards = [other.card for other in setting.table.players[:seat]]
    need(player.card not in cards, f"{field}.card", f"somebody else has card {player.card}")
    for name in player.crystals:
        need(name in CRYSTALS, f"{field}.crystals", f"there is no crystal {name!r}, only {', '.join(CRYSTALS)}")
    if setting.mode == "advanced":
        _check_row(setting, seat)
    else:
        for colour in COLOURS:
            number = player.crystals.count(colour)
            need(number <= 1, f"{field}.crystals", f"{colour} is there {number} times; nobody owns a colour twice")
    pawn = setting.pawns[seat]
    if pawn is not None:
        cell = CELLS[pawn[0]]
        need(
            cell in setting.shown, f"{field}.pawn", f"a pawn has stopped at {cell}, but it is not among the shown cells"
        )
    elif player.crystals:
        at_home = setting.mode == "advanced" and setting.table.phase == "over" and setting.covered(seat) == PLACES
        need(at_home, f"{field}.pawn", "who owns crystals has left the platform")


def _check_row(setting: Setting, seat: int) -> None:
    """Places are filled from left to right, each with its colour or a transparent (KG-24, KG-25)."""
    field, owned, task = f"players[{seat}].crystals", setting.table.players[seat].crystals, setting.task(seat)
    need(len(owned) <= PLACES, field, f"there are {len(owned)} for {PLACES} places")
    for place, (name, wanted) in enumerate(zip(owned, task, strict=False), 1):
        need(name in (wanted, TRANSPARENT), field, f"place {place} asks for {wanted} or a transparent, not {name}")


def _check_owned(setting: Setting) -> None:
    """What is owned was taken; in the advanced mode nothing taken is lost (KG-26)."""
    taken = Counter(name for names in setting.taken.values() for name in names)
    owned = Counter(name for player in setting.table.players for name in player.crystals)
    for name in CRYSTALS:
        need(owned[name] <= taken[name], "taken", f"{name} was taken {taken[name]} times, but {owned[name]} are owned")
        if setting.mode == "advanced":
            need(
                owned[name] == taken[name],
                "taken",
                f"{name} was taken {taken[name]} times, and {owned[name]} are owned",
            )


# --- The turn ---------------------------------------------------------------------------------------------------------


def _acting(setting: Setting) -> int:
    """Whose turn it is; nobody has won yet (KG-23)."""
    if setting.mode == "basic":
        for seat in range(setting.seats):
            need(setting.covered(seat) < PLACES, f"players[{seat}].crystals", "they cover the card: the game is over")
    acting = setting.table.acting
    if acting is None or acting not in range(setting.seats):
        raise PositionError(f"acting: it is the seat whose turn it is, not {acting}")
    return acting


def _check_turned(setting: Setting) -> None:
    """The tiles turned in this turn: shown, different, and without pawns of others (KG-10 to KG-12)."""
    table = setting.table
    for number, cell in enumerate(table.turned):
        need(cell in CELLS, f"turned[{number}]", f"there is no cell {cell!r}")
        need(
            cell in setting.shown,
            f"turned[{number}]",
            f"turning {cell} has shown it, but it is not among the shown cells",
        )
        for seat, pawn in enumerate(setting.pawns):
            carries = pawn is not None and CELLS[pawn[0]] == cell and seat != table.acting
            need(not carries, f"turned[{number}]", f"{cell} carries the pawn of seat {seat}")
    need(len(set(table.turned)) == len(table.turned), "turned", f"{table.turned} names a tile twice")
    most = {"turn": 0, "pay": 1, "second": 1, "over": 0}.get(table.phase, 2 if setting.mode == "basic" else 1)
    least = 1 if table.phase in ("pay", "second") else 0
    need(
        least <= len(table.turned) <= most,
        "turned",
        f"in the phase {table.phase!r} of the {setting.mode} mode there are {least} to {most} tiles, "
        f"not {len(table.turned)}",
    )
    if len(table.turned) == 2 or table.phase == "second":
        need(setting.mode == "basic", "phase", f"{HAS_DISCARDED}, in the basic mode")
        need(setting.discarded() > 0, "taken", f"{HAS_DISCARDED}, and none was discarded")
        need(table.quiet == 0, "quiet", f"a crystal was discarded in this turn, so it is 0, not {table.quiet}")


def _check_phase(setting: Setting, acting: int) -> None:
    """There is something to decide."""
    table = setting.table
    need(0 <= table.quiet < STALL, "quiet", f"{table.quiet} is not between 0 and {STALL - 1}")
    if table.phase == "pay":
        need(setting.mode == "basic", "phase", "nobody pays in the advanced mode")
        need(table.players[acting].crystals, "phase", f"seat {acting} has no crystal to pay with")
    if table.phase in ("pay", "second"):
        need(setting.may_turn_second(acting), "phase", "no second rotation leaves the pawn able to move")
    if table.phase == "go":
        need(setting.can_move(setting.board, acting), "phase", f"the pawn of seat {acting} cannot move")
    if table.phase == "take":
        need(setting.takeable(acting), "phase", f"there is nothing that seat {acting} may take")
        pawn = setting.pawns[acting]
        at_goal = pawn is not None and setting.board.is_dead_end(pawn) and setting.board.can_be_entered(pawn)
        need(at_goal, f"players[{acting}].pawn", f"it has just stopped at {table.players[acting].pawn}, no dead end")


def _check_end(setting: Setting) -> None:
    """One has won (KG-23, KG-27), or nothing was taken for too long (KG-29)."""
    table = setting.table
    need(table.acting is None, "acting", "nobody acts any more")
    winners = _winners(setting)
    need(len(winners) <= 1, "players", f"only one can have won, not seats {winners}")
    quiet = 0 if winners else STALL
    why = f"seat {winners[0]} has won" if winners else "nobody has won"
    need(table.quiet == quiet, "quiet", f"the game is over and {why}, so it is {quiet}, not {table.quiet}")


def _winners(setting: Setting) -> list[int]:
    """Who has covered the card, in the advanced mode on the platform."""
    return [seat for seat in range(setting.seats) if setting.has_won(seat)]


# --- The course of the game -------------------------------------------------------------------------------------------


def _check_course(setting: Setting) -> None:
    """Whoever has had a turn has left the platform, and everybody has turns in turn (KG-8, KG-9).

    A pawn on the platform that cannot move whatever tile is turned would stay there. That needs a tunnel without any
    dead end round the platform, all of crossroads and double tiles; where tiles lie so, nothing is said.
    """
    at_home = [seat for seat in range(setting.seats) if setting.pawns[seat] is None and not setting.has_won(seat)]
    if not at_home or not setting.board.goals(None):
        return
    turns = _fewest_turns(setting)
    for seat in at_home:
        need(
            setting.place_in_round(seat) >= turns,
            f"players[{seat}].pawn",
            f"after {turns} turns or more seat {seat} has had one and has left the platform",
        )
    table = setting.table
    most = 2 * turns + len(table.turned) + (table.phase == "take")  # a tile turned and a tile reached in every turn
    need(
        len(table.shown) <= most,
        "shown",
        f"{len(table.shown)} cells after {turns} turns; it cannot be more than {most}",
    )


def _fewest_turns(setting: Setting) -> int:
    """How many turns are over at least, all seats together; exactly so many if it is the first round."""
    table, seats = setting.table, setting.seats
    if table.phase == "over":
        return seats  # who wins has had more turns than one, and so have all others
    had_a_turn = [
        setting.place_in_round(seat) + 1
        for seat in range(seats)
        if setting.pawns[seat] is not None and (seat != table.acting or table.phase != "take")
    ]
    crystals = sum(map(len, setting.taken.values()))  # one a turn
    fewest = max([crystals + table.quiet, *had_a_turn])
    return fewest + (setting.place_in_round(table.acting or 0) - fewest) % seats


# --- Writing the state ------------------------------------------------------------------------------------------------


def _write(s: Any, setting: Setting) -> None:
    table = setting.table
    _write_tiles(s, setting.board)
    for cell, names in setting.shown.items():
        _write_cell(s, CELLS.index(cell), names, setting.taken.get(cell, []))
    for seat in range(setting.seats):
        _write_player(s, setting, seat)
    s.first = table.first
    s.acting = NOBODY if table.acting is None else table.acting
    s.phase = Phase[table.phase.upper()].value
    for number, cell in enumerate(table.turned):
        s.turned[number] = CELLS.index(cell)
    s.quiet = table.quiet
    winners = _winners(setting)
    s.winner = winners[0] if winners else NOBODY


def _write_tiles(s: Any, board: Board) -> None:
    s.laid = len(board.tiles)
    s.stock[:] = 0
    for cell, (tile, quarters) in enumerate(board.tiles):
        s.kind[cell] = TILES.index(tile)
        s.quarters[cell] = quarters
        for path, sides in enumerate(board.paths[cell]):
            for side in sides:
                s.openings[path][SIDES.index(side)] |= _bit(cell)


def _write_cell(s: Any, cell: int, names: list[str], taken: list[str]) -> None:
    content = LONE if names == [TRANSPARENT] else COLOURS.index(names[0]) + (WITH_CLEAR if len(names) == 2 else 0)
    s.found[cell] = content
    s.hidden_cells -= 1
    if content == LONE:
        s.hidden_lone -= 1
    else:
        s.hidden[COLOURS.index(names[0])] -= 1
        s.hidden_pairs -= len(names) - 1
    left = [name for name in names if name not in taken]
    if TRANSPARENT in left:
        s.clear |= _bit(cell)
    if set(left) & set(COLOURS):
        s.coloured |= _bit(cell)


def _write_player(s: Any, setting: Setting, seat: int) -> None:
    player, pawn = setting.table.players[seat], setting.pawns[seat]
    s.card[seat] = player.card - 1
    s.at[seat], s.path[seat] = (PLATFORM, 0) if pawn is None else pawn
    if setting.mode == "advanced":
        s.filled[seat] = len(player.crystals)
        s.stand_ins[seat] = _set(place for place, name in enumerate(player.crystals) if name == TRANSPARENT)
    else:
        s.owned[seat] = _set(COLOURS.index(name) for name in player.crystals if name != TRANSPARENT)
        s.clears[seat] = player.crystals.count(TRANSPARENT)


def _bit(cell: int) -> np.uint64:
    return np.uint64(1 << int(SQUARE[cell]))


def _set(numbers: Any) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))
