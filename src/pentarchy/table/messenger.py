"""The process between the table and a Ray cluster: it brings questions to minds there, and their answers back.

python -m pentarchy.table.messenger ADDRESS ACTORS

It speaks with the table by its standard streams (see `cluster.py`) and ends when the table does, or when the cluster is
lost. Minds are actors of its own, which Ray ends with it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from pentarchy.quiet_ray import load_ray
from pentarchy.table.cluster import (
    BEAT,
    LENGTH,
    SILENT,
    Ask,
    Forget,
    Here,
    Lost,
    Stop,
    Told,
    ToMessenger,
    Trouble,
    frame,
)
from pentarchy.table.minds import Mind, Report, edition

if TYPE_CHECKING:
    from pentarchy.table.cluster import ToTable

# Seconds. If there is no connection the table sends another messenger: Ray itself need not wait for one.
IMPATIENT = {
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": "1",
    "RAY_CLIENT_RECONNECT_GRACE_PERIOD": "0",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "5",
}
LONGEST = 160  # characters of what Ray says that are worth a line of the log
FIRST_REST, LONGEST_REST = 0.5, 60.0  # seconds until a mind is sought in place of one that has died


class Seat:
    """A place on the cluster, and the mind that is there now."""

    def __init__(self) -> None:
        self.mind: Any = None
        self.ready = False
        self.coming = False
        self.asked: dict[int, asyncio.Task[None]] = {}  # questions that it thinks about
        self.bots: set[int] = set()


class Messenger:
    """Who thinks about what."""

    def __init__(self, ray: Any, out: BinaryIO, actors: int) -> None:
        self._ray = ray
        self._out = out
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(Mind)
        self._seats = [Seat() for _ in range(actors)]
        self._homes: dict[int, Seat] = {}  # where a bot's memory is

    async def run(self) -> None:
        """Bring and fetch until the table or the cluster is gone."""
        self._loop = asyncio.get_running_loop()
        self._end = self._loop.create_future()
        threading.Thread(target=self._listen, daemon=True).start()
        working = [asyncio.ensure_future(self._tend(seat)) for seat in self._seats]
        working.append(asyncio.ensure_future(self._beat()))
        done, _ = await asyncio.wait([self._end, *working], return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()

    # --- With the table -----------------------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Read what the table wants, in a thread, until it says no more."""
        while len(length := sys.stdin.buffer.read(LENGTH.size)) == LENGTH.size:
            written = sys.stdin.buffer.read(*LENGTH.unpack(length))
            self._loop.call_soon_threadsafe(self._hear, msgspec.msgpack.decode(written, type=ToMessenger))
        self._loop.call_soon_threadsafe(self._end.set_result, None)

    def _hear(self, message: ToMessenger) -> None:
        if isinstance(message, Ask):
            self._ask(message)
        elif isinstance(message, Stop):
            for seat in self._seats:
                if message.number in seat.asked:
                    seat.mind.stop.remote(message.number)
        else:
            self._forget(message)

    async def _beat(self) -> None:
        while True:
            ready = sum(seat.ready for seat in self._seats)
            self._tell(Here(ready, sum(seat.coming for seat in self._seats)))
            await asyncio.sleep(BEAT)

    def _tell(self, message: ToTable) -> None:
        self._out.write(frame(message))

    # --- With the minds -----------------------------------------------------------------------------------------------

    def _ask(self, message: Ask) -> None:
        seat = self._seat_for(message.bot)
        if seat is None:
            self._tell(Lost(message.number, "no mind is left"))
            return
        seat.asked[message.number] = asyncio.ensure_future(self._bring(seat, message))

    def _seat_for(self, bot: int) -> Seat | None:
        """Where a bot remembers what it has thought, or else the least busy mind."""
        home = self._homes.get(bot)
        if home is None or not home.ready:
            ready = [seat for seat in self._seats if seat.ready]
            home = min(ready, key=lambda seat: (len(seat.asked), len(seat.bots)), default=None)
        if home is not None and bot:
            self._homes[bot] = home
            home.bots.add(bot)
        return home

    async def _bring(self, seat: Seat, message: Ask) -> None:
        try:
            self._tell(Told(message.number, await seat.mind.think.remote(message.number, message.question)))
        except asyncio.CancelledError:
            self._tell(Lost(message.number, "the mind that thought about it is gone"))
        except Exception as error:
            self._tell(Lost(message.number, _first_line(error)))
        finally:
            seat.asked.pop(message.number, None)

    def _forget(self, message: Forget) -> None:
        seats = {bot: self._homes.pop(bot) for bot in message.bots if bot in self._homes}
        for seat in set(seats.values()):
            gone = [bot for bot, home in seats.items() if home is seat]
            seat.bots.difference_update(gone)
            if seat.ready:
                seat.mind.forget.remote(gone)

    async def _tend(self, seat: Seat) -> None:
        """Have a mind on a seat, and know how it is. One that never was of use is replaced ever more slowly."""
        rest = FIRST_REST
        while True:
            seat.mind = self._actor.remote()
            try:
                await self._watch(seat)
            except self._ray.exceptions.RayActorError as error:
                self._tell(Trouble(f"a mind has died ({_first_line(error)}); another one is sought"))
            rest = FIRST_REST if seat.ready else min(2 * rest, LONGEST_REST)
            self._lose(seat)
            await asyncio.sleep(rest)

    async def _watch(self, seat: Seat) -> None:
        """Ask a mind again and again how it is, until that is an error. One that is silent is asked nothing else."""
        while True:
            asked = asyncio.ensure_future(_told(seat.mind.report.remote()))
            await asyncio.wait([asked], timeout=SILENT)
            if not asked.done():
                self._lose(seat)
            report = msgspec.msgpack.decode(await asked, type=Report)
            if report.edition != edition():
                self._tell(Trouble("the cluster has another version of pentarchy, which is not asked"))
            elif report.problem:
                self._tell(Trouble(report.problem))
            fits = report.edition == edition() and not report.problem
            seat.ready, seat.coming = fits and report.ready, fits and not report.ready
            await asyncio.sleep(BEAT)

    def _lose(self, seat: Seat) -> None:
        """Expect nothing more from the mind on a seat for now."""
        seat.ready = seat.coming = False
        for asked in list(seat.asked.values()):
            asked.cancel()
        for bot in seat.bots:
            self._homes.pop(bot, None)
        seat.bots.clear()


async def _told(reference: Any) -> bytes:
    told: bytes = await reference
    return told


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)[:LONGEST]


def _failed(words: str) -> int:
    print(words, file=sys.stderr, flush=True)
    return 1


def main(arguments: list[str]) -> int:
    """Connect, then bring questions and fetch answers; 1 if the cluster is lost, with a line that says why."""
    # What libraries print must not come between messages.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    address, actors = arguments
    os.environ |= IMPATIENT
    ray = load_ray()
    try:
        ray.init(address, log_to_driver=False, logging_level="error")
    except Exception as error:
        return _failed(f"the cluster at {address} does not let us in: {_first_line(error)}")
    try:
        asyncio.run(Messenger(ray, out, int(actors)).run())
    except Exception as error:
        # What Ray says of a lost connection tells of the insides of gRPC.
        lost = isinstance(error, ConnectionError) or not ray.is_initialized()
        return _failed("the connection is lost" if lost else _first_line(error))
    ray.shutdown()
    return 0


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))  # neither Ray nor the thread that reads holds it up
