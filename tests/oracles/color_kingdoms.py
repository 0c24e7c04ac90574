"""A slow and obvious referee for Colour Kingdoms, written from the rules (CK-n) alone, to test the engine against.

An area is known by its name (`b4`), a colour by its word, and a kingdom by the word of its colour. A sheet is what lies
before one player; a turn is what that player still has of the die. Everything is plain data that a test may read,
change or `copy.deepcopy`.

    oracle = Oracle(players=3, map_data=json.loads(...))
    while (acting := oracle.to_act()) != "over":
        if acting == "chance":
            outcomes = oracle.outcomes()
            oracle.chance(random.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            seat = random.choice(acting)                             # several seats may paint at once (CK-12)
            oracle.play(seat, random.choice(sorted(oracle.legal(seat))))

A turn can be cut into small decisions in many ways; `endings` finds all sheets with which it can end without making any
of them, and `endings_step_by_step` by making all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

BASE = ("blue", "red", "yellow")
MIXTURES = {  # CK-2
    frozenset({"blue", "yellow"}): "green",
    frozenset({"red", "blue"}): "violet",
    frozenset({"yellow", "red"}): "brown",
}
COMPOUND = tuple(MIXTURES.values())
COLOURS = BASE + COMPOUND  # also the kingdoms, each by its own colour (CK-1)
LETTERS = dict(zip(COLOURS, "brygvn", strict=True))
MONSTERS = ("dragon", "griffin", "unicorn", "hydra")
SPELLS = {1: "move", 2: "exception", 3: "split", 4: "mix"}
DICE = (*BASE, "white")  # CK-3, in the order in which they are thrown
FACES = (2, 3, 4)  # CK-3: each on two of the six sides
ROUNDS_OF_A_THROW = {1: 4, 2: 2, 3: 1, 4: 1}  # CK-9, CK-10, CK-32
KINGDOMS_TO_END = 3  # CK-27

# CK-25: what the first and the second get, by achievement: a kingdom, a kind of monsters, or the end condition.
SPEED = {**dict.fromkeys(COLOURS, (4, 2)), **dict.fromkeys(MONSTERS, (3, 1)), "end": (3, 1)}
# CK-33: the rows in which a solo player crosses out numbers, as they are written.
ROWS = {colour: colour for colour in COLOURS} | {f"{kind}s": kind for kind in MONSTERS}

Frozen = tuple[Any, ...]  # a sheet as a value that fits into a set; see `frozen`


# ---- the map -----------------------------------------------------------------------------------------------------


class Chart:
    """The map of all sheets, read from the content of a map file (CK-4).

    names                 of the 54 areas, kingdom after kingdom
    kingdom               name -> the kingdom
    symbol                name -> "capital", "spell", a kind of monster, or "plain"
    own                   name -> the colour of a capital or a monster; None for other areas
    spell                 name -> the spell that painting the area gives, or None
    near                  name -> the areas that share a side with it
    near_kingdoms         kingdom -> the kingdoms that share a side with it
    towers                the two areas of each watchtower
    worth                 kingdom -> the points of its capital, if built
    blots                 how many there are on a sheet
    dice                  the kingdoms in which a die may lie, such as "red+yellow" -> how likely that is
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.kingdom: dict[str, str] = {}
        self.symbol: dict[str, str] = {}
        self.own: dict[str, str | None] = {}
        self.spell: dict[str, str | None] = {}
        self.worth: dict[str, int] = {}
        in_file = self._read_areas(data["areas"])
        self.names = sorted(in_file, key=lambda name: (COLOURS.index(self.kingdom[name]), int(name[1:])))
        self.near = self._share_a_side({name: data["areas"][i]["polygon"] for i, name in enumerate(in_file)})
        self.near_kingdoms: dict[str, set[str]] = {kingdom: set() for kingdom in COLOURS}
        for name, beside in self.near.items():
            self.near_kingdoms[self.kingdom[name]] |= {self.kingdom[other] for other in beside}
        for kingdom in COLOURS:
            self.near_kingdoms[kingdom].discard(kingdom)
        self.towers: list[tuple[str, str]] = [(one, other) for one, other in (t["areas"] for t in data["towers"])]
        self.blots = int(data["blots"])
        if not data.get("dice"):
            raise ValueError(
                "the map must say under «dice» how likely a die lies where; this referee does not compute it"
            )
        self.dice = {together(kingdoms.split("+")): int(weight) for kingdoms, weight in data["dice"].items()}

    def _read_areas(self, areas: list[dict[str, Any]]) -> list[str]:
        """What each area is; returns their names in the file's order, by which they are numbered in their kingdom."""
        in_file: list[str] = []
        for area in areas:
            kingdom = area["kingdom"]
            number = 1 + sum(other[0] == LETTERS[kingdom] for other in in_file)
            name = f"{LETTERS[kingdom]}{number}"
            in_file.append(name)
            symbol = area["symbol"]
            self.kingdom[name] = kingdom
            self.symbol[name] = symbol
            self.spell[name] = SPELLS[int(area["of"])] if symbol == "spell" else None
            self.own[name] = None
            if symbol == "capital":
                self.own[name] = kingdom
                self.worth[kingdom] = area.get("worth") or (2 if kingdom in BASE else 3)  # CK-4, CK-16
            elif symbol in MONSTERS:
                self.own[name] = area["of"]
        return in_file

    @staticmethod
    def _share_a_side(polygons: dict[str, list[int]]) -> dict[str, set[str]]:
        """CK-4, CK-14: the areas around each area; a common corner alone does not make neighbours."""
        sides = {
            name: {frozenset({polygon[i - 1], polygon[i]}) for i in range(len(polygon))}
            for name, polygon in polygons.items()
        }
        return {
            name: {other for other in polygons if other != name and sides[name] & sides[other]} for name in polygons
        }

    def areas_of(self, thing: str) -> list[str]:
        """The areas of a kingdom, or with a kind of monster."""
        return [name for name in self.names if thing in (self.kingdom[name], self.symbol[name])]


