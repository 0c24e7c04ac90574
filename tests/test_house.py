"""The house is in order: who may import whom, what is listed is there, what tools make is up to date."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pentarchy.games import NAMES, spec

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "pentarchy"

# What each room may import of the others. `pentarchy` itself, which loads games, is for those above bots.
BELOW = {"errors", "sources", "progress", "quiet_ray", "art", "version"}
LIBRARY = {"engine", "games", "bots", *BELOW}
MAY_IMPORT: dict[str, set[str]] = {
    **{name: set() for name in BELOW},
    "engine": {"errors", "sources"},
    "games": {"engine", "errors", "art"},
    "bots": {"games", "engine", "errors", "version"},
    "warm": {"pentarchy", "envs", *LIBRARY},
    "arena": {"pentarchy", *LIBRARY},
    "lab": {"pentarchy", "arena", *LIBRARY},
    "envs": {"pentarchy", *LIBRARY},
    "table": {"pentarchy", "warm", *LIBRARY},
    "terminal": {"pentarchy", *LIBRARY},
    "bench": {"pentarchy", "warm", "envs", *LIBRARY},
    "testing": {"pentarchy", *LIBRARY},
    "pentarchy": {"engine", "games", "bots", "errors", "sources", "version"},
}
BOARDS = ROOT / "web" / "src" / "games"
# What every board has: someone who has read one finds everything in the others. All else lies in its pieces/.
ANATOMY = {  # of every game, also of one that somebody adds
    "src/pentarchy/games": [
        *("__init__.py", "components.py", "rules.py", "moves.py", "view.py", "facts.py", "position.py", "draw.py"),
        "knowledge.py",
    ],
    "web/src/games": [
        *("index.ts", "lobby.ts", "poster.svg", "lesson.json", "seen.ts", "words.ts", "choice.svelte.ts"),
        *("Board.svelte", "Final.svelte", "Rules.svelte"),
    ],
}
OF_EVERY_BOARD = {  # of the games that are here
    *ANATOMY["web/src/games"],
    *("log.ts", "rules-text.ts", "choice.test.ts", "log.test.ts", "pieces"),
}
MADE_BY_TOOLS = {"seen.ts", "constants.ts", "lesson.json"}
LONGEST = 250  # lines of a board's file
ALL_THEY_NEED = {"numpy", "numba", "llvmlite", "msgspec"}  # what `pip install pentarchy` brings


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, wherever it does; `from a import b` may mean a module a.b."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: modules are imported by their whole names"
            yield from (f"{node.module}.{each.name}" for each in node.names)


def room(name: str) -> str:
    """The room that a module of the package is in."""
    _, _, rest = name.partition(".")
    first = rest.partition(".")[0]
    is_room = first and ((PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").exists())
    return first if is_room else "pentarchy"


def files_of(name: str) -> list[Path]:
    folder = PACKAGE / name
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{name}.py"]


def rooms() -> list[str]:
    found = [path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    return sorted(set(found) - {"__init__", "__main__", "cli"})  # the command line may use everything


@pytest.mark.parametrize("name", rooms())
def test_imports_point_one_way(name: str) -> None:
    for file in files_of(name):
        used = {room(each) for each in imported(file) if each.partition(".")[0] == "pentarchy"} - {name}
        assert used <= MAY_IMPORT[name], f"{file.relative_to(ROOT)} must not import {used - MAY_IMPORT[name]}"


@pytest.mark.parametrize("name", ["engine", "games", "bots", "art"])
def test_the_library_needs_nothing_of_the_web(name: str) -> None:
    for file in files_of(name):
        used = {each.partition(".")[0] for each in imported(file)} - sys.stdlib_module_names - {"pentarchy"}
        assert used <= ALL_THEY_NEED, f"{file.relative_to(ROOT)} must not import {used - ALL_THEY_NEED}"


KINDS = {"s": "State", "before": "State", "after": "State", "seat": "Seat", "action": "Action", "rng": "Generator"}


def test_signatures_of_compiled_rules_say_what_they_take() -> None:
    files = [*PACKAGE.glob("games/*/*.py"), *PACKAGE.glob("bots/knowledge/*.py")]
    found = [(file, function, given) for file in files for function in rules_in(file) for given in function.args.args]
    named = [each for each in found if each[2].arg in KINDS]
    assert len(named) > 500
    for file, function, given in named:
        said = ast.unparse(given.annotation) if given.annotation else None
        assert said == KINDS[given.arg], f"{file.relative_to(ROOT)}: {function.name}({given.arg})"


def rules_in(file: Path) -> list[ast.FunctionDef]:
    """The compiled functions of a file."""
    functions = [each for each in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(each, ast.FunctionDef)]
    return [each for each in functions if "rule" in map(ast.unparse, each.decorator_list)]


def test_the_architecture_page_lists_every_module() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w/]+\.py)` \| \S", page.partition("## Every module")[2], re.MULTILINE)
    there = {file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")}
    assert sorted(listed) == sorted(there)
    checked = subprocess.run(
        [sys.executable, ROOT / "tools/module_table.py", "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


def test_the_map_that_the_browser_gets_is_the_one_that_is_played_on() -> None:
    node = runpy.run_path(str(ROOT / "tools/web.py"))["node"]()
    script = ROOT / "web/src/games/color_kingdoms/pieces/compact-map.mjs"
    checked = subprocess.run([node, script, "--check"], check=False)
    assert checked.returncode == 0, "default-map.json is not up to date: run node compact-map.mjs"


def boards() -> list[Path]:
    """The folders of the boards."""
    return sorted(path for path in BOARDS.iterdir() if path.is_dir())


def test_every_game_has_a_board() -> None:
    assert {board.name for board in boards()} == set(NAMES)


@pytest.mark.parametrize("board", boards(), ids=lambda board: board.name)
def test_every_board_has_the_same_files(board: Path) -> None:
    found = {path.name for path in board.iterdir()}
    assert not OF_EVERY_BOARD - found, f"{board.name} lacks files that every board has"
    strange = {name for name in found - OF_EVERY_BOARD - MADE_BY_TOOLS if not name.endswith(".test.ts")}
    assert not strange, f"what only {board.name} has lies in its pieces/"


@pytest.mark.parametrize("board", boards(), ids=lambda board: board.name)
def test_no_file_of_a_board_is_long(board: Path) -> None:
    files = [path for path in board.rglob("*") if path.is_file() and path.name not in MADE_BY_TOOLS]
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert not {name: count for name, count in lines.items() if count > LONGEST}


@pytest.mark.parametrize("board", boards(), ids=lambda board: board.name)
def test_no_style_of_a_board_reaches_another(board: Path) -> None:
    """Svelte scopes styles to their component; what is global names its board, or the page's form (`[data-small]`)."""
    for path in board.rglob("*.svelte"):
        selectors = re.findall(r"^\s*:global\(([^{]*)\) \{$", path.read_text(encoding="utf-8"), re.MULTILINE)
        strays = [each for each in selectors if "." in each and ":global" not in each and f".{board.name}" not in each]
        assert not strays, f"{path.name}: {strays}"


