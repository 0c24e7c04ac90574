"""Write web/src/shell/protocol.ts from src/pentarchy/table/protocol.py, or check that it is up to date.

python tools/protocol_types.py [--check]
"""

from __future__ import annotations

import inspect
import sys
from typing import Any

import making
import msgspec

from pentarchy.table import protocol

TARGET = making.ROOT / "web/src/shell/protocol.ts"
HEAD = "// Made by tools/protocol_types.py from src/pentarchy/table/protocol.py. Do not edit.\n"
UNIONS = ("Command", "Reply")
NAMED = ("Level", "Status", "ClockKind", "SeatKind", "Part", "Pace", "NoteKind", "Reason")


def structs() -> list[type]:
    """The structs of the protocol, in the order in which they are written."""
    found = [
        each
        for each in vars(protocol).values()
        if inspect.isclass(each) and issubclass(each, msgspec.Struct) and each.__module__ == protocol.__name__
    ]
    return [each for each in found if each is not protocol.Message]


def typescript() -> str:
    """The whole file."""
    _, components = msgspec.json.schema_components(structs(), ref_template="{name}")
    parts = [HEAD]
    for name in NAMED:
        choices = " | ".join(f"'{choice}'" for choice in getattr(protocol, name).__args__)
        parts.append(f"export type {name} = {choices};\n")
    parts += ["export type GameName = string; // one of those that have a folder under src/games\n", TYPED_MOVE]
    parts += [interface(each, components[each.__name__]) for each in structs()]
    for name in UNIONS:
        members = " | ".join(each.__name__ for each in getattr(protocol, name).__args__)
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def interface(struct: type, schema: dict[str, Any]) -> str:
    """One struct as an interface."""
    required = set(schema.get("required", ()))
    sent_whole = not struct.__struct_config__.omit_defaults and not struct.__struct_config__.forbid_unknown_fields
    lines = [f"/** {inspect.cleandoc(struct.__doc__ or '')} */", f"export interface {struct.__name__} {{"]
    for name, field in schema["properties"].items():
        mark = "" if name in required or sent_whole else "?"
        moves = MOVES.get((struct.__name__, name))
        lines.append(f"  {name}{mark}: {moves or of(field)};")
    return "\n".join([*lines, "}", ""])


# Fields that hold typed moves; their parts are the game's own (tools/view_types.py).
LISTS = dict.fromkeys([("Position", "legal"), ("Preview", "legal")], "TypedMove[]")
MOVES = LISTS | dict.fromkeys([("Happened", "typed"), ("Suggestion", "typed")], "TypedMove")
TYPED_MOVE = """/** A move in notation, and its name; beside these it has the parts that such a move of the game has. */
export interface TypedMove {
  text: string;
  move: string;
}
"""


def of(schema: dict[str, Any]) -> str:
    """A JSON schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(sorted({of(each) for each in schema["anyOf"]}))
    if "enum" in schema:
        choices = list(schema["enum"])
        return named(choices) or " | ".join("null" if each is None else f"'{each}'" for each in choices)
    match schema.get("type"):
        case "array":
            inner = of(schema["items"]) if schema.get("items") else "unknown"
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {of(values) if values else 'any'}>"
        case "integer" | "number":
            return "number"
        case "string":
            return "GameName" if schema.get("pattern") else "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
    return "any"


def named(choices: list[Any]) -> str | None:
    """The name of a set of choices that the protocol names."""
    for name in NAMED:
        known = set(getattr(protocol, name).__args__)
        if set(choices) - {None} == known:
            return f"{name} | null" if None in choices else name
    return None


def main() -> int:
    """Write or check."""
    return making.write_or_check("tools/protocol_types.py", [(TARGET, typescript())])


if __name__ == "__main__":
    sys.exit(main())
