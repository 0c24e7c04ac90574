"""Lets a process believe in another time of day; Python imports this first where it is on its path.

The file that `OTHER_TIME` names holds by how many seconds the time of day is wrong, and may change at any time. How
long something lasts is measured by another clock, which stays right, as it does when somebody sets a machine's clock.
"""

from __future__ import annotations

import mmap
import os
import struct
import time

SECONDS = struct.Struct("d")

with open(os.environ["OTHER_TIME"], "rb") as _file:
    _wrong_by = mmap.mmap(_file.fileno(), SECONDS.size, access=mmap.ACCESS_READ)

_true_time, _true_time_ns = time.time, time.time_ns


def _wrong() -> float:
    seconds: float = SECONDS.unpack_from(_wrong_by)[0]
    return seconds


def _time() -> float:
    return _true_time() + _wrong()


def _time_ns() -> int:
    return _true_time_ns() + int(_wrong() * 1e9)


time.time, time.time_ns = _time, _time_ns