def together(kingdoms: Iterable[str]) -> str:
    """Several kingdoms in their order: `red+yellow+brown`."""
    return "+".join(sorted(kingdoms, key=COLOURS.index))


# ---- what lies before one player ---------------------------------------------------------------------------------


def nothing() -> dict[str, int]:
    """No spell, or no drop, of one sort: usable now, gained in this round, and spent."""
    return {"ready": 0, "new": 0, "used": 0}


@dataclass
class Sheet:
    """A player's sheet.

    areas                 name -> the colour it is painted in, or None
    spells                name -> how many are ready, new (gained in this round) and used
    drops                 colour -> how many drops from towers are ready, new and used
    blots                 how many are marked
    """

    areas: dict[str, str | None]
    spells: dict[str, dict[str, int]] = field(default_factory=lambda: {spell: nothing() for spell in SPELLS.values()})
    drops: dict[str, dict[str, int]] = field(default_factory=lambda: {colour: nothing() for colour in COLOURS})
    blots: int = 0

    def copy(self) -> Sheet:
        """One like it that can be changed on its own."""
        spells = {spell: dict(numbers) for spell, numbers in self.spells.items()}
        return Sheet(dict(self.areas), spells, {c: dict(numbers) for c, numbers in self.drops.items()}, self.blots)

    def as_dict(self) -> dict[str, Any]:
        """The sheet as the view of a player spells it, for `frozen`."""
        return {"areas": self.areas, "spells": self.spells, "drops": self.drops, "blots": self.blots}

    def is_painted(self, areas: Iterable[str]) -> bool:
        """Has every one of these areas some colour?"""
        return all(self.areas[area] is not None for area in areas)

    def spend(self, spell: str) -> None:
        """Cross off a spell."""
        use(self.spells[spell])

    def end_round(self) -> None:
        """CK-17, CK-19: what was gained can be used from the next round on."""
        for numbers in (*self.spells.values(), *self.drops.values()):
            numbers["ready"] += numbers["new"]
            numbers["new"] = 0


def use(numbers: dict[str, int]) -> None:
    """Spend one of what is ready."""
    numbers["ready"] -= 1
    numbers["used"] += 1


