"""The built client: files that lie beside this module, compressed once, each with how long it may be kept."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any, NamedTuple

from pentarchy.table.identity import header

FOLDER = Path(__file__).parent / "static"
FOREVER = b"public, max-age=31536000, immutable"  # names of such files change with their content
ASK_AGAIN = b"no-cache"
COMPRESSIBLE = {".html", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map"}
NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Pentarchy</title>
<body><h1>Pentarchy</h1><p>The table is open, but its pages have not been built.
Run <code>make play</code>, or <code>npm ci &amp;&amp; npm run build</code> in the folder <code>web</code>.</p></body>
</html>
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


class File(NamedTuple):
    """A file ready to be sent."""

    kind: bytes
    keep: bytes
    tag: bytes
    plain: bytes
    packed: dict[str, bytes]  # by the name of the compression, the smallest first


class Static:
    """All files of the client, in memory."""

    def __init__(self, folder: Path = FOLDER, public: str = "") -> None:
        self.files = {
            "/" + path.relative_to(folder).as_posix(): _read(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix not in {".gz", ".br"}
        }
        self.built = "/index.html" in self.files
        self._page = self.files.get("/index.html") or _file(NOT_BUILT, ".html", ASK_AGAIN, {})
        if self.built and public:
            self._page = self.files["/index.html"] = _with_address(self._page, public)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request: a file, or for every other path the page, which knows what to show there."""
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, [(b"allow", b"GET, HEAD")], b"")
            return
        file = self.files.get(scope["path"])
        if file is None:
            if scope["path"].startswith("/assets/") or "." in scope["path"].rsplit("/", 1)[-1]:
                await _answer(send, 404, [(b"content-type", b"text/plain")], b"there is no such file")
                return
            file = self._page
        headers = [(b"content-type", file.kind), (b"cache-control", file.keep), (b"vary", b"accept-encoding")]
        headers.append((b"etag", file.tag))
        if header(scope, b"if-none-match") == file.tag.decode():
            await _answer(send, 304, headers, b"")
            return
        body = file.plain
        accepted = header(scope, b"accept-encoding")
        for name, packed in file.packed.items():
            if name in accepted:
                headers.append((b"content-encoding", name.encode()))
                body = packed
                break
        await _answer(send, 200, headers, body, head=scope["method"] == "HEAD")


def _read(path: Path) -> File:
    packed = {}
    for name, ending in (("br", ".br"), ("gzip", ".gz")):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            packed[name] = beside.read_bytes()
    keep = FOREVER if path.parent.name == "assets" else ASK_AGAIN
    return _file(path.read_bytes(), path.suffix, keep, packed)


def _with_address(page: File, public: str) -> File:
    """The page with the whole address of its preview: those who show previews of links do not look for the rest."""
    content = page.plain.replace(b'content="/', b'content="' + public.encode() + b"/")
    return _file(content, ".html", page.keep, {})


def _file(content: bytes, suffix: str, keep: bytes, packed: dict[str, bytes]) -> File:
    kind = mimetypes.types_map.get(suffix, "application/octet-stream")
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    if suffix in COMPRESSIBLE and "gzip" not in packed:
        packed["gzip"] = gzip.compress(content, 6, mtime=0)
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'.encode()
    return File(kind.encode(), keep, tag, content, packed)


async def _answer(
    send: Any, status: int, headers: list[tuple[bytes, bytes]], body: bytes, *, head: bool = False
) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})
