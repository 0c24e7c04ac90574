"""Write docs/bot-api.schema.json from src/pentarchy/table/protocol.py, or check that it is up to date.

python tools/protocol_schema.py [--check]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from pentarchy.table import protocol as p
from pentarchy.table.live import FOR_PROGRAMS

TARGET = Path(__file__).parents[1] / "docs/bot-api.schema.json"
HEAD = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Pentarchy: programs at tables",
    "description": "Made by tools/protocol_schema.py; docs/bot-api.md says what it means.",
}
SENT = (p.Hello, p.Ping, *FOR_PROGRAMS)
RECEIVED = (p.State, p.Lots, p.Done, p.Rejected, p.Preview, p.Supposed, p.Pong)
OVER_HTTP = (p.Offers, p.Taking, p.Table, p.ErrorAnswer)


def schema() -> str:
    """The whole file: all messages under `$defs`, and what a program sends and receives as unions of them."""
    _, found = msgspec.json.schema_components([*SENT, *RECEIVED, *OVER_HTTP], ref_template="#/$defs/{name}")
    definitions: dict[str, Any] = {name: found[name] for name in sorted(found)}
    unions = {"SentByProgram": _one_of(SENT), "SentByTable": _one_of(RECEIVED)}
    written = HEAD | {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in unions], "$defs": unions | definitions}
    return json.dumps(written, indent=1, ensure_ascii=False) + "\n"


def _one_of(kinds: tuple[type, ...]) -> dict[str, Any]:
    """Any of some messages, which are told apart by their `type`."""
    return {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}


def main() -> int:
    """Write or check."""
    text = schema()
    if "--check" in sys.argv[1:]:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        print("up to date" if same else f"{TARGET.name} is not what tools/protocol_schema.py writes")
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
