"""`python -m benchmarks.attack`: see the package."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import benchmarks.attack
from benchmarks.attack.client import PATIENCE
from benchmarks.attack.floods import FLOODS
from benchmarks.attack.honest import People, Waits, percentile
from benchmarks.attack.server import Server

GOAL = 250.0  # milliseconds
NOVICE = 2000.0
ROOT = Path(__file__).parent.parent.parent


@dataclass
class Phase:
    """What honest people met: waits in milliseconds, and what they did not get."""

    health_p50: float
    health_p99: float
    health_max: float
    done_p50: float
    done_p99: float
    seen_p99: float
    novice_max: float
    questions: int
    moves: int
    chat: int
    failures: list[str] = field(default_factory=list)
    cpu: float = 0.0  # share of a core that the server used

    @classmethod
    def of(cls, waits: Waits, cpu: float) -> Phase:
        """What was met in one phase."""
        return cls(
            health_p50=round(percentile(waits.health, 0.5), 1),
            health_p99=round(percentile(waits.health, 0.99), 1),
            health_max=round(percentile(waits.health, 1), 1),
            done_p50=round(percentile(waits.done, 0.5), 1),
            done_p99=round(percentile(waits.done, 0.99), 1),
            seen_p99=round(percentile(waits.seen, 0.99), 1),
            novice_max=round(percentile(waits.novice, 1), 1),
            questions=len(waits.health),
            moves=len(waits.done),
            chat=waits.chat,
            failures=waits.failures,
            cpu=round(cpu, 2),
        )

    @property
    def worst(self) -> float:
        """The longer of the two that the goal is about."""
        return max(self.health_p99, self.seen_p99)


@dataclass
class Figures:
    """One line of the report."""

    attack: str
    says: str
    quiet: Phase
    flood: Phase
    sent: dict[str, int]
    memory_mb: float  # that the server has grown by
    log_lines: int
    errors: int  # among them

    @property
    def ratio(self) -> float:
        """How much longer the honest waited."""
        return self.flood.worst / self.quiet.worst

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.flood.worst < GOAL and not self.flood.failures and not self.flood.novice_max > NOVICE


async def measure(name: str, seconds: float) -> Figures:
    """Let honest people play, undisturbed and then under one attack."""
    flood = FLOODS[name]
    with tempfile.TemporaryDirectory() as folder:
        flood.prepare(Path(folder) / "data")
        with Server(Path(folder), flood.descriptors) as server:
            await server.ready()
            people = People(server.port, seconds)
            await people.begin()
            await asyncio.sleep(1)
            quiet = await _phase(server, people, seconds)
            await people.begin_anew()
            attacker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "benchmarks.attack.attacker", name, str(server.port), str(seconds)),
                people.table,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=ROOT,
            )
            assert attacker.stdin is not None
            assert attacker.stdout is not None
            try:
                await attacker.stdout.readline()
                if flood.restarts:
                    await people.stop()
                    server.restart()
                    await server.ready()
                    people = People(server.port, seconds)
                    await people.begin()
                memory, lines = server.memory(), server.log().count("\n")
                attacker.stdin.write(b"go\n")
                hurt = await _phase(server, people, seconds)
                sent = json.loads(await asyncio.wait_for(attacker.stdout.readline(), 60) or "{}")
            finally:
                if attacker.returncode is None:
                    attacker.kill()
                await attacker.wait()
            grown = server.memory() - memory
            await people.stop()
            log = server.log().split("\n")[lines:]
    errors = sum("ERROR" in line or "Traceback" in line for line in log)
    return Figures(name, flood.says, quiet, hurt, sent, round(grown, 1), len(log) - 1, errors)


async def _phase(server: Server, people: People, seconds: float) -> Phase:
    people.waits = waits = Waits()
    before = server.cpu()
    await asyncio.sleep(seconds)
    used = (server.cpu() - before) / seconds
    people.waits = Waits()
    end = time.monotonic() + PATIENCE + 1
    while waits.pending and time.monotonic() < end:  # for answers that are still on their way
        await asyncio.sleep(0.05)
    return Phase.of(waits, used)


HEAD = """\
| attack | /health p50 | p99 | longest | move→done p99 | move→other p99 | ratio | novice | not served | CPU | memory |
|---|---|---|---|---|---|---|---|---|---|---|"""


def line(figures: Figures) -> str:
    """A line of the table: under the attack, and in brackets without it."""
    quiet, hurt = figures.quiet, figures.flood
    novice = "–" if hurt.novice_max != hurt.novice_max else f"{hurt.novice_max / 1000:.1f} s"
    return (
        f"| {'' if figures.reached else '**✗** '}{figures.says} (`{figures.attack}`)"
        f" | {hurt.health_p50:.0f} ({quiet.health_p50:.0f})"
        f" | {hurt.health_p99:.0f} ({quiet.health_p99:.0f})"
        f" | {hurt.health_max:.0f} ({quiet.health_max:.0f})"
        f" | {hurt.done_p99:.0f} ({quiet.done_p99:.0f})"
        f" | {hurt.seen_p99:.0f} ({quiet.seen_p99:.0f})"
        f" | {figures.ratio:.1f}"
        f" | {novice}"
        f" | {len(hurt.failures)}"
        f" | {hurt.cpu * 100:.0f} % ({quiet.cpu * 100:.0f})"
        f" | {figures.memory_mb:+.0f} MB |"
    )


def machine() -> str:
    """How busy this machine is with other things."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the first attack"


def main() -> int:
    """Attack, and print the table; 1 if a goal was missed."""
    options = argparse.ArgumentParser(
        description=benchmarks.attack.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--only", nargs="+", choices=FLOODS, default=list(FLOODS), metavar="NAME")
    options.add_argument("--seconds", type=float, default=10.0, help="of each phase (default 10)")
    options.add_argument("--json", type=Path, help="a file for all figures")
    chosen = options.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard != resource.RLIM_INFINITY else max(soft, 65536), hard))
    print(f"Milliseconds under attack, in brackets without it; {machine()}.\n\n{HEAD}", flush=True)
    found = []
    for name in chosen.only:
        figures = asyncio.run(measure(name, chosen.seconds))
        found.append(figures)
        print(line(figures), flush=True)
        told = ", ".join(f"{count:,} {what}" for what, count in sorted(figures.sent.items()))
        failures = (
            f"; not served: {', '.join(sorted(set(figures.flood.failures)))[:300]}" if figures.flood.failures else ""
        )
        print(
            f"{name}: {told}; {figures.log_lines} log lines, {figures.errors} errors;"
            f" {figures.flood.chat} lines of chat{failures}",
            file=sys.stderr,
            flush=True,
        )
        if chosen.json:
            chosen.json.write_text(json.dumps([asdict(each) for each in found], indent=1))
    missed = [figures.attack for figures in found if not figures.reached]
    print(f"\nGoal (p99 below {GOAL:.0f} ms, everybody served, a novice within {NOVICE / 1000:.0f} s): ", end="")
    print("reached under every attack." if not missed else f"missed under {', '.join(missed)}.")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
