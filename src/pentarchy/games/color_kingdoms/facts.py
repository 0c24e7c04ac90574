"""What an event of Colour Kingdoms did, and why a move is refused.

What is painted and cast is a secret for a while (CK-12), and those who hear of it later get the same fact: it tells of
the sheet it happened on and of no other. That a turn has ended is heard at once, so whether it ended with a blot is
told with the end of the round, when everybody sees it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from pentarchy.engine.bits import U64, ZERO, bit, has, lowest, popcount
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, SPARSE, SUBSET, Among, Most, OneOf, Reason, append, more
from pentarchy.games.color_kingdoms.components import (
    AREAS,
    AREAS_OF_A_KINGDOM,
    KINGDOMS,
    MONSTERS,
    MOST_TOWERS,
    SPELLS,
)
from pentarchy.games.color_kingdoms.rules import (
    AREAS_OF,
    CAPITAL,
    CHOOSE,
    CROSS,
    DIE_THROWN,
    DONE,
    DROP,
    END_ROW,
    FIRST_DRAWN,
    FIRST_MONSTER,
    FIRST_SPELL,
    FROM_DIE,
    FROM_TOWER,
    HUES,
    MIX,
    MIX_SPELL,
    MOVE,
    MOVE_SPELL,
    NOBODY,
    PAINT,
    ROWS,
    SEATS,
    SPEED_POINTS,
    SPLIT,
    SPLIT_SPELL,
    TAKE,
    WHITE,
    Phase,
    award,
    colour_of,
    has_achieved,
    has_drop,
    has_drops_left,
    is_last_round,
    may_cross,
    may_name,
    total,
)
from pentarchy.games.color_kingdoms.view import (
    Achievement,
    Area,
    Colour,
    Compound,
    DieName,
    Monster,
    Seats,
    Spell,
    TakenDie,
    see_taken_die,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Drawn, Record, Seat, State

# --- Declared ---------------------------------------------------------------------------------------------------------


class Thrown(TypedDict):
    """A die that has come to rest (CK-6)."""

    die: DieName
    drops: int
    kingdoms: Annotated[list[Colour], SUBSET]


class Painted(TypedDict):
    """An area that was painted, and what that has brought."""

    area: Area
    kingdom: Annotated[Colour, "in which it lies"]
    colour: Annotated[Colour, "its new colour"]
    drop: Annotated[Literal["die", "mixed", "tower"], "what it was painted with"]
    exception: Annotated[NotRequired[bool], "an exception was spent, because a neighbour has that colour (CK-22)"]
    capital: Annotated[
        NotRequired[Literal["built", "missed"]], "it has a capital: in its own colour, or in another (CK-16)"
    ]
    monster: Annotated[NotRequired[Monster], "it has a monster of this kind"]
    tamed: Annotated[NotRequired[bool], "whether that is tamed, or else defeated (CK-18)"]
    spell: Annotated[NotRequired[Spell], "it gives this spell (CK-17)"]
    towers: Annotated[NotRequired[list[int]], Among(range(MOST_TOWERS)), "watchtowers that this completes (CK-19)"]
    drops: Annotated[NotRequired[dict[Colour, int]], SPARSE, "that these give at once"]
    choices: Annotated[NotRequired[int], "drops of theirs whose colour is still to be chosen"]
    completes: Annotated[
        NotRequired[list[Achievement]],
        SUBSET,
        "kingdoms, monsters, three kingdoms that are now complete on this sheet (CK-25)",
    ]


class Cast(TypedDict):
    """A spell that was cast; an exception is told with the area (CK-21 to CK-24)."""

    spell: Literal["move", "split", "mix"]
    kingdom: Annotated[NotRequired[Colour], "where all drops of the die go now, or may go as well"]
    colour: Annotated[NotRequired[Compound], "of which a drop was mixed from two of the die"]


class Chosen(TypedDict):
    """A watchtower's drop whose colour was chosen (CK-19)."""

    tower: int
    colour: Compound


class Award(TypedDict):
    """Points for speed that were won in this round, and the seats that each have them (CK-25, CK-26)."""

    row: Achievement
    place: Annotated[int, "1 or 2"]
    points: int
    seats: Seats


