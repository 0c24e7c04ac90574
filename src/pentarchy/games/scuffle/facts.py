"""What an event of Fairytale Scuffle did, and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from pentarchy.engine.bits import has
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, SUBSET, Most, OneOf, Reason, more
from pentarchy.games.scuffle.moves import Character
from pentarchy.games.scuffle.rules import (
    ASIDE_DRAWN,
    FAIRY,
    FIRST_DRAWN,
    FOREST,
    GNOME,
    KIND_DRAWN,
    LOCATIONS,
    MOVE,
    NAMES,
    NEXT,
    NOWHERE,
    PAIRS,
    PLAY,
    ROUTES,
    SEATS,
    SKIP,
    SWAP,
    WITCH,
    WIZARD,
    Phase,
    base,
    depth_of,
    has_top,
    playable,
    stars_of_seat,
    top_character,
)
from pentarchy.games.scuffle.view import Card, Colour, Kind, kind_of, name_blocker

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Drawn, Record, Seat, State

# --- Declared: what happened ------------------------------------------------------------------------------------------

Ability = Literal["swap", "move", "order", "not_in_forest", "nothing_to_swap", "no_tower_near", "nothing_to_order"]


class LocationName(TypedDict):
    """A location as people call it."""

    number: int
    kind: Kind


class Moved(TypedDict):
    """A top character that came to lie on another location."""

    card: Character
    seat: Annotated[int, "whose it is"]
    source: LocationName
    target: LocationName


class Ordered(TypedDict):
    """One step of a Fairy's new order (FS-22)."""

    card: Annotated[Character, "whom she puts above those already in order"]
    seat: Annotated[int, "whose it is"]
    number: Annotated[int, "counted from the bottom, without the Gnome"]
    order: Annotated[NotRequired[list[Card]], Most(NAMES), "when she is done, all of them from the bottom up"]


class Blocked(TypedDict):
    """A character that is blocked now and was not (FS-12, FS-13)."""

    card: Character
    seat: int
    location: int
    by: Card


class Freed(TypedDict):
    """A character that is no longer blocked (FS-14)."""

    card: Character
    seat: int
    location: int


class Gain(TypedDict):
    """How many stars a seat has won, or lost."""

    seat: int
    stars: int


class Skipped(TypedDict):
    """A seat that had to skip its last turn (FS-10), and the hand that this has shown."""

    seat: int
    hand: Annotated[list[Character], SUBSET]


class Fact(TypedDict):
    """What was laid, played, moved, put in order or left undone, and what that changed."""

    what: Literal["begins", "laid", "set_aside", "play", "swap", "move", "order", "unused"]
    seat: Annotated[
        NotRequired[int], "who begins or acts, or whose card is set aside; not told of a location that is laid"
    ]
    colour: Annotated[NotRequired[Colour], "of that seat"]
    card: Annotated[NotRequired[Character], "played, set aside, or whose ability is used or left unused"]
    location: Annotated[NotRequired[LocationName], "laid, played on, or where the Fairy puts in order"]
    ability: Annotated[
        NotRequired[Ability], "what follows a Witch, a Wizard or a Fairy, or why nothing does (FS-21 to FS-25)"
    ]
    moved: Annotated[NotRequired[list[Moved]], Most(2)]
    ordered: NotRequired[Ordered]
    blocked: Annotated[NotRequired[list[Blocked]], Most(2 * NAMES)]
    freed: Annotated[NotRequired[list[Freed]], Most(2 * NAMES)]
    gains: Annotated[NotRequired[list[Gain]], Most(SEATS), "only of seats whose stars have changed"]
    skipped: Annotated[NotRequired[list[Skipped]], Most(SEATS), "in the order of turns"]


BEGINS, LAID, SET_ASIDE, PLAYED, SWAPPED, MOVED, ORDERED, UNUSED = range(8)
MAY_SWAP, MAY_MOVE, MAY_ORDER, NOT_IN_FOREST, NOTHING_TO_SWAP, NO_TOWER_NEAR, NOTHING_TO_ORDER = range(7)

