"""docs/adding-a-game.md as a project: a copy of this one, with the files of the page in it and nothing else changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
NOT_COPIED = ("node_modules", "static", "kernels", "__pycache__")


def files() -> dict[str, str]:
    """The files of the page by their paths: each stands in a block below its path."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^\*\*`([\w/.-]+)`\*\*\n\n```\w+\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return dict(found)


def commands() -> list[tuple[str, str]]:
    """What the page tells to type, each with what it says will be printed; that may be nothing."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    typed = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, printed) for command, _, printed in (part.partition("\n") for part in typed)]


class Project:
    """A copy of the project with the game of the page in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns(*NOT_COPIED)
        for part in ("src", "tools", "web"):
            shutil.copytree(ROOT / part, folder / part, ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", folder)
        if (known := ROOT / ".mypy_cache").exists():  # the types of everything that is not new
            shutil.copytree(known, folder / known.name)
        (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        for path, text in files().items():
            file = folder / path
            assert not file.exists(), f"{path} is there already: the page would change the project"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        """In which this project is the one that is imported."""
        return {"PYTHONPATH": str(self.folder / "src")}

    def run(self, *command: str | Path) -> str:
        """What a command prints in this project; it must succeed."""
        done = subprocess.run(
            command, cwd=self.folder, env=os.environ | self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    def type(self, command: str) -> str:
        """What is printed when somebody types a command of the page."""
        program, *arguments = command.split()
        if program == "python":
            return self.run(sys.executable, *arguments)
        return self.run(sys.executable, "-m", program, *arguments)

    def make(self) -> None:
        """Make what tools make from the files of the page, as it says."""
        self.type("python tools/view_types.py")
        self.type("python tools/lessons.py")

    def web(self, script: str, *arguments: str) -> str:
        """Run a script of Node's packages in the folder of the client."""
        node = self.run(sys.executable, "-c", "import runpy; print(runpy.run_path('tools/web.py')['node']())").strip()
        packages = self.folder / "web" / "node_modules"
        command = f'cd web && exec "{node}" "{packages / script}" "$@"'
        return self.run("sh", "-c", command, script, *arguments)
