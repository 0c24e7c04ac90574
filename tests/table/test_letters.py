"""What may stand in a name and in talk, and which names look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarchy.table.letters import MOST_MARKS, cleaned, deceives, problem, skeleton, told_apart

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        "Anna", "Анна-Мария", "O’Neill", "Ёжик", "Nguyễn Thị", "Nguye\u0302\u0303n", "שָׁלוֹם", "محمد", "ไทย", "山田",
        "می\u200cخواهم", "क्\u200dष", FAMILY, RAINBOW, ENGLAND, "❤\ufe0f", "1\ufe0f\u20e3", "👩🏽\u200d💻", "",
    ],
)  # fmt: skip
def test_what_people_write_is_left_alone(text: str) -> None:
    assert problem(text) is None


@pytest.mark.parametrize(
    ("letters", "complaint"),
    [
        ("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c", "direction"),
        (
            "\u00ad\u200b\u200c\u200d\u2060\u2061\u2064\ufeff\u180e\u2028\u2029\u115f\u3164\uffa0\u2800\u034f",
            "invisible",
        ),
        ("\U000e0001\U000e0041\U000e007f\ufe00", "invisible"),
        ("\ufe0e\ufe0f\U000e0100\U000e01ef", "variation"),
        ("\x00\x07\t\n\x1b\x7f\x85\x9b", "control"),
        ("\ue000\U000f0000\ufdd0\ufffe\U000e0fff\ud800", "without a meaning"),
        ("\u20dd\u0489", "without a letter"),
    ],
)
def test_what_cannot_be_seen_is_refused_by_name_and_left_out_of_what_was_stored(letters: str, complaint: str) -> None:
    for letter in letters:
        found = problem(f"An{letter}na")
        assert found is not None, hex(ord(letter))
        assert complaint in found, found
        assert f"U+{ord(letter):04X}" in found
        assert cleaned(f"An{letter}na") == "Anna"


def test_marks_do_not_pile_up() -> None:
    assert problem("x" + "\u0301" * MOST_MARKS) is None
    assert "marks" in str(problem("x" + "\u0301" * (MOST_MARKS + 1)))
    assert cleaned("x" + "\u0301" * 50) == "x" + "\u0301" * MOST_MARKS
    assert "without a letter" in str(problem("\u0301x"))


def test_all_spaces_are_plain_ones() -> None:
    assert cleaned("\u3000Анна\u00a0Б.\u2003") == "Анна Б."


@given(st.text(max_size=40))
def test_what_was_cleaned_is_clean(text: str) -> None:
    assert problem(cleaned(text)) is None
    assert cleaned(cleaned(text)) == cleaned(text)
    if problem(text) is None and text.isascii():
        assert cleaned(text) == text.strip()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Анна", "анна"), ("Анна", "Aннa"), ("Анна", "А н н а"), ("Анна", "Анна."), ("Ann", "Ann\u0301"),
        ("Boris", "Воris"),
        ("Carl", "Сarl"), ("Ольга", "0льга"), ("Mark", "Мark"), ("Mark", "rnark"), ("Ilya", "llya"), ("Ilya", "1lya"),
        ("ＡＮＮＡ", "anna"), ("Ρετεr", "Peter"), ("Ёлка", "Елка"), ("Anna", "An\u200bna"),
    ],
)  # fmt: skip
def test_names_that_look_alike_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anno"), ("Анна", "Алла"), ("🦊", "🦉"), ("Том", "Тим"), ("...", "!")]
)
def test_names_that_look_different_have_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_the_later_of_two_alike_has_a_number() -> None:
    assert told_apart(["Анна", "Борис", "АННА", "Aнна"]) == ["Анна", "Борис", "АННА 2", "Aнна 3"]
    assert told_apart(["Anna 2", "Anna", "Anna"]) == ["Anna 2", "Anna", "Anna 3"]
    assert told_apart(["Anna", "Anna", "Anna 2"]) == ["Anna", "Anna 2", "Anna 2 2"]
    assert told_apart(["", "Anna", ""]) == ["", "Anna", ""]


@given(st.lists(st.sampled_from(["Анна", "Aннa", "anna", "Anna 2", "анна2", "Boris", "Bоris 3", "l", "I"]), max_size=6))
def test_shown_names_all_look_different(names: list[str]) -> None:
    shown = told_apart(names)
    assert len({skeleton(name) for name in shown}) == len(names)
    assert all(after.startswith(before) for before, after in zip(names, shown, strict=True))


@pytest.mark.parametrize(
    "name",
    [
        "Вы",
        "вы 2",
        "YOU",
        "y0u",
        "Бот Лев",
        "Bot-Ivy",
        "Анна (бот)",
        "б о т",
        "Mаster",
        "Знаток",
        "Program Hal",
        "Программа",
    ],
)
def test_a_person_is_not_called_like_a_bot_or_the_reader(name: str) -> None:
    assert deceives(name)


@pytest.mark.parametrize(
    "name", ["Anna", "Ботаник", "Botvinnik", "Мастер Йода", "Яна", "Youri", "Ты́нис", "", "2", "Programmer"]
)
def test_other_names_are_free(name: str) -> None:
    assert not deceives(name)
