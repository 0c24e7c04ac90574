"""Records of matches: playing them again, and checking that chance was honest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pentarchy.engine.chance import NoChance, SeededChance, seed_bytes, seed_hash
from pentarchy.engine.checks import quoted
from pentarchy.engine.lots import Receipt, SharedSeed
from pentarchy.engine.match import RECORD_FORMAT, Match, OffScript
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
    seed_parts: SharedSeed | None = None


class Happened(NamedTuple):
    """One event of a record: what chance brought, or else who did what."""

    chance: str | None
    seat: int = -1
    move: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """What verifying a record found."""

    honest: bool
    draws: int  # how many draws were checked, the differing one not included
    problem: str | None = None
    parts: SharedSeed | None = None  # what an honest seed is made of; None: it was chosen by the table alone


def read(record: dict[str, Any] | str | bytes) -> Recorded:
    """Take a record as a dict or JSON text and check its shape."""
    try:
        if isinstance(record, str | bytes):
            recorded = msgspec.json.decode(record, type=Recorded)
        else:
            recorded = msgspec.convert(record, Recorded)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise RecordError(f"this is no record of a match: {error}") from None
    except RecursionError:
        raise RecordError("this is no record of a match: it is nested too deeply") from None
    if recorded.format != RECORD_FORMAT:
        raise RecordError(f"format: {recorded.format!r} is not known; this version reads {RECORD_FORMAT!r}")
    return recorded


def read_receipt(receipt: dict[str, Any] | str | bytes) -> Receipt:
    """Take a receipt as a dict or JSON text and check its shape."""
    try:
        if isinstance(receipt, str | bytes):
            return msgspec.json.decode(receipt, type=Receipt)
        return msgspec.convert(receipt, Receipt)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"this is no receipt of a page: {error}") from None


def replay(
    record: dict[str, Any] | str | bytes, load: Callable[[str, dict[str, Any]], Game], seed: int | bytes | None = None
) -> Match:
    """The match that a record describes, standing where the record ends.

    An unfinished record does not hold its seed; whoever keeps it passes it here to play on.
    """
    recorded = read(record)
    return _replayed(recorded, _events(recorded), load, seed)


def verify(
    record: dict[str, Any] | str | bytes,
    load: Callable[[str, dict[str, Any]], Game],
    receipt: dict[str, Any] | str | bytes | None = None,
) -> Verdict:
    """Check a finished record draw by draw against its seed, and the seed against what was published at the start.

    The receipt is what a page was promised before it opened its number: the record must keep that too.
    """
    recorded = read(record)
    kept = None if receipt is None else read_receipt(receipt)
    events = _events(recorded)
    if recorded.seed is None:
        return Verdict(False, 0, "the match is not finished: its seed is not in the record yet")
    seed = _seed_of(recorded.seed)
    if seed_hash(seed) != recorded.seed_hash:
        return Verdict(False, 0, "the seed is not the one whose hash was published at the start")
    match = _replayed(recorded, events, load, seed)
    problem = _problem_of_parts(recorded.seed_parts, seed, match.game.players, kept)
    if problem is not None:
        return Verdict(False, 0, problem)
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
    if not _is_part_of(recorded.result, match.standings().to_dict()):
        return Verdict(False, draws, "the result in the record is not the result of the moves")
    return Verdict(True, draws, parts=recorded.seed_parts)


def _problem_of_parts(parts: SharedSeed | None, seed: bytes, players: int, kept: Receipt | None) -> str | None:
    """What is wrong with the parts of a seed, if it has any, and with promises that somebody was given of them."""
    if parts is None:
        return None if kept is None else "the seed has no parts: it was chosen by the table alone"
    problem = parts.problem(players)
    if problem is None and parts.mixed() != seed:
        problem = "the seed is not made of the table's secret and of the numbers in the record"
    if problem is None and kept is not None:
        problem = kept.problem(parts)
    return problem


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
        seed = bytes.fromhex(text)
    except ValueError:
        raise RecordError(f"seed: {quoted(text)} is not a hexadecimal number") from None
    if not seed:
        raise RecordError("seed: it is empty")
    return seed


def _events(recorded: Recorded) -> list[Happened]:
    """The events, each with what belongs there."""
    return [_event(number, event) for number, event in enumerate(recorded.events)]


def _event(number: int, event: dict[str, Any]) -> Happened:
    if event.keys() == {"chance"} and isinstance(event["chance"], str):
        return Happened(event["chance"])
    if event.keys() == {"seat", "move"} and type(event["seat"]) is int and isinstance(event["move"], str):
        return Happened(None, event["seat"], event["move"])
    wanted = '{"chance": text} or {"seat": number, "move": text}'
    raise RecordError(f"event {number}: {quoted(event)} is not of the form {wanted}")


def _replayed(
    recorded: Recorded,
    events: list[Happened],
    load: Callable[[str, dict[str, Any]], Game],
    seed: int | bytes | None,
) -> Match:
    """Start as the record says and make its moves; chance brings what the record says it brought."""
    draws = [number for number, event in enumerate(events) if event.chance is not None]
    script = [event.chance for event in events if event.chance is not None]
    try:
        match = _started(recorded, script, load, seed)
        for number, event in enumerate(events):
            if event.chance is None:
                _repeat(match, number, event)
    except OffScript as error:
        possible = ", ".join(error.possible[:8]) + (" and others" if len(error.possible) > 8 else "")
        raise RecordError(
            f"event {draws[-error.left]}: the record says {quoted(error.wanted)}, possible then: {possible}"
        ) from None
    except RecursionError:
        raise RecordError("the record cannot be started: it is nested too deeply") from None
    _check_same(match, recorded)
    return match


def _started(
    recorded: Recorded, script: list[str], load: Callable[[str, dict[str, Any]], Game], seed: int | bytes | None
) -> Match:
    try:
        game = load(recorded.game, recorded.options)
        buffer = game.buffer() if recorded.start is None else game.load(recorded.start)
        chance = _chance(recorded, seed)
        published, parts = recorded.seed_hash, recorded.seed_parts
        return Match(game, buffer, chance, start=recorded.start, script=script, published=published, shared=parts)
    except OffScript:
        raise
    except ValueError as error:
        raise RecordError(f"the record cannot be started: {error}") from None


def _repeat(match: Match, number: int, event: Happened) -> None:
    try:
        match.play(event.move, event.seat)
    except OffScript:
        raise
    except ValueError as error:
        raise RecordError(f"event {number}: {error}") from None


def _check_same(match: Match, recorded: Recorded) -> None:
    told = match.told()
    for number, (ours, theirs) in enumerate(zip(told, recorded.events, strict=False)):
        if ours != theirs:
            raise RecordError(f"event {number}: the record says {quoted(theirs)}, the rules lead to {ours}")
    if len(told) != len(recorded.events):
        raise RecordError(f"events: the record has {len(recorded.events)}, the rules lead to {len(told)}")


def _is_part_of(said: object, found: object) -> bool:
    """Whether all that a record says is so; a later version may say more, item by item."""
    if isinstance(said, dict) and isinstance(found, dict):
        return all(key in found and _is_part_of(value, found[key]) for key, value in said.items())
    if isinstance(said, list) and isinstance(found, list):
        return len(said) == len(found) and all(map(_is_part_of, said, found))
    return type(said) is type(found) and said == found
