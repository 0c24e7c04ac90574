"""Compiling: every rule is lowered once, and what Python calls is compiled together, a unit at a time.

Numba compiles each function for itself: it is optimised, made into machine code, wrapped for Python and written to a
cache, although most rules are only ever called by other rules. That is most of the time it takes. Here a rule is only
translated (types, LLVM's language); a *unit* links everything that some functions for Python need, optimises it at one
go and makes one object of it, which is one file in the cache.

This leans on inner parts of Numba, all of them in this file: how a code library is made and finished, how a function is
made executable, and how a dispatcher answers for a call in compiled code. Its version is therefore pinned to one minor
release.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

from llvmlite.binding import Linkage
from numba import _dynfunc
from numba.core import compiler, config, types, typing
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment
from numba.core.funcdesc import default_mangler
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime import rtsys

from pentarchy.engine import family, files
from pentarchy.engine.shortcuts import replaced, shortcuts
from pentarchy.engine.translations import Translation, Translations, link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    Signature = tuple[types.Type, ...]
    Symbols = tuple[str, str]  # of what Python calls: a function in machine code and its environment

settings: Any = config  # its attributes are made when it is loaded
INTERPRETED = bool(settings.DISABLE_JIT)

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
# How much of a unit is inlined, in instructions of a function: nothing but what LLVM likes to, what pays in a search,
# or all, where whole games are played.
NOTHING, SMALL, EVERYTHING = 0, 250, 1 << 30

IS_OURS = "_ZN"  # how the names of all functions begin that Numba translates; its runtime's do not


class UnitLibrary(Translation):
    """The functions of a unit that Python calls, and all that they need."""

    def __init__(self, name: str) -> None:
        super().__init__(cpu_target.target_context.codegen(), name)
        self.exported: set[str] = set()

    def make(self, inlined_below: int) -> bytes:
        """Link everything, optimise it and make machine code of it."""
        link(self._final_module, self.needs({}))
        for function in self._final_module.functions:
            if _is_own(function) and function.name not in self.exported:
                # LLVM changes what such a function takes as it likes. It must have no name in machine code: Numba's
                # linker finds what is merely internal, too, and gives it to whoever calls a function of that name.
                function.linkage = "private"
                if _is_below(function, inlined_below):
                    function.add_function_attribute("alwaysinline")
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        self._final_module.verify()
        self.enable_object_caching()
        self._finalize_final_module()
        if self._dynamic_globals:
            raise ValueError(f"{self.name}: a constant array is too large to be part of compiled code")
        code: bytes = self._get_compiled_object()
        return code

    def load(self, code: bytes, symbols: list[str]) -> None:
        """Take over machine code that was made before."""
        rtsys.initialize(cpu_target.target_context)  # which it calls; the compiler itself is not needed
        self.enable_object_caching()
        self._set_compiled_object(code)
        self._finalize_final_module()
        self._codegen._engine._defined_symbols.update(symbols)

    def entry_point(self, name: str, function: Callable[..., Any], symbols: Symbols) -> Any:
        """What Python calls, now that there is machine code."""
        wrapper, environment_name = symbols
        environment = Environment(function.__globals__)
        environment.env_name = environment_name
        address = self.get_pointer_to_function(wrapper)
        module = sys.modules[function.__module__]
        made = _dynfunc.make_function(module, function.__name__, name, address, environment, (self,))
        self.codegen.set_env(environment_name, environment)
        return made


def _is_own(function: Any) -> bool:
    """Whether a unit has it for itself; Numba's runtime is there once for all."""
    is_internal: bool = function.linkage == Linkage.internal
    return not function.is_declaration and (is_internal or function.name.startswith(IS_OURS))


def _is_below(function: Any, size: int) -> bool:
    """Whether a function has fewer instructions. Counting them takes long."""
    if size in (NOTHING, EVERYTHING):
        return size == EVERYTHING
    return sum(1 for block in function.blocks for _ in block.instructions) < size


