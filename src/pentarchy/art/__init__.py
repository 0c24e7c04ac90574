"""The symbols and colours every game is drawn with, and the sheet that makes a standalone SVG picture of them.

    sheet = Sheet()
    body = sheet.use("terrain-wheat", 0, 0, 60) + sheet.use("castle", 60, 0, 60, owner="red")
    picture = sheet.document(120, 60, body, title="A castle beside the wheat")

`symbols.svg` and `tokens.css` are the one source of pictures for Python and the browser. A page themes the symbols with
custom properties; programs other than browsers do not know these, so a sheet writes the light theme's values instead.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

INKS = ("red", "orange", "yellow", "green", "blue", "violet", "brown", "pink", "sky", "clear")
"""Colours that a player can own or must match. Each has a shade (`red-d`), a sign (`sign-red`) and a hatch."""

SEATS = ("red", "blue", "yellow", "green")
"""The ink of every seat, in seat order."""

_VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)")
_CLOTH = re.compile(r"var\(--c[,)]")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 (\d+) (\d+)">(.*?)</symbol>')
_HATCH = re.compile(r'<pattern id="h-(\w+)".*?</pattern>')

# Stands before every id until the contents of the picture, and with them its prefix, are known.
_PREFIX = "\ue000"
_BARE_ID = re.compile(rf'( id="|url\(#)(?!{_PREFIX})')


def colour(name: str) -> str:
    """The light theme's value of a colour in `tokens.css`: `colour("ink")` is "#262140"."""
    value = _tokens().get(name, "")
    if not value.startswith("#"):
        known = [token for token, value in _tokens().items() if value.startswith("#")]
        raise _unknown("colour", name, known)
    return value


def typeface(name: str) -> str:
    """The list of font families for "display" (headings, scores) or "text" (everything that is read)."""
    if name not in ("display", "text"):
        raise _unknown("typeface", name, ["display", "text"])
    return _tokens()[name].replace('"', "")


