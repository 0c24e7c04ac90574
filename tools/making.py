"""What tools make from other files: written anew, or with --check only compared with what is there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]


def between(page: Path, begin: str, end: str, made: str) -> str:
    """The text of a page with something else between two marks."""
    text = page.read_text(encoding="utf-8")
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise SystemExit(f"{page.relative_to(ROOT)} lacks the marks {begin.strip()} and {end.strip()}")
    return f"{before}{begin}{made}{end}{after}"


def write_or_check(tool: str, files: Iterable[tuple[Path, str]], arguments: list[str] | None = None) -> int:
    """Write the files that a tool makes, or say which of them are not as it would write them; return the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments not in ([], ["--check"]):
        print(f"usage: python {tool} [--check]", file=sys.stderr)
        return 2
    stale = [(path, text) for path, text in files if not path.exists() or path.read_text(encoding="utf-8") != text]
    if arguments:
        for path, _ in stale:
            print(f"{path.relative_to(ROOT).as_posix()} is not what it would be made now: run python {tool}")
        return 1 if stale else 0
    for path, text in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0