class Translating:
    """While it lasts, whatever Numba compiles is only translated; rules are first looked for among the kept ones."""

    now: ClassVar[Translating | None] = None

    def __init__(self, kept: Translations) -> None:
        self.kept = kept
        self.kinds: dict[Callable[..., Any], Signature] = {}  # what the rules take that are being translated

    def __enter__(self) -> Translating:
        context: Any = cpu_target.target_context
        with contextlib.ExitStack() as changes:
            changes.enter_context(global_compiler_lock)
            context.refresh()
            changes.enter_context(shortcuts(cpu_target))
            for owner, name, value in self._changes(context):
                changes.enter_context(replaced(owner, name, value))
            self._until_the_end = changes.pop_all()
        Translating.now = self
        return self

    def _changes(self, context: Any) -> list[tuple[Any, str, Any]]:
        """What Numba does otherwise meanwhile."""
        codegen = context.codegen()
        wrap = context.create_cpython_wrapper
        self._identify = FunctionIdentity.from_function

        def wrap_exported(library: Any, description: Any, *rest: Any, **named: Any) -> None:
            if isinstance(library, UnitLibrary):
                wrap(library, description, *rest, **named)

        return [
            (codegen, "create_library", lambda name, **_: Translation(codegen, name)),
            (context, "create_cpython_wrapper", wrap_exported),
            (context, "create_cfunc_wrapper", lambda *_, **__: None),
            (context, "mangler", _mangled),
            # Numba tells functions apart by their entry points. This one is never called; if it were, it would tell.
            (context, "get_executable", lambda *_: [].clear),
            (FunctionIdentity, "from_function", self._identity),
        ]

    @classmethod
    def going_on(cls) -> contextlib.AbstractContextManager[Translating]:
        """The one that lasts, or else one of its own, for whoever calls a rule without being one."""
        return contextlib.nullcontext(cls.now) if cls.now else cls(Translations())

    def add(self, library: UnitLibrary, function: Callable[..., Any], kinds: Signature) -> Symbols:
        """Translate a function for Python as a part of a unit."""
        flags = compiler.Flags()
        cpu_target.options.parse_as_flags(flags, OPTIONS)
        self.kinds[function] = kinds
        result = compiler.compile_extra(
            cpu_target.typing_context,
            cpu_target.target_context,
            function,
            args=kinds,
            return_type=None,
            flags=flags,
            locals={},
            library=library,
        )
        given = result.signature.return_type
        if result.environment.consts or cpu_target.target_context.data_model_manager[given].contains_nrt_meminfo():
            raise TypeError(f"{function.__name__} returns {given}: Python gets numbers only, or has an array filled")
        library.exported.add(result.fndesc.llvm_cpython_wrapper_name)
        return result.fndesc.llvm_cpython_wrapper_name, result.fndesc.env_name

    def _identity(self, function: Callable[..., Any]) -> Any:
        """Numba numbers functions as they come; a rule is named alike in every process, so that its callers find it."""
        identity = self._identify(function)
        if function in self.kinds:
            identity.unique_id = int(hashlib.sha256(str(self.kinds[function]).encode()).hexdigest()[:8], 16)
            identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return identity

    def __exit__(self, *_: object) -> None:
        Translating.now = None
        self._until_the_end.close()


