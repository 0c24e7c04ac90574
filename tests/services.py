"""A real PostgreSQL and a real Redis for tests and measurements, on ports of their own and with nothing kept.

    with postgresql() as server:
        address = server.database("tables")  # postgresql://table@127.0.0.1:40123/tables

PostgreSQL does not run as root; where root asks for it, it runs as a user without rights. Both can be restarted,
killed, and stopped and continued, which is what faults are made of.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 60.0  # seconds until a server that must answer has not; a busy machine is slow, not wrong
USER = "table"  # of the databases
UNPRIVILEGED = ("postgres", "nobody")  # whoever of them there is runs what must not be run by root


class MissingProgramError(RuntimeError):
    """A program is not installed."""


def program(name: str) -> str:
    """Where a program is, also one of PostgreSQL's, which Debian keeps out of the path."""
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(versions, key=lambda place: float(place.parent.name), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, newest_first), "/usr/sbin"])
    found = shutil.which(name, path=path)
    if found is None:
        raise MissingProgramError(f"there is no {name}; `make test-tools` installs it on Debian, as root")
    return found


def free_port(following: int = 1) -> int:
    """A port that nobody uses; so many of them in a row, of which it is the first."""
    while True:
        with contextlib.ExitStack() as stack:
            probe = stack.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                for further in range(port + 1, port + following):
                    stack.enter_context(socket.socket()).bind(("127.0.0.1", further))
                return port


def wait_until(condition: Any, what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} within {PATIENCE:.0f} s: this did not happen")
        time.sleep(0.01)


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


