"""A program that sits at tables, as somebody else would write it: HTTP, a WebSocket and JSON."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

from pentarchy.table.office import Office, Token
from tests.table.people import PATIENCE, Page, client

if TYPE_CHECKING:
    from tests.table.people import RunningTable


def token(table: RunningTable, name: str, **wish: Any) -> str:
    """A token for a program of this name."""
    assert table.app.hub is not None
    told = table.call(Office(table.app.hub).do(Token(name=name, **wish)))
    return str(told["token"])


def revoke(table: RunningTable, name: str) -> None:
    assert table.app.hub is not None
    table.call(Office(table.app.hub).do(Token(revoke=name)))


class Program:
    """Somebody who comes with a token."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.headers = {"Authorization": f"Bearer {token}"}
        self._open = contextlib.ExitStack()
        self.http = self._open.enter_context(client(url, headers=self.headers))

    def close(self) -> None:
        self._open.close()

    def offers(self) -> dict[str, Any]:
        answer = self.http.get("/api/bot/offers")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def take(self, table: str, seat: int) -> dict[str, Any]:
        answer = self.http.post(f"/api/bot/tables/{table}/take", json={"seat": seat})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, table: str, seat: int) -> tuple[int, str]:
        """Why a seat cannot be taken."""
        answer = self.http.post(f"/api/bot/tables/{table}/take", json={"seat": seat})
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["error"]

    def join(self, table: str, *, hello: bool = True) -> Page:
        address = f"{self.url.replace('http', 'ws')}/ws/{table}"
        line = self._open.enter_context(connect(address, additional_headers=self.headers, max_size=None))
        page = Page(line, PATIENCE)
        if hello:
            page.send({"type": "hello"})
            page.state()
        return page
