"""What is logged, for people or for programs: a time stamp and one event in every line."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from contextvars import ContextVar
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")  # of the request that is being answered

NOT_PRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def configure(*, as_json: bool) -> None:
    """Log everything, uvicorn's lines too, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Structured() if as_json else Plain())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("websockets").setLevel(logging.WARNING)  # it has a line for every page, which strangers can open


class Plain(logging.Formatter):
    """`2026-11-18T00:31:18.123Z INFO pentarchy.table [id] words`; a traceback follows, each line set in."""

    def format(self, record: logging.LogRecord) -> str:
        """One event. Whatever strangers have written into it, it cannot begin another line."""
        id = request_id.get()
        about = f"{moment(record)} {record.levelname} {record.name}" + (f" [{id}]" if id else "")
        line = f"{about} {printable(record.getMessage())}"
        error = traceback(self, record)
        return "\n    ".join([line, *error.splitlines()]) if error else line


class Structured(logging.Formatter):
    """A JSON object in a line: time, level, logger, message, and what the event brings along."""

    def format(self, record: logging.LogRecord) -> str:
        """One event."""
        content: dict[str, Any] = {
            "time": moment(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if id := request_id.get():
            content["request"] = id
        content |= getattr(record, "fields", {})
        if error := traceback(self, record):
            content["error"] = error
        return json.dumps(content, default=str)


def moment(record: logging.LogRecord) -> str:
    """When it happened, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"


def printable(text: str) -> str:
    """A text in one line."""
    return NOT_PRINTABLE.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """What went wrong and where, if something did."""
    return formatter.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""
