"""Draw the pictures that other programs show for the table, from our own art: python tools/pictures.py

web/public/preview.png is shown beside a link, web/public/icon-*.png on a phone's first screen. They change rarely and
are kept in the repository; drawing them needs Chromium, what tests need, and the client's fonts (tools/web.py build).
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import web
from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser import places

from pentarchy.games import NAMES

ICONS = (180, 192, 512)
FONT = "node_modules/@fontsource/piazzolla/files/piazzolla-{}-800-normal.woff2"
STYLE = """
@font-face { font-family: P; src: url(LATIN) }
@font-face { font-family: P; src: url(CYRILLIC); unicode-range: U+0400-045F }
* { margin: 0; box-sizing: border-box }
body { width: 1200px; height: 630px; background: var(--table); color: var(--ink); font: 800 40px P; padding: 34px 40px }
h1 { font-size: 76px; line-height: 1 }
.head { display: flex; align-items: center; gap: 36px }
.head .picture { width: 620px; margin-left: auto }
.games { display: grid; grid-template-columns: repeat(COUNT, 1fr); gap: 18px; margin-top: 22px }
.games div { height: 254px; border: 4px solid var(--key); border-radius: 18px; overflow: hidden }
.games svg { width: 100%; height: 100%; display: block }
"""


def inner(svg: str) -> str:
    """What is drawn in a picture."""
    return re.sub(r"<style>.*?</style>|^.*?<svg[^>]*>|</svg>\s*$", "", svg, flags=re.DOTALL)


def sprite() -> str:
    """All symbols, as the client has them."""
    drawn = [inner(path.read_text()) for path in (web.ART / "symbols.svg", web.WEB / "src/art/shell.svg")]
    return f'<svg width="0" height="0" style="position: absolute">{"".join(drawn)}</svg>'


def preview() -> str:
    """The page whose picture is shown beside a link."""
    style = (web.ART / "tokens.css").read_text() + STYLE.replace("COUNT", str(len(NAMES)))
    for alphabet in ("latin", "cyrillic"):
        style = style.replace(alphabet.upper(), (web.WEB / FONT.format(alphabet)).as_uri())
    posters = "".join(f"<div>{(web.WEB / f'src/games/{game}/poster.svg').read_text()}</div>" for game in NAMES)
    picture = (web.WEB / "src/art/welcome.svg").read_text()
    head = f'<div class="head"><div><h1>Пентархия</h1>Pentarchy</div><div class="picture">{picture}</div></div>'
    return f'<meta charset="utf-8"><style>{style}</style>{sprite()}{head}<div class="games">{posters}</div>'


def icon(size: int) -> str:
    """The crown on green, with room around it: some devices cut icons to a circle."""
    crown = inner((web.WEB / "public/crown.svg").read_text())
    return (
        f'<body style="margin: 0"><svg width="{size}" height="{size}" viewBox="0 0 40 40" style="display: block">'
        f'<rect width="40" height="40" fill="#35a883"/><g transform="translate(7.4 7.6) scale(.63)">{crown}</g></svg>'
    )


def main() -> None:
    """Draw them all."""
    scratch = web.ROOT / "build"
    scratch.mkdir(exist_ok=True)
    page_file = scratch / "picture.html"  # a page of this machine may load fonts of this machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=places.CHROMIUM, args=places.ARGUMENTS)
        wanted = {"preview": (1200, 630, preview())} | {f"icon-{size}": (size, size, icon(size)) for size in ICONS}
        for name, (width, height, html) in wanted.items():
            page_file.write_text(html)
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(page_file.as_uri())
            page.evaluate("document.fonts.ready")
            drawn = Image.open(io.BytesIO(page.screenshot()))
            # A few hundred colours are enough, and the file is a third as large.
            drawn.convert("RGB").quantize(256).save(web.WEB / f"public/{name}.png", optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
