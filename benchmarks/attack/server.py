"""`pentarchy serve` in a process of its own, with ordinary limits."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from benchmarks.attack.client import Http

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server and what it costs."""

    def __init__(self, folder: Path, descriptors: int | None = None) -> None:
        self._log = (folder / "log").open("w+", encoding="utf-8", errors="replace")
        self._data = folder / "data"
        self._descriptors = descriptors
        self.port = 0
        self._start()

    def _start(self) -> None:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PENTARCHY_")}
        command = [sys.executable, "-m", "pentarchy", "serve", "--port", str(self.port), "--data", str(self._data)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=environment,
            preexec_fn=self._limit if self._descriptors else None,
        )
        assert self.process.stdout is not None
        address = re.search(r"http://\S+:(\d+)/", self.process.stdout.readline())
        if address is None:
            raise SystemExit(f"the table did not open: {self.log()}")
        self.port = int(address[1])

    def restart(self) -> None:
        """Kill it without any warning, and start it again where it was."""
        self.process.kill()
        self._end(0)
        self._start()

    def _limit(self) -> None:
        assert self._descriptors is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, (self._descriptors, self._descriptors))

    async def ready(self) -> None:
        """Wait until every game can be played."""
        http = Http(self.port, "127.0.0.2")
        end = time.monotonic() + 300
        while (await http.ask("GET", "/ready")).status != 200:
            if time.monotonic() > end:
                raise SystemExit("the table does not get ready")
            await asyncio.sleep(0.5)
        http.close()

    def cpu(self) -> float:
        """Seconds of processor time of all its threads, the kernel's on its behalf included."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def log(self) -> str:
        """What it has written so far."""
        self._log.flush()
        self._log.seek(0)
        return self._log.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        self._end(20)
        self._log.close()

    def _end(self, seconds: float) -> None:
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
