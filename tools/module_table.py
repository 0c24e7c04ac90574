"""Write the table of modules in docs/architecture.md from the modules' own first lines, or check that it is up to date.

python tools/module_table.py [--check]
"""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

import making

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE = making.ROOT / "src/pentarchy"
TARGET = making.ROOT / "docs/architecture.md"
BEGIN, END = "<!-- made by tools/module_table.py -->\n", "<!-- end -->\n"


def first_line(file: Path) -> str:
    """What a module says that it is."""
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(told.partition("\n\n")[0].split()).replace("|", "\\|")


def place(file: Path) -> tuple[str, str]:
    """The room and the name; what lies in no room comes first."""
    folder = file.parent.relative_to(PACKAGE).as_posix()
    return ("" if folder == "." else f"{folder}/", file.name)


def table() -> str:
    """All modules; the folders that only make a package of what is in them are left out."""
    files = [file for file in PACKAGE.rglob("*.py") if first_line(file)]
    rows = [f"| `{room}{name}` | {first_line(PACKAGE / room / name)} |" for room, name in sorted(map(place, files))]
    return "\n".join(["| module | what it is |", "|---|---|", *rows])


def main() -> int:
    """Write, or check."""
    page = making.between(TARGET, BEGIN, END, f"\n{table()}\n\n")
    return making.write_or_check("tools/module_table.py", [(TARGET, page)])


if __name__ == "__main__":
    sys.exit(main())
