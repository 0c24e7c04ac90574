"""Whether this checkout can be released: python tools/release_check.py [--only NAME …]

Every step says what it found; the first problem ends it with exit code 1. What is to be done by hand before and after
is in docs/releasing.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.table.people import Person  # noqa: E402 (found by the line above)

from pentarchy import __version__  # noqa: E402
from pentarchy.games import NAMES  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GAME = NAMES[0]
VERSION = re.compile(r"\d+\.\d+\.\d+")


class NotReadyError(Exception):
    """Why it cannot be released, in words."""


def told(*command: str | Path, folder: Path = ROOT, **environment: str) -> str:
    """What a command prints; a problem with its last lines if it fails."""
    chosen = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    done = subprocess.run(command, cwd=folder, env=chosen, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-8:])
        raise NotReadyError(f"failed: {' '.join(map(str, command))}\n{last}")
    return done.stdout.strip()


def check_tree() -> str:
    """Nothing is changed that is not committed."""
    if changed := told("git", "status", "--porcelain"):
        raise NotReadyError(f"there are changes that are not committed:\n{changed}")
    return "everything is committed"


def check_version() -> str:
    """The version is a plain one that was not released before."""
    if not VERSION.fullmatch(__version__):
        raise NotReadyError(
            f"__version__ in src/pentarchy/version.py is {__version__!r}; a release is called like 0.2.0"
        )
    if told("git", "tag", "--list", f"v{__version__}"):
        raise NotReadyError(
            f"there is a tag v{__version__} already: choose the next version in src/pentarchy/__init__.py"
        )
    return f"version {__version__}"


def check_changelog() -> str:
    """Its changes are told first, with a date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = next(iter(re.findall(r"^## (.*)$", text, re.MULTILINE)), "nothing")
    if not re.fullmatch(rf"{re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)", heading):
        raise NotReadyError(
            f"CHANGELOG.md begins with {heading!r}; wanted is «{__version__} (2026-12-31)» with the date"
        )
    return f"CHANGELOG.md tells of {heading}"


def check_record() -> str:
    """How fast it is was measured."""
    lines = (ROOT / "benchmarks/record.jsonl").read_text(encoding="utf-8").splitlines()
    if __version__ not in [json.loads(line)["version"] for line in lines]:
        raise NotReadyError(f"benchmarks/record.jsonl has no line of {__version__}: run make record on a quiet machine")
    told(sys.executable, ROOT / "tools/performance.py", "draw", "--check")
    return "its speed is on record"


def check_wheel() -> str:
    """A wheel is built, installed where nothing else is, and a game is played there at the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pip = ("-m", "pip", "--disable-pip-version-check", "--quiet")
        told(sys.executable, *pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
        (wheel,) = folder.glob("*.whl")
        if f"-{__version__}-" not in wheel.name:
            raise NotReadyError(f"the wheel is called {wheel.name}, not version {__version__}")
        venv.create(folder / "empty", with_pip=True)
        python = folder / "empty/bin/python"
        told(python, *pip, "install", "--require-hashes", "-r", ROOT / "requirements/base.txt")
        told(python, *pip, "install", "--no-deps", wheel)
        found = told(python, "-m", "pentarchy", "--version", folder=folder)
        if found != f"pentarchy {__version__}":
            raise NotReadyError(f"what is installed says {found!r}, not pentarchy {__version__}")
        return f"{wheel.name} installs; {played(python, folder)}"


def played(python: Path, folder: Path) -> str:
    """Open the table with this Python, play a game against a bot, and check that its chance was honest."""
    command = [python, "-m", "pentarchy", "serve", "--port", "0", "--data", folder / "data"]
    chosen = {"PENTARCHY_BOT_PAUSE": "0", "PENTARCHY_CACHE": str(folder / "cache")}
    with (folder / "said").open("w") as said:
        server = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=said, text=True, env=os.environ | chosen
        )
    try:
        assert server.stdout is not None
        address = re.search(r"localhost:(\d+)", server.stdout.readline())
        if address is None:
            raise NotReadyError(f"the table does not open:\n{(folder / 'said').read_text()[-2000:]}")
        record = play_a_game(Person(f"http://127.0.0.1:{address[1]}", "Anna"))
    finally:
        server.terminate()
        server.wait()
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    told(python, "-m", "pentarchy", "verify", file, folder=folder)
    return f"a game of {len(record['events'])} events was played at its table and is honest"


def play_a_game(anna: Person) -> dict[str, list[object]]:
    """Always the first of what is legal; the games may still be compiled meanwhile."""
    page = anna.join(anna.create(GAME, "me", "novice", start=True), patience=600)
    while page.status != "over":
        if page.last["positions"] and page.legal:
            page.play(page.legal[0])
        else:
            page.state()
    record: dict[str, list[object]] = anna.get(f"/api/tables/{page.table}/record")
    anna.close()
    return record


STEPS: dict[str, Callable[[], str]] = {
    "tree": check_tree,
    "version": check_version,
    "changelog": check_changelog,
    "record": check_record,
    "wheel": check_wheel,
}


def main(arguments: Sequence[str]) -> int:
    """Check everything, or what is named."""
    parser = argparse.ArgumentParser(description="whether this checkout can be released")
    parser.add_argument("--only", nargs="+", choices=STEPS, metavar="NAME", help=f"of: {', '.join(STEPS)}")
    for name in parser.parse_args(arguments).only or STEPS:
        try:
            print(f"{name}: {STEPS[name]()}", flush=True)
        except NotReadyError as problem:
            print(f"{name}: NOT READY. {problem}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
