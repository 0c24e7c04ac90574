"""Every numbered rule of docs/rules has a test that names it, and no test names a rule that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULE_PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))


def rules_of(page: Path) -> list[str]:
    return re.findall(r"^\s*[-*] \*\*([A-Z]{2}-\d+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)


def rules_named_in_tests() -> set[str]:
    named = set()
    for file in (ROOT / "tests" / "rules").rglob("test_*.py"):
        for arguments in re.findall(r"mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8")):
            named |= set(re.findall(r"[A-Z]{2}-\d+", arguments))
    return named


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.stem)
def test_the_rules_are_numbered_without_gaps(page: Path) -> None:
    rules = rules_of(page)
    prefix = rules[0].split("-")[0]
    assert rules == [f"{prefix}-{number}" for number in range(1, len(rules) + 1)]


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.stem)
def test_every_rule_has_a_test(page: Path) -> None:
    assert sorted(set(rules_of(page)) - rules_named_in_tests()) == []


def test_no_test_names_an_unknown_rule() -> None:
    known = {rule for page in RULE_PAGES for rule in rules_of(page)}
    assert sorted(rules_named_in_tests() - known) == []


def test_every_game_has_a_page_of_rules() -> None:
    from pentarchy.games import NAMES

    assert {page.stem for page in RULE_PAGES} >= set(NAMES)
