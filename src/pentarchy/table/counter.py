"""Where the wishes of the one who runs the table are carried out: at the table that is open, or else right here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.table import home, schema
from pentarchy.table import office as o
from pentarchy.table.folder import COUNTER, DATABASE, FOR_OWNER, LOCK, DataFolder, InUse
from pentarchy.table.hub import Hub, RequestError
from pentarchy.table.office import Office
from pentarchy.table.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("pentarchy.table")

LONGEST_WISH = 64 * 1024
REACHING = 2.0  # seconds in which the bus is to answer
LONGEST_SOCKET = 100  # bytes of a path that every system takes for a socket


class Answer(msgspec.Struct, omit_defaults=True):
    """What came of a wish: what there is to tell, or why it was not done."""

    told: Any = None
    problem: str = ""


class Counter:
    """Where an open table takes wishes: a socket in the data folder, for the owner alone. A wish and its answer are
    a line of JSON each.
    """

    def __init__(self, hub: Hub) -> None:
        self._office = Office(hub)
        self._folder = hub.settings.data
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Take wishes from now on, where the system has such sockets."""
        if not hasattr(socket, "AF_UNIX"):
            return
        try:
            listening = self._listen()
        except OSError as error:
            log.warning("pentarchy admin cannot reach this table while it is open: %s", error)
            return
        self._server = await asyncio.start_unix_server(self._serve, sock=listening, limit=LONGEST_WISH)

    def _listen(self) -> socket.socket:
        (self._folder / COUNTER).unlink(missing_ok=True)  # of one that was killed: the folder is ours alone
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with short(self._folder) as folder:
                listening.bind(f"{folder}/{COUNTER}")
            (self._folder / COUNTER).chmod(FOR_OWNER)  # before anybody can connect
            listening.listen(8)
        except OSError:
            listening.close()
            raise
        return listening

    async def close(self) -> None:
        """Take no more wishes."""
        if self._server is not None:
            self._server.close()
            (self._folder / COUNTER).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answer = await self._answer(await reader.readline())
            writer.write(msgspec.json.encode(answer) + b"\n")
            await writer.drain()
        except (OSError, ValueError):  # gone, or far too long
            pass
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> Answer:
        try:
            wish = msgspec.json.decode(line, type=o.AnyWish)
            log.info("wished for by the operator: %s", line.decode().strip())
            return Answer(await self._office.do(wish))
        except (ValueError, RequestError) as error:
            return Answer(problem=str(error))
        except Exception as error:
            log.exception("a wish could not be carried out")
            return Answer(problem=f"it failed ({type(error).__name__}); the table's log says more")


@contextlib.contextmanager
def short(folder: Path) -> Iterator[str]:
    """A path of a folder that is short enough for a socket in it."""
    path = str(folder.absolute())
    if len(os.fsencode(path)) + len(COUNTER) + 1 <= LONGEST_SOCKET or sys.platform != "linux":
        yield path
        return
    place = os.open(path, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{place}"
    finally:
        os.close(place)


# --- Asking -----------------------------------------------------------------------------------------------------------


def ask(settings: Settings, wish: o.AnyWish) -> Any:
    """Have a wish carried out by the table that is open in the folder, or else do it here.

    What PostgreSQL keeps can be changed beside the tables that are open: they are told over the bus.
    """
    if settings.database:
        home.prepare(settings)
        return asyncio.run(_alone(settings, None, wish))
    folder = settings.data
    with contextlib.ExitStack() as stack:
        connection = _connected(folder, stack)
        if connection is None:
            return alone(folder, wish)
        connection.sendall(msgspec.json.encode(wish) + b"\n")
        line = stack.enter_context(connection.makefile("rb")).readline()
    if not line:
        raise ValueError("the table was closed before it had answered")
    answer = msgspec.json.decode(line, type=Answer)
    if answer.problem:
        raise ValueError(answer.problem)
    return answer.told


def _connected(folder: Path, stack: contextlib.ExitStack) -> socket.socket | None:
    """A line to the table that is open in a folder; None if there is none."""
    if not hasattr(socket, "AF_UNIX") or not (folder / COUNTER).exists():
        return None
    connection = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
    try:
        with short(folder) as path:
            connection.connect(f"{path}/{COUNTER}")
    except (ConnectionRefusedError, FileNotFoundError):
        return None  # what a killed one has left
    except OSError as error:
        raise schema.Unusable(f"the table that is open in {folder} cannot be asked: {error.strerror}") from None
    return connection


def alone(folder: Path, wish: o.AnyWish) -> Any:
    """Carry a wish out where no table is open."""
    if isinstance(wish, o.Restore):
        return o.restore_into(folder, Path(wish.file))
    if not folder.exists():
        raise schema.Unusable(f"there is no data folder {folder}")
    if folder.is_dir() and not any((folder / name).exists() for name in (DATABASE, LOCK)):
        raise schema.Unusable(f"there are no tables in {folder}: {DATABASE} is missing")
    try:
        opened = DataFolder(folder)
    except InUse:
        raise InUse(f"the table that is open in {folder} cannot be asked: close it first") from None
    return asyncio.run(_alone(Settings(folder), opened, wish))


async def _alone(settings: Settings, folder: DataFolder | None, wish: o.AnyWish) -> Any:
    hub = Hub(replace(settings, warm=False), *await home.opened(settings, folder))
    try:
        await hub.read_admission()
        await hub.bus.open(hub)
        if settings.bus:
            await _reached(hub)
        return await Office(hub).do(wish)
    except RequestError as refusal:
        raise ValueError(str(refusal)) from None
    finally:
        await hub.close()


async def _reached(hub: Hub) -> None:
    """Wait until the other workers can be told; those that cannot be find out by themselves a little later."""
    end = asyncio.get_running_loop().time() + REACHING
    while not hub.bus.works and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.02)
