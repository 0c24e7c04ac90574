"""Take the pictures of the tables that README.md shows: python tools/table_pictures.py [GAME …]

A real table is opened in a real browser. One person, who plays what hints suggest, and bots make some moves; then the
page is photographed when it is that person's turn. docs/pictures/<game>.webp are kept in the repository, each small
enough to be read over a telephone. Needs Chromium, what tests need, and the built client (`make table-pictures` sees to
that).
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import places  # noqa: E402 (found by the line above)
from tests.browser.person import Person  # noqa: E402

from pentarchy.games import NAMES, spec  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = ROOT / "docs/pictures"
SIZE = (1280, 800)
WIDTH = 960  # of the picture that is kept
QUALITY = 62
LARGEST = 60_000  # bytes

# Play what the table suggests, by a second line of the same person; done when the next move is the page's.
PLAY = """([table, moves]) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/ws/${table}`);
  let state, made = 0;
  const say = (message) => line.send(JSON.stringify(message));
  const on = { seq: -1 };
  line.onopen = () => say({ type: 'hello' });
  line.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'state') state = message;
    const mine = state?.positions?.[0];
    if (message.type === 'hinted' && message.seq === state.seq)
      say({ type: 'play', id: `move ${made++}`, seq: state.seq, seat: mine.seat, move: message.suggestions[0].move });
    if (message.type !== 'state' || !mine) return;
    if (state.table.status === 'over' || (made >= moves && mine.legal.length > 1)) return done(line.close());
    if (mine.legal.length && on.seq !== state.seq) {
      on.seq = state.seq;
      say({ type: 'hint', id: `hint ${state.seq}`, seq: state.seq, seat: mine.seat });
    }
  };
})"""


def seats(game: str) -> list[dict[str, Any]]:
    """One person and some bots."""
    return [{"kind": "me"}, *[{"kind": "bot", "level": "adept"}] * spec(game).trials.bots]


def photograph(anna: Person, game: str) -> bytes:
    """A picture of a table where a game is in progress."""
    table = anna.set_up(game, seats(game), pace="at_once")
    anna.go(f"/table/{table}")
    anna.at("table").wait_for()
    anna.page.evaluate(PLAY, [table, spec(game).trials.moves])
    anna.page.locator("[data-testid=banner][data-mine=true]").wait_for()
    anna.page.wait_for_timeout(500)  # until the last move has come to rest
    return anna.page.screenshot()


def kept(picture: bytes) -> bytes:
    """The picture as it is kept."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    small = whole.resize((WIDTH, round(whole.height * WIDTH / whole.width)), Image.Resampling.LANCZOS)
    for quality in range(QUALITY, 10, -8):
        written = io.BytesIO()
        small.save(written, "WEBP", quality=quality, method=6)
        if written.tell() <= LARGEST:
            break
    return written.getvalue()


def main(games: Sequence[str]) -> int:
    """Take the pictures of these games, or of all."""
    if missing := places.missing():
        print(missing, file=sys.stderr)
        return 1
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = places.TableServer(Path(folder) / "data")
        server.start()
        browser = playwright.chromium.launch(executable_path=places.CHROMIUM, args=places.ARGUMENTS)
        try:
            anna = Person(browser, server, "Anna", size=SIZE, painted=True)
            for game in games or NAMES:
                file = TARGET / f"{game}.webp"
                file.write_bytes(kept(photograph(anna, game)))
                print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