class PostgreSQL:
    """A server whose files lie in a folder; whoever knows folder and port can use it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port

    @classmethod
    def made_in(cls, folder: Path) -> PostgreSQL:
        """A new one, which does not run yet."""
        server = cls(folder, free_port())
        if os.geteuid() == 0:
            account = unprivileged()
            os.chown(folder, account.pw_uid, account.pw_gid)
        server._run("initdb", "--pgdata=data", f"--username={USER}", "--auth=trust", "--encoding=UTF8", "--locale=C")
        return server

    def database(self, name: str) -> str:
        """A new, empty database; its address."""
        self._ask("createdb", name)
        return self.address(name)

    def drop(self, name: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self._ask("dropdb", "--force", name)

    def address(self, name: str, port: int | None = None) -> str:
        """Of a database; `port` if there is something in between."""
        return f"postgresql://{USER}@127.0.0.1:{port or self.port}/{name}"

    def start(self) -> None:
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 300,
        }
        chosen = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        self._run("pg_ctl", "start", "--wait", "--pgdata=data", "--log=log", f"--options={chosen}")

    def stop(self, mode: str = "fast") -> None:
        """`fast` ends all connections in order, `immediate` like a crash."""
        self._run("pg_ctl", "stop", "--wait", "--pgdata=data", f"--mode={mode}")

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def kill(self) -> None:
        """All of its processes, without any warning."""
        self._signal(signal.SIGSTOP)  # first, so that no new ones come
        processes = self.processes
        self._signal(signal.SIGKILL)
        wait_until(lambda: not any(map(is_running, processes)), "PostgreSQL is gone")
        (self.folder / "data" / "postmaster.pid").unlink()  # its number may soon be another's

    def pause(self) -> None:
        """It neither works nor closes its connections."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    @property
    def running(self) -> bool:
        return (self.folder / "data" / "postmaster.pid").exists()

    @property
    def processes(self) -> list[int]:
        """The first one is the parent of all others."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        return [first, *children(first)]

    def _signal(self, number: int) -> None:
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _ask(self, name: str, *arguments: str) -> None:
        self._run(name, "--host=127.0.0.1", f"--port={self.port}", f"--username={USER}", *arguments)

    def _run(self, name: str, *arguments: str) -> None:
        """One of PostgreSQL's programs. What it says goes to a file: the server would keep a pipe open."""
        with (self.folder / f"{name}.log").open("w+", encoding="utf-8") as said:
            done = subprocess.run(
                [program(name), *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env=bare_environment(),
                **as_ordinary_user(),
            )
            if done.returncode:
                said.seek(0)
                log = self.folder / "log"
                raise RuntimeError(f"{name} failed:\n{said.read()}{log.read_text()[-2000:] if log.exists() else ''}")


def unprivileged() -> pwd.struct_passwd:
    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise MissingProgramError(
        f"none of the users {', '.join(UNPRIVILEGED)} exists, and PostgreSQL does not run as root"
    )


def as_ordinary_user() -> dict[str, Any]:
    """How to start a process that must not be root's."""
    if os.geteuid():
        return {}
    account = unprivileged()
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def bare_environment() -> dict[str, str]:
    """Without what would lead PostgreSQL's programs to another server."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {"LC_ALL": "C"}


def children(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True)
    return [int(word) for word in listed.stdout.split()]


def is_running(process: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextlib.contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """A server of one's own, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="pentarchy-postgresql-", ignore_cleanup_errors=True) as folder:
        server = PostgreSQL.made_in(Path(folder))
        server.start()
        try:
            yield server
        finally:
            if server.running:
                server.resume()
                server.stop("immediate")  # nothing of it is kept


@contextlib.contextmanager
def shared_postgresql(meeting_point: Path) -> Iterator[PostgreSQL]:
    """One server for all processes that meet in a folder: the first starts it, the last to leave stops it."""
    import fcntl

    known = meeting_point / "postgresql.json"
    with (
        (meeting_point / "postgresql.lock").open("a") as lock,
        (meeting_point / "postgresql.users").open("a") as users,
        contextlib.ExitStack() as ours,
    ):
        with locked(lock):
            if not known.exists():
                server = PostgreSQL.made_in(Path(tempfile.mkdtemp(prefix="pentarchy-postgresql-")))
                server.start()
                known.write_text(json.dumps({"folder": str(server.folder), "port": server.port}))
            fcntl.flock(users, fcntl.LOCK_SH)  # given up by itself when this process ends, however it ends
            place = json.loads(known.read_text())
        server = PostgreSQL(Path(place["folder"]), place["port"])

        @ours.callback
        def leave() -> None:
            with locked(lock):
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return
                known.unlink()
                server.stop("immediate")
                shutil.rmtree(server.folder)

        yield server


@contextlib.contextmanager
def locked(file: IO[str]) -> Iterator[None]:
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


# --- Redis ------------------------------------------------------------------------------------------------------------


class Redis:
    """A server that keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return self.address()

    def address(self, port: int | None = None) -> str:
        """`port` if there is something in between."""
        return f"redis://127.0.0.1:{port or self.port}/0"

    def start(self) -> None:
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                [redis_program(), *options, "--dir", str(self.folder)], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        wait_until(self.answers, "Redis answers")

    def answers(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise RuntimeError(f"Redis ended:\n{(self.folder / 'redis.log').read_text()[-2000:]}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line:
            line.sendall(b"PING\r\n")
            return line.recv(16) == b"+PONG\r\n"
        return False

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)
        self._process.terminate()
        self._process.wait(PATIENCE)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def restart(self) -> None:
        """What it knew is gone."""
        self.stop()
        self.start()

    def pause(self) -> None:
        """It neither works nor closes its connections."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def processes(self) -> list[int]:
        assert self._process is not None
        return [self._process.pid]


def redis_program() -> str:
    """Redis, or Valkey, which speaks the same."""
    try:
        return program("redis-server")
    except MissingProgramError:
        return program("valkey-server")


@contextlib.contextmanager
def redis() -> Iterator[Redis]:
    """A server of one's own, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="pentarchy-redis-") as folder:
        server = Redis(Path(folder))
        server.start()
        try:
            yield server
        finally:
            if server.running:
                server.stop()
