"""Work on Pentarchy with the page open: python tools/dev.py [--port N] [--host A] [--data FOLDER]

Starts the table, which starts again when its sources change, and Vite's server, which hands changed parts of the client
to the page and passes on what is meant for the table. Ctrl-C ends both.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO

import web

SOURCES = web.ROOT / "src" / "pentarchy"
DATA = web.ROOT / "build" / "dev"  # not the tables that somebody really plays at
LOOK_EVERY = 0.5  # seconds
PATIENCE = 10.0  # seconds to end politely
# The table tells its own address, but its pages there are the built ones.
NOT_REPEATED = ("The table is open:", "Only this machine can come", "Its pages have not been built")


class Service:
    """A process with all that it starts, in a group of its own, so that nothing of it is left behind."""

    def __init__(self, command: list[str], folder: Path, **environment: str) -> None:
        self._command = command
        self._folder = folder
        self._environment = os.environ | environment
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it; what it prints is repeated here."""
        self._process = subprocess.Popen(
            self._command,
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        threading.Thread(target=repeat, args=(self._process.stdout,), daemon=True).start()

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def stop(self) -> None:
        """End it politely; if that takes too long, end it and all that it has started."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
        finally:
            with contextlib.suppress(ProcessLookupError):  # nothing is left of the group
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


def repeat(output: IO[str]) -> None:
    """Print what a service prints."""
    for line in output:
        if not line.startswith(NOT_REPEATED):
            print(line, end="", flush=True)


def table(port: int, data: Path) -> Service:
    """The table, from the sources of this folder."""
    command = [sys.executable, "-m", "pentarchy", "serve", "--port", str(port), "--data", str(data)]
    path = os.pathsep.join(filter(None, [str(SOURCES.parent), os.environ.get("PYTHONPATH")]))
    return Service(command, web.ROOT, PYTHONPATH=path, PYTHONUNBUFFERED="1")


def pages(host: str, port: int, table_port: int) -> Service:
    """Vite's server."""
    node = web.node()
    web.install(node)
    vite = [str(node), str(web.PACKAGES / "vite/bin/vite.js"), "--logLevel", "warn", "--clearScreen", "false"]
    command = [*vite, "--host", host, "--port", str(port), "--strictPort"]
    return Service(command, web.WEB, PENTARCHY_TABLE=f"http://127.0.0.1:{table_port}")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(address: str) -> bool:
    """Whether somebody is there."""
    try:
        with urllib.request.urlopen(address, timeout=2):
            return True
    except (urllib.error.URLError, OSError):
        return False


def sources() -> dict[Path, int]:
    """When each file that the table is made of was last changed; the built client is not part of it."""
    passed_over = {"static", "__pycache__"}
    found: dict[Path, int] = {}
    for folder, folders, names in os.walk(SOURCES):
        folders[:] = [name for name in folders if name not in passed_over]
        for path in (Path(folder) / name for name in names):
            with contextlib.suppress(FileNotFoundError):  # gone since it was listed
                found[path] = path.stat().st_mtime_ns
    return found


def changed(before: dict[Path, int], after: dict[Path, int]) -> str:
    """The changed files in a few words."""
    names = sorted({path.name for path, _ in before.items() ^ after.items()})
    return ", ".join(names[:3]) + (" …" if len(names) > 3 else "")


def watch(the_table: Service, the_pages: Service) -> None:
    """Start the table again whenever its sources have changed and are quiet again. Ends with the pages' server."""
    running = seen = sources()
    told = False
    while not the_pages.ended:
        if the_table.ended and not told:
            print("The table has ended; it starts again when a source changes.", flush=True)
            told = True
        time.sleep(LOOK_EVERY)
        now = sources()
        if now == seen and now != running:
            print(f"Changed: {changed(running, now)}. The table starts again.", flush=True)
            the_table.stop()
            the_table.start()
            running, told = now, False
        seen = now
    raise web.ToolError("the pages' server has ended")


def announce(address: str, *services: str) -> None:
    """Say where the page is, once everybody answers."""
    while not all(answers(service) for service in services):
        time.sleep(0.2)
    print(f"Open {address}   (Ctrl-C ends everything)", flush=True)


def run(host: str, port: int, data: Path) -> None:
    """Both servers until Ctrl-C."""
    table_port = free_port()
    data.mkdir(parents=True, exist_ok=True)
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    expected = (f"http://127.0.0.1:{table_port}/health", f"http://{here}:{port}/")
    the_table, the_pages = table(table_port, data), pages(host, port, table_port)
    print("Starting the table and the pages …", flush=True)
    with contextlib.ExitStack() as ending:
        for service in (the_table, the_pages):
            ending.callback(service.stop)
            service.start()
        threading.Thread(target=announce, args=(f"http://localhost:{port}/", *expected), daemon=True).start()
        watch(the_table, the_pages)


def interrupt(*_: object) -> None:
    """Ctrl-C, a closed terminal or a polite kill."""
    raise KeyboardInterrupt


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(prog="dev.py", description="the table and its pages, both from the sources")
    parser.add_argument("--port", type=int, default=5173, help="the port of the pages (default: 5173)")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets a phone in the same network in")
    parser.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help="where tables are kept")
    options = parser.parse_args()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # Ctrl-C also where a shell has it ignored
        signal.signal(name, interrupt)
    try:
        run(options.host, options.port, options.data.resolve())
    except KeyboardInterrupt:
        print("Both have ended.", flush=True)
    except web.ToolError as error:
        print(f"dev: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
