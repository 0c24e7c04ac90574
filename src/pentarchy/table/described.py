"""What the lobby says of itself under /schema: for every route which refusals to expect, and how they look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.openapi.datastructures import ResponseSpec

from pentarchy.table import protocol as p

if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestar.handlers import HTTPRouteHandler

WORDS = {
    400: "The request cannot be understood, or asks for something that does not exist",
    401: "There is no token, or it is not good",
    403: "Not allowed: to this person, or from a page of another site",
    404: "There is no such table",
    408: "The body did not come in time",
    409: "Not possible as things stand",
    411: "The length of the body was not said",
    413: "The body is too large",
    429: "Too much or too fast",
    503: "Not possible at the moment: too many at once, or something is not ready",
}
ALWAYS = (400, 403, 429, 503)  # anybody may be banned, too fast, or there while nothing can be stored
WITH_A_BODY = (403, 408, 411, 413)
ABOUT_A_TABLE = (403, 404, 409)
FOR_PROGRAMS = "/bot/"
# Routes that never refuse in some of these ways, or in others as well.
OTHERWISE = {"get_table": (404,), "get_record": (404, 409), "get_proof": (404, 409), "create_table": (404, 409)}


def describe(handlers: Iterable[HTTPRouteHandler]) -> None:
    """Write down for every route how it refuses."""
    for handler in handlers:
        handler.responses = {
            status: ResponseSpec(_shape(handler, status), description=WORDS[status], generate_examples=False)
            for status in statuses(handler)
        }


def statuses(handler: HTTPRouteHandler) -> list[int]:
    """With which statuses a route may refuse."""
    found = set(ALWAYS)
    if handler.http_methods - {"GET"}:
        found |= set(WITH_A_BODY)
    if any(FOR_PROGRAMS in path for path in handler.paths):
        found.add(401)
    about_a_table = ABOUT_A_TABLE if any("{name" in path for path in handler.paths) else ()
    return sorted(found | set(OTHERWISE.get(_name(handler), about_a_table)))


def _shape(handler: HTTPRouteHandler, status: int) -> Any:
    """How a refusal looks; whether the table is ready is no refusal."""
    return dict[str, Any] if (_name(handler), status) == ("ready", 503) else p.ErrorAnswer


def _name(handler: Any) -> str:
    return str(handler.fn.__name__)
