"""Finished games take little room: all entries of a table in one packed piece."""

from __future__ import annotations

import zlib


def pack(entries: list[bytes]) -> bytes:
    """All entries of a table in one piece. They are JSON, which has no line breaks of its own."""
    return zlib.compress(b"\n".join(entries), 9)


def unpack(packed: bytes) -> list[bytes]:
    """The entries again, byte for byte; a ValueError if that is impossible."""
    try:
        return zlib.decompress(packed).split(b"\n")
    except zlib.error as error:
        raise ValueError(f"the packed entries are damaged: {error}") from None
