"""Everything that people read uses the words of docs/words.md; the page itself says what to look for, and where."""

from __future__ import annotations

import ast
import csv
import functools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
SPOKEN = (".ts", ".svelte", ".json", ".md", ".py")
SILENT = ("node_modules", "protocol.ts", "default-map.json", ".test.ts", "default.json")


class Term(NamedTuple):
    """A line of the glossary."""

    section: str
    english: str
    russian: str
    strays: tuple[str, ...]
    places: tuple[str, ...]


def glossary() -> Iterator[Term]:
    """The lines of all tables of the page."""
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        found = re.search(r"^Places: (.*)$", section, re.MULTILINE)
        assert found, f"the section {title} does not say where its words are looked for"
        places = tuple(re.findall(r"`([^`]+)`", found[1]))
        for line in re.findall(r"^\| (?!English|---)(.*) \|$", section, re.MULTILINE):
            english, russian, strays, _ = (cell.strip() for cell in f"{line} ".split("|"))
            patterns = tuple(pattern.replace("¦", "|") for pattern in re.findall(r"`([^`]+)`", strays))
            yield Term(title, english, russian, patterns, places)


TERMS = list(glossary())


def files(place: str) -> Iterator[Path]:
    """The files of a place in which something is said."""
    path = ROOT / place
    assert path.exists(), f"docs/words.md names {place}, which is not there"
    for file in [path] if path.is_file() else sorted(path.rglob("*")):
        if file.suffix in SPOKEN and not any(part in str(file) for part in SILENT):
            yield file


@functools.cache
def said(file: Path) -> list[str]:
    """The texts of a file: strings of programs, sentences of lessons, prose of pages."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        lesson = json.loads(text)
        steps = lesson.get("steps", ()) if isinstance(lesson, dict) else ()
        return [step[language] for step in steps for language in ("ru", "en")]
    if file.suffix == ".md":
        return re.split(r"\n\s*\n|\n(?=\s*[-|])", re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL))
    return python_strings(text) if file.suffix == ".py" else client_strings(text)


def python_strings(text: str) -> list[str]:
    tree = ast.parse(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    explained = {ast.get_docstring(node, clean=False) for node in nodes}
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [string for string in strings if string not in explained]


def client_strings(text: str) -> list[str]:
    text = re.sub(r"<!--.*?-->|/\*.*?\*/|<style>.*?</style>", "", text, flags=re.DOTALL)
    text = re.sub(r"(^|\s)//.*$", "", text, flags=re.MULTILINE)
    literals = r"'((?:\\.|[^'\\\n])*)'|\"((?:\\.|[^\"\\\n])*)\"|`((?:\\.|[^`\\])*)`"
    return [single or double or template for single, double, template in re.findall(literals, text)]


def is_a_sentence(text: str) -> bool:
    """Words for people, not a name or a class."""
    return bool(re.search(r"[а-яё]", text, re.IGNORECASE) or " " in text.strip())


@pytest.mark.parametrize(
    "term", [term for term in TERMS if term.strays], ids=lambda term: f"{term.section} {term.english}"
)
def test_there_is_one_word_for_a_thing(term: Term) -> None:
    strays = [
        f"{file.relative_to(ROOT)}: {match[0].strip()!r} in {text.strip()!r}"
        for place in term.places
        for file in files(place)
        for text in filter(is_a_sentence, said(file))
        for pattern in term.strays
        if (match := re.search(pattern, text, re.IGNORECASE))
    ]
    assert not strays, f"say «{term.english}», «{term.russian}»:\n" + "\n".join(strays)


def test_every_game_has_a_section_and_every_line_both_languages() -> None:
    from pentarchy.games import NAMES

    places = {place for term in TERMS for place in term.places}
    assert {f"docs/rules/{name}.md" for name in NAMES} <= places
    assert not [term for term in TERMS if not term.english or not term.russian]


def test_a_stray_word_would_be_found() -> None:
    term = next(term for term in TERMS if term.english == "reserve")
    assert any(re.search(pattern, "в запасе 3 жетона") for pattern in term.strays)
    assert client_strings("const w = { reserve: 'в запасе' }; // запас") == ["в запасе"]
    assert python_strings('def f():\n    """Запас."""\n    return f"{n} в запасе"') == [" в запасе"]


def test_numbers_that_people_read_have_a_true_minus_sign() -> None:
    wrong = [
        f"{file.relative_to(ROOT)}: {text}"
        for place in ("web/src/games", "web/src/shell")
        for file in files(place)
        for text in said(file)
        if re.search(r"[а-яё]", text) and re.search(r"(^|[\s(:«])-\d", text)
    ]
    assert not wrong


def test_plural_forms_are_made_in_one_place() -> None:
    made = [
        f"{file.relative_to(ROOT)}: {found}"
        for file in files("web/src")
        for found in re.findall(r"=== 1 \? '[^']*' : '.*", file.read_text(encoding="utf-8"))
    ]
    assert not made, "use plural of web/src/shell/words.ts"


def test_the_pictures_of_the_kingdomino_rules_show_dominoes_that_exist() -> None:
    with (ROOT / "src/pentarchy/games/kingdomino/dominoes.csv").open() as table:
        real = {
            frozenset([(row["terrain_a"], row["crowns_a"], 0), (row["terrain_b"], row["crowns_b"], int(twin(row)))])
            for row in csv.DictReader(table)
        }
    page = (ROOT / "web/src/games/kingdomino/Rules.svelte").read_text(encoding="utf-8")
    squares = {
        (int(x), int(y)): (terrain, crowns)
        for x, y, terrain, crowns in re.findall(r"x: (-?\d), y: (-?\d), terrain: '(\w+)', crowns: (\d)", page)
    }
    shown = [((a, m), (b, n)) for a, m, b, n in re.findall(r"pair\('(\w+)', (\d), '(\w+)', (\d)\)", page)]
    for x, y, facing in re.findall(r"x: (-?\d), y: (-?\d), facing: '(\w+)'", page):
        other = (int(x) + 1, int(y)) if facing == "east" else (int(x), int(y) + 1)
        shown.append((squares[int(x), int(y)], squares[other]))
    assert len(shown) > 5
    assert not [pair for pair in shown if frozenset([(*pair[0], 0), (*pair[1], int(pair[0] == pair[1]))]) not in real]


def twin(row: dict[str, str]) -> bool:
    """Whether the two squares of a domino are alike."""
    return (row["terrain_a"], row["crowns_a"]) == (row["terrain_b"], row["crowns_b"])
