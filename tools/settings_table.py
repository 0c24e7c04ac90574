"""Write the table of docs/operations.md from src/pentarchy/table/settings.py, or check that it is up to date.

python tools/settings_table.py [--check]
"""

from __future__ import annotations

import sys

import making

from pentarchy.table import settings

TARGET = making.ROOT / "docs/operations.md"
BEGIN, END = "<!-- made by tools/settings_table.py -->\n", "<!-- end -->\n"


def main() -> int:
    """Write, or check."""
    page = making.between(TARGET, BEGIN, END, f"\n{settings.documented()}\n")
    return making.write_or_check("tools/settings_table.py", [(TARGET, page)])


if __name__ == "__main__":
    sys.exit(main())
