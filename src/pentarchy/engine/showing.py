"""What a game shows of a state: views, facts, reasons, and who hears of what. Everything is made by compiled rules."""

from __future__ import annotations

from functools import cache
from itertools import chain, compress
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.engine.facade import kernel_of
from pentarchy.engine.play import EVERYTHING
from pentarchy.engine.seen import SPECTATOR, part_of
from pentarchy.engine.writing import writer_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.spec import Buffer, Event, Options, Spec


NO_FACT = np.empty(0, np.uint8)


class Showing:
    """What one game shows. Seats are numbers here; `SPECTATOR` sees what everybody may see."""

    def __init__(self, spec: Spec) -> None:
        self._kernel: Any = kernel_of(spec)
        self._view: Any = spec.view
        self._facts = spec.facts
        self._sees_ahead = hasattr(self._kernel, "foresee")
        self._hides = hasattr(self._kernel, "hears")
        secret = getattr(spec.view, "secret", None)
        # Known without compiled code: a table must be able to ask while a game is still being compiled.
        self._secret = getattr(secret, "py_func", secret)
        self._has_reveals = hasattr(self._kernel, "reveals")
        self._beside = getattr(spec.view, "with_beside", None)

    # Views

    def view_json(self, buffer: Buffer, seat: int, options: Options) -> bytes:
        """What a seat may see, as the JSON of an object."""
        written = self._written(self._view.View, self._kernel.see, buffer, seat)
        return written if self._beside is None else self._beside(written, buffer, options)

    def foreseen(self, buffer: Buffer, seat: int, options: Options) -> dict[str, Any]:
        """What a seat can know of a state that is only thought of."""
        look = self._kernel.foresee if self._sees_ahead else self._kernel.see
        written = self._written(self._view.View, look, buffer, seat)
        shown: dict[str, Any] = msgspec.json.decode(
            written if self._beside is None else self._beside(written, buffer, options)
        )
        return shown

    def breakdown(self, buffer: Buffer, options: Options) -> tuple[dict[str, Any], ...]:
        """Per seat, every item that brings points, as if the game ended now; nothing is hidden from it."""
        return tuple(msgspec.json.decode(self.view_json(buffer, EVERYTHING, options))["standings"])

    def known(self, buffer: Buffer, seat: int) -> Buffer:
        """The state as a seat may suppose it, the same whatever is hidden."""
        if not hasattr(self._kernel, "suppose"):
            return buffer
        supposed = buffer.copy()
        self._kernel.suppose(supposed, seat)
        return supposed

    # Events

    def heard(self, buffer: Buffer, events: Sequence[Event], seat: int) -> tuple[Event, ...]:
        """Those of all past events that a seat may know of."""
        if not self._hides or not events:
            return tuple(events)
        heard = np.zeros(len(events), np.uint8)
        # Asked for after every move, of a log that grows: an array of tuples would take three times as long.
        numbers = np.fromiter(chain.from_iterable(events), np.int64, 2 * len(events)).reshape(-1, 2)
        self._kernel.hears(buffer, numbers, seat, heard)
        return tuple(compress(events, heard.tolist()))

    @property
    def has_secrets(self) -> bool:
        """Whether there are moves that seats which still act cannot see."""
        return self._secret is not None

    def is_secret(self, action: int) -> bool:
        """Whether seats that still act cannot see such a move, so that it may be taken back after they have moved."""
        return self._secret is not None and bool(self._secret(action))

    def reveals(self, before: Buffer, after: Buffer) -> bool:
        """Whether a seat's move, which led from one state to the other, has brought something hidden to light."""
        return self._has_reveals and bool(self._kernel.reveals(before, after))

    def is_foreseeable(self, before: Buffer, after: Buffer) -> bool:
        """Whether what a move leads to can be shown before it is made."""
        return self._sees_ahead or not self.reveals(before, after)

    def glimpse(self, before: Buffer, after: Buffer) -> dict[str, Any]:
        """What a seat's move has shown to all for a moment; empty if it has shown nothing."""
        if not hasattr(self._kernel, "glimpse"):
            return {}
        record = _record_of(self._view.Glimpse)
        if not self._kernel.glimpse(before, after, record):
            return {}
        shown: dict[str, Any] = msgspec.json.decode(writer_of(self._view.Glimpse).json(record))
        return shown

    def fact(self, before: Buffer, after: Buffer, seat: int, action: int) -> Buffer:
        """What an event did, as a record; everybody who hears of the event may know it."""
        record = _record_of(self._facts.Fact)
        self._kernel.tell(before, after, seat, action, record)
        return record

    def fact_json(self, fact: Buffer) -> bytes:
        """A fact as the JSON of an object; an empty one where what happened was not seen."""
        return writer_of(self._facts.Fact).json(fact) if len(fact) else b"{}"

    def reason(self, buffer: Buffer, seat: int, action: int) -> tuple[str | None, dict[str, str]]:
        """Why a seat may not do something: the number of the rule, and a sentence by language."""
        written = self._written(self._facts.Refusal, self._kernel.refuse, buffer, seat, action)
        facts: dict[str, Any] = msgspec.json.decode(written)
        reason = self._facts.REASONS[facts["why"]]
        russian = getattr(self._facts, "RUSSIAN", {})  # names, in the case that the reasons need
        in_russian = {key: russian.get(fact, fact) if isinstance(fact, str) else fact for key, fact in facts.items()}
        return reason.rule, {"en": reason.en.format(**facts), "ru": reason.ru.format(**in_russian)}

    def _written(self, declared: type, fill: Any, *given: Any) -> bytes:
        record = _record_of(declared)
        fill(*given, record)
        return writer_of(declared).json(record)


def _record_of(declared: type) -> Buffer:
    return np.empty(part_of(declared).layout.itemsize, np.uint8)


@cache
def showing_of(spec: Spec) -> Showing:
    """What one game shows."""
    return Showing(spec)


def seat_number(seat: int | None) -> int:
    """A seat as compiled rules know it."""
    return SPECTATOR if seat is None else seat