# --- Declared: what is not allowed ------------------------------------------------------------------------------------

ENGLISH = ("King", "Queen", "Princess", "Knight", "Peasant", "Gnome", "Dragon", "Witch", "Fairy", "Wizard")
RUSSIAN = {  # names in the reasons
    "King": "король",
    "Queen": "королева",
    "Princess": "принцесса",
    "Knight": "рыцарь",
    "Peasant": "крестьянин",
    "Gnome": "гном",
    "Dragon": "дракон",
    "Witch": "ведьма",
    "Fairy": "фея",
    "Wizard": "волшебник",
}


class Refusal(TypedDict):
    """Why a move may not be made."""

    why: Literal[
        "no_location",
        "played",
        "set_aside",
        "last_turn",
        "same_name",
        "must_play",
        "no_ability",
        "ability_first",
        "witch_swaps",
        "wizard_moves",
        "fairy_orders",
        "nobody_to_swap",
        "nobody_to_move",
        "lone_gnome",
        "not_there",
        "gnome_stays",
        "in_order",
    ]
    locations: Annotated[int, "how many there are"]
    location: Annotated[int | None, "the one that is in the way"]
    name: Annotated[str | None, OneOf(ENGLISH), "the character that is in the way"]


REASONS = {
    "no_location": Reason(
        "FS-3", "the kingdom has {locations} locations", "местностей в королевстве всего {locations}"
    ),
    "played": Reason("FS-6", "your {name} has already been played", "{name} вашего цвета уже на столе"),
    "set_aside": Reason("FS-4", "your {name} is set aside", "{name} вашего цвета среди отложенных карт"),
    "last_turn": Reason(
        "FS-10",
        "neither Dragon nor Gnome may be played in the last turn",
        "в последний ход нельзя играть ни дракона, ни гнома",
    ),
    "same_name": Reason(
        "FS-8", "there is already a {name} on location {location}", "на местности № {location} уже есть {name}"
    ),
    "must_play": Reason(
        "FS-10",
        "whoever holds a card that may be played has to play one",
        "пропустить ход нельзя: в руке есть карта, которую можно сыграть",
    ),
    "no_ability": Reason(
        "FS-24",
        "an ability is used only at once after its card was played",
        "свойство применяют только сразу после того, как карта сыграна",
    ),
    "ability_first": Reason(
        "FS-24",
        "the ability of the {name} just played comes first",
        "сначала решите, применить ли свойство: {name}",
    ),
    "witch_swaps": Reason(
        "FS-21",
        "the Witch swaps the top characters of two locations",
        "ведьма меняет местами верхних персонажей двух местностей",
    ),
    "wizard_moves": Reason(
        "FS-23",
        "the Wizard moves the top character of a location",
        "волшебник перемещает верхнего персонажа одной местности",
    ),
    "fairy_orders": Reason(
        "FS-22",
        "the Fairy names the characters on location {location} from the bottom up",
        "фея называет персонажей на местности № {location} снизу вверх",
    ),
    "nobody_to_swap": Reason(
        "FS-21", "nobody is on location {location}", "на местности № {location} никого нет, менять некого"
    ),
    "nobody_to_move": Reason(
        "FS-23", "nobody is on location {location}", "на местности № {location} никого нет, перемещать некого"
    ),
    "lone_gnome": Reason(
        "FS-9",
        "on location {location} there is only a Gnome, who stays where he is",
        "на местности № {location} только гном, а он всегда остаётся там, где лежит",
    ),
    "not_there": Reason(
        "FS-22",
        "there is no {name} on location {location}",
        "на местности № {location} нет такого персонажа: {name}",
    ),
    "gnome_stays": Reason("FS-9", "the Gnome stays at the bottom", "гном всегда остаётся внизу"),
    "in_order": Reason("FS-22", "the {name} is already in the new order", "{name} уже в новом порядке"),
}
(
    NO_LOCATION,
    ALREADY_PLAYED,
    IS_SET_ASIDE,
    LAST_TURN,
    SAME_NAME,
    MUST_PLAY,
    NO_ABILITY,
    ABILITY_FIRST,
    WITCH_SWAPS,
    WIZARD_MOVES,
    FAIRY_ORDERS,
    NOBODY_TO_SWAP,
    NOBODY_TO_MOVE,
    LONE_GNOME,
    NOT_THERE,
    GNOME_STAYS,
    IN_ORDER,
) = range(17)

