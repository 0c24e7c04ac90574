"""`pentarchy serve` in a process of its own, whose disk can be full."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Self

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.table.people import PATIENCE


def numbers_of(port: int) -> dict[tuple[str, str], float]:
    """What a worker tells at its own address, by the names of the numbers and of the worker; others are summed."""
    found: Counter[tuple[str, str]] = Counter()
    for family in text_string_to_metric_families(httpx.get(f"http://127.0.0.1:{port}/metrics").text):
        for sample in family.samples:
            found[sample.name, sample.labels.get("worker", "")] += sample.value  # type: ignore[assignment]
    return dict(found)


class Served:
    """A table in another process."""

    def __init__(self, folder: Path, *, files: int | None = None, log: Path | None = None, **environment: str) -> None:
        chosen = {"PENTARCHY_UNLIMITED": "1", "PENTARCHY_BOT_PAUSE": "0", **environment}
        command = [sys.executable, "-m", "pentarchy", "serve", "--port", "0", "--data", str(folder)]
        if files is not None:  # that may be open at once
            command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
        with (log or Path(os.devnull)).open("w") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ | chosen
            )
        assert self.process.stdout is not None
        found = re.search(r"localhost:(\d+)", self.process.stdout.readline())
        assert found is not None
        self.url = f"http://127.0.0.1:{found[1]}"

    def fill_disk(self, *, full: bool = True) -> None:
        """From now on no file can grow, or all can again; the kernel itself refuses to write."""
        limit = 0 if full else resource.RLIM_INFINITY
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def kill(self) -> None:
        """Without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
