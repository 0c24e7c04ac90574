"""Any declared part as JSON, written by one compiled function that follows instructions made from the declaration.

It is compiled once for all games.
"""

from __future__ import annotations

import json
from enum import IntEnum
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from pentarchy.engine.kernel import BYTES, NUMBERS, PAIRS, common_unit, rule
from pentarchy.engine.seen import Choice, Each, Flag, Many, Maybe, Number, Part, Row, Subset, part_of

if TYPE_CHECKING:
    from pentarchy.engine.spec import Buffer

DEEPEST = 8  # lists within lists

Instruction = tuple[int, int, int, int, int, int]  # what to do, the text to be written before, and a, b, c, d


class Do(IntEnum):
    """What an instruction does after its text; places count from where the present item of a list begins."""

    TEXT = 0  # nothing more
    NUMBER = 1  # write the number at place a
    NAME = 2  # write the text b further on by the number at place a
    SUBSET = 3  # of the set at place a write the texts from b on, c of them at most
    NULL = 4  # where the number at place a is c write null and go on b instructions later
    SKIP = 5  # where the number at place a is c go on b instructions later, as if its text had not been written
    LIST = 6  # what follows, d instructions, for as many items as place a says, from place a + b in steps of c
    NEXT = 7  # the next item
    CLOSE = 8  # a closing brace, in the place of a comma if there is one


class Writer:
    """How a declared part is written."""

    def __init__(self, part: Part) -> None:
        self._texts: list[str] = [""]
        self._rows: list[Instruction] = []
        self._say(Do.TEXT, self._value(part, 0, ""))
        letters = [text.encode() for text in self._texts]
        self._program = np.array(self._rows, np.int64)
        self._letters = np.frombuffer(b"".join(letters), np.uint8).copy()
        self._beginnings = np.array([0, *accumulate(map(len, letters))], np.int64)
        self._room = part.longest

    def json(self, record: Buffer) -> bytes:
        """What lies in a record of that layout."""
        out = np.empty(self._room, np.uint8)
        length = write_json(self._program, self._letters, self._beginnings, record, out)
        return out[:length].tobytes()

    # Each of these takes the text that is still to be written and returns the one that is then.

    def _value(self, kind: Any, place: int, text: str) -> str:
        match kind:
            case Maybe():
                start = self._say(Do.NULL, text, place, 0, kind.nothing)
                self._say(Do.TEXT, self._value(kind.kind, place + kind.value, ""))
                self._jump_here(start)
                return ""
            case Flag():
                self._say(Do.NAME, text, place, self._listed("false", "true"))
            case Choice():
                self._say(Do.NAME, text, place, self._listed(*map(_written, kind.names)))
            case Subset():
                first = self._listed(*map(_written, kind.members))
                self._say(Do.SUBSET, text, place, first, len(kind.members))
            case Many():
                self._many(kind, place, text)
                return "]"
            case Row():
                text += "["
                for number in range(kind.items):
                    text = self._value(kind.kind, place + number * kind.kind.width, text + "," * bool(number))
                return text + "]"
            case Part() | Each():
                return self._object(kind, place, text)
            case Number():
                self._say(Do.NUMBER, text, place)
        return ""

    def _many(self, kind: Many, place: int, text: str) -> None:
        start = self._say(Do.LIST, text + "[", place, kind.first, kind.kind.width)
        self._say(Do.TEXT, self._value(kind.kind, 0, ""))
        self._say(Do.NEXT, "")
        do, before, a, b, c, _ = self._rows[start]
        self._rows[start] = do, before, a, b, c, len(self._rows) - start - 1

    def _object(self, kind: Part | Each, start: int, text: str) -> str:
        if any(isinstance(each.kind, Maybe) and each.kind.is_left_out for each in kind.fields):
            return self._open_object(kind, start, text)
        text += "{"
        for number, each in enumerate(kind.fields):
            text = self._value(each.kind, start + each.place, text + "," * bool(number) + f"{_written(each.name)}:")
        return text + "}"

    def _open_object(self, kind: Part | Each, start: int, text: str) -> str:
        """One of whose names some may be left out: there is a comma behind every value, and the last is replaced."""
        text += "{"
        for each in kind.fields:
            name, value = f"{_written(each.name)}:", each.kind
            if isinstance(value, Maybe) and value.is_left_out:
                self._say(Do.TEXT, text)
                jump = self._say(Do.SKIP, "", start + each.place, 0, value.nothing)
                self._say(Do.TEXT, self._value(value.kind, start + each.place + value.value, name) + ",")
                self._jump_here(jump)
                text = ""
            else:
                text = self._value(value, start + each.place, text + name) + ","
        self._say(Do.CLOSE, text)
        return ""

    def _say(self, do: Do, text: str, *numbers: int) -> int:
        """Add an instruction, unless it would do nothing; return its place."""
        if do != Do.TEXT or text:
            a, b, c, d = (*numbers, 0, 0, 0, 0)[:4]
            self._rows.append((do.value, self._listed(text) if text else 0, a, b, c, d))
        return len(self._rows) - 1

    def _jump_here(self, start: int) -> None:
        do, before, a, _, c, d = self._rows[start]
        self._rows[start] = do, before, a, len(self._rows) - start - 1, c, d

    def _listed(self, *texts: str) -> int:
        """The number of a text, of several the first."""
        self._texts += texts
        return len(self._texts) - len(texts)