def _mangled(name: str, kinds: Signature, *, abi_tags: Any = (), uid: int | None = None) -> str:
    """The name of a function in compiled code, with the types it takes in their words.

    Numba numbers records as they come, which is not alike in two processes: what one has translated would call
    functions that the other knows by other names.
    """
    described = hashlib.sha256(str(kinds).encode()).hexdigest()[:16]
    mangled: str = default_mangler(name, (described,), abi_tags=abi_tags, uid=uid)
    return mangled


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A function that compiled code calls. Called by Python it works too, but is compiled anew in every process.

    For compiled code it is only ever translated. What Python calls is a unit of its own, and nobody else's: what Numba
    makes in its ordinary way has another name in every process, so that no translation may call it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=dict(OPTIONS))
        self._entry_points: dict[Signature, Any] = {}

    def compile(self, sig: Any) -> Any:
        """Make it ready for Python to call it with these types."""
        with global_compiler_lock:
            kinds = tuple(_plain(kind) for kind in sig)
            if kinds not in self._entry_points:
                self._entry_points[kinds] = self._compile_alone(kinds)
            entry_point = self._entry_points[kinds]
            self._insert([kind._code for kind in sig], entry_point, False)
            return entry_point

    def _compile_alone(self, kinds: Signature) -> Any:
        function = clone(self.py_func, "python", {})  # a rule that calls itself is needed as a translation besides
        library = UnitLibrary(function.__qualname__)
        with Translating(Translations()) as translating:
            symbols = translating.add(library, function, kinds)
        library.make(NOTHING)
        return library.entry_point(function.__name__, function, symbols)

    def translate(self, kinds: Signature) -> Any:
        """Make it ready for compiled code to call it with these types."""
        if kinds not in self.overloads:
            with Translating.going_on() as now:
                kept = now.kept.result(self._key(kinds))
                if kept is not None:
                    self.add_overload(kept)
                else:
                    now.kinds[self.py_func] = kinds
                    super().compile(kinds)
        return self.overloads[kinds]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How a call in compiled code is typed: whole numbers of any size are alike, so that nothing is made twice."""
        signature, args = self._compiler.fold_argument_types(args, kws)
        translated = self.translate(tuple(_plain(kind) for kind in args))
        name = self.py_func.__name__
        template = typing.make_concrete_template(name, key=name, signatures=[translated.signature])
        return template, signature, args, {}

    def add_overload(self, result: Any) -> None:
        """Remember its translation; Python must not find it."""
        kinds = tuple(result.signature.args)
        result.library.belongs_to(self._key(kinds), result.signature, result.fndesc)
        self.overloads[kinds] = result

    def _key(self, kinds: Signature) -> Any:
        return self.py_func.__module__, self.py_func.__qualname__, kinds


def clone(function: Callable[..., Any], name: str, bindings: Mapping[str, Any]) -> FunctionType:
    """The same function under another name, with free names bound."""
    function = getattr(function, "py_func", function)
    return rebound(function, name, {**function.__globals__, **bindings})


def rebound(function: Callable[..., Any], name: str, names: dict[str, Any]) -> FunctionType:
    """The same function under another name, whose free names are looked up in `names`, which may still be filled."""
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    made.__qualname__ = f"{function.__qualname__}__{name}"
    made.__module__ = function.__module__
    return made


def _plain(kind: Any) -> Any:
    if isinstance(kind, types.IntegerLiteral):
        kind = kind.literal_type
    small = isinstance(kind, types.Integer) and kind.bitwidth < 64  # type: ignore[attr-defined]
    return types.int64 if small else kind


class Entry(CPUDispatcher):  # type: ignore[misc]
    """A function of a unit that Python calls, with one signature."""

    def __init__(self, name: str, function: Callable[..., Any], signature: Signature, unit: Unit) -> None:
        super().__init__(function, targetoptions=dict(OPTIONS))
        self.name = name
        self.signature = signature
        self.unit = unit
        self._rule = Rule(function)

    def compile(self, sig: Any) -> Any:
        """The first call makes the whole unit ready; other types than those of its signature are refused."""
        self.unit.prepare()
        if tuple(_plain(kind) for kind in sig) != self.signature:
            wanted, given = ", ".join(map(str, self.signature)), ", ".join(map(str, sig))
            raise TypeError(f"{self.name} takes ({wanted}), not ({given})")
        entry_point = self.overloads[self.signature].entry_point
        if sig != self.signature:
            self._insert([kind._code for kind in sig], entry_point, False)  # smaller numbers do as well
        return entry_point

    def ready(self, entry_point: Any) -> None:
        """From now on it can be called."""
        made = typing.signature(types.none, *self.signature)  # what it returns is known to the entry point alone
        self.add_overload(compiler.compile_result(signature=made, entry_point=entry_point, objectmode=False))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """For compiled code it is a rule like any other."""
        return self._rule.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """For compiled code it is a rule like any other."""
        return self._rule.get_overload(sig)


class Unit:
    """Functions for Python that are compiled together and kept in one file."""

    def __init__(
        self,
        name: str,
        functions: Mapping[str, tuple[Callable[..., Any], Signature]],
        folders: Callable[[], tuple[Path, ...]],
        inlined_below: int,
    ) -> None:
        self.name = name
        # Larger functions are inlined where LLVM thinks that it pays; with bounds checks nothing needs to be fast.
        self.inlined_below = NOTHING if settings.BOUNDSCHECK else inlined_below
        self.is_ready = INTERPRETED
        self._folders = folders  # the first is where code is stored, in the others it may have been brought along
        self.entries: dict[str, Any] = {
            name: function if INTERPRETED else Entry(name, function, kinds, self)
            for name, (function, kinds) in functions.items()
        }

    @property
    def file(self) -> Path:
        """Where its machine code is kept, for this kind of processor."""
        return self._file(self._folders()[0], processor())

    @property
    def is_native(self) -> bool:
        """Whether it has been compiled for this kind of processor."""
        return INTERPRETED or self.file.exists()

    @property
    def is_stored(self) -> bool:
        """Whether it need not be compiled any more to be used."""
        return self.is_ready or any(file.exists() for file in self._candidates())

    def _file(self, folder: Path, made_for: str) -> Path:
        return folder / f"{self.name}-{made_for}.unit"

    def _candidates(self) -> Iterator[Path]:
        """Where its machine code may be: made for this very processor first, then for all of its family."""
        yield self.file
        if family.runs_here():
            for folder in self._folders():
                yield self._file(folder, family.tag())

    def prepare(self) -> None:
        """Load it, or else compile it."""
        with global_compiler_lock:
            if self.is_ready:
                return
            content = next(filter(None, map(files.read, self._candidates())), None)
            if content is not None:
                self._load(content)
            else:
                self.make_native()

    def make_native(self) -> None:
        """Compile it for this kind of processor; of several processes that want it at once, one does."""
        with global_compiler_lock, files.locked(self.file):
            content = files.read(self.file) or self._compile()
            if not self.is_ready:
                self._load(content)

    def _compile(self) -> bytes:
        """Translate, link, optimise; store the result and use it."""
        library = UnitLibrary(self.name)
        with Translating(Translations(self._folders()[0] / f"rules-{processor()}.translated")) as translating:
            names = {
                name: translating.add(library, entry.py_func, entry.signature) for name, entry in self.entries.items()
            }
        code = library.make(self.inlined_below)
        self._use(library, names)  # first: what could not be used must not be stored
        content = files.packed({"entries": names}, code)
        files.write(self.file, content)
        translating.kept.add(library.needs({}))
        return content

    def _load(self, content: bytes) -> None:
        head, code = files.unpacked(content)
        library = UnitLibrary(self.name)
        library.load(code, [symbol for names in head["entries"].values() for symbol in names])
        self._use(library, head["entries"])

    def _use(self, library: UnitLibrary, names: Mapping[str, Symbols]) -> None:
        """Give every entry its machine code."""
        for name, symbols in names.items():
            entry = self.entries[name]
            entry.ready(library.entry_point(name, entry.py_func, symbols))
        self.is_ready = True


def processor() -> str:
    """The processor that code is made for, as a part of a file's name."""
    triple, name, features = cpu_target.target_context.codegen().magic_tuple()
    return family.tag_of(triple, name, features)
