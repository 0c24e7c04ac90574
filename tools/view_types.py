"""Write what follows from a game's declarations (view.py, facts.py, moves.py), or check that it is up to date.

    python tools/view_types.py [--check]

That is web/src/games/<game>/seen.ts with the types of views, facts and moves, constants.ts with what is the same in
every match, and the part of docs/rules/<game>.md between the marks `<!-- declared -->` and `<!-- /declared -->`.
"""

from __future__ import annotations

import inspect
import json
import sys
import types
import typing
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

import making

import pentarchy
from pentarchy.engine.notation import table_of
from pentarchy.engine.seen import Choice, Each, Flag, Many, Maybe, Part, Row, Subset, part_of
from pentarchy.games import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pentarchy.engine.spec import Move, Spec

ROOT = making.ROOT
HEAD = "// Made by tools/view_types.py from src/pentarchy/games/{game}. Do not edit.\n"
BEGIN, END = "<!-- declared -->", "<!-- /declared -->"
SPELT_OUT = 24  # names of a record; more would only be in the way
BASES = "import type { AnyView, StandingsRow } from '../../shell/contract';\n"


def declared(spec: Spec) -> dict[str, Part]:
    """The declared parts that something can be read from, by the names they are known by."""
    found = {name: getattr(spec.view, name, None) for name in ("View", "Glimpse")}
    found["Fact"] = spec.facts.Fact
    return {name: part_of(each) for name, each in found.items() if each is not None}


def parts_within(kind: Any) -> Iterator[Part]:
    """A part and all those it consists of, the smallest first."""
    match kind:
        case Part():
            for each in kind.fields:
                yield from parts_within(each.kind)
            yield kind
        case Maybe() | Many() | Row() | Each():
            yield from parts_within(kind.kind)


def all_parts(spec: Spec) -> list[Part]:
    """Everything that is declared, each once."""
    found = {part.name: part for whole in declared(spec).values() for part in parts_within(whole)}
    return list(found.values())


# --- TypeScript -------------------------------------------------------------------------------------------------------