def frozen(sheet: Mapping[str, Any]) -> Frozen:
    """A sheet as a value to compare and to put into sets: from `Sheet.as_dict()` or one of a view's players."""

    def counts(things: Mapping[str, Mapping[str, int]]) -> Frozen:
        return tuple((thing, *(numbers[key] for key in nothing())) for thing, numbers in sorted(things.items()))

    painted = tuple(sorted((area, colour) for area, colour in sheet["areas"].items() if colour is not None))
    return painted, counts(sheet["spells"]), counts(sheet["drops"]), sheet["blots"]


@dataclass
class Turn:
    """What a player who has taken a die has of it.

    die                   blue, red, yellow or white
    colour                the colour of its drops
    drops                 how many of them are unplaced and unmixed
    kingdom               the die's kingdom (after spell 1 the new one)
    kingdoms              all where its drops may be painted
    mixed                 the colours of unplaced mixed drops
    moved, painted        whether spell 1 was cast, and whether any area was painted, in this turn
    choosing              numbers of the towers for whose drops a compound colour must be chosen, in order
    finished              whether the turn is over
    """

    die: str
    colour: str
    drops: int
    kingdom: str
    kingdoms: set[str]
    mixed: list[str] = field(default_factory=list)
    moved: bool = False
    painted: bool = False
    choosing: list[int] = field(default_factory=list)
    finished: bool = False

    def copy(self) -> Turn:
        """One like it that can be changed on its own."""
        return Turn(
            self.die,
            self.colour,
            self.drops,
            self.kingdom,
            set(self.kingdoms),
            list(self.mixed),
            self.moved,
            self.painted,
            list(self.choosing),
            self.finished,
        )

    def unplaced(self) -> int:
        """CK-15, CK-24: how many drops of the die are left, mixed ones included."""
        return self.drops + len(self.mixed)


def begin_turn(die: str, colour: str, drops: int, kingdom: str) -> Turn:
    """CK-13: a die has just been taken."""
    return Turn(die, colour, drops, kingdom, {kingdom})


# ---- painting ----------------------------------------------------------------------------------------------------


def paintable(chart: Chart, sheet: Sheet, colour: str) -> set[str]:
    """CK-14, CK-22: the areas of all kingdoms that may get this colour, with or without spell 2."""
    free = {area for area, painted in sheet.areas.items() if painted is None}
    if sheet.spells["exception"]["ready"] > 0:
        return free
    return {area for area in free if not has_equal_neighbour(chart, sheet, area, colour)}


def has_equal_neighbour(chart: Chart, sheet: Sheet, area: str, colour: str) -> bool:
    """CK-14: has an adjacent area, in any kingdom, this colour?"""
    return any(sheet.areas[beside] == colour for beside in chart.near[area])


def moves_of_turn(chart: Chart, sheet: Sheet, turn: Turn) -> set[str]:
    """CK-13 to CK-24: whatever a player who is painting may do next."""
    if turn.finished:
        return set()
    if turn.choosing:
        return {f"choose {colour}" for colour in COMPOUND}  # CK-19: at once
    moves = {"done"}  # CK-15
    if turn.drops > 0:
        moves |= {f"paint {area}" for area in within(chart, turn, paintable(chart, sheet, turn.colour))}
    for colour in turn.mixed:
        moves |= {f"paint {area} mixed {colour}" for area in within(chart, turn, paintable(chart, sheet, colour))}
    for colour, numbers in sheet.drops.items():
        if numbers["ready"] > 0:
            moves |= {f"paint {area} tower {colour}" for area in paintable(chart, sheet, colour)}  # CK-20
    return moves | castable(chart, sheet, turn)


def within(chart: Chart, turn: Turn, areas: set[str]) -> set[str]:
    """CK-13, CK-23: those of the areas that drops of the die can reach."""
    return {area for area in areas if chart.kingdom[area] in turn.kingdoms}


def castable(chart: Chart, sheet: Sheet, turn: Turn) -> set[str]:
    """CK-21, CK-23, CK-24: the spells that can be cast by themselves."""
    ready = {spell for spell, numbers in sheet.spells.items() if numbers["ready"] > 0}
    is_split = turn.kingdoms != {turn.kingdom}
    moves = set()
    if "move" in ready and not turn.painted and not turn.moved and not is_split:
        moves |= {f"move to {kingdom}" for kingdom in COLOURS if kingdom != turn.kingdom}
    if "split" in ready and turn.unplaced() > 0:
        moves |= {f"split to {kingdom}" for kingdom in chart.near_kingdoms[turn.kingdom] - turn.kingdoms}
    if "mix" in ready and turn.drops >= 2:
        moves |= {f"mix {colour}" for colour in COMPOUND}
    return moves


