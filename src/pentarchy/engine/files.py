"""Compiled code in files: whole or not at all, checked when it is read, made by one process at a time."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMAT = b"pentarchy code 1\n"


def packed(head: dict[str, Any], code: bytes) -> bytes:
    """Code as it is stored: what it is, a digest of the rest, a line that describes it, the code."""
    content = json.dumps(head).encode() + b"\n" + code
    return FORMAT + hashlib.sha256(content).digest() + content


def unpacked(content: bytes) -> tuple[dict[str, Any], bytes]:
    """What `packed` was given; ValueError if that is not what it is."""
    start = len(FORMAT) + hashlib.sha256().digest_size
    if not content.startswith(FORMAT):
        raise ValueError("this is not compiled code")
    if hashlib.sha256(content[start:]).digest() != content[len(FORMAT) : start]:
        raise ValueError("this compiled code is damaged")
    line, _, code = content[start:].partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    return head, code


def read(file: Path) -> bytes | None:
    """What is stored in a file; None if there is none, or a damaged one."""
    try:
        content = file.read_bytes()
        unpacked(content)
    except (OSError, ValueError):
        return None
    return content


def write(file: Path, content: bytes) -> None:
    """Store it, whole or not at all. A full disk must not stop a game."""
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            os.replace(name, file)
        except BaseException:
            os.unlink(name)
            raise


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """One process at a time makes a file. The lock goes with the process that holds it."""
    try:
        stream = open(file.with_suffix(".lock"), "wb")  # noqa: SIM115 (closed below)
    except OSError:
        yield
        return
    with stream:
        _wait_for_lock(stream.fileno())
        yield


if sys.platform == "win32":
    import msvcrt

    def _wait_for_lock(file: int) -> None:
        while True:
            with contextlib.suppress(OSError):  # it gives up after ten seconds
                msvcrt.locking(file, msvcrt.LK_LOCK, 1)
                return
else:
    import fcntl

    def _wait_for_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)