class Ended(TypedDict):
    """The end of a round: everybody has finished, and achievements are judged."""

    round: int
    blots: Annotated[Seats, "the seats that have marked a blot in this round (CK-15)"]
    achievements: Annotated[list[Award], Most(ROWS)]
    gains: Annotated[list[int], Most(SEATS), "of every seat: points for speed less the blot"]
    one_more: Annotated[
        NotRequired[Literal["kingdoms", "numbers"]],
        "the next round is the last: somebody has three complete kingdoms, or no number is left to cross out",
    ]
    over: Annotated[
        NotRequired[Literal["kingdoms", "numbers", "blots"]],
        "the game is over: this was the last round, or all blots are marked (CK-27, CK-28, CK-34)",
    ]


class Begun(TypedDict):
    """The round that begins."""

    round: int
    first: Annotated[int, "the seat with the first-player token"]
    throw: Annotated[bool, "whether the dice are thrown anew"]


class Crossed(TypedDict):
    """A number of points for speed that was crossed out in the solo game (CK-33)."""

    row: Achievement
    points: int


class Fact(TypedDict):
    """What happened; `seat` is left out where chance has acted."""

    what: Literal["first", "thrown", "took", "painted", "cast", "chose", "done", "crossed"]
    seat: Annotated[NotRequired[int], "who did it, or who has the first-player token"]
    die: NotRequired[Thrown]
    taken: NotRequired[TakenDie]
    painted: NotRequired[Painted]
    gain: Annotated[NotRequired[int], "points that a painted area has brought on this sheet"]
    cast: NotRequired[Cast]
    chosen: NotRequired[Chosen]
    crossed: NotRequired[Crossed]
    ended: NotRequired[Ended]
    begun: NotRequired[Begun]


KINGDOMS_RU = ("Синеречье", "Красногорье", "Желтоводье", "Зеленолесье", "Лиловополье", "Буроземье")
NUMBERS = range(1, AREAS_OF_A_KINGDOM + 1)


class Refusal(TypedDict):
    """Why a move may not be made."""

    why: Literal[
        "cross_first",
        "alone",
        "not_yet",
        "won",
        "crossed",
        "larger_first",
        "take_first",
        "gone",
        "joker",
        "elsewhere",
        "has_die",
        "choose_first",
        "no_choice",
        "painted",
        "no_drops",
        "no_mixed",
        "no_tower",
        "new_drop",
        "closed",
        "closed_split",
        "same_colour",
        "no_move",
        "no_split",
        "no_mix",
        "new_spell",
        "moved",
        "move_after_split",
        "move_after_paint",
        "move_nowhere",
        "all_placed",
        "open",
        "not_beside",
        "too_few",
    ]
    left: Annotated[int, "drops of the die's own colour"]
    kingdom: Annotated[str, OneOf(KINGDOMS), "where the drops of the die go"]
    kingdom_ru: Annotated[str, OneOf(KINGDOMS_RU)]
    neighbour: Annotated[
        str, OneOf(f"{name} {number}" for name in KINGDOMS for number in NUMBERS), "which has the same colour"
    ]
    neighbour_ru: Annotated[str, OneOf(f"{name} {number}" for name in KINGDOMS_RU for number in NUMBERS)]


