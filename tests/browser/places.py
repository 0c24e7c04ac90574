"""Where the browser tests find things: Chromium, the built client, a table of their own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pentarchy

if TYPE_CHECKING:
    from collections.abc import Iterator

# The first is the same without windows, and takes half of the processor's time.
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
CLIENT = Path(pentarchy.__file__).parent / "table" / "static" / "index.html"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 180.0  # seconds until a table must answer


def missing() -> str | None:
    """What the browser tests lack on this machine."""
    if CHROMIUM is None:
        return "there is no Chromium"
    if not CLIENT.exists():
        return "the client is not built: make client"
    return None


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class TableServer:
    """A table in a process of its own, which can be killed and started again on the same data."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self._environment = os.environ | {"PENTARCHY_BOT_PAUSE": "0"} | environment
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, until: str = "/ready") -> None:
        """Start and wait until it is ready, or until something else is answered."""
        command = [sys.executable, "-m", "pentarchy", "serve", "--port", str(self.port), "--data", str(self.data)]
        with (self.data.parent / f"{self.data.name}.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=self._environment)
        for _ in self._tries():
            if self._answers(until):
                return
        raise TimeoutError(f"the table does not answer: {self.output()}")

    def kill(self) -> None:
        """Kill it in mid-thought."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        """End it politely."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def output(self) -> str:
        """The end of what it has printed."""
        return (self.data.parent / f"{self.data.name}.log").read_text()[-4000:]

    def _tries(self) -> Iterator[None]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process is not None and self._process.poll() is not None:
                raise RuntimeError(f"the table has ended: {self.output()}")
            yield
            time.sleep(0.1)

    def _answers(self, path: str) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}{path}", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