class Typescript:
    """The types of one game for the browser."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.named: dict[tuple[str, ...], str] = {}

    def file(self) -> str:
        """The whole file."""
        for module in (self.spec.view, self.spec.facts, self.spec.moves):
            for name, value in vars(module).items():
                if get_origin(value) is Literal and name[0].isupper():
                    self.named.setdefault(get_args(value), name)
        parts = all_parts(self.spec)
        told = {part.name for part in parts}
        types = [self.interface(part) for part in parts]
        types += [self.plain(each) for each in plain(self.spec) if each.__name__ not in told]
        moves = [self.move(each) for each in move_types(self.spec)]
        union = " | ".join(each.__name__ for each in move_types(self.spec))
        names = [
            f"export const {_constant(name)} = [{', '.join(map(_quoted, values))}] as const;\n"
            f"export type {name} = (typeof {_constant(name)})[number];\n"
            for values, name in self.named.items()
        ]
        parts = [HEAD.format(game=self.spec.name), BASES, *names, *types, *moves, f"export type Move = {union};\n"]
        return "\n".join(parts)

    def interface(self, part: Part) -> str:
        """One part."""
        view = " extends AnyView, Beside" if hasattr(self.spec.view, "Beside") else " extends AnyView"
        base = {"View": view, "Row": " extends StandingsRow"}.get(part.name, "")
        lines = [*_comment(part.words), f"export interface {part.name}{base} {{"]
        for field in part.fields:
            lines += [f"  {line}" for line in _comment(field.words)]
            mark = "?" if isinstance(field.kind, Maybe) and field.kind.is_left_out else ""
            lines.append(f"  {field.name}{mark}: {self.type(field.kind.kind if mark else field.kind)};")
        return "\n".join([*lines, "}", ""])

    def plain(self, declared: type) -> str:
        """Something that stands behind a view, or is the same for all of them."""
        lines = [*_comment(_first_line(declared)), f"export interface {declared.__name__} {{"]
        for name, hint in get_type_hints(declared, include_extras=True).items():
            lines += [f"  {line}" for line in _comment(_words(hint))]
            mark = "?" if _is_left_out(hint) else ""
            lines.append(f"  {name}{mark}: {self.python(hint)};")
        return "\n".join([*lines, "}", ""])

    def move(self, move: type[Move]) -> str:
        """One kind of move, with its text in notation."""
        lines = [*_comment(_first_line(move)), f"export interface {move.__name__} {{", "  text: string;"]
        lines.append(f"  move: '{move.__struct_config__.tag}';")
        lines += [f"  {name}: {self.python(hint)};" for name, hint in get_type_hints(move).items() if name[0] != "_"]
        return "\n".join([*lines, "}", ""])

    def type(self, kind: Any) -> str:
        """A declared kind as TypeScript writes it."""
        match kind:
            case Maybe():
                return f"{self.type(kind.kind)} | null"
            case Flag():
                return "boolean"
            case Choice():
                return self.choice(kind.names) if kind.is_literal else "string"
            case Subset():
                if isinstance(kind.members[0], int):
                    return "number[]"
                return _list(self.choice(kind.members) if kind.is_literal else "string")
            case Many():
                return _list(self.type(kind.kind))
            case Row():
                return f"[{', '.join([self.type(kind.kind)] * kind.items)}]"
            case Each():
                keys = self.choice(kind.names) if len(kind.names) <= SPELT_OUT else "string"
                record = f"Record<{keys}, {self.type(kind.kind)}>"
                return f"Partial<{record}>" if kind.is_sparse else record
            case Part():
                return kind.name
        return "number"

    def choice(self, names: tuple[str, ...]) -> str:
        """One of some names, by the name that this choice has in Python, if it has one."""
        return self.named.get(names) or " | ".join(map(_quoted, names))

    def python(self, hint: Any) -> str:
        """A type of Python, as parts of moves have it."""
        if get_origin(hint) in (Annotated, NotRequired):
            return self.python(get_args(hint)[0])
        if typing.is_typeddict(hint):
            return str(hint.__name__)
        if get_origin(hint) is list:
            return _list(self.python(get_args(hint)[0]))
        if get_origin(hint) is tuple:
            return f"[{', '.join(map(self.python, get_args(hint)))}]"
        if get_origin(hint) is dict:
            return f"Record<{', '.join(map(self.python, get_args(hint)))}>"
        if get_origin(hint) in (typing.Union, types.UnionType):
            return " | ".join("null" if each is type(None) else self.python(each) for each in get_args(hint))
        if get_origin(hint) is Literal:
            return self.choice(get_args(hint))
        return {int: "number", float: "number", str: "string", bool: "boolean"}[hint]


def move_types(spec: Spec) -> list[type[Move]]:
    """The kinds of moves, in the order of their action codes."""
    return list(dict.fromkeys(type(move) for move in table_of(spec).moves))


def plain(spec: Spec) -> list[type]:
    """What no compiled rule fills in and what that consists of, the smallest first: behind a view, and constants."""
    wholes = [getattr(spec.view, name) for name in ("Beside", "Constants") if hasattr(spec.view, name)]
    hints = [get_type_hints(whole, include_extras=True).values() for whole in wholes]
    return [each for whole, within in zip(wholes, hints, strict=True) for each in (*_declared_in(within), whole)]


def constants(spec: Spec) -> str:
    """What is the same in every match, as a file for the browser."""
    head = f"{HEAD.format(game=spec.name)}\nimport type {{ Constants }} from './seen';\n"
    found: dict[str, Any] = spec.view.CONSTANTS  # type: ignore[attr-defined]
    lines = [f"  {name}: {_laid_out(value, '  ')},\n" for name, value in found.items()]
    return f"{head}\nexport const CONSTANTS: Constants = {{\n{''.join(lines)}}};\n"


def _laid_out(value: Any, before: str) -> str:
    """A value with a line for each of its parts."""
    if isinstance(value, dict):
        inner = [f"{before}  {json.dumps(key)}: {_laid_out(part, before + '  ')},\n" for key, part in value.items()]
        return f"{{\n{''.join(inner)}{before}}}"
    if isinstance(value, list):
        return "\n".join(["[", *(f"{before}  {json.dumps(part)}," for part in value), f"{before}]"])
    return json.dumps(value)


def _declared_in(hints: Iterable[Any]) -> Iterator[type]:
    for hint in hints:
        if typing.is_typeddict(hint):
            yield from _declared_in(get_type_hints(hint, include_extras=True).values())
            yield hint
        else:
            yield from _declared_in(get_args(hint))


def _is_left_out(hint: Any) -> bool:
    """Whether a name may be missing."""
    if get_origin(hint) is Annotated:
        return _is_left_out(get_args(hint)[0])
    return get_origin(hint) is NotRequired


def _words(hint: Any) -> str:
    """What an annotated type says in plain text."""
    return " ".join(note for note in getattr(hint, "__metadata__", ()) if isinstance(note, str))


def _constant(name: str) -> str:
    """COLOURS for Colour."""
    word = "".join(f"_{letter}" if letter.isupper() else letter for letter in name).strip("_").upper()
    return f"{word[:-1]}IES" if word.endswith("Y") else f"{word}S"


def _quoted(name: object) -> str:
    return str(name) if isinstance(name, int) else f"'{name}'"


def _list(of: str) -> str:
    return f"({of})[]" if " " in of else f"{of}[]"


def _comment(words: str) -> list[str]:
    return [f"/** {words[0].upper()}{words[1:]}{'' if words.endswith('.') else '.'} */"] if words else []


def _first_line(documented: object) -> str:
    return (inspect.getdoc(documented) or "").split("\n\n")[0].replace("\n", " ")


# --- Documentation ----------------------------------------------------------------------------------------------------


def documentation(spec: Spec) -> str:
    """The views, facts and refusals of a game, for people."""
    wholes = declared(spec)
    pages = ["", "", *_whole("View", wholes["View"], set())]
    told = {part.name for part in parts_within(wholes["View"])}
    for each in reversed([each for each in plain(spec) if each.__name__ not in told]):
        pages += [f"**{each.__name__}** {_first_line(each)}", "", "| field | |", "|---|---|"]
        hints = get_type_hints(each, include_extras=True)
        pages += [*(f"| `{name}` | {_words(hint)} |" for name, hint in hints.items()), ""]
    if "Glimpse" in wholes:
        pages += ["## Glimpses", "", *_whole("Glimpse", wholes["Glimpse"], told)]
    pages += ["## Facts", "", "`match.history(seat)` tells what every line of the log did.", ""]
    pages += _whole("Fact", wholes["Fact"], told)
    pages += ["## Refusals", "", "An `IllegalMove` has the number of the rule (`rule`) and says why (`reasons`).", ""]
    pages += ["| rule | because |", "|---|---|"]
    pages += [f"| {reason.rule} | {reason.en} |" for reason in spec.facts.REASONS.values()]
    return "\n".join([*pages, "", ""])


def _whole(name: str, whole: Part, told: set[str]) -> Iterable[str]:
    """A part first, then all those it consists of that have not been told yet."""
    inner = [part for part in parts_within(whole) if part is not whole and part.name not in told]
    for part in (whole, *reversed(list(dict.fromkeys(each.name for each in inner)))):
        part = part if isinstance(part, Part) else next(each for each in inner if each.name == part)
        title = part.words or name
        yield from (f"**{part.name}** {title}", "", "| field | | |", "|---|---|---|")
        for field in part.fields:
            kind, left_out = field.kind, isinstance(field.kind, Maybe) and field.kind.is_left_out
            words = "; ".join(filter(None, (field.words, "left out if there is nothing" if left_out else "")))
            yield f"| `{field.name}` | {_in_words(kind)} | {words} |"
        yield ""


def _in_words(kind: Any) -> str:
    match kind:
        case Maybe():
            return _in_words(kind.kind) if kind.is_left_out else f"{_in_words(kind.kind)} or null"
        case Flag():
            return "true or false"
        case Choice() if len(kind.names) <= 8:
            return ", ".join(f"`{name}`" for name in kind.names)
        case Choice():
            return f"`{kind.names[0]}`, … `{kind.names[-1]}`"
        case Subset() if len(kind.members) <= 8:
            return f"some of {', '.join(f'`{member}`' for member in kind.members)}"
        case Subset():
            return f"some of `{kind.members[0]}`, … `{kind.members[-1]}`"
        case Many():
            return f"list of {_in_words(kind.kind)}"
        case Row():
            return f"{kind.items} × {_in_words(kind.kind)}"
        case Each():
            several = _in_words(Choice(kind.names))
            return f"for {'some' if kind.is_sparse else 'each'} of {several}: {_in_words(kind.kind)}"
        case Part():
            return kind.name
    return "number"


# --- Writing ----------------------------------------------------------------------------------------------------------


def files() -> Iterator[tuple[Path, str]]:
    """Every file that is made or has a part that is, as it should be."""
    for name in NAMES:
        spec = pentarchy.load(name).spec
        yield ROOT / "web" / "src" / "games" / name / "seen.ts", Typescript(spec).file()
        if hasattr(spec.view, "CONSTANTS"):
            yield ROOT / "web" / "src" / "games" / name / "constants.ts", constants(spec)
        page = ROOT / "docs" / "rules" / f"{name}.md"
        if page.exists():  # it is written last
            yield page, making.between(page, BEGIN, END, documentation(spec))


def main() -> int:
    """Write or check."""
    return making.write_or_check("tools/view_types.py", files())


if __name__ == "__main__":
    sys.exit(main())