# --- Filled in: what happened -----------------------------------------------------------------------------------------


@rule
def tell(before: State, after: State, seat: Seat, action: Action, fact: Record):
    """What happened between two states; all who hear of it may know this."""
    fact.seat = fact.colour = fact.card = fact.ability = NOTHING
    if seat == CHANCE:
        tell_of_chance(before, action, fact)
        return
    fact.seat = fact.colour = seat
    if action < SWAP:
        tell_of_playing(before, after, action - PLAY, fact)
    elif action < MOVE:
        tell_of_swapping(before, PAIRS[action - SWAP][0], PAIRS[action - SWAP][1], fact)
    elif action < NEXT:
        tell_of_moving(before, ROUTES[action - MOVE][0], ROUTES[action - MOVE][1], fact)
    elif action < SKIP:
        tell_of_ordering(before, after, seat, fact)
    else:
        fact.what = UNUSED
        fact.card = pending_card(before)
    tell_who_is_blocked(before, after, fact)
    tell_stars(before, after, fact)
    tell_skips(before, after, fact)


@rule
def tell_of_chance(before: State, outcome: Drawn, fact: Record):
    """Who begins, which location was laid, or which card set aside."""
    if outcome < KIND_DRAWN:
        fact.what = BEGINS
        fact.seat = fact.colour = outcome - FIRST_DRAWN
    elif outcome < ASIDE_DRAWN:
        fact.what = LAID
        fact.location.there = True
        fact.location.value.number = before.laid + 1
        fact.location.value.kind = outcome - KIND_DRAWN
    else:
        fact.what = SET_ASIDE
        fact.seat = fact.colour = (outcome - ASIDE_DRAWN) // NAMES
        fact.card = (outcome - ASIDE_DRAWN) % NAMES


@rule
def tell_of_playing(before: State, after: State, code, fact: Record):
    """Which card was put on which location, and whether its ability may be used."""
    character, location = code // LOCATIONS, code % LOCATIONS
    fact.what = PLAYED
    fact.card = character
    fact.location.there = True
    tell_location(before, location, fact.location.value)
    if character == WITCH:
        in_forest = has(before.ground[FOREST], location)
        without = NOTHING_TO_SWAP if in_forest else NOT_IN_FOREST
        fact.ability = MAY_SWAP if after.phase == Phase.SWAP.value else without
    elif character == WIZARD:
        fact.ability = MAY_MOVE if after.phase == Phase.MOVE.value else NO_TOWER_NEAR
    elif character == FAIRY:
        fact.ability = MAY_ORDER if after.phase == Phase.ORDER.value else NOTHING_TO_ORDER


@rule
def tell_of_swapping(before: State, a, b, fact: Record):
    """Whom the Witch has swapped (FS-21)."""
    fact.what = SWAPPED
    fact.card = WITCH
    fact.moved.there = True
    tell_of_going(before, a, b, more(fact.moved.value))
    tell_of_going(before, b, a, more(fact.moved.value))


@rule
def tell_of_moving(before: State, a, b, fact: Record):
    """Whom the Wizard has moved (FS-23)."""
    fact.what = MOVED
    fact.card = WIZARD
    fact.moved.there = True
    tell_of_going(before, a, b, more(fact.moved.value))


