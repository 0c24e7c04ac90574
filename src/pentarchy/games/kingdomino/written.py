"""A view of Kingdomino written as JSON by compiled code, letter by letter the same that `view` returns as data.

A table sends a view to everybody after every move. Making dictionaries from the numbers of a survey and writing them as
text takes fifteen times as long as writing the text at once.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs, no-warn-return-any
from itertools import accumulate
from typing import Any

import numpy as np

from pentarchy.engine.kernel import BYTES, rule, unit
from pentarchy.games.kingdomino import survey
from pentarchy.games.kingdomino.components import DOMINOES, TERRAINS
from pentarchy.games.kingdomino.rules import HARMONY_BONUS, MIDDLE_KINGDOM_BONUS, SEATS, Phase
from pentarchy.games.kingdomino.survey import (
    CLAIMED,
    DISCARDS,
    EARLIER,
    GAME,
    GAMES,
    HAND,
    HARMONY,
    KINGDOMS,
    LEFT_OVER,
    LINE,
    LINE_SIZE,
    MIDDLE_KINGDOM,
    NEXT_LINE,
    PHASE,
    PLAYERS,
    ROUND,
    ROUNDS,
    SIZE,
    UNSEEN,
    WAITING,
)

LONGEST = 1 << 16  # letters; four kingdoms of 7×7 take a third of that

# --- Words ------------------------------------------------------------------------------------------------------------

_texts: list[str] = []


def _word(text: str) -> int:
    """A text that is written by its number."""
    _texts.append(text)
    return len(_texts) - 1


def _words(texts: list[str]) -> int:
    """Several texts with numbers in a row; the first of them."""
    numbers = [_word(text) for text in texts]
    return numbers[0]


COMMA, OPEN, CLOSE, END, NULL, TRUE, FALSE = (_word(text) for text in (",", "[", "]", "}", "null", "true", "false"))
PHASES = _words([f'{{"phase":"{name}"' for name in ("chance", "chance", "claim", "place", "chance", "over")])
VIEW_ROUND, VIEW_ROUNDS, VIEW_GAME, VIEW_GAMES, VIEW_SIZE, VIEW_KINGDOMS, VIEW_LINE, VIEW_NEXT_LINE = (
    _word(f',"{name}":')
    for name in ("round", "rounds", "game_number", "games", "size", "kingdoms", "line", "next_line")
)
VIEW_HAND, VIEW_TURN, VIEW_UNSEEN, VIEW_UNDRAWN, VIEW_LEFT_OVER, VIEW_EARLIER, VIEW_STANDINGS = (
    _word(f',"{name}":') for name in ("kings_in_hand", "turn", "unseen", "undrawn", "left_over", "earlier", "standings")
)
SEAT = _word('{"seat":')
SQUARES, PIECES, LEFT, RIGHT, TOP, BOTTOM, DISCARDED, POINTS = (
    _word(f',"{name}":') for name in ("squares", "dominoes", "left", "right", "top", "bottom", "discards", "points")
)
X, Y = _word('{"x":'), _word(',"y":')
TERRAIN_LAST = _words([f',"terrain":"{terrain}","crowns":' for terrain in TERRAINS])
TERRAIN_FIRST = _words([f'{{"terrain":"{terrain}","squares":' for terrain in TERRAINS])
CROWNS = _word(',"crowns":')
FACING = _words([',"facing":"east"}', ',"facing":"south"}'])
LYING = _words(
    [
        f'{{"domino":{number},"halves":['
        + ",".join(f'{{"terrain":"{half.terrain}","crowns":{half.crowns}}}' for half in domino[1:])
        + '],"king":'
        for number, domino in DOMINOES.items()
    ]
)
PLACED = _words([',"placed":false', ',"placed":true'])
THIS_GAME, PROPERTIES, MIDDLE, IN_HARMONY, ROW_EARLIER, PLACE = (
    _word(f',"{name}":') for name in ("this_game", "properties", "middle_kingdom", "harmony", "earlier", "place")
)
TIE_BREAK = _word(',"tie_break":{"largest_property":')
PAST = _words(['{"points":[', '],"largest_property":[', '],"crowns":['])
PAST_END = _word("]}")

LETTERS = np.frombuffer("".join(_texts).encode(), np.uint8).copy()
BEGINNINGS = np.array([0, *accumulate(map(len, _texts))], np.int64)


# --- Writing ----------------------------------------------------------------------------------------------------------
# The parts before the whole, because each is compiled with what is known where it stands.


@rule
def say(out, n, word):
    """Write a word behind the first `n` letters; return how many there are then."""
    for i in range(BEGINNINGS[word], BEGINNINGS[word + 1]):
        out[n] = LETTERS[i]
        n += 1
    return n


@rule
def count(out, n, number):
    """Write a number."""
    if number < 0:
        out[n] = 45  # a minus
        n += 1
        number = -number
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for i in range(n + digits - 1, n - 1, -1):
        out[i] = 48 + number % 10
        number //= 10
    return n + digits


@rule
def say_count(out, n, word, number):
    """Write a word and a number."""
    return count(out, say(out, n, word), number)


@rule
def separate(out, n, i):
    """Write a comma before all but the first of a list."""
    return say(out, n, COMMA) if i > 0 else n


@rule
def size_of(dominoes):
    """How many dominoes are in a set."""
    n = 0
    while dominoes != 0:
        dominoes &= dominoes - 1
        n += 1
    return n


@rule
def write_set(out, n, dominoes):
    """The numbers of a set of dominoes."""
    n = say(out, n, OPEN)
    written = 0
    for domino in range(48):
        if dominoes >> domino & 1:
            n = count(out, separate(out, n, written), domino + 1)
            written += 1
    return say(out, n, CLOSE)


@rule
def undrawn(numbers):
    """How many dominoes are still to be laid in this game."""
    lines = numbers[ROUNDS]
    if numbers[ROUND] < numbers[ROUNDS]:
        lines = max(1, numbers[ROUND] + 1)
    return numbers[LINE_SIZE] * (numbers[ROUNDS] - lines)


@rule
def write_line(numbers, out, n, which):
    """The dominoes of a line with the kings on them; of the line being placed also which are placed."""
    to_place = numbers[WAITING]
    if numbers[PHASE] == Phase.CLAIM.value:
        to_place &= to_place - 1  # the lowest is placed and its king claims
    n = say(out, n, OPEN)
    written = 0
    for domino in range(48):
        if numbers[which] >> domino & 1:
            n = say(out, separate(out, n, written), LYING + domino)
            king = -1
            for seat in range(numbers[PLAYERS]):
                if numbers[CLAIMED + seat] >> domino & 1:
                    king = seat
            n = count(out, n, king) if king >= 0 else say(out, n, NULL)
            if which == LINE:
                n = say(out, n, PLACED + 1 - (to_place >> domino & 1))
            n = say(out, n, END)
            written += 1
    return say(out, n, CLOSE)


@rule
def finished(numbers, game, seat, i):
    """A figure of an earlier game of a dynasty."""
    return numbers[EARLIER + (game * SEATS + seat) * 3 + i]


@rule
def past(numbers, seat, i):
    """The sum of a figure over the earlier games."""
    total = 0
    for game in range(numbers[GAME] - 1):
        total += finished(numbers, game, seat, i)
    return total


@rule
def write_earlier(numbers, out, n):
    """The earlier games of a dynasty."""
    n = say(out, n, OPEN)
    for game in range(numbers[GAME] - 1):
        n = separate(out, n, game)
        for i in range(3):
            n = say(out, n, PAST + i)
            for seat in range(numbers[PLAYERS]):
                n = count(out, separate(out, n, seat), finished(numbers, game, seat, i))
        n = say(out, n, PAST_END)
    return say(out, n, CLOSE)


@rule
def behind(numbers, at, width):
    """Where the list ends that begins there with its length."""
    return at + 1 + width * numbers[at]


@rule
def properties_of(numbers, at):
    """Where the properties of a kingdom begin."""
    return behind(numbers, behind(numbers, at + 4, 4), 3)


@rule
def middle_kingdom(numbers, at):
    """The bonus for a castle in the middle (KD-19)."""
    reach = numbers[SIZE] // 2
    left, right, top, bottom = numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]
    central = left == -reach and right == reach and top == -reach and bottom == reach
    return MIDDLE_KINGDOM_BONUS if numbers[MIDDLE_KINGDOM] and central else 0


@rule
def harmony(numbers, seat):
    """The bonus for not having discarded (KD-20)."""
    return HARMONY_BONUS if numbers[HARMONY] and numbers[DISCARDS + seat] == 0 else 0


@rule
def totals(numbers, at, seat):
    """Points of this game, squares of the largest property, and crowns."""
    points = middle_kingdom(numbers, at) + harmony(numbers, seat)
    largest = 0
    crowns = 0
    first = properties_of(numbers, at)
    for i in range(numbers[first]):
        squares = numbers[first + 2 + 3 * i]
        crowned = numbers[first + 3 + 3 * i]
        points += squares * crowned
        largest = max(largest, squares)
        crowns += crowned
    return points, largest, crowns


@rule
def write_squares(numbers, out, n, at):
    """The squares of a kingdom."""
    n = say(out, n, OPEN)
    for i in range(numbers[at]):
        square = at + 1 + 4 * i
        n = say_count(out, separate(out, n, i), X, numbers[square])
        n = say_count(out, n, Y, numbers[square + 1])
        n = say_count(out, n, TERRAIN_LAST + numbers[square + 2], numbers[square + 3])
        n = say(out, n, END)
    return say(out, n, CLOSE)


@rule
def write_dominoes(numbers, out, n, at):
    """How the dominoes lie."""
    n = say(out, n, OPEN)
    for i in range(numbers[at]):
        domino = at + 1 + 3 * i
        n = say_count(out, separate(out, n, i), X, numbers[domino])
        n = say_count(out, n, Y, numbers[domino + 1])
        n = say(out, n, FACING + numbers[domino + 2])
    return say(out, n, CLOSE)


@rule
def write_kingdoms(numbers, out, n):
    """The kingdoms."""
    n = say(out, n, OPEN)
    at = KINGDOMS
    for seat in range(numbers[PLAYERS]):
        n = say_count(out, separate(out, n, seat), SEAT, seat)
        n = write_squares(numbers, out, say(out, n, SQUARES), at + 4)
        n = write_dominoes(numbers, out, say(out, n, PIECES), behind(numbers, at + 4, 4))
        for i in range(4):
            n = say_count(out, n, LEFT + i, numbers[at + i])
        n = say_count(out, n, DISCARDED, numbers[DISCARDS + seat])
        n = say_count(out, n, POINTS, totals(numbers, at, seat)[0] + past(numbers, seat, 0))
        n = say(out, n, END)
        at = behind(numbers, properties_of(numbers, at), 3)
    return say(out, n, CLOSE)


@rule
def write_properties(numbers, out, n, at):
    """The properties of a kingdom, the most valuable first."""
    n = say(out, n, OPEN)
    for i in range(numbers[at]):
        item = at + 1 + 3 * i
        squares, crowns = numbers[item + 1], numbers[item + 2]
        n = say_count(out, separate(out, n, i), TERRAIN_FIRST + numbers[item], squares)
        n = say_count(out, n, CROWNS, crowns)
        n = say(out, say_count(out, n, POINTS, squares * crowns), END)
    return say(out, n, CLOSE)


@rule
def place(numbers, seat):
    """By points, then the largest property, then crowns (KD-17)."""
    merits = np.zeros(SEATS, np.int64)
    at = KINGDOMS
    for other in range(numbers[PLAYERS]):
        points, largest, crowns = totals(numbers, at, other)
        points += past(numbers, other, 0)
        largest += past(numbers, other, 1)
        crowns += past(numbers, other, 2)
        merits[other] = (points * 10_000 + largest) * 10_000 + crowns
        at = behind(numbers, properties_of(numbers, at), 3)
    found = 1
    for other in range(numbers[PLAYERS]):
        if merits[other] > merits[seat]:
            found += 1
    return found


@rule
def write_standings(numbers, out, n):
    """Every item that brings points, and the places (KD-16 to KD-21)."""
    n = say(out, n, OPEN)
    at = KINGDOMS
    for seat in range(numbers[PLAYERS]):
        this_game, largest, crowns = totals(numbers, at, seat)
        n = say_count(out, separate(out, n, seat), SEAT, seat)
        n = say_count(out, n, POINTS, this_game + past(numbers, seat, 0))
        n = say_count(out, n, THIS_GAME, this_game)
        n = write_properties(numbers, out, say(out, n, PROPERTIES), properties_of(numbers, at))
        n = say_count(out, n, MIDDLE, middle_kingdom(numbers, at))
        n = say_count(out, n, IN_HARMONY, harmony(numbers, seat))
        n = say(out, say(out, n, ROW_EARLIER), OPEN)
        for game in range(numbers[GAME] - 1):
            n = count(out, separate(out, n, game), finished(numbers, game, seat, 0))
        n = say_count(out, say(out, n, CLOSE), TIE_BREAK, largest + past(numbers, seat, 1))
        n = say(out, say_count(out, n, CROWNS, crowns + past(numbers, seat, 2)), END)
        n = say(out, say_count(out, n, PLACE, place(numbers, seat)), END)
        at = behind(numbers, properties_of(numbers, at), 3)
    return say(out, n, CLOSE)


@rule
def write_progress(numbers, out):
    """How far the game has come."""
    n = say(out, 0, PHASES + numbers[PHASE])
    n = say_count(out, n, VIEW_ROUND, numbers[ROUND])
    n = say_count(out, n, VIEW_ROUNDS, numbers[ROUNDS])
    n = say_count(out, n, VIEW_GAME, numbers[GAME])
    n = say_count(out, n, VIEW_GAMES, numbers[GAMES])
    n = say_count(out, n, VIEW_SIZE, numbers[SIZE])
    return say(out, n, VIEW_KINGDOMS)


@rule
def write_middle(numbers, out, n):
    """What lies in the middle of the table, and whose turn it is."""
    n = write_line(numbers, out, say(out, n, VIEW_LINE), LINE)
    n = write_line(numbers, out, say(out, n, VIEW_NEXT_LINE), NEXT_LINE)
    n = say(out, say(out, n, VIEW_HAND), OPEN)
    for seat in range(numbers[PLAYERS]):
        n = count(out, separate(out, n, seat), numbers[HAND + seat])
    n = say(out, say(out, n, CLOSE), VIEW_TURN)
    playing = numbers[PHASE] == Phase.CLAIM.value or numbers[PHASE] == Phase.PLACE.value
    if playing and numbers[ROUND] > 0:
        n = count(out, n, size_of(numbers[LINE] & ~numbers[WAITING]))
    else:
        n = say(out, n, NULL)
    n = write_set(out, say(out, n, VIEW_UNSEEN), numbers[UNSEEN])
    n = say_count(out, n, VIEW_UNDRAWN, undrawn(numbers))
    n = write_set(out, say(out, n, VIEW_LEFT_OVER), numbers[LEFT_OVER])
    n = write_earlier(numbers, out, say(out, n, VIEW_EARLIER))
    return say(out, n, VIEW_STANDINGS)


@rule
def write_view(buffer, out):
    """The whole view."""
    numbers = np.empty(survey.LENGTH, np.int64)
    survey.write(buffer, numbers)
    n = write_progress(numbers, out)
    n = write_kingdoms(numbers, out, n)
    n = write_middle(numbers, out, n)
    n = write_standings(numbers, out, n)
    return say(out, n, END)


COMPILED = unit("kingdomino", "people", "view", {"write_view": (write_view, (BYTES, BYTES))})


def view_json(buffer: Any) -> bytes:
    """The view of all seats as JSON."""
    out = np.empty(LONGEST, np.uint8)
    return out[: COMPILED["write_view"](buffer, out)].tobytes()