def make_move(chart: Chart, sheet: Sheet, turn: Turn, move: str) -> None:
    """Do one thing that `moves_of_turn` allows."""
    verb, *words = move.split(" ")
    if verb == "paint":
        colour = take_drop(sheet, turn, words[1:])
        paint(chart, sheet, turn, words[0], colour)
    elif verb == "choose":
        turn.choosing.pop(0)
        sheet.drops[words[0]]["new"] += 1
    elif verb == "move":
        sheet.spend("move")
        turn.moved = True
        turn.kingdom = words[1]
        turn.kingdoms = {words[1]}
    elif verb == "split":
        sheet.spend("split")
        turn.kingdoms.add(words[1])
    elif verb == "mix":
        sheet.spend("mix")
        turn.drops -= 2
        turn.mixed.append(words[0])
    else:
        turn.finished = True
        if turn.unplaced() > 0 and sheet.blots < chart.blots:
            sheet.blots += 1  # CK-15


def take_drop(sheet: Sheet, turn: Turn, source: list[str]) -> str:
    """Take the drop that is painted: of the die, or `mixed green`, or `tower green`. Returns its colour."""
    if not source:
        turn.drops -= 1
        return turn.colour
    kind, colour = source
    if kind == "mixed":
        turn.mixed.remove(colour)
    else:
        use(sheet.drops[colour])
    return colour


def paint(chart: Chart, sheet: Sheet, turn: Turn, area: str, colour: str) -> None:
    """CK-14, CK-17, CK-19, CK-22: give an area a colour, and get what it brings."""
    if has_equal_neighbour(chart, sheet, area, colour):
        sheet.spend("exception")
    before = dict(sheet.areas)
    sheet.areas[area] = colour
    turn.painted = True
    spell = chart.spell[area]
    if spell is not None:
        sheet.spells[spell]["new"] += 1
    for number in completed_towers(chart, before, sheet.areas):
        drop = tower_drop(chart, number, sheet.areas)
        if drop is None:
            turn.choosing.append(number)
        else:
            sheet.drops[drop]["new"] += 1


def completed_towers(chart: Chart, before: Mapping[str, str | None], after: Mapping[str, str | None]) -> list[int]:
    """CK-19: the numbers of the towers that have both areas painted only now."""

    def complete(areas: Mapping[str, str | None]) -> list[int]:
        return [
            number
            for number, (one, other) in enumerate(chart.towers)
            if areas[one] is not None and areas[other] is not None
        ]

    return [number for number in complete(after) if number not in complete(before)]


def tower_drop(chart: Chart, number: int, areas: Mapping[str, str | None]) -> str | None:
    """CK-19: the colour of a completed tower's drop; None if any compound colour can be chosen."""
    colours = {areas[area] for area in chart.towers[number]}
    if colours & set(COMPOUND):
        return None
    if len(colours) == 1:
        return colours.pop()
    return next(mixture for pair, mixture in MIXTURES.items() if pair == colours)


# ---- all that a turn can come to ---------------------------------------------------------------------------------


def endings_step_by_step(chart: Chart, sheet: Sheet, turn: Turn) -> set[Frozen]:
    """Every sheet with which a turn can end, found by making all moves in all orders. For small cases only.

    The sheets are those at the end of the turn, before the end of the round makes new spells and drops usable.
    """
    found = set()
    seen = set()
    to_try = [(sheet.copy(), turn.copy())]
    while to_try:
        sheet, turn = to_try.pop()
        if turn.finished:
            found.add(frozen(sheet.as_dict()))
            continue
        for move in moves_of_turn(chart, sheet, turn):
            next_sheet, next_turn = sheet.copy(), turn.copy()
            make_move(chart, next_sheet, next_turn, move)
            key = (frozen(next_sheet.as_dict()), frozen_turn(next_turn))
            if key not in seen:
                seen.add(key)
                to_try.append((next_sheet, next_turn))
    return found


