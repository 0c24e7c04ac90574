"""`python -m benchmarks.fuzz`: see the package."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import benchmarks.fuzz
from benchmarks.fuzz.driving import MOST_GROWTH, run
from benchmarks.fuzz.parsers import PARSERS


def main() -> int:
    """Try inputs; 1 if something was found."""
    options = argparse.ArgumentParser(
        description=benchmarks.fuzz.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--parser", nargs="+", choices=PARSERS, default=list(PARSERS))
    options.add_argument("--inputs", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0, help="the number of the first input, to see a finding again")
    options.add_argument("--keep", type=Path, help="a file to which inputs that found something are added")
    chosen = options.parse_args()
    failed = False
    for name in chosen.parser:
        report = run(PARSERS[name](), chosen.inputs, chosen.seed, first=chosen.first, progress=True)
        print(report, flush=True)
        for found in report.findings:
            print(f"\n{found}", flush=True)
            if chosen.keep:
                with chosen.keep.open("a", encoding="utf-8") as file:
                    print(found.line(), file=file)
        left_behind = report.inputs >= 10_000 and report.growth > MOST_GROWTH
        if left_behind:
            print(f"{name}: {report.growth:.0f} MB were left behind", flush=True)
        failed = failed or bool(report.findings) or left_behind
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
