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

INKS = ("red", "orange", "yellow", "green", "blue", "violet", "brown", "pink", "sky", "clear")
"""Colours that a player can own or must match. Each has a shade (`red-d`), a sign (`sign-red`) and a hatch."""

SEATS = ("red", "blue", "yellow", "green")
"""The ink of every seat, in seat order."""

_VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)")
_CLOTH = re.compile(r"var\(--c[,)]")
_VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_ID_OR_REFERENCE = re.compile(r'( id="|url\(#)')

# Stands before every id until the contents of the picture, and with them its prefix, are known.
_PREFIX = "\ue000"


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
    return tuple(_drawings("symbol"))


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """One SVG element around markup: `stroke_width` is written `stroke-width`, `css_class` `class`; None is left out."""
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
        drawing = _drawing("symbol", name)
        form = _VIEW_BOX.search(drawing)
        if height is None and form:
            height = width * float(form[2]) / float(form[1])
        if owner is not None:
            drawing = _in_cloth_of(owner, name, drawing)
            name = f"{name}-{owner}"
        # Browsers crop a symbol to its square unasked, other programs only when told so.
        self._add(name, _resolved(drawing).replace("<symbol", '<symbol overflow="hidden"'))
        return element(
            "use", href=f"#{_PREFIX}{name}", x=x, y=y, width=width, height=height, color=paint, css_class=css_class
        )

    def hatch(self, ink: str) -> str:
        """The paint reference of an ink's hatch, to be laid over its flat colour."""
        _check_ink(ink)
        self._add(f"h-{ink}", _drawing("pattern", f"h-{ink}"))
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

    def _add(self, name: str, markup: str) -> None:
        """Define `name` once, together with the hatches it refers to."""
        for ink in re.findall(r"url\(#h-(\w+)\)", markup):
            self.hatch(ink)
        markup = _ID_OR_REFERENCE.sub(rf"\1{_PREFIX}", markup)
        if self._definitions.setdefault(name, markup) != markup:
            raise ValueError(f"{name!r} is already defined in this picture, with other contents")


def _resolved(markup: str) -> str:
    """The markup with every custom property replaced by its light value, or else by its fallback."""
    return _VARIABLE.sub(lambda variable: _tokens().get(variable[1], variable[2]), markup)


def _in_cloth_of(owner: str, name: str, symbol: str) -> str:
    """A copy of a symbol in the colour (`--c`) and hatch (`--h`) of its owner, with the owner in its id."""
    _check_ink(owner)
    if not _CLOTH.search(symbol):
        raise ValueError(f"symbol {name!r} has no cloth that could take the colour of {owner!r}")
    worn = {"c": colour(owner), "h": f"url(#h-{owner})"}
    symbol = symbol.replace(f'id="{name}"', f'id="{name}-{owner}"')
    return _VARIABLE.sub(lambda variable: worn.get(variable[1], variable[0]), symbol)


def _check_ink(ink: str) -> None:
    if ink not in INKS:
        raise _unknown("ink", ink, INKS)


def _drawing(tag: str, name: str) -> str:
    drawings = _drawings(tag)
    if name not in drawings:
        raise _unknown(tag, name, drawings)
    return drawings[name]


@cache
def _drawings(tag: str) -> dict[str, str]:
    """All `symbol` or `pattern` elements by id."""
    found = re.finditer(rf'<{tag} id="([^"]+)".*?</{tag}>', _source("symbols.svg"))
    return {match[1]: match[0] for match in found}


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