REASONS = {
    "cross_first": Reason("CK-33", "first cross out a number on the sheet", "сначала зачеркните цифру на листе"),
    "alone": Reason(
        "CK-33", "numbers are crossed out in the solo game only", "цифры зачёркивают только в одиночной игре"
    ),
    "not_yet": Reason(
        "CK-33", "a number is crossed out when the round is over", "цифру зачёркивают, когда раунд окончен"
    ),
    "won": Reason("CK-33", "this number has been won", "эта цифра уже получена"),
    "crossed": Reason("CK-33", "this number is crossed out already", "эта цифра уже зачёркнута"),
    "larger_first": Reason(
        "CK-33", "as long as a 4 or 3 is left, it comes first", "пока остались 4 и 3, зачёркивают их"
    ),
    "take_first": Reason(
        "CK-8",
        "first take a die: it decides where you paint and in which colour",
        "сначала возьмите кубик: от него зависит, где и каким цветом закрашивать",
    ),
    "gone": Reason("CK-9", "this die is no longer in the box", "этого кубика уже нет в коробке"),
    "joker": Reason(
        "CK-8",
        "the die of that colour is still in the box, so the white one cannot be it",
        "кубик этого цвета ещё в коробке, поэтому белый не может его заменить",
    ),
    "elsewhere": Reason("CK-7", "the die does not lie in that kingdom", "кубик лежит не в этом королевстве"),
    "has_die": Reason("CK-9", "you have taken a die in this round", "в этом раунде вы уже взяли кубик"),
    "choose_first": Reason(
        "CK-19", "first choose the colour of the tower's drop", "сначала выберите цвет капли с башни"
    ),
    "no_choice": Reason(
        "CK-19", "no watchtower's drop waits for its colour", "ни одна капля с башни не ждёт выбора цвета"
    ),
    "painted": Reason(
        "CK-13",
        "the area is painted already, and nothing is painted over",
        "область уже закрашена: перекрашивать нельзя",
    ),
    "no_drops": Reason("CK-13", "no drops of the die are left", "капли кубика кончились"),
    "no_mixed": Reason("CK-24", "there is no mixed drop of that colour", "смешанной капли этого цвета нет"),
    "no_tower": Reason("CK-20", "there is no tower drop of that colour", "капли этого цвета с башни нет"),
    "new_drop": Reason(
        "CK-19",
        "a tower drop gained in this round can be used from the next one on",
        "каплю с башни, полученную в этом раунде, можно потратить со следующего",
    ),
    "closed": Reason(
        "CK-13",
        "drops of this die go to {kingdom}; “Move” or “Split” would lead elsewhere",
        "капли этого кубика размещают здесь: {kingdom_ru}; в другое королевство ведут «Перенос» и «Раздел»",
    ),
    "closed_split": Reason(
        "CK-23",
        "drops of this die go to {kingdom} and to where they were split; another “Split” would lead elsewhere",
        "капли этого кубика размещают здесь: {kingdom_ru}, и там, куда ведёт «Раздел»; дальше — ещё один «Раздел»",
    ),
    "same_colour": Reason(
        "CK-14",
        "a neighbour, {neighbour}, has this colour already; an “Exception” would help",
        "соседняя область, {neighbour_ru}, уже такого цвета; поможет «Исключение»",
    ),
    "no_move": Reason("CK-21", "there is no “Move” to cast", "заклинания «Перенос» нет"),
    "no_split": Reason("CK-23", "there is no “Split” to cast", "заклинания «Раздел» нет"),
    "no_mix": Reason("CK-24", "there is no “Mix” to cast", "заклинания «Смесь» нет"),
    "new_spell": Reason(
        "CK-17",
        "a spell gained in this round can be used from the next one on",
        "заклинание, полученное в этом раунде, можно применить со следующего",
    ),
    "moved": Reason("CK-21", "drops are moved only once a turn", "«Перенос» применяют только один раз за ход"),
    "move_after_split": Reason("CK-21", "there is no “Move” after a “Split”", "после «Раздела» «Перенос» невозможен"),
    "move_after_paint": Reason(
        "CK-21",
        "drops are moved only before anything is painted in this turn",
        "«Перенос» применяют, пока в этом ходу ничего не закрашено",
    ),
    "move_nowhere": Reason(
        "CK-21", "the drops of the die are in that kingdom already", "капли кубика уже в этом королевстве"
    ),
    "all_placed": Reason("CK-23", "all drops of the die are placed", "все капли кубика уже размещены"),
    "open": Reason("CK-23", "that kingdom is open already", "это королевство уже открыто"),
    "not_beside": Reason(
        "CK-23", "that kingdom does not touch {kingdom}", "это королевство не граничит с тем, где капли: {kingdom_ru}"
    ),
    "too_few": Reason(
        "CK-24",
        "it takes two drops of the die's own colour that are not placed; left: {left}",
        "нужны две неразмещённые капли кубика его цвета; осталось: {left}",
    ),
}

