"""A Ray cluster of one machine, for tests: started, killed and started again at the same address."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.table.people import wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

ACTORS = 2
PROCESSORS = 3
ANY_PORT = ("port", "dashboard-agent-grpc-port", "dashboard-agent-listen-port", "min-worker-port", "max-worker-port")


class RayHead:
    """The processes of a cluster, which are one session."""

    def __init__(self, folder: Path, port: int, environment: dict[str, str]) -> None:
        self._folder = folder
        self._port = port
        self._environment = environment
        self.address = f"ray://127.0.0.1:{port}"
        self.start()

    def start(self) -> None:
        """Start a cluster and wait until it can be reached."""
        said = self._folder / "said"
        with said.open("wb") as file:
            self._process = subprocess.Popen(
                [
                    *(Path(sys.executable).parent / "ray", "start", "--head", "--block", "--include-dashboard=false"),
                    *(f"--num-cpus={PROCESSORS}", "--object-store-memory=100000000", "--disable-usage-stats"),
                    *(f"--ray-client-server-port={self._port}", *(f"--{name}=0" for name in ANY_PORT)),
                ],
                env=os.environ | self._environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        wait_for(lambda: self._process.poll() is not None or b"Ray runtime started" in said.read_bytes())
        assert self._process.poll() is None, said.read_text()
        wait_for(self._answers)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._port)):
            return True
        return False

    def kill(self) -> None:
        """End everything at once, as when the machine is switched off."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        wait_for(lambda: not self._members())

    def minds(self) -> list[int]:
        """The processes of the actors that think."""
        return [pid for pid in self._members() if _command(pid).startswith(b"ray::Mind")]

    def _members(self) -> list[int]:
        pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
        return [pid for pid in pids if _session(pid) == self._process.pid]


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return 0


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _free_port() -> int:
    """A port that stays free while the cluster is down: none that the system gives to whoever connects somewhere."""
    for port in random.sample(range(20_000, 30_000), 100):
        with contextlib.suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@contextlib.contextmanager
def ray_head() -> Iterator[RayHead]:
    """A cluster with a token and a folder of its own; whoever is started meanwhile knows both."""
    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # Ray's sockets allow no longer names
    environment = {
        "RAY_TMPDIR": str(folder),
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": os.urandom(16).hex(),
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    }
    before = dict(os.environ)
    os.environ |= environment
    head = RayHead(folder, _free_port(), environment)
    try:
        yield head
    finally:
        head.kill()
        os.environ.clear()
        os.environ |= before
        shutil.rmtree(folder)
