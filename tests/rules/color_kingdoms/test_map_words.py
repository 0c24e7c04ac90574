"""Every error and warning of a map has Russian words in the client."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
GAME = ROOT / "src/pentarchy/games/color_kingdoms"
WORDS = ROOT / "web/src/games/color_kingdoms/pieces/map-words.ts"


def test_every_problem_of_a_map_has_words() -> None:
    source = "".join((GAME / file).read_text(encoding="utf-8") for file in ("reading.py", "maps.py"))
    codes = set(re.findall(r'amiss\(\s*"(\w+)"', source)) | set(re.findall(r'code, what = \("(\w+)"', source))
    codes |= set(re.findall(r'_warn\(findings, "(\w+)"', source)) | {"island"}
    spoken = set(re.findall(r"^  (\w+): \(", WORDS.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(codes) > 40
    assert codes - spoken == set()
