"""The smallest HTTP and WebSocket clients there could be, from any address of this machine."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import re
import secrets
from dataclasses import dataclass
from typing import Any

SERVER = "127.0.0.1"
PATIENCE = 10.0  # seconds that an honest client waits for an answer

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


@dataclass
class Answer:
    """An answer over HTTP."""

    status: int
    cookie: str
    content: Any


class Refused(Exception):  # noqa: N818
    """A WebSocket was not opened; its text is the first line of the answer."""


async def connect(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the server that comes from an address."""
    return await asyncio.open_connection(SERVER, port, local_addr=(address, 0), limit=1 << 22)


def head(method: str, path: str, port: int, length: int | None = None, cookie: str = "", more: str = "") -> bytes:
    """The head of a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {SERVER}:{port}"]
    if length is not None:
        lines += [f"Content-Length: {length}", "Content-Type: application/json"]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    return ("\r\n".join(lines) + f"\r\n{more}\r\n").encode()


def upgrade(path: str, port: int, cookie: str = "") -> bytes:
    """The request that opens a WebSocket."""
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    more = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
    return head("GET", path, port, cookie=cookie, more=more)


def frame(kind: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A masked frame; the mask is zero, which is allowed and costs nothing."""
    size = len(payload)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 1 << 16:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes((kind | (0x80 if last else 0),)) + length + b"\0\0\0\0" + payload


class Http:
    """A kept-alive connection, opened when it is needed."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, content: Any = None, cookie: str = "") -> Answer:
        """Ask for something; `content` is bytes, or data that is sent as JSON."""
        body = content if isinstance(content, bytes) else b"" if content is None else json.dumps(content).encode()
        request = head(method, path, self.port, len(body), cookie) + body
        if self.writer is not None:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                return await self._asked(request)
        return await self._asked(request)  # a connection that was kept may have been closed meanwhile

    async def _asked(self, request: bytes) -> Answer:
        if self.writer is None:
            self.reader, self.writer = await connect(self.port, self.address)
        try:
            self.writer.write(request)
            return await self._answer()
        except BaseException:
            self.close()
            raise

    async def _answer(self) -> Answer:
        said = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"(?i)content-length: (\d+)", said)
        payload = await self.reader.readexactly(int(length[1])) if length else b"null"
        if "connection: close" in said.lower():
            self.close()
        given = re.search(r"(?i)set-cookie: ([^;]+)", said)
        return Answer(int(said.split()[1]), given[1] if given else "", _read(payload))

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None


def _read(payload: bytes) -> Any:
    try:
        return json.loads(payload)
    except ValueError:
        return None


class Socket:
    """An open WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.code: int | None = None  # with which it was closed

    @classmethod
    async def open(cls, port: int, address: str, table: str, cookie: str = "") -> Socket:
        """Open a page's line to a table."""
        reader, writer = await connect(port, address)
        try:
            writer.write(upgrade(f"/ws/{table}", port, cookie))
            said = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            if " 101 " not in said.split("\r\n")[0]:
                raise Refused(said.split("\r\n")[0])
        except BaseException:
            writer.close()
            raise
        return cls(reader, writer)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.writer.write(frame(TEXT, json.dumps(message).encode()))

    async def receive(self) -> dict[str, Any] | None:
        """The next message; None if the line is closed."""
        try:
            while True:
                kind, payload = await self._frame()
                if kind == TEXT:
                    message: dict[str, Any] = json.loads(payload)
                    return message
                if kind == PING:
                    self.writer.write(frame(PONG, payload))
                elif kind == CLOSE:
                    self.code = int.from_bytes(payload[:2], "big") if payload else 1005
                    return None
        except (OSError, asyncio.IncompleteReadError):
            return None

    async def _frame(self) -> tuple[int, bytes]:
        first, size = await self.reader.readexactly(2)
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self.reader.readexactly(size)

    def close(self) -> None:
        """Hang up without a word."""
        self.writer.close()
