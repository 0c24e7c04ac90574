"""Write the table of docs/operations.md from src/pentarchy/table/settings.py, or check that it is up to date.

python tools/settings_table.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path

from pentarchy.table import settings

TARGET = Path(__file__).parents[1] / "docs/operations.md"
BEGIN, END = "<!-- made by tools/settings_table.py -->\n", "<!-- end -->\n"


def page(old: str) -> str:
    """The page with the table as it should be."""
    before, _, rest = old.partition(BEGIN)
    return f"{before}{BEGIN}\n{settings.documented()}\n{END}{rest.partition(END)[2]}"


def main(arguments: list[str]) -> int:
    """Write, or check."""
    old = TARGET.read_text(encoding="utf-8")
    if arguments == ["--check"]:
        if old != page(old):
            print(f"{TARGET.name} is not up to date: run python tools/settings_table.py")
            return 1
        return 0
    TARGET.write_text(page(old), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
