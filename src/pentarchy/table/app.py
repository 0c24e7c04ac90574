"""The table on the web: the lobby over HTTP, tables over WebSockets, and the pages of the client."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, Router, get, post, put
from litestar.exceptions import ClientException, HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody  # noqa: TC002 - read when the routes are made
from litestar.routes import HTTPRoute

from pentarchy import __version__
from pentarchy.games import NAMES, spec
from pentarchy.table import identity, programs, tokens
from pentarchy.table import protocol as p
from pentarchy.table.admin import stamp
from pentarchy.table.connection import welcome
from pentarchy.table.counter import Counter
from pentarchy.table.described import describe
from pentarchy.table.door import Door
from pentarchy.table.gate import DOOR, GATE
from pentarchy.table.home import opened
from pentarchy.table.hub import Hub, RequestError
from pentarchy.table.limits import LARGEST_BODY, LARGEST_MAP, LARGEST_SETUP
from pentarchy.table.reach import is_loopback
from pentarchy.table.shared_limits import SharedLimits
from pentarchy.table.static import Static
from pentarchy.table.store import Unavailable
from pentarchy.table.tally import tally
from pentarchy.table.watch import Watch
from pentarchy.table.wire import WELCOME

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from pentarchy.table.folder import DataFolder
    from pentarchy.table.gate import Gate
    from pentarchy.table.settings import Settings
    from pentarchy.table.wire import Wire

log = logging.getLogger("pentarchy.table")

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
    " img-src 'self' data: blob:; connect-src 'self'{lines}; object-src 'none'; base-uri 'none';"
    " frame-ancestors 'none'; form-action 'self'"
)
UNREADABLE = "what is stored cannot be read; try again in a while"
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")
SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]


def policy(*hosts: str) -> bytes:
    """The content security policy; not every browser takes 'self' to include WebSockets."""
    lines = "".join(f" ws://{host} wss://{host}" for host in dict.fromkeys(hosts) if HOST.fullmatch(host))
    return POLICY.format(lines=lines).encode()


# --- The lobby --------------------------------------------------------------------------------------------------------


class Asked(Request[Any, Any, Any]):
    """A request whose body, if it is no JSON, is refused in whichever way it is none."""

    async def json(self) -> Any:
        """What the body says."""
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("JSON is nested too deeply") from None
        except UnicodeDecodeError as error:
            raise ClientException(f"JSON is malformed: {error}") from None


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


@get("/reach", summary="Where others reach the table")
async def get_reach(request: Request[Any, Any, Any]) -> p.Reach:
    """The addresses for invitations. Those of the house are told only to those who cannot know them: this machine."""
    settings = hub_of(request).settings
    is_here = is_loopback(identity.address(request.scope)) and not identity.is_passed_on(request.scope)
    needs_to_know = not settings.public and is_here
    house = list(settings.house or ()) if needs_to_know else []
    return p.Reach(settings.public, settings.house is not None, house)


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


@get("/compiling", summary="What is not compiled yet")
async def get_compiling(request: Request[Any, Any, Any]) -> list[p.Compiling]:
    """The parts of games that cannot be used yet, with the seconds that are left; nothing if all is ready."""
    return hub_of(request).readiness.left()


@get("/lobby", summary="Open tables, and mine")
async def get_lobby(request: Request[Any, Any, Any]) -> p.Lobby:
    """Everything the first page shows of tables."""
    return await hub_of(request).lobby(player(request))


@post("/maps/check", summary="Check a map file", status_code=200, request_max_body_size=LARGEST_MAP)
async def check_map(request: Request[Any, Any, Any]) -> p.MapChecked:
    """What is wrong with a map file or unusual in it, and where; the file is the whole body."""
    count_map(request)
    return await hub_of(request).check_map(await request.body())


def count_map(request: Request[Any, Any, Any]) -> None:
    """Reading a map is work: one address and one person, wherever they are, have only so many of them read."""
    door: Door = request.app.state.door
    counted = door.maps
    if not (counted.take(identity.address(request.scope)) and counted.take(player(request))):
        raise RequestError(429, "too_fast", "too many maps; wait a little")


def count_table(request: Request[Any, Any, Any]) -> None:
    """Tables stay: one person, and one address, sets up only so many of them."""
    door: Door = request.app.state.door
    if not door.tables.take(identity.address(request.scope), player(request)):
        raise RequestError(429, "too_fast", "too many tables; wait a little before you set up another")


@post("/tables", summary="Set up a table", request_max_body_size=LARGEST_SETUP)
async def create_table(request: Request[Any, Any, Any], data: JSONBody[p.TableWanted]) -> p.Created:
    """Set up a table."""
    count_table(request)
    if any(isinstance(value, dict) for value in data.options.values()):
        count_map(request)
    return await hub_of(request).create(player(request), data, identity.address(request.scope))


@get("/tables/{name:str}", summary="A table")
async def get_table(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Table:
    """What is known of a table besides the position."""
    return await hub_of(request).seen(player(request), name)


@post("/tables/{name:str}/sit", summary="Sit down", status_code=200)
async def sit(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Sitting]) -> p.Table:
    """Take a free seat."""
    return await hub_of(request).sit(player(request), name, data)


@post("/tables/{name:str}/fill", summary="Put a bot on a seat, or free it", status_code=200)
async def fill(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Filling]) -> p.Table:
    """Put a bot on a seat, or free it again; the one who set the table up may, before the start."""
    return await hub_of(request).fill(player(request), name, data)


@post("/tables/{name:str}/offer", summary="Offer a seat to programs, or no longer", status_code=200)
async def offer(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Offering]) -> p.Table:
    """Offer a seat that nobody holds to a program, or to any; the one who runs the table may, before the start."""
    return await hub_of(request).offer(player(request), name, data)


@post("/tables/{name:str}/remove", summary="Take somebody's seats before the start", status_code=200)
async def remove(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Removing]) -> p.Table:
    """Free the seats of somebody; the one who runs the table may, before the start. They may not sit down again."""
    return await hub_of(request).remove(player(request), name, data)


@post("/tables/{name:str}/readmit", summary="Let somebody sit down again", status_code=200)
async def readmit(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Readmitting]) -> p.Table:
    """Let somebody who was removed sit down again; the one who runs the table may, before the start."""
    return await hub_of(request).readmit(player(request), name, data)


@post("/tables/{name:str}/leave", summary="Leave before the start", status_code=200)
async def leave(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Table:
    """Give my seats back; the last person closes the table."""
    return await hub_of(request).leave(player(request), name)


@post("/tables/{name:str}/start", summary="Start the game", status_code=200)
async def start(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Table:
    """Start; the one who set the table up may, once every seat is taken."""
    return await hub_of(request).begin(player(request), name)


@post("/tables/{name:str}/rematch", summary="Play again")
async def rematch(
    request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Again | None] = None
) -> p.Created:
    """A new table for the same people, each one seat further on."""
    count_table(request)
    address = identity.address(request.scope)
    return await hub_of(request).rematch(player(request), name, data or p.Again(), address)


@get("/tables/{name:str}/record", summary="The record of a finished game")
async def get_record(request: Request[Any, Any, Any], name: FromPath[str]) -> dict[str, Any]:
    """Options, moves and outcomes, and the seed: `pentarchy verify` can check it."""
    return await hub_of(request).record(name)


@get("/tables/{name:str}/best", summary="The best turns of a finished game")
async def get_best_turns(request: Request[Any, Any, Any], name: FromPath[str]) -> list[p.BestTurn]:
    """Of each seat the turn that brought it the most points, the best of all first."""
    return await hub_of(request).best_turns(name)


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
    """503 until people can play every game, and while nothing can be stored; bots and hints may still be compiled."""
    hub = hub_of(request)
    problem = await hub.storing_problem()
    if problem is not None:
        return Response({"ready": False, "reason": f"storing does not work: {problem}"}, status_code=503)
    if not hub.readiness.playable:
        return Response({"ready": False, "reason": "games are being compiled"}, status_code=503)
    return Response({"ready": True})


# --- Errors -----------------------------------------------------------------------------------------------------------


def refused(status: int, error: str, detail: str) -> Response[p.ErrorAnswer]:
    """Why something was not done."""
    tally.rejected[error] += 1
    return Response(p.ErrorAnswer(error, detail), status_code=status, media_type="application/json")


def on_refusal(_: Request[Any, Any, Any], error: RequestError) -> Response[p.ErrorAnswer]:
    """Something the hub does not do."""
    return refused(error.status, error.error, str(error))


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[p.ErrorAnswer]:
    """A request that is not understood."""
    words = {404: "not_found", 405: "not_allowed", 408: "too_slow", 411: "no_length", 413: "too_large"}
    extra = f": {error.extra}" if error.extra else ""
    word = words.get(error.status_code, "bad_request" if error.status_code < 500 else "failed")
    return refused(error.status_code, word, f"{error.detail}{extra}"[:500])


def on_away(_: Request[Any, Any, Any], error: Unavailable) -> Response[p.ErrorAnswer]:
    """The database does not answer; it has been logged."""
    return refused(503, "not_stored", UNREADABLE)


def on_error(request: Request[Any, Any, Any], error: Exception) -> Response[p.ErrorAnswer]:
    """Something that should not happen."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(500, "failed", "something went wrong; it has been noted")


