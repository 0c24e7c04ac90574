"""Records of matches: playing them again, and checking that chance was honest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.engine.chance import NoChance, SeededChance, seed_bytes, seed_hash
from pentarchy.engine.match import RECORD_FORMAT, Match
from pentarchy.engine.play import CHANCE
from pentarchy.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.chance import Chance
    from pentarchy.engine.game import Game


class Recorded(msgspec.Struct):
    """The fields of a record, checked for their types when it is read."""

    format: str
    game: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    seed_hash: str
    seed: str | None
    events: list[dict[str, Any]]
    result: dict[str, Any] | None


class Verdict(msgspec.Struct, frozen=True):
    """What verifying a record found."""

    honest: bool
    draws: int  # how many draws were checked, the differing one not included
    problem: str | None = None


def read(record: dict[str, Any] | str | bytes) -> Recorded:
    """Take a record as a dict or JSON text and check its shape."""
    try:
        if isinstance(record, str | bytes):
            recorded = msgspec.json.decode(record, type=Recorded)
        else:
            recorded = msgspec.convert(record, Recorded)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise RecordError(f"this is no record of a match: {error}") from None
    if recorded.format != RECORD_FORMAT:
        raise RecordError(f"format: {recorded.format!r} is not known; this version reads {RECORD_FORMAT!r}")
    return recorded


def replay(record: dict[str, Any] | str | bytes, load: Callable[..., Game], seed: int | bytes | None = None) -> Match:
    """The match that a record describes, standing where the record ends.

    An unfinished record does not hold its seed; whoever keeps it passes it here to play on.
    """
    recorded = read(record)
    try:
        game = load(recorded.game, **recorded.options)
        chance = _chance(recorded, seed)
        script = [event["chance"] for event in recorded.events if "chance" in event]
        match = Match(
            game,
            game.buffer() if recorded.start is None else game.load(recorded.start),
            chance,
            start=recorded.start,
            script=script,
            published=recorded.seed_hash,
        )
    except (ValueError, TypeError) as error:
        raise RecordError(f"the record cannot be started: {error}") from None
    for number, event in enumerate(recorded.events):
        if "chance" not in event:
            _repeat(match, number, event)
    _check_same(match, recorded)
    return match


def verify(record: dict[str, Any] | str | bytes, load: Callable[..., Game]) -> Verdict:
    """Check a finished record draw by draw against its seed, and the seed against the hash published at the start."""
    recorded = read(record)
    if recorded.seed is None:
        return Verdict(False, 0, "the match is not finished: its seed is not in the record yet")
    seed = _seed_of(recorded.seed)
    if seed_hash(seed) != recorded.seed_hash:
        return Verdict(False, 0, "the seed is not the one whose hash was published at the start")
    match = replay(record, load)
    forced = match.first_forced
    if forced is not None:
        draws = sum(event.seat == CHANCE for event in match.events[: forced.event])
        problem = (
            f"draw {draws + 1} (event {forced.event}): the record says {forced.forced!r}, the seed {forced.drawn!r}"
        )
        return Verdict(False, draws, problem)
    draws = sum(event.seat == CHANCE for event in match.events)
    if not match.over:
        return Verdict(False, draws, "the record shows its seed but the match is not over")
    if match.record()["result"] != recorded.result:
        return Verdict(False, draws, "the result in the record is not the result of the moves")
    return Verdict(True, draws)


def _chance(recorded: Recorded, seed: int | bytes | None) -> Chance:
    if seed is not None:
        key = seed_bytes(seed)
    elif recorded.seed is not None:
        key = _seed_of(recorded.seed)
    else:
        return NoChance()
    if seed_hash(key) != recorded.seed_hash:
        raise RecordError("seed: it is not the one whose hash is in the record")
    return SeededChance(key)


def _seed_of(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise RecordError(f"seed: {text!r} is not a hexadecimal number") from None


def _repeat(match: Match, number: int, event: dict[str, Any]) -> None:
    try:
        match.play(event["move"], seat=event["seat"])
    except KeyError as error:
        raise RecordError(f"event {number}: {event!r} lacks {error}") from None
    except ValueError as error:
        raise RecordError(f"event {number}: {error}") from None


def _check_same(match: Match, recorded: Recorded) -> None:
    told = match.record()["events"]
    for number, (ours, theirs) in enumerate(zip(told, recorded.events, strict=False)):
        if ours != theirs:
            raise RecordError(f"event {number}: the record says {theirs!r}, the rules lead to {ours!r}")
    if len(told) != len(recorded.events):
        raise RecordError(f"events: the record has {len(recorded.events)}, the rules lead to {len(told)}")
