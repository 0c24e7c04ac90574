"""The table on the web: the lobby over HTTP, tables over WebSockets, and the pages of the client."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Litestar, Request, Response, Router, get, post, put
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody  # noqa: TC002 - read when the routes are made

from pentarchy import __version__
from pentarchy.games import NAMES, spec
from pentarchy.table import identity
from pentarchy.table import protocol as p
from pentarchy.table.hub import Hub, Refusal
from pentarchy.table.limits import LARGEST_BODY, LARGEST_SETUP, Buckets, Settings
from pentarchy.table.page import serve_page
from pentarchy.table.static import Static
from pentarchy.table.store import SQLiteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

log = logging.getLogger("pentarchy.table")

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
    " img-src 'self' data: blob:; connect-src 'self'{lines}; object-src 'none'; base-uri 'none';"
    " frame-ancestors 'none'; form-action 'self'"
)
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")
SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]


def policy(host: str) -> bytes:
    """The content security policy; not every browser takes 'self' to include WebSockets."""
    lines = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return POLICY.format(lines=lines).encode()


# --- The lobby --------------------------------------------------------------------------------------------------------


def hub_of(request: Request[Any, Any, Any]) -> Hub:
    """The hub of the application that answers."""
    hub: Hub = request.app.state.hub
    return hub


def player(request: Request[Any, Any, Any]) -> str:
    """Who asks."""
    return identity.player_of(request.scope["state"]["token"])


@get("/me", summary="Who I am")
async def get_me(request: Request[Any, Any, Any]) -> p.Me:
    """Who I am; the secret that proves it is set as a cookie."""
    return await hub_of(request).me(player(request))


@put("/me", summary="Choose a name")
async def put_me(request: Request[Any, Any, Any], data: JSONBody[p.Me]) -> p.Me:
    """Go by another name from now on."""
    return await hub_of(request).rename(player(request), data.name)


@get("/games", summary="The games")
async def get_games() -> list[p.GameInfo]:
    """Every game with its options."""
    return [game_info(name) for name in NAMES]


def game_info(name: str) -> p.GameInfo:
    """A game as the lobby offers it."""
    found = spec(name)
    players = next(option for option in found.options if option.name == "players")
    options = [
        p.OptionInfo(option.name, option.default, list(option.choices), option.help)
        for option in found.options
        if option.name != "players"
    ]
    return p.GameInfo(msgspec.convert(name, p.GameName), dict(found.titles), list(players.choices), options)


@get("/lobby", summary="Open tables, and mine")
async def get_lobby(request: Request[Any, Any, Any]) -> p.Lobby:
    """Everything the first page shows of tables."""
    return await hub_of(request).lobby(player(request))


@post("/tables", summary="Set up a table", request_max_body_size=LARGEST_SETUP)
async def create_table(request: Request[Any, Any, Any], data: JSONBody[p.TableWanted]) -> p.Created:
    """Set up a table."""
    return await hub_of(request).create(player(request), data)


@get("/tables/{name:str}", summary="A table")
async def get_table(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Table:
    """What is known of a table besides the position."""
    return (await hub_of(request).table(name)).sight.table(player(request))


@post("/tables/{name:str}/sit", summary="Sit down", status_code=200)
async def sit(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Sitting]) -> p.Table:
    """Take a free seat."""
    return await hub_of(request).sit(player(request), name, data)


@post("/tables/{name:str}/fill", summary="Put a bot on a seat, or free it", status_code=200)
async def fill(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Filling]) -> p.Table:
    """Put a bot on a seat, or free it again; the one who set the table up may, before the start."""
    return await hub_of(request).fill(player(request), name, data)


@post("/tables/{name:str}/leave", summary="Leave before the start", status_code=200)
async def leave(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Table:
    """Give my seats back; the last person closes the table."""
    return await hub_of(request).leave(player(request), name)


@post("/tables/{name:str}/start", summary="Start the game", status_code=200)
async def start(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Table:
    """Start; the one who set the table up may, once every seat is taken."""
    return await hub_of(request).begin(player(request), name)


@post("/tables/{name:str}/rematch", summary="Play again")
async def rematch(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Created:
    """A new table for the same people, each one seat further on."""
    return await hub_of(request).rematch(player(request), name)


@get("/tables/{name:str}/record", summary="The record of a finished game")
async def get_record(request: Request[Any, Any, Any], name: FromPath[str]) -> dict[str, Any]:
    """Options, moves and outcomes, and the seed: `pentarchy verify` can check it."""
    return await hub_of(request).record(name)


@get("/tables/{name:str}/proof", summary="Was chance honest?")
async def get_proof(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Proof:
    """Whether every draw of a finished game follows from the seed whose hash was published before the first one."""
    return await hub_of(request).proof(name)


@get("/tables/{name:str}/past/{at:int}", summary="An earlier position")
async def get_past(
    request: Request[Any, Any, Any], name: FromPath[str], at: FromPath[int], seat: FromQuery[int | None] = None
) -> p.Past:
    """What I could see after the first lines of my log."""
    return await hub_of(request).past(player(request), name, at, seat)


@get("/health", summary="Is the process alive?", sync_to_thread=False)
def health() -> dict[str, str]:
    """It is."""
    return {"status": "ok", "version": __version__}


@get("/ready", summary="Can games be played?")
async def ready(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """503 until every game is compiled."""
    is_ready = hub_of(request).ready
    return Response({"ready": is_ready}, status_code=200 if is_ready else 503)


# --- Errors -----------------------------------------------------------------------------------------------------------


def refused(status: int, error: str, detail: str) -> Response[p.Refused]:
    """Why something was not done."""
    return Response(p.Refused(error, detail), status_code=status, media_type="application/json")


def on_refusal(_: Request[Any, Any, Any], error: Refusal) -> Response[p.Refused]:
    """Something the hub does not do."""
    return refused(error.status, error.error, str(error))


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[p.Refused]:
    """A request that is not understood."""
    words = {404: "not_found", 405: "not_allowed", 413: "too_large"}
    extra = f": {error.extra}" if error.extra else ""
    word = words.get(error.status_code, "bad_request" if error.status_code < 500 else "failed")
    return refused(error.status_code, word, f"{error.detail}{extra}"[:500])


def on_error(request: Request[Any, Any, Any], error: Exception) -> Response[p.Refused]:
    """Something that should not happen."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(500, "failed", "something went wrong; it has been noted")


