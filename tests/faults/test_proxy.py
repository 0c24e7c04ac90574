"""The proxy does to connections what it says."""

from __future__ import annotations

import contextlib
import gc
import socket
import socketserver
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 60.0
WHILE = 0.2  # seconds in which nothing comes; too short a time would only make a fault go unnoticed


class Echo(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        while data := self.request.recv(100):
            self.request.sendall(data)


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    with Proxy(server.server_address[1]) as between:
        yield between
    server.shutdown()
    server.server_close()


def line_through(proxy: Proxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), PATIENCE)


def answer(line: socket.socket, data: bytes = b"hello") -> bytes:
    line.sendall(data)
    return line.recv(100)


def is_cut(line: socket.socket) -> bool:
    try:
        return line.recv(100) == b""
    except ConnectionError:
        return True


def test_bytes_come_through(proxy: Proxy) -> None:
    with line_through(proxy) as line:
        assert answer(line) == b"hello"
        assert proxy.connections == 1


def test_a_cut_ends_what_is_open_and_nothing_else(proxy: Proxy) -> None:
    with line_through(proxy) as line:
        answer(line)
        proxy.cut()
        assert is_cut(line)
    with line_through(proxy) as line:
        assert answer(line) == b"hello"


def test_nobody_gets_through_while_it_refuses(proxy: Proxy) -> None:
    with line_through(proxy) as line:
        answer(line)
        proxy.refuse()
        assert is_cut(line)
    with line_through(proxy) as line:
        assert is_cut(line)
    proxy.heal()
    with line_through(proxy) as line:
        assert answer(line) == b"hello"


def test_what_is_held_back_comes_later(proxy: Proxy) -> None:
    with line_through(proxy) as line:
        answer(line)
        proxy.pause()
        line.sendall(b"later")
        line.settimeout(WHILE)
        with pytest.raises(TimeoutError):
            line.recv(100)
        line.settimeout(PATIENCE)
        proxy.heal()
        assert line.recv(100) == b"later"


def test_what_is_slow_takes_its_time(proxy: Proxy) -> None:
    proxy.slow(WHILE)
    with line_through(proxy) as line:
        begun = time.monotonic()
        assert answer(line) == b"hello"
        assert time.monotonic() - begun >= 2 * WHILE, "each way"


def test_those_who_have_just_come_are_sent_away_when_it_closes(proxy: Proxy) -> None:
    """Nothing of them is left open: that would be told of by whichever test is run then."""
    for _ in range(20):
        another = Proxy(proxy.target)
        with contextlib.ExitStack() as lines:
            coming = [lines.enter_context(line_through(another)) for _ in range(20)]
            another.close()
            assert all(map(is_cut, coming))
            gc.collect()


def test_a_server_that_is_gone_is_gone_behind_it_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Proxy(port) as proxy, line_through(proxy) as line:
        assert is_cut(line)