def test_words_follow_the_language_in_one_place() -> None:
    """Words, plurals, numbers, lists and days are made by shell/words.ts; whatever else knows the language sets it."""
    words = {"shell/words.ts", "shell/settings.svelte.ts"}
    settings = {"App.svelte", "lobby/Languages.svelte", "shell/ui/SettingsDrawer.svelte"}
    client = ROOT / "web/src"
    for path in [*client.rglob("*.ts"), *client.rglob("*.svelte")]:
        name, text = path.relative_to(client).as_posix(), path.read_text(encoding="utf-8")
        if name in words or name.endswith(".test.ts"):
            continue
        assert not re.search(r"\bIntl\.|\.toLocale\w*String", text), name
        assert name in settings or "settings.language" not in text, name


# --- Nobody names a game but its own folders --------------------------------------------------------------------------

COMMON = ("src/pentarchy", "web/src", "tools", "benchmarks")  # of all games together …
OWN = ("src/pentarchy/games", "web/src/games", "src/pentarchy/table/static", "src/pentarchy/kernels")  # … but these
MAY_NAME_GAMES = {
    "benchmarks/kingdomino.c": "the same game in C, to compare with",
    "benchmarks/attack/maps.py": "maps that cost much to read are changed from the map of the one game that has maps",
    "benchmarks/fuzz/games.py": "so are maps that are damaged",
    "tools/color_kingdoms_map.py": "draws the map that comes with a game",
}
COMMENTS = {
    ".svelte": r"<!--.*?-->|/\*.*?\*/|(?<![:\w'\"])//[^\n]*",
    ".ts": r"/\*.*?\*/|(?<![:\w'\"])//[^\n]*",
    ".css": r"/\*.*?\*/",
    ".svg": r"<!--.*?-->",
    ".c": r"/\*.*?\*/",
}