@rule
def tell_of_going(before: State, a, b, moved):
    """The top character of one location came to lie on another."""
    card = int(before.pile[a][before.height[a] - 1])
    moved.card = card % NAMES
    moved.seat = card // NAMES
    tell_location(before, a, moved.source)
    tell_location(before, b, moved.target)


@rule
def tell_location(s: State, location, named):
    """A location as people call it."""
    named.number = location + 1
    named.kind = kind_of(s, location)


@rule
def tell_of_ordering(before: State, after: State, seat: Seat, fact: Record):
    """Whom the Fairy has put in order, and all of them once she is done (FS-22)."""
    location = int(before.at[seat][FAIRY])
    first = base(before, location)
    fact.what = ORDERED
    fact.card = FAIRY
    fact.location.there = fact.ordered.there = True
    tell_location(before, location, fact.location.value)
    ordered = fact.ordered.value
    ordered.number = before.ordered + 1
    card = int(after.pile[location][first + int(before.ordered)])
    ordered.card = card % NAMES
    ordered.seat = card // NAMES
    if after.phase != Phase.ORDER.value:
        ordered.order.there = True
        for depth in range(first, after.height[location]):
            lying = more(ordered.order.value)
            lying.card = int(after.pile[location][depth]) % NAMES
            lying.seat = int(after.pile[location][depth]) // NAMES


@rule
def tell_who_is_blocked(before: State, after: State, fact: Record):
    """Who is blocked now and was not, and the other way round (FS-12 to FS-14)."""
    for seat in range(after.seats):
        for character in range(NAMES):
            was, now = is_blocked(before, seat, character), is_blocked(after, seat, character)
            if now and not was:
                fact.blocked.there = True
                tell_blocked(after, seat, character, more(fact.blocked.value))
            elif was and not now:
                fact.freed.there = True
                freed = more(fact.freed.value)
                freed.card = character
                freed.seat = seat
                freed.location = after.at[seat][character] + 1


@rule
def is_blocked(s: State, seat: Seat, character):
    """Whether a card lies on the table and does not count."""
    location = int(s.at[seat][character])
    return location != NOWHERE and not has(s.awake[character], location)


@rule
def tell_blocked(after: State, seat: Seat, character, blocked):
    """Who is blocked, where and by whom."""
    blocked.card = character
    blocked.seat = seat
    blocked.location = after.at[seat][character] + 1
    name_blocker(after, character, int(after.at[seat][character]), blocked.by)


@rule
def tell_stars(before: State, after: State, fact: Record):
    """Whose stars have changed."""
    for seat in range(after.seats):
        difference = stars_of_seat(after, seat) - stars_of_seat(before, seat)
        if difference != 0:
            fact.gains.there = True
            gain = more(fact.gains.value)
            gain.seat = seat
            gain.stars = difference


@rule
def tell_skips(before: State, after: State, fact: Record):
    """Who had to skip the last turn after this one (FS-10), which shows what they hold (FS-27)."""
    for later in range(1, after.seats + 1):
        seat = (int(before.acting) + later) % int(after.seats)
        if after.skipped[seat] and not before.skipped[seat]:
            fact.skipped.there = True
            skipped = more(fact.skipped.value)
            skipped.seat = seat
            skipped.hand = after.hand[seat]


@rule
def pending_card(s: State):
    """The character whose ability is to be used."""
    if s.phase == Phase.SWAP.value:
        return WITCH
    return WIZARD if s.phase == Phase.MOVE.value else FAIRY


# --- Filled in: what is not allowed -----------------------------------------------------------------------------------


