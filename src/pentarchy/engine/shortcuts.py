"""Shortcuts for Numba: what it asks itself again and again while it translates is answered once.

A quarter of the time of compiling went into questions whose answers cannot change meanwhile. The shortcuts hold while
something is translated and leave nothing behind. Like `compiling` they lean on inner parts of Numba, whose version is
pinned; without any of them the same machine code is made, byte for byte, only later.
"""

from __future__ import annotations

import contextlib
import functools
import gc
from typing import TYPE_CHECKING, Any

from llvmlite.binding import ffi
from numba.core import errors, event, types
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.types.functions import BaseFunction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ABSENT = object()


@contextlib.contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Another value for an attribute of an object or a class, for a while."""
    before = vars(owner).get(name, ABSENT)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if before is ABSENT:
            delattr(owner, name)
        else:
            setattr(owner, name, before)


@contextlib.contextmanager
def shortcuts(target: Any) -> Iterator[None]:
    """While it lasts, translating for a target takes about three quarters of the time."""
    with contextlib.ExitStack() as changes:
        changes.enter_context(_without_collecting())
        for context in (target.target_context, target.typing_context):
            changes.enter_context(replaced(context, "load_additional_registries", _news_for(context)))
        for owner, name, value in (
            (BaseFunction, "get_call_type", _remembered_types(BaseFunction.get_call_type)),
            (types.Record, "__repr__", _remembered_texts(types.Record.__repr__)),
            (TargetConfig, "values", _values),
            (TargetConfig, "__hash__", _hash),
            (TargetConfig, "__eq__", _equal),
            # Nobody listens: the events tell how long Numba waits for its locks and how long its passes take.
            (event, "start_event", _nothing),
            (event, "end_event", _nothing),
            (event, "trigger_event", _no_event),
            (ffi.lib._lock, "_cblist", []),
            # Overloads that do not fit complain, where there are colours in colours, and are forgotten.
            (type(errors.termcolor()), "_markup", lambda self, message, *_: message),
        ):
            changes.enter_context(replaced(owner, name, value))
        yield


@contextlib.contextmanager
def _without_collecting() -> Iterator[None]:
    """Nearly all that is made lasts until the end; looking for what does not took a tenth of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _news_for(context: Any) -> Callable[[], None]:
    """What is new in the registries that are known. Numba would import all that there could be, at every refresh."""

    def install() -> None:
        for registry in tuple(context._registries):
            context.install_registry(registry)

    return install


def _remembered_types(ask: Callable[..., Any]) -> Callable[..., Any]:
    """How a call is typed; Numba tries dozens of overloads for every sum and every index."""
    answers: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        question = (id(self), context, tuple(args), tuple(kws.items()), ConfigStack.top_or_none())
        if question not in answers:
            answers[question] = ask(self, context, args, kws), self  # which keeps its id
        return answers[question][0]

    return get_call_type


def _remembered_texts(describe: Callable[[Any], str]) -> Callable[[Any], str]:
    """How a record is written out, which is long and a part of every name that has to do with it."""
    texts: dict[int, tuple[str, Any]] = {}

    def described(self: Any) -> str:
        if id(self) not in texts:
            texts[id(self)] = describe(self), self
        return texts[id(self)][0]

    return described


def _values(self: Any) -> dict[str, Any]:
    return {**_defaults(self.__class__), **self._values}


@functools.cache
def _defaults(settings: Any) -> dict[str, Any]:
    return {name: option.default for name, option in settings.options.items()}


def _hash(self: Any) -> int:
    return hash(type(self))


def _equal(self: Any, other: object) -> Any:
    if not isinstance(other, TargetConfig):
        return NotImplemented
    return self._values == other._values or _values(self) == _values(other)


def _nothing(*_: Any, **__: Any) -> None:
    """Tell nobody."""


def _no_event(*_: Any, **__: Any) -> contextlib.AbstractContextManager[None]:
    return contextlib.nullcontext()
