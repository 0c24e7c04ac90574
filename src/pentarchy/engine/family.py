"""Families of processors: what code must be made for so that it runs on all recent ones of a kind."""

from __future__ import annotations

import functools
import hashlib
import platform

import llvmlite.binding

# By the machine that Python names: LLVM's name of the oldest processor that code for the whole family is made for, and
# what a processor must be able to do to run it.
BASELINES = {
    "x86_64": ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")),
    "aarch64": ("generic", ()),
}
SAME = {"amd64": "x86_64", "arm64": "aarch64"}
SLOW_DEPOSIT = {"znver1", "znver2"}  # they deposit bits (BMI2), but in many steps


def _machine() -> str:
    machine = platform.machine().lower()
    return SAME.get(machine, machine)


def baseline() -> str | None:
    """The processor that portable code is made for on this machine; None if none is known."""
    return BASELINES[_machine()][0] if _machine() in BASELINES else None


def deposits_fast(name: str | None = None) -> bool:
    """Whether a processor (this one, or one that code is made for) deposits bits in one quick step."""
    if name:
        return name == BASELINES["x86_64"][0]
    return host() not in SLOW_DEPOSIT and bool(_features().get("bmi2"))


@functools.cache
def runs_here() -> bool:
    """Whether portable code of its family runs on this processor, and not at a snail's pace."""
    if _machine() not in BASELINES or host() in SLOW_DEPOSIT:
        return False
    return all(_features().get(feature) for feature in BASELINES[_machine()][1])


@functools.cache
def tag() -> str:
    """How files with portable code are named."""
    return tag_of(llvmlite.binding.get_process_triple(), baseline() or "none", "")


def tag_of(triple: str, name: str, features: str) -> str:
    """How files with code for a processor are named."""
    return f"{name}-{hashlib.sha256(f'{triple} {features}'.encode()).hexdigest()[:8]}"


def host() -> str:
    """LLVM's name of this processor."""
    return str(llvmlite.binding.get_host_cpu_name())


@functools.cache
def _features() -> dict[str, bool]:
    return dict(llvmlite.binding.get_host_cpu_features())