def code(file: Path) -> str:
    """A file without what is only said in it: docstrings and comments."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return ast.unparse(without_docstrings(ast.parse(text)))
    return re.sub(COMMENTS[file.suffix], "", text, flags=re.DOTALL)


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(
            node
        ):
            node.body[0] = ast.Pass()
    return tree


def games_named_in(text: str) -> set[str]:
    """The games whose name or title stands in a text, also as a part of a longer name."""
    known = {name: {name, *spec(name).titles.values()} for name in NAMES}
    return {
        name
        for name, words in known.items()
        if any(re.search(rf"(?<![a-zа-я]){re.escape(word)}(?![a-zа-я])", text, re.IGNORECASE) for word in words)
    }


def common_files() -> list[Path]:
    found = [file for folder in COMMON for file in (ROOT / folder).rglob("*") if file.suffix in {".py", *COMMENTS}]
    return [file for file in found if not any(file.is_relative_to(ROOT / folder) for folder in OWN)]


def test_nothing_but_its_own_folders_names_a_game() -> None:
    files = {file.relative_to(ROOT).as_posix(): file for file in common_files()}
    assert len(files) > 200
    naming = {name for name, file in files.items() if games_named_in(f"{name}\n{code(file)}")}
    assert naming - set(MAY_NAME_GAMES) == set(), "what they know of a game belongs into its SPEC or its web folder"
    assert set(MAY_NAME_GAMES) - naming == set(), "they need no exception any more"


@pytest.mark.parametrize(
    ("suffix", "text", "named"),
    [
        (".py", 'BOTS = {"kingems": 1}', {"kingems"}),
        (".py", "from pentarchy.games.color_kingdoms import maps", {"color_kingdoms"}),
        (".py", 'load_game("pentarchy_kingdomino")', {"kingdomino"}),
        (".py", 'words = "a map of Colour Kingdoms"', {"color_kingdoms"}),
        (".py", '"""As in Kingdomino."""\nx = 1  # not in Scuffle', set()),
        (".ts", "const first = 'genius'; // and not scuffle", {"genius"}),
        (".ts", "/* kingems */ ingenious('http://a')", set()),
        (".svelte", '<!-- KinGems --><a href="/learn/scuffle">{word}</a>', {"scuffle"}),
    ],
)
def test_a_game_that_is_named_would_be_found(suffix: str, text: str, named: set[str], tmp_path: Path) -> None:
    file = tmp_path / f"some{suffix}"
    file.write_text(text, encoding="utf-8")
    assert games_named_in(code(file)) == named


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_all_its_files(name: str) -> None:
    """Whoever has read one game finds everything in the others."""
    for folder, files in ANATOMY.items():
        missing = [file for file in files if not (ROOT / folder / name / file).exists()]
        assert not missing, f"{folder}/{name} lacks {', '.join(missing)}"


@pytest.mark.parametrize("file", sorted((ROOT / "tests").rglob("*.py")), ids=lambda file: file.stem)
def test_no_test_swallows_what_it_did_not_expect(file: Path) -> None:
    """An exception is caught by its name, or goes on after something was noted of it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler) and names(node.type) & {"", "Exception", "BaseException"}:
            assert any(isinstance(each, ast.Raise) for each in ast.walk(node)), f"{file.name}:{node.lineno}"
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            assert not {"Exception", "BaseException"} & {ast.unparse(each) for each in node.args}, (
                f"{file.name}:{node.lineno}"
            )
        if isinstance(node, ast.keyword):
            assert node.arg != "return_exceptions", f"{file.name}:{node.lineno}: who looks at them?"


def names(caught: ast.expr | None) -> set[str]:
    """What a handler catches; nothing named is everything."""
    parts = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return {"" if each is None else ast.unparse(each) for each in parts}
