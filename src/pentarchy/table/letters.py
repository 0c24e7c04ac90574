"""Names and talk as they are written: nothing invisible, nothing that turns the line around, no two names alike."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_MARKS = 3  # on one letter: Vietnamese, Hebrew and Thai need no more

JOINER, NON_JOINER = "\u200d", "\u200c"
PRESENTATION = "\ufe0e\ufe0f"  # as text, as a picture
KEYCAP = "\u20e3"
# Letters and signs by their category that show nothing: fillers, a blank of Braille, marks that only tell how to join.
BLANK = re.compile(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufffc\U0001d159\U00016fe4]")
# What joins by an invisible sign: Arabic and its neighbours, the scripts of India.
JOINING = re.compile(r"[\u0600-\u08ff\u0900-\u0dff]")
# Pictures that are no symbols by their category but may be asked for as pictures.
ALSO_PICTURES = "\u203c\u2049\u2139\u3030\u303d"
NEW_PICTURES = range(0x1F000, 0x1FB00)  # some are newer than this Python
FLAGS = re.compile("\U0001f3f4\U000e0067\U000e0062(?:{})\U000e007f".format("|".join(
    "".join(chr(0xE0000 + ord(letter)) for letter in land) for land in ("eng", "sct", "wls")
)))  # fmt: skip

# --- What may be written ----------------------------------------------------------------------------------------------


def problem(text: str) -> str | None:
    """What must not stand in a name or in talk, in words; None if all is well."""
    for _, complaint in _looked_at(unicodedata.normalize("NFC", text)):
        if complaint:
            return complaint
    return None


@functools.lru_cache(maxsize=4096)
def cleaned(text: str) -> str:
    """The same without what must not stand there, with plain spaces: for what was stored before anybody looked."""
    if text.isascii() and text.isprintable():
        return text.strip()
    while True:  # what is left out may leave others without what they belonged to
        looked_at = list(_looked_at(unicodedata.normalize("NFC", text)))
        text = "".join(letter for letter, complaint in looked_at if not complaint).strip()
        if not any(complaint for _, complaint in looked_at):
            return text


def _looked_at(text: str) -> Iterator[tuple[str, str]]:
    """Every character as it may be written, with what is wrong with it."""
    before, marks = "", 0
    flags = {place for flag in FLAGS.finditer(text) for place in range(flag.start() + 1, flag.end())}
    for place, letter in enumerate(text):
        category = unicodedata.category(letter)
        after = text[place + 1 : place + 2]
        marks = marks + 1 if category in ("Mn", "Me") else 0
        complaint = "" if place in flags else _complaint(letter, category, before, after, marks)
        yield " " if category == "Zs" else letter, complaint
        if not complaint:
            before += letter
            before = before[-3:]


def _complaint(letter: str, category: str, before: str, after: str, marks: int) -> str:
    """What is wrong with a character between others."""
    if letter in PRESENTATION:
        return "" if _may_be_picture(before[-1:], after) else _said("a variation selector without a picture", letter)
    if letter in (JOINER, NON_JOINER):
        return "" if _joins(letter, before, after) else _said("an invisible character", letter)
    if letter == KEYCAP:
        return "" if re.search("[0-9#*]\ufe0f?$", before) else _said("a mark that encloses others", letter)
    if category == "Cf" and unicodedata.bidirectional(letter) not in ("BN", "AN", "AL", "L", "ON"):
        return _said("a character that changes the direction of writing", letter)
    if letter in "\u200e\u200f\u061c":
        return _said("a character that changes the direction of writing", letter)
    if category in ("Cf", "Zl", "Zp") or BLANK.match(letter) or 0xFE00 <= ord(letter) <= 0xFE0D:
        return _said("an invisible character", letter)
    if category == "Cc":
        return _said("a control character", letter)
    if category in ("Cs", "Co") or (category == "Cn" and ord(letter) not in NEW_PICTURES):
        return _said("a character without a meaning", letter)
    if 0xE0100 <= ord(letter) <= 0xE01EF:
        return _said("a variation selector without a picture", letter)
    if category == "Me" or (marks and not before.strip()):
        return _said("a mark without a letter", letter)
    if marks > MOST_MARKS:
        return _said(f"more than {MOST_MARKS} marks on one letter", letter)
    return ""


def _said(what: str, letter: str) -> str:
    return f"{what} (U+{ord(letter):04X})"


def _is_picture(letter: str) -> bool:
    """Whether something is a symbol such as those that pictures are made of."""
    return bool(letter) and (unicodedata.category(letter) in ("So", "Sk", "Sm") or ord(letter) in NEW_PICTURES)


def _may_be_picture(letter: str, after: str) -> bool:
    """Whether it may be said that something is shown as text or as a picture."""
    return _is_picture(letter) or (bool(letter) and letter in ALSO_PICTURES) or (
        bool(re.fullmatch("[0-9#*]", letter)) and after == KEYCAP
    )  # fmt: skip


def _joins(letter: str, before: str, after: str) -> bool:
    """Whether an invisible sign joins pictures or letters that need it."""
    if JOINING.match(before[-1:]) and JOINING.match(after):
        return True
    return letter == JOINER and _is_picture(before.rstrip(PRESENTATION)[-1:]) and _is_picture(after)


# --- Names that look alike --------------------------------------------------------------------------------------------

# What a letter looks like, small or large, in a hurry: Cyrillic and Greek beside Latin, and figures.
LOOKS_LIKE = str.maketrans(
    {
        **dict(zip("авекмнорстухісјѕԁԛԝһґьпз", "abekmhopctyxlcjsdqwhrbn3", strict=True)),
        **dict(zip("αβεζηικμνορτυχγω", "abezhlkmvoptyxyw", strict=True)),
        **dict(zip("օսհոց", "ouhng", strict=True)),
        **dict(zip("ɑɡıɩℓ", "aglll", strict=True)),
        **dict(zip("i1|0гбчӏꙇ", "lllor64ll", strict=True)),
    }
)
ALIKE = (("rn", "m"), ("vv", "w"))
BOTS = ("бот", "bot", "робот", "robot", "программа", "program")
TAKEN = (
    "вы", "ты", "я", "you", "me", "новичок", "любитель", "знаток", "мастер", "novice", "adept", "amateur", "expert",
    "master", "зритель", "spectator", "стол", "table",
)  # fmt: skip


@functools.lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What a name looks like; names with the same skeleton can be taken for each other."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(letter for letter in plain if unicodedata.category(letter)[0] not in "ZPCM").translate(LOOKS_LIKE)
    for pair, one in ALIKE:
        seen = seen.replace(pair, one)
    return seen or plain


def deceives(name: str) -> bool:
    """Whether a person of this name would be taken for a bot, for a level, or for the reader."""
    words = re.findall(r"[^\W\d_]+", unicodedata.normalize("NFKC", name).casefold())
    if any(skeleton(word) in _skeletons(BOTS) for word in words):
        return True
    return any(skeleton(whole) in _skeletons(TAKEN + BOTS) for whole in (name, re.sub(r"\d", "", name)))


@functools.cache
def _skeletons(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(skeleton, names))


def told_apart(names: Iterable[str]) -> list[str]:
    """Names, the oldest first, each of which looks different: the later of two alike has a number behind it."""
    taken: set[str] = set()
    shown = []
    for name in names:
        shown.append(unlike(name, taken))
        if name:
            taken.add(skeleton(shown[-1]))
    return shown


def unlike(name: str, taken: set[str]) -> str:
    """A name, with a number behind it if it looks like one that is taken; `taken` are skeletons."""
    shown, number = name, 1
    while name and skeleton(shown) in taken:
        number += 1
        shown = f"{name} {number}"
    return shown
