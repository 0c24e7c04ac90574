"""Workers of a table, each a process of its own with connections of its own, to be killed, stopped and led astray."""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.proxy import Proxy
from tests.services import PATIENCE, children, free_port, is_running, wait_until

if TYPE_CHECKING:
    from tests.services import PostgreSQL, Redis


OTHER_TIME = Path(__file__).parent / "other_time"  # a module that makes a clock wrong
SECONDS = struct.Struct("d")


class Worker:
    """`pentarchy serve`, with its own lines to PostgreSQL and Redis; without these it has a file of its own."""

    def __init__(self, name: str, folder: Path, arguments: tuple[str, ...] = ()) -> None:
        self.name = name
        self.folder = folder
        folder.mkdir()
        self.port = free_port()
        self.arguments = arguments
        self.proxies: dict[str, Proxy] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._clock = folder / "clock"
        self._clock.write_bytes(SECONDS.pack(0.0))

    @classmethod
    def sharing(cls, name: str, folder: Path, database: str, postgresql: PostgreSQL, redis: Redis) -> Worker:
        """One of several."""
        proxies = {"postgresql": Proxy(postgresql.port), "redis": Proxy(redis.port)}
        address = postgresql.address(database, proxies["postgresql"].port)
        worker = cls(name, folder, ("--database", address, "--bus", redis.address(proxies["redis"].port)))
        worker.proxies = proxies
        return worker

    def start(self) -> None:
        """Start it; whether it is ready is another question."""
        environment = {
            "PENTARCHY_UNLIMITED": "1",
            "PENTARCHY_BOT_PAUSE": "0",
            "PENTARCHY_PACK_AFTER": "86400",
            "PYTHONPATH": os.pathsep.join([str(OTHER_TIME), os.environ.get("PYTHONPATH", "")]),
            "OTHER_TIME": str(self._clock),
        }
        command = ["serve", "--port", str(self.port), "--data", str(self.folder / "data"), *self.arguments]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pentarchy", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | environment,
            )

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def ready(self) -> bool:
        """Whether games can be played there."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def wait_until_ready(self) -> None:
        def ready() -> bool:
            if not self.running:
                raise RuntimeError(f"worker {self.name} has ended:\n{self.said()}")
            return self.ready

        wait_until(ready, f"worker {self.name} is ready")

    def said(self) -> str:
        """The end of what it has written."""
        return self.log.read_text(errors="replace")[-4000:] if self.log.exists() else ""

    # What can happen to it

    def kill(self) -> None:
        """Without any warning, with all that it has started."""
        processes = self.processes
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait(PATIENCE)
        wait_until(lambda: not any(map(is_running, processes)), f"worker {self.name} is gone")

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """In order."""
        if self._process is not None:
            self.resume()
            self._process.terminate()
            self._process.wait(PATIENCE)

    def set_clock(self, seconds: float) -> None:
        """Let it believe that it is so much later, or earlier."""
        with self._clock.open("r+b") as file:  # in place: the process looks at this very file
            file.write(SECONDS.pack(seconds))

    @property
    def processes(self) -> list[int]:
        """It, and what it has started."""
        if self._process is None or self._process.poll() is not None:
            return []
        first = self._process.pid
        return [first, *children(first)]

    def _signal(self, number: int) -> None:
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def close(self) -> None:
        self.stop()
        for proxy in self.proxies.values():
            proxy.close()
