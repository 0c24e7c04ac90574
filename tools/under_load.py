"""The browser tests, again and again while all cores are kept busy: python tools/under_load.py [--times N] [PYTEST …].

A busy machine is slow, not wrong: every run must pass. Ends by itself, and so does the work beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent

DEFAULT = ["-n", "3", "--dist", "worksteal", "tests/browser"]

# Ends with its parent, however that ends.
BUSY = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    sum(range(10**6))
"""


@contextlib.contextmanager
def busy_cores() -> Iterator[None]:
    """One process for each core that does nothing useful."""
    command = [sys.executable, "-c", BUSY, str(os.getpid())]
    processes = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main() -> int:
    """Run, and say how often it passed."""
    options = argparse.ArgumentParser(description=__doc__.split(":", 1)[0])
    options.add_argument("--times", type=int, default=10, help="how often (10)")
    chosen, arguments = options.parse_known_args()
    command = [sys.executable, "-m", "pytest", "--quiet", "--no-header", *(arguments or DEFAULT)]
    passed = 0
    with busy_cores():
        for number in range(1, chosen.times + 1):
            begun = time.monotonic()
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            verdict = "FAILED" if done.returncode else "passed"
            print(f"  {verdict}  under load, {number} of {chosen.times} ({time.monotonic() - begun:.0f} s)", flush=True)
            if done.returncode:
                print(done.stdout, done.stderr, sep="\n", flush=True)
            passed += done.returncode == 0
    print(f"{passed} of {chosen.times} runs passed while all cores were busy.")
    return 0 if passed == chosen.times else 1


if __name__ == "__main__":
    sys.exit(main())