def frozen_turn(turn: Turn) -> Frozen:
    """What decides how a turn can go on, as a value."""
    mixed, kingdoms = tuple(sorted(turn.mixed)), frozenset(turn.kingdoms)
    choosing = tuple(turn.choosing)
    return turn.drops, turn.kingdom, kingdoms, mixed, turn.moved, turn.painted, choosing, turn.finished


def endings(chart: Chart, sheet: Sheet, colour: str, drops: int, kingdom: str) -> set[Frozen]:
    """Every sheet with which a turn can end, found from plans of the whole turn. For small cases only.

    A plan says which spells are cast, which drops are painted where, and in which order; no plan is lost by casting
    spells 1, 3 and 4 before painting, since spells gained in this turn cannot be cast in it. The sheets are those at
    the end of the turn, before the end of the round makes new spells and drops usable.
    """
    found = set()
    for goal, opened, mixtures in castings(chart, sheet, drops, kingdom):
        cast = {"move": int(goal != kingdom), "split": len(opened), "mix": len(mixtures)}
        reach = [area for area in chart.names if chart.kingdom[area] in {goal, *opened}]
        of_die = [colour] * (drops - 2 * len(mixtures)) + list(mixtures)
        for by_die in placings(sheet, of_die, reach):
            for by_towers in placings(sheet, ready_drops(sheet), chart.names):
                if not {area for area, _ in by_die} & {area for area, _ in by_towers}:
                    blot = len(by_die) < len(of_die) and sheet.blots < chart.blots
                    found |= results(chart, sheet, cast, by_die, by_towers, blot)
    return found


Placing = frozenset[tuple[str, str]]  # areas and the colours they get