@rule
def refuse(s: State, seat: Seat, action: Action, refusal: Record):
    """Why an action is not legal now; the seat is the one to act."""
    refusal.locations = s.locations
    refusal.location = refusal.name = NOTHING
    if s.phase == Phase.PLAY.value:
        refuse_in_play(s, seat, action, refusal)
    elif action < SWAP:
        refusal.why = ABILITY_FIRST
        name_character(refusal, pending_card(s))
    elif s.phase == Phase.SWAP.value:
        refuse_with_witch(s, action, refusal)
    elif s.phase == Phase.MOVE.value:
        refuse_with_wizard(s, action, refusal)
    else:
        refuse_with_fairy(s, seat, action, refusal)


@rule
def name_character(refusal: Record, character):
    """The character in question, in both languages."""
    refusal.name = character


@rule
def refuse_in_play(s: State, seat: Seat, action: Action, refusal: Record):
    """When a card is to be played."""
    if action < SWAP:
        refuse_card(s, seat, (action - PLAY) // LOCATIONS, (action - PLAY) % LOCATIONS, refusal)
    else:
        refusal.why = MUST_PLAY if action == SKIP else NO_ABILITY


@rule
def refuse_card(s: State, seat: Seat, character, location, refusal: Record):
    """Why a card may not be played there (FS-3, FS-4, FS-6, FS-8, FS-10)."""
    name_character(refusal, character)
    if location >= s.locations:
        refusal.why = NO_LOCATION
    elif s.at[seat][character] != NOWHERE:
        refusal.why = ALREADY_PLAYED
    elif has(s.aside[seat], character):
        refusal.why = IS_SET_ASIDE
    elif not has(playable(s, seat), character):
        refusal.why = LAST_TURN
    else:
        refusal.why = SAME_NAME
        refusal.location = location + 1


@rule
def refuse_with_witch(s: State, action: Action, refusal: Record):
    """When the Witch may swap (FS-21)."""
    if action >= MOVE:
        refusal.why = WITCH_SWAPS
        return
    a, b = int(PAIRS[action - SWAP][0]), int(PAIRS[action - SWAP][1])
    if b >= s.locations:  # the higher one
        refusal.why = NO_LOCATION
    elif not has_top(s, a):
        refuse_without_top(s, a, NOBODY_TO_SWAP, refusal)
    elif not has_top(s, b):
        refuse_without_top(s, b, NOBODY_TO_SWAP, refusal)
    elif has(s.where[top_character(s, a)], b):
        refuse_same_name(top_character(s, a), b, refusal)
    else:
        refuse_same_name(top_character(s, b), a, refusal)


@rule
def refuse_with_wizard(s: State, action: Action, refusal: Record):
    """When the Wizard may move (FS-23)."""
    if action < MOVE or action >= NEXT:
        refusal.why = WIZARD_MOVES
        return
    a, b = int(ROUTES[action - MOVE][0]), int(ROUTES[action - MOVE][1])
    if a >= s.locations or b >= s.locations:
        refusal.why = NO_LOCATION
    elif not has_top(s, a):
        refuse_without_top(s, a, NOBODY_TO_MOVE, refusal)
    else:
        refuse_same_name(top_character(s, a), b, refusal)


@rule
def refuse_without_top(s: State, location, nobody, refusal: Record):
    """A location is empty, or only a Gnome lies there (FS-9)."""
    refusal.why = LONE_GNOME if s.height[location] > 0 else nobody
    refusal.location = location + 1


@rule
def refuse_same_name(character, location, refusal: Record):
    """A location has such a character already (FS-8)."""
    refusal.why = SAME_NAME
    refusal.location = location + 1
    name_character(refusal, character)


@rule
def refuse_with_fairy(s: State, seat: Seat, action: Action, refusal: Record):
    """When the Fairy puts a location in order (FS-22)."""
    location = int(s.at[seat][FAIRY])
    refusal.location = location + 1
    character = action - NEXT
    if action < NEXT or action == SKIP:
        refusal.why = FAIRY_ORDERS
        return
    name_character(refusal, character)
    if depth_of(s, character, location) == NOWHERE:
        refusal.why = NOT_THERE
    else:
        refusal.why = GNOME_STAYS if character == GNOME else IN_ORDER