(
    CROSS_FIRST, ALONE, NOT_YET, WON, CROSSED_OUT, LARGER_FIRST, TAKE_FIRST, GONE, JOKER, ELSEWHERE, HAS_DIE,
    CHOOSE_FIRST, NO_CHOICE, PAINTED_OVER, NO_DROPS, NO_MIXED, NO_TOWER, NEW_DROP, CLOSED, CLOSED_SPLIT, SAME_COLOUR,
    NO_MOVE, NO_SPLIT, NO_MIX, NEW_SPELL, MOVED, MOVE_AFTER_SPLIT, MOVE_AFTER_PAINT, MOVE_NOWHERE, ALL_PLACED, OPEN,
    NOT_BESIDE, TOO_FEW,
) = range(33)  # fmt: skip
BEGINS, FELL, TOOK, PAINTED, CAST, CHOSE, ENDED, CROSSED = range(8)
OF_DIE, OF_MIXTURE, OF_TOWER = range(3)
BUILT, MISSED = range(2)
CAST_MOVE, CAST_SPLIT, CAST_MIX = range(3)
BY_KINGDOMS, BY_NUMBERS, BY_BLOTS = range(3)

# --- What happened ----------------------------------------------------------------------------------------------------


@rule
def tell(before: State, after: State, seat: Seat, action: Action, fact: Record):
    """What happened between two states, on this seat's sheet and where everybody sees it."""
    fact.seat = seat if seat != CHANCE else NOTHING
    fact.gain = NOTHING
    if seat == CHANCE:
        tell_of_chance(after, action, fact)
    elif action < PAINT:
        fact.what = TOOK
        fact.taken.there = True
        see_taken_die(after, seat, fact.taken.value)
    elif action < MOVE:
        fact.what = PAINTED
        fact.gain = total(after, seat) - total(before, seat)
        fact.painted.there = True
        tell_of_painting(before, after, seat, (action - PAINT) // AREAS, (action - PAINT) % AREAS, fact.painted.value)
    elif action < CHOOSE:
        fact.what = CAST
        fact.cast.there = True
        tell_of_spell(action, fact.cast.value)
    elif action < DONE:
        fact.what = CHOSE
        fact.chosen.there = True
        fact.chosen.value.tower = tower_to_choose(before, seat)
        fact.chosen.value.colour = action - CHOOSE
    elif action < CROSS:
        fact.what = ENDED
        if after.round_number != before.round_number or after.phase != before.phase:
            fact.ended.there = True
            tell_of_end(before, after, fact.ended.value)
    else:
        fact.what = CROSSED
        fact.crossed.there = True
        fact.crossed.value.row = (action - CROSS) // 2
        fact.crossed.value.points = SPEED_POINTS[(action - CROSS) // 2][(action - CROSS) % 2]
    if after.round_number != before.round_number:
        fact.begun.there = True
        fact.begun.value.round_ = after.round_number
        fact.begun.value.first = after.first
        fact.begun.value.throw = after.phase == Phase.THROW.value


@rule
def tell_of_chance(after: State, outcome: Drawn, fact: Record):
    """Who has the first-player token; or a die."""
    if outcome < DIE_THROWN:
        fact.what = BEGINS
        fact.seat = outcome - FIRST_DRAWN
        return
    fact.what = FELL
    fact.die.there = True
    die = int(after.thrown) - 1
    fact.die.value.die = die
    fact.die.value.drops = after.shows[die]
    fact.die.value.kingdoms = after.lies_in[die]


@rule
def tell_of_painting(before: State, after: State, seat: Seat, source, area, painted):
    """The area, the drop, and what stands there."""
    here = bit(area)
    painted.area = area
    painted.kingdom = area // AREAS_OF_A_KINGDOM
    painted.colour = colour_of(before, seat, source)
    painted.drop = OF_DIE if source == FROM_DIE else OF_MIXTURE if source < FROM_TOWER else OF_TOWER
    painted.exception = painted.capital = painted.monster = painted.tamed = painted.spell = painted.choices = NOTHING
    if before.blocked[seat][painted.colour] & here != ZERO:
        painted.exception = 1
    if before.sites[CAPITAL] & here != ZERO:
        painted.capital = BUILT if painted.colour == painted.kingdom else MISSED
    for kind in range(len(MONSTERS)):
        if before.sites[FIRST_MONSTER + kind] & here != ZERO:
            painted.monster = kind
            painted.tamed = before.own[painted.colour] & here != ZERO
    for spell in range(len(SPELLS)):
        if before.sites[FIRST_SPELL + spell] & here != ZERO:
            painted.spell = spell
    tell_of_towers(before, after, seat, area, painted)
    for row in range(ROWS):
        if has_achieved(after, seat, row) and not has_achieved(before, seat, row):
            painted.completes.there = True
            painted.completes.value |= bit(row)


@rule
def tell_of_towers(before: State, after: State, seat: Seat, area, painted):
    """The watchtowers beside the area whose other area is painted as well, and their drops (CK-19)."""
    for colour in range(HUES):
        painted.drops.value[colour] = NOTHING
    for tower in range(before.tower_count):
        one, other = int(before.towers[tower][0]), int(before.towers[tower][1])
        if (one == area or other == area) and not has(after.free[seat], one) and not has(after.free[seat], other):
            painted.towers.there = True
            painted.towers.value |= bit(tower)
    for colour in range(HUES):
        gained = int(after.fresh[seat][DROP + colour]) - int(before.fresh[seat][DROP + colour])
        if gained > 0:
            painted.drops.there = True
            painted.drops.value[colour] = gained
    if after.choosing[seat] != 0:
        painted.choices = popcount(U64(after.choosing[seat]))


@rule
def tell_of_spell(action: Action, cast):
    """Where the drops go, or which colour is mixed."""
    cast.kingdom = cast.colour = NOTHING
    if action < SPLIT:
        cast.spell = CAST_MOVE
        cast.kingdom = action - MOVE
    elif action < MIX:
        cast.spell = CAST_SPLIT
        cast.kingdom = action - SPLIT
    else:
        cast.spell = CAST_MIX
        cast.colour = action - MIX


@rule
def tower_to_choose(s: State, seat: Seat):
    """The tower whose drop's colour is chosen next."""
    tower = 0
    while not int(s.choosing[seat]) >> tower & 1:
        tower += 1
    return tower


@rule
def tell_of_end(before: State, after: State, ended):
    """What the end of a round brings: everybody sees it."""
    ended.round_ = before.round_number
    for seat in range(before.seats):
        blots = int(after.blots[seat]) - int(before.blots_before[seat])
        if blots > 0:
            ended.blots |= bit(seat)
        gain = -blots
        for row in range(ROWS):
            gain += award(after, seat, row) - award(before, seat, row)
        append(ended.gains, gain)
    for row in range(ROWS):
        for place in range(2):
            if after.won[row][place] != before.won[row][place]:
                tell_of_award(after, row, place, more(ended.achievements))
    ended.one_more = ended.over = NOTHING
    if after.phase == Phase.OVER.value:
        ended.over = why_last(before) if is_last_round(before) else BY_BLOTS
    elif is_last_round(after) and not is_last_round(before):
        ended.one_more = why_last(after)


@rule
def tell_of_award(after: State, row, place, award):
    """Who was first or second now."""
    award.row = row
    award.place = place + 1
    award.points = SPEED_POINTS[row][place]
    award.seats = after.won[row][place]


@rule
def why_last(s: State):
    """Why a round is the last: three complete kingdoms (CK-27), or no number left to cross out (CK-34)."""
    return BY_KINGDOMS if s.won[END_ROW][0] != 0 else BY_NUMBERS


# --- Why not ----------------------------------------------------------------------------------------------------------


@rule
def refuse(s: State, seat: Seat, action: Action, refusal: Record):
    """Why an action is not legal now; the seat is one of those to act."""
    if action >= CROSS:
        refusal.why = why_not_cross(s, (action - CROSS) // 2, (action - CROSS) % 2)
    elif s.phase == Phase.CROSS.value:
        refusal.why = CROSS_FIRST
    elif action < PAINT:
        refusal.why = why_not_take(s, seat, (action - TAKE) // HUES)
    elif s.die[seat] == NOTHING:
        refusal.why = TAKE_FIRST
    elif CHOOSE <= action < DONE:
        refusal.why = NO_CHOICE
    elif s.choosing[seat] != 0:
        refusal.why = CHOOSE_FIRST
    else:
        refusal.left = s.drops[seat]
        refusal.kingdom = refusal.kingdom_ru = s.home[seat]
        if action < MOVE:
            refuse_painting(s, seat, (action - PAINT) // AREAS, (action - PAINT) % AREAS, refusal)
        else:
            refusal.why = why_not_cast(s, seat, action)


@rule
def why_not_cross(s: State, row, place):
    """Only alone, after a round, and the larger numbers first (CK-33)."""
    if s.seats > 1:
        return ALONE
    if s.phase != Phase.CROSS.value:
        return NOT_YET
    if s.won[row][place] != 0:
        return WON
    return LARGER_FIRST if may_cross(s, row, place) else CROSSED_OUT


@rule
def why_not_take(s: State, seat: Seat, named):
    """One die a round, out of the box, from where it lies; the white one as a colour that is gone (CK-7 to CK-9)."""
    if s.die[seat] != NOTHING:
        return HAS_DIE
    if s.taken_by[min(named, WHITE)] != NOBODY:
        return GONE
    return ELSEWHERE if may_name(s, named) else JOKER


@rule
def refuse_painting(s: State, seat: Seat, source, area, refusal: Record):
    """Painted already, no such drop, a closed kingdom, or an equal neighbour (CK-13, CK-14)."""
    if not has(s.free[seat], area):
        refusal.why = PAINTED_OVER
    elif not has_drop(s, seat, source):
        refusal.why = why_no_drop(s, seat, source)
    elif source < FROM_TOWER and not has(AREAS_OF[s.opened[seat]], area):
        refusal.why = CLOSED if int(s.opened[seat]) == 1 << int(s.home[seat]) else CLOSED_SPLIT
    else:
        refusal.why = SAME_COLOUR
        neighbour = lowest(s.painted[seat][colour_of(s, seat, source)] & s.neighbours[area])
        refusal.neighbour = refusal.neighbour_ru = neighbour


@rule
def why_no_drop(s: State, seat: Seat, source):
    """None of the die, none mixed, or none of a watchtower that can be used yet (CK-19)."""
    if source == FROM_DIE:
        return NO_DROPS
    if source < FROM_TOWER:
        return NO_MIXED
    return NEW_DROP if s.fresh[seat][DROP + source - FROM_TOWER] > 0 else NO_TOWER


@rule
def why_not_cast(s: State, seat: Seat, action: Action):
    """No such spell, or not now, or not there (CK-21, CK-23, CK-24)."""
    spell = MOVE_SPELL if action < SPLIT else SPLIT_SPELL if action < MIX else MIX_SPELL
    if s.ready[seat][spell] == 0 and s.fresh[seat][spell] > 0:
        return NEW_SPELL
    if spell == MOVE_SPELL:
        return why_not_move(s, seat)
    if spell == SPLIT_SPELL:
        return why_not_split(s, seat, action - SPLIT)
    return NO_MIX if s.ready[seat][MIX_SPELL] == 0 else TOO_FEW


@rule
def why_not_move(s: State, seat: Seat):
    """Once, before a split and before painting, to another kingdom (CK-21)."""
    if s.ready[seat][MOVE_SPELL] == 0:
        return NO_MOVE
    if s.home[seat] != s.kingdom[seat]:
        return MOVED
    if int(s.opened[seat]) != 1 << int(s.home[seat]):
        return MOVE_AFTER_SPLIT
    return MOVE_AFTER_PAINT if s.free[seat] != s.free_before[seat] else MOVE_NOWHERE


@rule
def why_not_split(s: State, seat: Seat, kingdom):
    """While a drop of the die is left, to a kingdom beside it that is not yet open (CK-23)."""
    if s.ready[seat][SPLIT_SPELL] == 0:
        return NO_SPLIT
    if not has_drops_left(s, seat):
        return ALL_PLACED
    return OPEN if int(s.opened[seat]) >> kingdom & 1 else NOT_BESIDE