@cache
def writer_of(declared: type) -> Writer:
    """The one writer of a declared part."""
    return Writer(part_of(declared))


def _written(member: object) -> str:
    return json.dumps(member, ensure_ascii=False)


# --- Compiled ---------------------------------------------------------------------------------------------------------

COMMA, MINUS, ZERO, OPENING, CLOSING, CLOSING_BRACE = b",-0[]}"


@rule
def write(program, letters, beginnings, record, out):
    """Write what lies in a record; return how many letters that takes."""
    words = record.view(np.int16)
    loops = np.empty((DEEPEST, 4), np.int64)  # of the lists being written: first instruction, items left, step, place
    depth = n = at = place = 0
    while at < len(program):
        do, a, b, c = program[at, 0], program[at, 2], program[at, 3], program[at, 4]
        n = say(letters, beginnings, program[at, 1], out, n)
        if do == Do.NUMBER.value:
            n = count(int(words[place + a]), out, n)
        elif do == Do.NAME.value:
            n = say(letters, beginnings, b + int(words[place + a]), out, n)
        elif do == Do.SUBSET.value:
            n = some(letters, beginnings, words, place + a, b, c, out, n)
        elif do == Do.NULL.value:
            if words[place + a] == c:
                n = null(out, n)
                at += b
        elif do == Do.SKIP.value:
            if words[place + a] == c:
                at += b
        elif do == Do.LIST.value:
            left = int(words[place + a])
            if left == 0:
                at += program[at, 5]
            else:
                loops[depth, 0], loops[depth, 1], loops[depth, 2], loops[depth, 3] = at, left, c, place
                depth += 1
                place += a + b
        elif do == Do.NEXT.value:
            loops[depth - 1, 1] -= 1
            if loops[depth - 1, 1] == 0:
                depth -= 1
                place = loops[depth, 3]
            else:
                out[n] = COMMA
                n += 1
                at = loops[depth - 1, 0]
                place += loops[depth - 1, 2]
        elif do == Do.CLOSE.value:
            if out[n - 1] == COMMA:
                n -= 1
            out[n] = CLOSING_BRACE
            n += 1
        at += 1
    return n


@rule
def say(letters, beginnings, text, out, n):
    """Write a text behind the first `n` letters; return how many there are then."""
    for i in range(beginnings[text], beginnings[text + 1]):
        out[n] = letters[i]
        n += 1
    return n


@rule
def null(out, n):
    """Nothing."""
    out[n], out[n + 1], out[n + 2], out[n + 3] = 110, 117, 108, 108
    return n + 4


@rule
def count(number, out, n):
    """A number."""
    if number < 0:
        out[n] = MINUS
        n += 1
        number = -number
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for i in range(n + digits - 1, n - 1, -1):
        out[i] = ZERO + number % 10
        number //= 10
    return n + digits


@rule
def some(letters, beginnings, words, place, text, most, out, n):
    """The members of a set, as a list."""
    out[n] = OPENING
    n += 1
    written = 0
    for member in range(most):
        if int(words[place + (member >> 4)]) >> (member & 15) & 1:
            if written > 0:
                out[n] = COMMA
                n += 1
            n = say(letters, beginnings, text + member, out, n)
            written += 1
    out[n] = CLOSING
    return n + 1


write_json = common_unit("json", {"write": (write, (PAIRS, BYTES, NUMBERS, BYTES, BYTES))})["write"]