# --- Everything together ----------------------------------------------------------------------------------------------


class App:
    """The ASGI application: who asks, from where and how often; then the lobby, a table or a file."""

    def __init__(self, settings: Settings, static: Static | None = None, folder: DataFolder | None = None) -> None:
        if settings.public:
            settings = replace(settings, origins=(*settings.origins, settings.public))
        self.settings = settings
        self._folder = folder
        self._public = (urlsplit(settings.public).netloc,) if settings.public else ()
        self.static = static or Static(public=settings.public)
        self.door = Door(settings)
        self.watch = Watch(settings, lambda: self.hub, self.door.proxies.__contains__)
        self._on_ready: list[Callable[[], None]] = []
        self.hub: Hub | None = None
        self.lobby = self._lobby()

    def _lobby(self) -> Litestar:
        api = Router(
            "/api",
            route_handlers=[
                get_me,
                put_me,
                get_reach,
                get_games,
                get_compiling,
                get_lobby,
                check_map,
                create_table,
                get_table,
                sit,
                fill,
                offer,
                remove,
                readmit,
                leave,
                start,
                rematch,
                get_record,
                get_best_turns,
                get_proof,
                get_past,
                *programs.HANDLERS,
            ],
        )
        lobby = Litestar(
            [api, health, ready],
            request_class=Asked,
            lifespan=[self._life],
            openapi_config=OpenAPIConfig(
                title="Pentarchy", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
            ),
            exception_handlers={
                RequestError: on_refusal,
                HTTPException: on_http_error,
                Unavailable: on_away,
                Exception: on_error,
            },
            request_max_body_size=LARGEST_BODY,
            logging_config=None,
        )
        describe(handler for route in lobby.routes if isinstance(route, HTTPRoute) for handler in route.route_handlers)
        return lobby

    @asynccontextmanager
    async def _life(self, lobby: Litestar) -> AsyncIterator[None]:
        home = await opened(self.settings, self._folder)
        self.hub = lobby.state.hub = Hub(self.settings, *home)
        lobby.state.door = self.door
        if home.store.shared:
            hints = self.hub.bot_pool.hints
            held = self.door.held | {"hints": hints.people, "hints_address": hints.addresses}
            self.hub.limits = SharedLimits(self.hub.bus, self.door.buckets, held)
        await self.hub.open()
        self.hub.start(self.watch.measure_lag())
        counter = Counter(self.hub)
        if not home.store.shared:  # else whoever has a wish asks the database
            await counter.open()
        try:
            yield
        finally:
            await counter.close()
            await self.hub.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a connection."""
        if scope["type"] == "http":
            await self.watch.answer(scope, receive, send, self._http)
        else:
            scope["state"] |= {DOOR: self.door, WELCOME: self._welcome}
            await self.lobby(scope, receive, send)

    def _welcome(self, wire: Wire, scope: Any) -> None:
        assert self.hub is not None
        welcome(self.hub, self.door, wire, scope)

    async def _http(self, scope: Any, receive: Any, send: Any) -> None:
        gate: Gate = scope["state"][GATE]
        gate.request_begins()
        try:
            await self._answer(scope, receive, send, gate)
        finally:
            gate.request_ends()

    async def _answer(self, scope: Any, receive: Any, send: Any, gate: Gate) -> None:
        self.door.place(scope)
        token = identity.token_of(scope)
        given = token or identity.new_token()
        is_api = scope["path"].startswith("/api/")
        secure = scope["scheme"] == "https" or self._is_secure(identity.header(scope, b"host"))
        body = Body(scope, receive, self.settings.body, gate)
        missed = False

        async def send_safely(message: Any) -> None:
            nonlocal missed
            if message["type"] == "http.response.start":
                missed = message["status"] == 404
                headers = [*message["headers"], *SECURITY_HEADERS]
                headers.append((b"content-security-policy", policy(identity.header(scope, b"host"), *self._public)))
                if is_api:
                    headers.append((b"cache-control", b"no-store"))
                if is_api and token is None and tokens.ours(identity.header(scope, b"authorization")) is None:
                    headers.append((b"set-cookie", identity.cookie(given, secure=secure).encode()))
                gate.unread = not body.whole
                if gate.unread or message["status"] == 429 or gate.refusal is not None:
                    headers.append((b"connection", b"close"))
                message = {**message, "headers": headers}
            await send(message)

        who = identity.address(scope)
        scope["state"]["token"] = given
        is_table = scope["path"].startswith("/api/tables/")
        if gate.refusal is not None:
            await _refuse(send_safely, gate.refusal.status, gate.refusal.error, str(gate.refusal))
        elif not self.door.requests.take(who):
            await _refuse(send_safely, 429, "too_fast", "wait a little before you ask for more")
        elif self.hub is not None and (ban := self.hub.bans.holds(identity.peer(scope), identity.player_of(given))):
            await _refuse(send_safely, 403, "banned", f"you may not come until {stamp(ban.until)}")
        elif identity.is_no_host(identity.header(scope, b"host")):
            await _refuse(send_safely, 400, "bad_host", "the header Host is not the address of this table")
        elif body.has_no_length:
            await _refuse(send_safely, 411, "no_length", "say how long the body is: Content-Length")
        elif scope["method"] not in SAFE_METHODS and identity.is_malformed(identity.header(scope, b"origin")):
            await _refuse(send_safely, 400, "bad_origin", "the header Origin is not the address of a site")
        elif scope["method"] not in SAFE_METHODS and not identity.same_origin(scope, self.settings.origins):
            await _refuse(send_safely, 403, "other_origin", "this comes from a page of another site")
        elif self.hub is not None and is_api and (why := programs.admitted(self.hub, self.door, scope)) is not None:
            await _refuse(send_safely, why.status, why.error, str(why))
        elif is_table and (refusal := await self._guesses(who, identity.player_of(given), scope["path"].split("/")[3])):
            await _refuse(send_safely, refusal.status, refusal.error, str(refusal))
        elif scope["path"] == "/metrics":
            if self.watch.may_read_metrics(scope):
                await self.watch.send_metrics(send_safely)
            else:
                await _refuse(send_safely, 403, "not_allowed", "the numbers are for the operator of this table")
        elif is_api or scope["path"] in ("/health", "/ready", "/schema") or scope["path"].startswith("/schema/"):
            await self.lobby(scope, body.receive, send_safely)
            if missed and is_table:
                self.door.misses.take(who)
        else:
            await self.static(scope, body.receive, send_safely)

    def _is_secure(self, host: str) -> bool:
        """Whether somebody has come by the public address, and that is safe from listeners."""
        return self.settings.public.startswith("https:") and host in self._public

    async def _guesses(self, address: str, player: str, name: str) -> RequestError | None:
        """A RequestError if an address has guessed too many names of tables; one's own tables are never guessed."""
        assert self.hub is not None
        try:
            if self.door.misses.peek(address) or await self.hub.is_at_home(player, name):
                return None
        except Unavailable:
            return RequestError(503, "not_stored", UNREADABLE)
        return RequestError(429, "too_fast", "too many unknown tables; wait a little")


class Body:
    """What is sent with a request, for as long as that may take."""

    def __init__(self, scope: Any, receive: Any, seconds: float, gate: Gate) -> None:
        self.has_no_length = bool(identity.header(scope, b"transfer-encoding"))
        self.whole = not self.has_no_length and identity.header(scope, b"content-length") in ("", "0")
        self._receive = receive
        self._gate = gate
        self._end = asyncio.get_running_loop().time() + seconds

    async def receive(self) -> Any:
        """The next part of it."""
        if self.whole:
            return await self._receive()
        self._gate.waits()
        try:
            async with asyncio.timeout_at(self._end):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(status_code=408, detail="what was sent did not come in time") from None
        finally:
            self._gate.comes_to_the_point()
        self.whole = not message.get("more_body", False)
        return message


async def _refuse(send: Any, status: int, error: str, detail: str) -> None:
    tally.rejected[error] += 1
    body = msgspec.json.encode(p.ErrorAnswer(error, detail))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