# --- Everything together ----------------------------------------------------------------------------------------------


class App:
    """The ASGI application: who asks, from where and how often; then the lobby, a table or a file."""

    def __init__(self, settings: Settings, static: Static | None = None) -> None:
        self.settings = settings
        self.static = static or Static()
        self._requests = Buckets(*settings.requests)
        self._misses = Buckets(*settings.misses)
        self._talk = Buckets(*settings.talk)
        self._on_ready: list[Callable[[], None]] = []
        self.hub: Hub | None = None
        self.lobby = self._lobby()

    def _lobby(self) -> Litestar:
        api = Router(
            "/api",
            route_handlers=[
                get_me,
                put_me,
                get_games,
                get_lobby,
                create_table,
                get_table,
                sit,
                fill,
                leave,
                start,
                rematch,
                get_record,
                get_proof,
                get_past,
            ],
        )
        return Litestar(
            [api, health, ready],
            lifespan=[self._life],
            openapi_config=OpenAPIConfig(
                title="Pentarchy", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
            ),
            exception_handlers={Refusal: on_refusal, HTTPException: on_http_error, Exception: on_error},
            request_max_body_size=LARGEST_BODY,
            logging_config=None,
        )

    @asynccontextmanager
    async def _life(self, lobby: Litestar) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        store = SQLiteStore(self.settings.data, loop.call_soon_threadsafe)
        self.hub = lobby.state.hub = Hub(self.settings, store)
        await self.hub.open()
        try:
            yield
        finally:
            await self.hub.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a connection."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.lobby(scope, receive, send)

    async def _websocket(self, scope: Any, receive: Any, send: Any) -> None:
        assert self.hub is not None
        try:
            await serve_page(self.hub, scope, receive, send, self._misses, self._talk)
        except OSError:
            pass  # the page is gone
        except Exception:
            log.exception("a page's line broke")

    async def _http(self, scope: Any, receive: Any, send: Any) -> None:
        token = identity.token_of(scope)
        given = token or identity.new_token()
        is_api = scope["path"].startswith("/api/")
        secure = scope["scheme"] == "https"
        missed = False

        async def send_safely(message: Any) -> None:
            nonlocal missed
            if message["type"] == "http.response.start":
                missed = message["status"] == 404
                headers = [*message["headers"], *SECURITY_HEADERS]
                headers.append((b"content-security-policy", policy(identity.header(scope, b"host"))))
                if is_api:
                    headers.append((b"cache-control", b"no-store"))
                if is_api and token is None:
                    headers.append((b"set-cookie", identity.cookie(given, secure=secure).encode()))
                message = {**message, "headers": headers}
            await send(message)

        who = identity.address(scope)
        scope.setdefault("state", {})["token"] = given
        if not self._requests.take(who):
            await _refuse(send_safely, 429, "too_fast", "wait a little before you ask for more")
        elif scope["method"] not in SAFE_METHODS and not identity.same_origin(scope, self.settings.origins):
            await _refuse(send_safely, 403, "other_origin", "this comes from a page of another site")
        elif is_api or scope["path"] in ("/health", "/ready", "/schema") or scope["path"].startswith("/schema/"):
            if scope["path"].startswith("/api/tables/") and not self._misses.peek(who):
                await _refuse(send_safely, 429, "too_fast", "too many unknown tables; wait a little")
                return
            await self.lobby(scope, receive, send_safely)
            if missed and scope["path"].startswith("/api/tables/"):
                self._misses.take(who)
        else:
            await self.static(scope, receive, send_safely)


async def _refuse(send: Any, status: int, error: str, detail: str) -> None:
    body = msgspec.json.encode(p.Refused(error, detail))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
