"""Changes that make valid data nearly valid: structure-aware for trees of JSON, blind for bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

DEEP = 3000  # levels; deeper than Python's stack
NUMBERS = (
    *range(-2, 10), 48, 49, 63, 64, 127, 128, 255, 256, 32767, -32768, 2**31 - 1, 2**31, -(2**31), 2**32, 2**53 + 1,
    2**63 - 1, 2**63, -(2**63), 2**64, -(2**64), 10**30, 10**400,
    0.5, -0.0, 1.0, 1e-320, 1e308, 1e22, float("nan"), float("inf"), float("-inf"),
)  # fmt: skip
TEXTS = (
    "", " ", "0", "-1", "1e9", "null", "true", "\x00", "\n", "\x7f", "é", "e\u0301", "٣", "İ", "ß", "\u202e", "\u200b",
    "\ufeff", "\ud800", "\udfff", "🃏", "\U0010ffff", "a" * 25, "a" * 65, "я" * 301, "a" * 5000, "../..", "%00", "'",
    '"', "<b>", "__class__", "\\",
)  # fmt: skip
BYTES = (
    b"\x00", b"\xff", b"\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"{", b"}", b"[", b"]",
    b'"', b",", b":", b"\\", b"\\ud800", b"\\u0000", b"NaN", b"-Infinity", b"1e999", b"-", b"null", b"true", b" ",
    b"\r\n", b'"type":', b"9" * 400, b"[" * DEEP, b'{"a":' * DEEP,
)  # fmt: skip

# Stand for what plain data cannot hold; `as_text` writes what they mean.
NESTED, RAW, AGAIN = "@nested:", "@raw:", "@again:"
RAWS = ("NaN", "-Infinity", "1e999", "-0", "01", "1.", "0x10", "9" * 5000, "1e-999", "tru", "'a'", '"\\ud800"', '"\\x"')


class Mutator:
    """Makes inputs from a corpus of trees. With `textual` also such that only a text can hold."""

    def __init__(self, corpus: list[Any], *, textual: bool) -> None:
        self._written = [msgspec.json.encode(tree) for tree in corpus]
        self._textual = textual
        self._changes: list[Callable[[Random, Any, Any], None]] = [
            *[self._junk] * 4, *[self._number] * 4, *[self._text] * 3, *[self._borrow] * 3, *[self._remove] * 2,
            *[self._double] * 2, *[self._swap] * 2, self._retype, self._rename, self._add, self._repeat,
        ]  # fmt: skip

    def __len__(self) -> int:
        return len(self._written)

    def tree(self, choice: Random, which: int | None = None) -> Any:
        """A valid tree of the corpus after one change or a few."""
        tree = msgspec.json.decode(self._written[self._which(choice) if which is None else which])
        for _ in range(choice.choice((1, 1, 1, 2, 2, 3, 5))):
            tree = self._changed(choice, tree)
        if choice.random() < 0.002:
            tree = self._deepened(choice, tree)
        return tree

    def text(self, choice: Random, which: int | None = None) -> bytes:
        """The same as text; sometimes the text is changed besides, or instead."""
        if choice.random() < 0.2:
            return scrambled(choice, self._written[self._which(choice) if which is None else which])
        written = as_text(self.tree(choice, which))
        return scrambled(choice, written) if choice.random() < 0.05 else written

    def valid(self, choice: Random) -> bytes:
        """One of the corpus as it is, so that others are met in the middle of something."""
        return self._written[self._which(choice)]

    def _which(self, choice: Random) -> int:
        return choice.randrange(len(self._written))

    def _changed(self, choice: Random, tree: Any) -> Any:
        place = somewhere(choice, tree)
        if place is None:
            return choice.choice((tree, junk(choice), [tree], {"": tree}))
        choice.choice(self._changes)(choice, *place)
        return tree

    def _deepened(self, choice: Random, tree: Any) -> Any:
        deep: Any = f"{NESTED}{choice.choice('[{')}{choice.choice((100, DEEP))}"
        if not self._textual:
            deep = nested(choice.choice("[{"), choice.choice((100, DEEP)))
        place = somewhere(choice, tree)
        if place is None:
            return deep
        holder, key = place
        holder[key] = deep
        return tree

    # Changes: of what `holder` has at `key`

    def _junk(self, choice: Random, holder: Any, key: Any) -> None:
        if self._textual and choice.random() < 0.1:
            holder[key] = RAW + choice.choice(RAWS)
        else:
            holder[key] = junk(choice)

    def _number(self, choice: Random, holder: Any, key: Any) -> None:
        found = holder[key]
        if type(found) is int:
            holder[key] = choice.choice((found + 1, found - 1, -found, found * 2, found + 256, choice.choice(NUMBERS)))
        elif isinstance(found, float):
            holder[key] = choice.choice((found + 1e-9, -found, found * 1e6, found + 0.5, choice.choice(NUMBERS)))
        elif isinstance(found, bool):
            holder[key] = not found
        else:
            holder[key] = choice.choice(NUMBERS)

    def _text(self, choice: Random, holder: Any, key: Any) -> None:
        found = holder[key]
        holder[key] = respelled(choice, found) if isinstance(found, str) else choice.choice(TEXTS)

    def _borrow(self, choice: Random, holder: Any, key: Any) -> None:
        """Something valid from elsewhere."""
        other = msgspec.json.decode(self._written[self._which(choice)])
        place = somewhere(choice, other)
        holder[key] = other if place is None else place[0][place[1]]

    def _remove(self, choice: Random, holder: Any, key: Any) -> None:
        del holder[key]

    def _double(self, choice: Random, holder: Any, key: Any) -> None:
        if isinstance(holder, list):
            holder.insert(choice.randrange(len(holder) + 1), holder[key])
        elif self._textual:
            holder[f"{AGAIN}{key}"] = choice.choice((holder[key], junk(choice)))

    def _swap(self, choice: Random, holder: Any, key: Any) -> None:
        other = choice.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        holder[key], holder[other] = holder[other], holder[key]

    def _retype(self, choice: Random, holder: Any, key: Any) -> None:
        found = holder[key]
        others: list[Any] = [[found], {"": found}, str(found)[:100], bool(found), None]
        if isinstance(found, str | list | dict):
            others += [len(found), list(found)]
        if isinstance(found, int):
            others.append(float(found) if abs(found) < 2**53 else 0.0)
        holder[key] = choice.choice(others)

    def _rename(self, choice: Random, holder: Any, key: Any) -> None:
        if isinstance(holder, dict):
            holder[respelled(choice, key)] = holder.pop(key)

    def _add(self, choice: Random, holder: Any, key: Any) -> None:
        if isinstance(holder, dict):
            holder[choice.choice(TEXTS)] = junk(choice)
        else:
            holder.append(junk(choice))

    def _repeat(self, choice: Random, holder: Any, key: Any) -> None:
        if isinstance(holder, list):
            holder += [holder[key]] * choice.choice((1, 10, 200))


def somewhere(choice: Random, tree: Any) -> tuple[Any, Any] | None:
    """A place in a tree: what holds it, and its key there; None if the tree holds nothing."""
    holder, key = None, None
    while isinstance(tree, dict | list) and tree and (holder is None or choice.random() < 0.8):
        holder = tree
        key = choice.choice(list(tree)) if isinstance(tree, dict) else choice.randrange(len(tree))
        tree = holder[key]
    return None if holder is None else (holder, key)


def junk(choice: Random) -> Any:
    """A value that was hardly expected."""
    kind = choice.randrange(8)
    if kind < 3:
        return choice.choice(NUMBERS)
    if kind < 5:
        return choice.choice(TEXTS)
    return choice.choice((None, True, False, [], {}, [[]], {"": {}}, [None], [0, "", -1], {"a": [1]}))


def nested(bracket: str, levels: int) -> Any:
    """Data in data in data."""
    tree: Any = 0
    for _ in range(levels):
        tree = [tree] if bracket == "[" else {"a": tree}
    return tree


def respelled(choice: Random, text: str) -> str:
    """A text with something wrong in it."""
    at = choice.randrange(len(text) + 1)
    match choice.randrange(9):
        case 0:
            return text[:at]
        case 1:
            return text[at:]
        case 2:
            return text[:at] + choice.choice(TEXTS) + text[at:]
        case 3:
            return text[:at] + choice.choice(TEXTS) + text[at + 1 :]
        case 4:
            return choice.choice((text.upper(), text.title(), text[::-1], text * 2, f" {text} ", text.replace(" ", "")))
        case 5:
            return text[:at] + text[at + 1 :]
        case 6:
            return text[:at] + chr(choice.choice((choice.randrange(32, 127), choice.randrange(0x110000)))) + text[at:]
        case 7:
            words = text.split(" ")
            choice.shuffle(words)
            return " ".join(words)
        case _:
            return choice.choice(TEXTS)


def scrambled(choice: Random, data: bytes) -> bytes:
    """Bytes with something wrong in them."""
    for _ in range(choice.choice((1, 1, 2, 4))):
        start, end = sorted((choice.randrange(len(data) + 1), choice.randrange(len(data) + 1)))
        end = min(end, start + choice.choice((1, 2, 8, 64, 10**6)))
        match choice.randrange(7):
            case 0:
                data = data[:start]
            case 1:
                data = data[:start] + data[end:]
            case 2:
                data = data[:end] + data[start:end] * choice.choice((1, 1, 2, 50)) + data[end:]
            case 3:
                data = data[:start] + choice.choice(BYTES) + data[start:]
            case 4:
                data = data[:start] + choice.choice(BYTES) + data[end:]
            case 5:
                data = data[:start] + choice.randbytes(end - start if end - start < 100 else 4) + data[end:]
            case _:
                data = (
                    data[:start] + bytes((data[start] ^ 1 << choice.randrange(8),)) + data[start + 1 :]
                    if data[start:]
                    else data
                )
        data = data[:300_000]
    return data


def as_text(tree: Any) -> bytes:
    """A tree as JSON, and what only text can hold where a marker stands for it."""
    text = json.dumps(tree, ensure_ascii=True)
    if NESTED in text or RAW in text or AGAIN in text:
        text = _unmarked(text)
    return text.encode()


def _unmarked(text: str) -> str:
    parts = text.split(f'"{NESTED}')
    text = parts[0]
    for part in parts[1:]:
        levels, _, rest = part[1:].partition('"')
        opening, closing = ("[", "]") if part[0] == "[" else ('{"a":', "}")
        text += (opening * int(levels) + "0" + closing * int(levels) if levels.isdecimal() else '"') + rest
    for raw in RAWS:
        text = text.replace(json.dumps(RAW + raw), raw)
    return text.replace(f'"{AGAIN}', '"')