def castings(
    chart: Chart, sheet: Sheet, drops: int, kingdom: str
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """CK-21, CK-23, CK-24: the die's kingdom, the kingdoms opened beside it, and the colours mixed."""
    ready = {spell: numbers["ready"] for spell, numbers in sheet.spells.items()}
    for goal in COLOURS if ready["move"] > 0 else (kingdom,):
        beside = sorted(chart.near_kingdoms[goal])
        for splits in range(min(ready["split"], len(beside)) + 1):
            for mixes in range(min(ready["mix"], drops // 2) + 1):
                for opened in combinations(beside, splits):
                    for mixtures in combinations_with_replacement(COMPOUND, mixes):
                        yield goal, opened, mixtures


def ready_drops(sheet: Sheet) -> list[str]:
    """CK-20: the colours of the tower drops that can be used."""
    return [colour for colour, numbers in sheet.drops.items() for _ in range(numbers["ready"])]


def placings(sheet: Sheet, drops: list[str], reach: list[str]) -> set[Placing]:
    """Every way of putting some of the drops on different unpainted areas within reach, equal neighbours or not."""
    found: set[Placing] = {frozenset()}
    for colour in drops:
        for placing in list(found):
            taken = {area for area, _ in placing}
            free = [area for area in reach if sheet.areas[area] is None and area not in taken]
            found |= {placing | {(area, colour)} for area in free}
    return found


def results(
    chart: Chart, sheet: Sheet, cast: Mapping[str, int], by_die: Placing, by_towers: Placing, blot: bool
) -> set[Frozen]:
    """The sheets to which a plan leads, in whatever order it is painted and whatever drops are chosen."""
    found = set()
    painted = dict(by_die | by_towers)
    after = sheet.copy()
    after.areas |= painted
    after.blots += blot
    for spell, number in cast.items():
        for _ in range(number):
            after.spend(spell)
    for area in painted:
        spell_found = chart.spell[area]
        if spell_found is not None:
            after.spells[spell_found]["new"] += 1
    for _, colour in by_towers:
        use(after.drops[colour])
    gained = [tower_drop(chart, number, after.areas) for number in completed_towers(chart, sheet.areas, after.areas)]
    for exceptions in exceptions_needed(chart, sheet, painted):
        if exceptions > sheet.spells["exception"]["ready"]:
            continue
        for drops in product(*(COMPOUND if drop is None else (drop,) for drop in gained)):
            ending = after.copy()
            for _ in range(exceptions):
                ending.spend("exception")
            for colour in drops:
                ending.drops[colour]["new"] += 1
            found.add(frozen(ending.as_dict()))
    return found


def exceptions_needed(chart: Chart, sheet: Sheet, painted: Mapping[str, str]) -> set[int]:
    """CK-22: how many spells 2 the painting of these areas can take, which depends on the order."""
    forced = {area for area, colour in painted.items() if has_equal_neighbour(chart, sheet, area, colour)}
    equal = {area: {other for other in chart.near[area] if painted.get(other) == painted[area]} for area in painted}
    depending = [area for area in painted if equal[area]]
    return {
        len(forced) + sum(bool(equal[area] & set(order[:i])) for i, area in enumerate(order) if area not in forced)
        for order in permutations(depending)
    }


# ---- the whole game ----------------------------------------------------------------------------------------------


class Oracle:
    """A match of Colour Kingdoms.

    Attributes for tests to read:

    chart                 the map
    first                 the seat that has the first player's token; None until it is drawn
    sheets                per seat
    turns                 per seat, the turn of this round; None until a die is taken
    throwing              the dice of a throw that are still in the hand
    box                   die -> its drops and the kingdoms in which it lies, of the dice that nobody has taken
    round                 1, 2, …; 0 until the first player is drawn
    round_of_throw        1 for the first round that a throw serves
    is_last_round, is_crossing, is_over
    achieved              achievement -> the seats that had it first, second, …, one set for each round it took place in
    awards                per seat, achievement -> the points it brought, 0 if it came too late
    crossed               achievement -> the numbers crossed out (solo)
    """

    def __init__(self, players: int, map_data: Mapping[str, Any], first: int | None = None) -> None:
        if players not in ROUNDS_OF_A_THROW:
            raise ValueError(f"{players} players: Colour Kingdoms is for 1 to 4 (CK-5)")
        if first is not None and first not in range(players):
            raise ValueError(f"first {first}: the seats are 0 to {players - 1}")
        self.players = players
        self.chart = Chart(map_data)
        self.sheets = [Sheet(dict.fromkeys(self.chart.names)) for _ in range(players)]
        self.turns: list[Turn | None] = [None] * players
        self.throwing: list[str] = []
        self.box: dict[str, tuple[int, list[str]]] = {}
        self.round = 0
        self.round_of_throw = 0
        self.is_last_round = False
        self.is_crossing = False
        self.is_over = False
        self.achieved: dict[str, list[set[int]]] = {achievement: [] for achievement in SPEED}
        self.awards: list[dict[str, int]] = [{} for _ in range(players)]
        self.crossed: dict[str, set[int]] = {achievement: set() for achievement in SPEED}
        self.first: int | None = None
        if players == 1:
            self._begin(0)
        elif first is not None:
            self._begin(first)

    def _begin(self, first: int) -> None:
        """CK-11: starting spells, which are ready in round one; CK-32: none in the solo game."""
        self.first = first
        if self.players > 1:
            for place, seat in enumerate(self._order()):
                self.sheets[seat].spells[SPELLS[place + 1]]["ready"] += 1
        self._begin_throw()

    def _order(self) -> list[int]:
        """CK-9: the seats clockwise from the first player."""
        assert self.first is not None
        return [(self.first + place) % self.players for place in range(self.players)]

    # ---- who acts, and what they may do

    def to_act(self) -> list[int] | str:
        """The seats that may act now in ascending order, or "chance", or "over"."""
        if self.is_over:
            return "over"
        if self.first is None or self.throwing:
            return "chance"
        if self.is_crossing:
            return [0]
        return sorted(self._painting() + self._taking())

    def _painting(self) -> list[int]:
        """CK-12: the seats that have taken a die and not finished."""
        return [seat for seat, turn in enumerate(self.turns) if turn is not None and not turn.finished]

    def _taking(self) -> list[int]:
        """CK-9, CK-12: the next seat to take a die, if any; it need not wait for the painting of the others."""
        return [seat for seat in self._order() if self.turns[seat] is None][:1]

    def legal(self, seat: int) -> set[str]:
        """The legal moves of a seat; empty when it is not to act."""
        acting = self.to_act()
        if isinstance(acting, str) or seat not in acting:
            return set()
        if self.is_crossing:
            return self._crossable()
        turn = self.turns[seat]
        if turn is None:
            return self._takes()
        return moves_of_turn(self.chart, self.sheets[seat], turn)

    def _takes(self) -> set[str]:
        """CK-7, CK-8: any die in the box; the white one only as a colour whose die is gone."""
        found = set()
        for die, (_, kingdoms) in self.box.items():
            for kingdom in kingdoms:
                if die != "white":
                    found.add(f"take {die} from {kingdom}")
                    continue
                for colour in BASE:
                    if colour not in self.box:
                        found.add(f"take white as {colour} from {kingdom}")
        return found

    def _crossable(self) -> set[str]:
        """CK-33: a number for being first as long as there is one, then those for being second."""
        for place in (0, 1):
            found = set()
            for row, achievement in ROWS.items():
                number = SPEED[achievement][place]
                is_circled = self.awards[0].get(achievement) == number
                if not is_circled and number not in self.crossed[achievement]:
                    found.add(f"cross {row} {number}")
            if found:
                return found
        return set()

    # ---- chance

    def outcomes(self) -> dict[str, Fraction]:
        """Every outcome of the chance event with its probability; empty when no chance event is due."""
        if self.to_act() != "chance":
            return {}
        if self.first is None:
            return {f"first {seat}": Fraction(1, self.players) for seat in range(self.players)}
        die = self.throwing[0]
        all_places = sum(self.chart.dice.values())
        return {
            f"{die} {face} in {kingdoms}": Fraction(weight, all_places) / len(FACES)
            for face in FACES
            for kingdoms, weight in self.chart.dice.items()
            if weight > 0
        }

    def chance(self, outcome: str) -> None:
        """Settle the chance event that is due. ValueError if it cannot turn out like this."""
        if outcome not in self.outcomes():
            raise ValueError(f"{outcome!r} cannot happen now; possible are {sorted(self.outcomes())}")
        words = outcome.split(" ")
        if words[0] == "first":
            self._begin(int(words[1]))
        else:
            die, face, _, kingdoms = words
            self.throwing.remove(die)
            self.box[die] = (int(face), kingdoms.split("+"))

    # ---- what happens

    def play(self, seat: int, move: str) -> None:
        """Make a move of a seat. ValueError if it is not legal."""
        if move not in self.legal(seat):
            raise ValueError(f"{move!r} is not legal for seat {seat}; legal are {sorted(self.legal(seat))}")
        turn = self.turns[seat]
        if self.is_crossing:
            self._cross(move)
        elif turn is None:
            self._take(seat, move)
        else:
            make_move(self.chart, self.sheets[seat], turn, move)
            if all(turn is not None and turn.finished for turn in self.turns):
                self._end_round()

    def _take(self, seat: int, move: str) -> None:
        """CK-7, CK-8: `take blue from red` or `take white as yellow from red`."""
        words = move.split(" ")
        die, kingdom = words[1], words[-1]
        colour = words[3] if die == "white" else die
        drops, _ = self.box.pop(die)
        self.turns[seat] = begin_turn(die, colour, drops, kingdom)

    def _begin_throw(self) -> None:
        """CK-9, CK-10, CK-32: all four dice are thrown, one after another."""
        self.box = {}
        self.throwing = list(DICE)
        self.round_of_throw = 0
        self._begin_round()

    def _begin_round(self) -> None:
        self.round += 1
        self.round_of_throw += 1
        self.turns = [None] * self.players

    def _end_round(self) -> None:
        """CK-25 to CK-28, CK-34: when all have finished painting."""
        self._judge()
        for sheet in self.sheets:
            sheet.end_round()
        no_blots_left = all(sheet.blots == self.chart.blots for sheet in self.sheets)
        if no_blots_left or self.is_last_round:
            self.is_over = True
            return
        somebody_ends = any(self.has(seat, "end") for seat in range(self.players))
        self.is_last_round = somebody_ends
        if self.players == 1:
            if self._crossable():
                self.is_crossing = True
                return
            if not somebody_ends:
                self.crossed["end"].add(SPEED["end"][0])
            self.is_last_round = True
        self._go_on()

    def _go_on(self) -> None:
        """CK-9, CK-10, CK-32: the next round, with the dice that are left or a new throw by the next first player."""
        if self.round_of_throw < ROUNDS_OF_A_THROW[self.players]:
            self._begin_round()
        else:
            self.first = self._order()[1 % self.players]
            self._begin_throw()

    def _cross(self, move: str) -> None:
        """CK-33: the solo player crosses a number out."""
        _, row, number = move.split(" ")
        self.crossed[ROWS[row]].add(int(number))
        self.is_crossing = False
        self._go_on()

    # ---- achievements

    def has(self, seat: int, achievement: str) -> bool:
        """CK-25: has this seat done it, judged by its sheet as it is now?"""
        if achievement == "end":
            return len(self.complete_kingdoms(seat)) >= KINGDOMS_TO_END
        return self.sheets[seat].is_painted(self.chart.areas_of(achievement))

    def complete_kingdoms(self, seat: int) -> list[str]:
        """The kingdoms of which a seat has painted all areas."""
        return [kingdom for kingdom in COLOURS if self.sheets[seat].is_painted(self.chart.areas_of(kingdom))]

    def _judge(self) -> None:
        """CK-25, CK-26: all who did it in this round share the place."""
        for achievement in SPEED:
            new = {seat for seat in range(self.players) if self.has(seat, achievement)} - self._holders(achievement)
            if new:
                points = self._speed_points(achievement)
                self.achieved[achievement].append(new)
                for seat in new:
                    self.awards[seat][achievement] = points

    def _holders(self, achievement: str) -> set[int]:
        """The seats that did it in earlier rounds."""
        return {seat for seats in self.achieved[achievement] for seat in seats}

    def _speed_points(self, achievement: str) -> int:
        """CK-25, CK-26, CK-33: what those get who do it next."""
        if self.players == 1:
            left = [number for number in SPEED[achievement] if number not in self.crossed[achievement]]
        else:
            left = list(SPEED[achievement][len(self.achieved[achievement]) :])
        return left[0] if left else 0

    # ---- points

    def kingdom_points(self, seat: int, kingdom: str) -> int:
        """CK-16, CK-29: a kingdom's achievement, its capital if built, and its different colours."""
        areas = {area: self.sheets[seat].areas[area] for area in self.chart.areas_of(kingdom)}
        points = self.awards[seat].get(kingdom, 0)
        for area, colour in areas.items():
            if self.chart.symbol[area] == "capital" and colour == self.chart.own[area]:
                points += self.chart.worth[kingdom]
        return points + len({colour for colour in areas.values() if colour is not None})

    def monster_points(self, seat: int, kind: str) -> int:
        """CK-18, CK-30: the achievement of a kind of monsters, the tamed ones, and the unpainted ones."""
        points = self.awards[seat].get(kind, 0)
        for area in self.chart.areas_of(kind):
            colour = self.sheets[seat].areas[area]
            if colour is None:
                points -= 1
            elif colour == self.chart.own[area]:
                points += 2 if kind == "dragon" else 1
        return points

    def totals(self) -> list[int]:
        """CK-31: the points of every seat, as if the game ended now; achievements count once they are judged."""
        return [
            sum(self.kingdom_points(seat, kingdom) for kingdom in COLOURS)
            + sum(self.monster_points(seat, kind) for kind in MONSTERS)
            + self.awards[seat].get("end", 0)
            - self.sheets[seat].blots
            for seat in range(self.players)
        ]

    def lost(self, seat: int) -> int:
        """CK-31: the points lost by blots and unpainted monsters."""
        monsters = [area for kind in MONSTERS for area in self.chart.areas_of(kind)]
        return self.sheets[seat].blots + sum(self.sheets[seat].areas[area] is None for area in monsters)

    def places(self) -> list[int]:
        """CK-31: the place of every seat, if the game ended now; equals share one, as in 1, 2, 2, 4."""
        results = [(total, -self.lost(seat)) for seat, total in enumerate(self.totals())]
        return [1 + sum(other > own for other in results) for own in results]

    def winners(self) -> list[int]:
        """CK-31: the seats in first place, if the game ended now."""
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    def rating(self) -> str:
        """CK-35: the band of a solo player's total."""
        (total,) = self.totals()
        if total < 50:
            return "below 50"
        if total < 60:
            return "50–59"
        return "60–69" if total < 70 else "70 and more"