def symbols() -> tuple[str, ...]:
    """The names of all symbols, in the order of `symbols.svg`."""
    return tuple(_symbols())


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """One SVG element; `stroke_width` is written `stroke-width`, `css_class` `class`, and None is left out."""
    written = "".join(
        f' {_attribute_name(name)}="{escape(value) if isinstance(value, str) else _number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


class Sheet:
    """Collects the symbols, hatches and clips that a picture uses, so that its document carries these and no others.

    All ids of a picture begin with its prefix, by default a digest of its contents: any number of pictures can stand in
    one page.
    """

    def __init__(self, prefix: str | None = None) -> None:
        self._prefix = prefix
        self._definitions: dict[str, str] = {}

    def use(
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float | None = None,
        *,
        owner: str | None = None,
        paint: str | None = None,
        css_class: str | None = None,
    ) -> str:
        """The symbol `name`, as high as its form asks unless `height` is given.

        Cloth takes the colour and the hatch of `owner`, an ink; marks of one colour (`sign-red`, `ui-check`,
        `crown-flat`) take `paint`, a colour value.
        """
        if name not in _symbols():
            raise _unknown("symbol", name, _symbols())
        symbol = _symbols()[name]
        if height is None:
            height = width * symbol.height / symbol.width
        copy = name if owner is None else f"{name}-{owner}"
        if copy not in self._definitions:
            self._define_symbol(copy, symbol if owner is None else symbol.in_cloth_of(owner))
        return element(
            "use", href=f"#{_PREFIX}{copy}", x=x, y=y, width=width, height=height, color=paint, css_class=css_class
        )

    def hatch(self, ink: str) -> str:
        """The paint reference of an ink's hatch, to be laid over its flat colour."""
        if ink not in INKS:
            raise _unknown("ink", ink, INKS)
        self._add(f"h-{ink}", _hatches()[ink])
        return f"url(#{_PREFIX}h-{ink})"

    def define(self, tag: str, name: str, *children: str, **attributes: str | float | None) -> str:
        """Add a clip path, pattern or the like to the definitions; returns the reference to it."""
        self._add(name, element(tag, *children, id=name, **attributes))
        return f"url(#{_PREFIX}{name})"

    def document(
        self, width: float, height: float, body: str, *, title: str | None = None, css_class: str | None = None
    ) -> str:
        """The complete SVG document around `body`."""
        content = element("title", escape(title, quote=False)) if title else ""
        if self._definitions:
            content += element("defs", *self._definitions.values())
        content += body
        document = element(
            "svg",
            content,
            xmlns="http://www.w3.org/2000/svg",
            width=width,
            height=height,
            viewBox=f"0 0 {_number(width)} {_number(height)}",
            css_class=css_class,
            color=colour("ink"),
            role="img",
        )
        return document.replace(_PREFIX, self._prefix or _digest(content))

    def _define_symbol(self, name: str, symbol: "_Symbol") -> None:
        """Define a symbol cut to its form; browsers would do that unasked, other programs do not."""
        form = f"{symbol.width} {symbol.height}"
        outline = element("rect", width=symbol.width, height=symbol.height)
        crop = self.define("clipPath", f"form-{form.replace(' ', '-')}", outline)
        body = element("g", _resolved(symbol.body), clip_path=crop)
        self.define("symbol", name, body, viewBox=f"0 0 {form}")

    def _add(self, name: str, markup: str) -> None:
        """Define `name` once, together with the hatches it refers to."""
        for ink in re.findall(r"url\(#h-(\w+)\)", markup):
            self.hatch(ink)
        markup = _BARE_ID.sub(rf"\1{_PREFIX}", markup)
        if self._definitions.setdefault(name, markup) != markup:
            raise ValueError(f"{name!r} is already defined in this picture, with other contents")


class _Symbol(NamedTuple):
    """A picture of `symbols.svg`, drawn on a ground of `width` by `height`."""

    name: str
    width: int
    height: int
    body: str

    def in_cloth_of(self, owner: str) -> "_Symbol":
        """The same picture with cloth of its owner's colour (`--c`) and hatch (`--h`)."""
        if owner not in INKS:
            raise _unknown("owner", owner, INKS)
        if not _CLOTH.search(self.body):
            raise ValueError(f"symbol {self.name!r} has no cloth that could take the colour {owner!r}")
        worn = {"c": colour(owner), "h": f"url(#h-{owner})"}
        return self._replace(body=_VARIABLE.sub(lambda variable: worn.get(variable[1], variable[0]), self.body))


def _resolved(markup: str) -> str:
    """The markup with every custom property replaced by its light value, or else by its fallback."""
    return _VARIABLE.sub(lambda variable: _tokens().get(variable[1], variable[2]), markup)


@cache
def _symbols() -> dict[str, _Symbol]:
    found = _SYMBOL.findall(_source("symbols.svg"))
    return {name: _Symbol(name, int(width), int(height), body) for name, width, height, body in found}


@cache
def _hatches() -> dict[str, str]:
    return {found[1]: found[0] for found in _HATCH.finditer(_source("symbols.svg"))}


@cache
def _tokens() -> dict[str, str]:
    """The custom properties of the light theme, which is the first block of `tokens.css`."""
    light = _source("tokens.css").split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", light))


def _source(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def _unknown(kind: str, name: str, known: Iterable[str]) -> ValueError:
    return ValueError(f"unknown {kind} {name!r}; there are {', '.join(sorted(known))}")


def _attribute_name(name: str) -> str:
    return "class" if name == "css_class" else name.replace("_", "-")


def _number(value: float) -> str:
    """At most two decimals; adding zero turns -0.0 into 0."""
    return f"{round(value, 2) + 0:g}"


def _digest(content: str) -> str:
    return f"p{hashlib.sha256(content.encode()).hexdigest()[:8]}-"
