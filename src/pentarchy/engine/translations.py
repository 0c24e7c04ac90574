"""Translated rules kept on disk, so that a part of a game that is compiled later need not translate them again."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import llvmlite.binding
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from pentarchy.engine import files

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Key = tuple[str, str, tuple[Any, ...]]  # module and name of a rule, and the types of what it takes


class Translation(JITCodeLibrary):  # type: ignore[misc]
    """One function in LLVM's language, tidied up but not made into machine code: something to link."""

    key: Key | None = None  # of a rule; None for a piece of Numba's own
    _shared_module: Any
    signature: Any = None
    description: Any = None  # how Numba calls it
    of_rules: ClassVar[dict[Key, Translation]] = {}  # one for each rule, wherever it came from

    def belongs_to(self, key: Key, signature: Any, description: Any) -> None:
        """It is the translation of a rule."""
        self.key, self.signature, self.description = key, signature, description
        self.of_rules[key] = self

    def finalize(self) -> None:
        """Nothing more is done to it by itself."""
        self._finalized = True

    def needs(self, found: dict[Any, None]) -> dict[Any, None]:
        """All libraries that it calls into, directly or not, in a fixed order."""
        for library in self._linking_libraries:
            if library not in found:
                found[library] = None
                if isinstance(library, Translation):
                    library.needs(found)
        return found

    def _get_module_for_linking(self) -> Any:
        """For a function that is compiled in Numba's ordinary way: this one with all that it needs."""
        if self._shared_module is None:
            module = self._final_module.clone()
            link(module, self.needs({}))
            for function in module.functions:
                if not function.is_declaration:
                    function.linkage = "linkonce_odr"
            self._shared_module = module
        return self._shared_module


def link(module: Any, libraries: dict[Any, None]) -> None:
    """Add the code of libraries to a module."""
    for library in libraries:
        own = library._final_module if isinstance(library, Translation) else library._get_module_for_linking()
        module.link_in(own, preserve=True)


class Stored(NamedTuple):
    """A translated rule as it is kept."""

    signature: Any
    description: Any  # how Numba calls it
    code: bytes  # with the pieces of Numba's own that it calls
    calls: list[Key]  # other rules


class Translations:
    """The translated rules of a game in a file. They are read when the first one is asked for.

    Without a file there are only those that this process has.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._read: dict[Key, Stored] | None = None

    def result(self, key: Key) -> Any:
        """What Numba would get by translating the rule; None if it is not kept.

        A rule of the engine may have come with another game's rules that call it.
        """
        if key not in Translation.of_rules and key not in self._stored():
            return None
        library = self._library(key)
        context = cpu_target.target_context
        entry_point = context.get_executable(library, library.description, None)
        context.insert_user_function(entry_point, library.description, [library])
        return compiler.compile_result(
            signature=library.signature,
            entry_point=entry_point,
            objectmode=False,
            fndesc=library.description,
            library=library,
        )

    def add(self, libraries: Iterable[Any]) -> None:
        """Keep the rules among these libraries that are not kept yet."""
        rules = {library.key: library for library in libraries if isinstance(library, Translation) and library.key}
        fresh = {key: _stored(library) for key, library in rules.items() if key not in self._stored()}
        if fresh and self._file:
            kept = self._read = self._stored() | fresh
            content = dumps({key: tuple(each) for key, each in kept.items()})
            files.write(self._file, files.packed({}, content))

    def _stored(self) -> dict[Key, Stored]:
        if self._read is None:
            content = files.read(self._file) if self._file else None
            rows = {} if content is None else pickle.loads(files.unpacked(content)[1])
            self._read = {key: Stored(*each) for key, each in rows.items()}
        return self._read

    def _library(self, key: Key) -> Translation:
        if key not in Translation.of_rules:
            stored = self._stored()[key]
            library = Translation(cpu_target.target_context.codegen(), stored.description.qualname)
            library._final_module = llvmlite.binding.parse_bitcode(stored.code)
            library.belongs_to(key, stored.signature, stored.description)
            library.finalize()
            library._linking_libraries = [rtsys.library, *map(self._library, stored.calls)]
        return Translation.of_rules[key]


def _stored(library: Translation) -> Stored:
    """Pieces of Numba's own go with every rule that calls them: their names mean something in one process only."""
    module = library._final_module.clone()
    pieces: dict[Any, None] = {}
    calls: dict[Key, None] = {}
    _sort_out(library, pieces, calls)
    link(module, pieces)
    for function in module.functions:
        if not function.is_declaration and function.name != library.description.mangled_name:
            function.linkage = "internal"
    library.description.typemap = library.description.calltypes = None  # of use for messages only, and large
    return Stored(library.signature, library.description, module.as_bitcode(), list(calls))


def _sort_out(library: Translation, pieces: dict[Any, None], calls: dict[Key, None]) -> None:
    for other in library._linking_libraries:
        if not isinstance(other, Translation):
            if other is not rtsys.library:  # which is always there
                pieces[other] = None  # compiled in Numba's ordinary way before, and complete
        elif other.key is not None:
            calls[other.key] = None
        elif other not in pieces:
            pieces[other] = None
            _sort_out(other, pieces, calls)
