"""What `make docs` does besides (mkdocs.yml): the README is the first page, and what lies beside it gets pages too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "LICENSE.txt",
    "NOTICE": "NOTICE.txt",
}
LINK = re.compile(r'(\]\(|src=")((?:docs/)?[\w./-]+)(?=[)#"])')


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside docs."""
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=relinked(text) if name.endswith(".md") else text))
    return files


def relinked(text: str) -> str:
    """A page whose links start from docs instead of from the folder above it."""
    return LINK.sub(lambda found: found[1] + PAGES.get(found[2], found[2].removeprefix("docs/")), text)
