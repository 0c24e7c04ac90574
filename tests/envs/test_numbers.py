"""The page about environments lists every number of every observation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pentarchy.games import NAMES, spec

PAGE = (Path(__file__).parent.parent.parent / "docs" / "envs.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_number_is_listed_once_and_in_order(name: str) -> None:
    of = spec(name)
    section = PAGE.split(f"### {of.titles['en']}\n")[1].split("\n## ")[0].split("\n### ")[0]
    ranges = re.findall(r"^\| (\d+)(?:–(\d+))? \|", section, re.MULTILINE)
    following = 0
    for first, last in ranges:
        assert int(first) == following
        following = int(last or first) + 1
    assert following == of.rules.OBSERVATION
