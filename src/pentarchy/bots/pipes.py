"""A child process that is talked to line by line. Nothing here waits for it longer than the caller says."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

END_SECONDS = 2.0  # for a program that was asked to quit
LONGEST_LINE = 64 * 1024  # bytes of an answer; a longer one is cut there, and cannot be read
LINES_WAITING = 8  # that a program may have said without being asked before nobody listens any more
LAST_WORDS = 2000  # bytes of what it wrote to its error output
QUIT = b'{"type":"quit"}'


class Pipes:
    """A running program. Threads of its own write and read, so that a program that does neither holds up nobody."""

    def __init__(self, words: list[str]) -> None:
        # A session of its own: Ctrl-C at the terminal is for us, and whatever the program starts can be ended with it.
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.Queue[bytes | None] = queue.Queue(LINES_WAITING)
        self._ended = threading.Event()
        self._words = b""
        self._threads = [
            (self._thread(self._write, self._process.stdin), self._process.stdin),
            (self._thread(self._listen, self._process.stdout), self._process.stdout),
            (self._thread(self._overhear, self._process.stderr), self._process.stderr),
        ]

    def say(self, line: bytes) -> None:
        """Send a line; it is on its way, whether or not the program reads."""
        self._said.put(line + b"\n")

    def has_spoken(self) -> bool:
        """Whether there is something to be heard, or the program has ended."""
        return not self._heard.empty()

    def hear(self, seconds: float) -> bytes | None:
        """The next line; None when there will be no more; TimeoutError after so many seconds."""
        try:
            line = self._heard.get(timeout=seconds) if seconds > 0 else self._heard.get_nowait()
        except queue.Empty:
            raise TimeoutError from None
        return line

    def last_words(self) -> str:
        """The last line that it wrote to its error output."""
        self._threads[2][0].join(0.2)  # it has ended, or is about to be: let what is on its way arrive
        lines = self._words.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def exit_words(self) -> str:
        """How it ended."""
        try:
            code = self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            return "it runs, but has closed its output"
        if code >= 0:
            return f"exit code {code}"
        with contextlib.suppress(ValueError):
            return f"ended by {signal.Signals(-code).name}"
        return f"ended by signal {-code}"

    def end(self, *, politely: bool = True) -> None:
        """End the program: ask it to quit, and if that is not enough or not wanted, kill it and what it has started."""
        self._ended.set()
        if politely:
            self._said.put(QUIT + b"\n")
        self._said.put(None)
        if politely:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)
        if self._process.poll() is None:
            self._kill()
        self._process.wait()
        for thread, stream in self._threads:
            thread.join(1.0)
            if not thread.is_alive():  # a stream cannot be closed while somebody waits at it
                with contextlib.suppress(OSError):
                    stream.close()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    # What the threads do

    def _thread(self, work: Callable[[IO[bytes]], None], stream: IO[bytes]) -> threading.Thread:
        thread = threading.Thread(target=work, args=(stream,), daemon=True, name="program")
        thread.start()
        return thread

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):  # it does not read any more; it will be missed when it is asked
            while (line := self._said.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError):
            stream.close()

    def _listen(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                if not self._put(line):
                    return
        self._put(None)

    def _put(self, line: bytes | None) -> bool:
        """Keep a line until it is heard; False if nobody will hear it."""
        while not self._ended.is_set():
            with contextlib.suppress(queue.Full):
                self._heard.put(line, timeout=0.1)
                return True
        return False

    def _overhear(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while heard := os.read(stream.fileno(), 4096):  # what there is, without waiting for more
                self._words = (self._words + heard)[-LAST_WORDS:]
