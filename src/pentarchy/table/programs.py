"""What programs ask for over HTTP: seats that are offered to them. docs/bot-api.md is the specification."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody  # noqa: TC002 - read when the routes are made

from pentarchy.table import entries as e
from pentarchy.table import identity, tokens
from pentarchy.table import protocol as p
from pentarchy.table.admin import stamp
from pentarchy.table.hub import RequestError

if TYPE_CHECKING:
    from pentarchy.table.door import Door
    from pentarchy.table.hub import Hub
    from pentarchy.table.tokens import Program

PATH = "/api/bot/"
PROGRAM = "program"  # where in the state of a request stands which one asks
MOST_OFFERED = 100  # seats that a program is told of at once
HERE = 180.0  # seconds since it was last seen, which is kept to the minute


# --- Who asks ---------------------------------------------------------------------------------------------------------


def admitted(hub: Hub, door: Door, scope: Any) -> RequestError | None:
    """Write into a request which program it is of, if it brings a token; why it is not answered, if it is not."""
    scope["state"][PROGRAM] = None
    is_for_programs = scope["path"].startswith(PATH)
    find = tokens.bearer if is_for_programs else tokens.ours
    token = find(identity.header(scope, b"authorization"))
    if token is None:
        return RequestError(401, "no_token", "send the header Authorization: Bearer TOKEN") if is_for_programs else None
    program = scope["state"][PROGRAM] = hub.programs.holder(token)
    if program is None:
        return RequestError(401, "bad_token", "there is no such token, or it was taken back")
    if ban := hub.bans.holds(identity.peer(scope), program.id):
        return RequestError(403, "banned", f"you may not come until {stamp(ban.until)}")
    if not is_for_programs:
        return RequestError(403, "not_for_you", f"programs ask for what is under {PATH}")
    if not door.program_requests.take(program.id):
        return RequestError(429, "too_fast", "wait a little before you ask for more")
    hub.saw(program)
    return None


def _asking(request: Request[Any, Any, Any]) -> tuple[Hub, Program]:
    return request.app.state.hub, request.scope["state"][PROGRAM]


# --- What is answered -------------------------------------------------------------------------------------------------


@get("/bot/offers", summary="Seats for a program")
async def get_offers(request: Request[Any, Any, Any]) -> p.Offers:
    """The seats that are offered to the program that asks, and those that it holds."""
    hub, program = _asking(request)
    return await offers(hub, program)


@post("/bot/tables/{name:str}/take", summary="Let a program sit down", status_code=200)
async def take_offer(request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[p.Taking]) -> p.Table:
    """Take a seat that is offered to the program that asks."""
    hub, program = _asking(request)
    return await hub.take(program, name, data)


@post("/bot/tables/{name:str}/leave", summary="Let a program leave before the start", status_code=200)
async def give_back(request: Request[Any, Any, Any], name: FromPath[str]) -> p.Table:
    """Give the seat back before the start; it is offered again."""
    hub, program = _asking(request)
    return await hub.give_back(program, name)


@get("/programs", summary="Programs to which seats can be offered")
async def get_programs(request: Request[Any, Any, Any]) -> list[p.ProgramRow]:
    """Every program that has a token, those that are here first."""
    hub: Hub = request.app.state.hub
    return await known(hub)


HANDLERS = [get_offers, take_offer, give_back, get_programs]


async def offers(hub: Hub, program: Program) -> p.Offers:
    """The seats that are offered to a program, and those that it holds."""
    held = [_held(row) for row in await hub.held(program.id)]
    tables = {seat.table for seat in held}
    rows = await hub.store.offers(program.name, MOST_OFFERED)
    found = [_offered(row.table, row.seat, row.program, row.at, e.decode_setup(row.setup)) for row in rows]
    return p.Offers(
        program=program.name,
        offers=[seat for seat in found if seat.table not in tables],
        seats=held,
        most=hub.settings.program_seats,
    )


def _offered(table: str, seat: int, program: str, at: float, setup: e.Setup) -> p.OfferedSeat:
    return p.OfferedSeat(
        table=table,
        seat=seat,
        game=setup.game,
        options=setup.options,
        players=len(setup.seats),
        at=at,
        clock=setup.clock,
        by_name=bool(program),
    )


def _held(row: p.ListedTable) -> p.HeldSeat:
    seat = next(seat for seat in row.seats if seat.mine)
    return p.HeldSeat(
        table=row.table,
        seat=seat.seat,
        game=row.game,
        status=row.status,
        to_act=seat.seat in row.to_act and not seat.stands_in,
    )


async def known(hub: Hub) -> list[p.ProgramRow]:
    """Every program to which seats can be offered, those that are here first."""
    now = time.time()
    rows = [p.ProgramRow(each.name, now - each.seen < HERE) for each in await hub.store.programs()]
    return sorted(rows, key=lambda row: (not row.here, row.name.casefold()))
