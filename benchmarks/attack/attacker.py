"""The process from which an attack comes: `python -m benchmarks.attack.attacker NAME PORT SECONDS TABLE`.

It sets up what it needs, says `ready`, waits for a line, attacks, and tells in a line of JSON what came of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys

from benchmarks.attack.flood import Target
from benchmarks.attack.floods import FLOODS


async def attack(name: str, port: int, seconds: float, table: str) -> dict[str, int]:
    """Attack when told to, and count."""
    target = Target(port, table)
    await FLOODS[name].set_up(target)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    target.begin(seconds)
    try:
        await asyncio.wait_for(FLOODS[name].run(target), seconds + 5)
    except TimeoutError:
        target.sent["ended late"] += 1
    return dict(target.sent)


def main() -> None:
    """Attack, and tell what came of it."""
    name, port, seconds, table = sys.argv[1:]
    os.nice(10)
    found = asyncio.run(attack(name, int(port), float(seconds), table))
    print(json.dumps(found), flush=True)
    os._exit(0)  # without waiting for connections that nobody closes


if __name__ == "__main__":
    main()
