"""`pentarchy bot`: bots of ours and other people's programs play at a real server beside a person."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.cli import main
from pentarchy.games import NAMES
from pentarchy.table.bot_client import Client, Refused, Server, checked_url, read_token
from tests.table import programs
from tests.table.people import PATIENCE, Page, Person, RunningTable, running, wait_for
from tests.table.programs import Program

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots"


class Playing:
    """A client in a thread."""

    def __init__(self, url: str, token: str, *bots: str, **options: Any) -> None:
        self.said: list[str] = []
        self.client = Client(Server(url, token), bots, say=self.said.append, **options)
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.client.run()
        except ValueError as error:
            self.error = error

    def hears(self, words: str) -> None:
        """Wait until it says something."""
        wait_for(lambda: any(words in line for line in self.said))

    def stop(self) -> None:
        self.client.stopping.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.fixture
def hal(table: RunningTable) -> Iterator[str]:
    """A token."""
    yield programs.token(table, "Hal")
    assert table.app.hub is not None
    if table.app.hub.programs.named("Hal"):
        programs.revoke(table, "Hal")


def offered(host: Person, game: str, **wanted: Any) -> str:
    seats = [{"kind": "me"}, {"kind": "program"}]
    return str(host.post("/api/tables", {"game": game, "seats": seats, **wanted})["table"])


def played_through(host: Person, name: str) -> Page:
    """The page of the host after the game; the host makes the first legal move whenever it is their turn."""
    wait_for(lambda: host.get(f"/api/tables/{name}")["seats"][1]["kind"] == "program")
    host.start(name)
    page = host.join(name)
    while page.status != "over":
        if page.legal:
            assert page.play(page.legal[0])["type"] == "done"
        else:
            page.receive()
    return page


@pytest.mark.parametrize("game", NAMES)
def test_a_bot_of_ours_plays_a_whole_game(anna: Person, table: RunningTable, hal: str, game: str) -> None:
    bots = Playing(table.url, hal, "greedy")
    try:
        page = played_through(anna, offered(anna, game))
    finally:
        bots.stop()
    assert page.last["table"]["seats"][1]["program"] == "Hal"
    assert not [line for line in bots.said if "refused" in line or "cannot" in line or "lost" in line], bots.said


@pytest.mark.parametrize("game", ["scuffle", "kingdomino"])
def test_a_bot_that_looks_ahead_plays_with_what_it_may_suppose(
    anna: Person, table: RunningTable, hal: str, game: str
) -> None:
    bots = Playing(table.url, hal, "search:20")
    try:
        played_through(anna, offered(anna, game))
        bots.hears("the game is over")
    finally:
        bots.stop()
    assert len(bots.said) == 2, bots.said


@pytest.mark.parametrize("game", ["scuffle", "color_kingdoms"])
def test_a_program_that_speaks_in_lines_plays_too(anna: Person, table: RunningTable, hal: str, game: str) -> None:
    bots = Playing(table.url, hal, f"exec:{sys.executable} {EXAMPLE / 'bot.py'}")
    try:
        played_through(anna, offered(anna, game))
        bots.hears("the game is over")
    finally:
        bots.stop()
    assert len(bots.said) == 2, bots.said


def test_for_a_program_at_fault_any_legal_move_is_played(anna: Person, table: RunningTable, hal: str) -> None:
    bots = Playing(table.url, hal, "exec:true")
    try:
        played_through(anna, offered(anna, "scuffle"))
    finally:
        bots.stop()
    assert sum("at fault" in line for line in bots.said) == 1


def test_it_takes_no_more_seats_and_no_other_games_than_it_was_told(
    anna: Person, table: RunningTable, hal: str
) -> None:
    bots = Playing(table.url, hal, "random", games=["scuffle"], seats=1)
    other, first, second = offered(anna, "genius"), offered(anna, "scuffle"), offered(anna, "scuffle")
    wait_for(lambda: anna.get(f"/api/tables/{first}")["seats"][1]["kind"] == "program")
    played_through(anna, first)
    wait_for(lambda: anna.get(f"/api/tables/{second}")["seats"][1]["kind"] == "program")  # after the first
    bots.stop()
    assert anna.get(f"/api/tables/{other}")["seats"][1]["kind"] == "offered"
    anna.post(f"/api/tables/{other}/leave")


def test_it_comes_back_after_the_server_was_closed(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, port, secret = Person(table.url, "Anna"), table.port, programs.token(table, "Hal")
        bots = Playing(table.url, secret, "greedy")
        name = offered(anna, "kingdomino")
        wait_for(lambda: anna.get(f"/api/tables/{name}")["seats"][1]["kind"] == "program")
        anna.start(name)
        page = anna.join(name)
        for _ in range(3):
            page.until(lambda state: state["positions"][0]["legal"])
            page.play(page.legal[0])
    with running_at(tmp_path, port) as table:
        anna.move_to(table.url)
        page = anna.join(name)
        while page.status != "over":
            if page.legal:
                page.play(page.legal[0])
            else:
                page.receive()
        bots.hears("the game is over")
        bots.stop()
        anna.close()
    assert any("trying again" in line for line in bots.said)


def running_at(folder: Path, port: int) -> Any:
    """A table at the same port as one that was closed."""
    import contextlib

    from pentarchy.table import serve
    from tests.table import people

    @contextlib.contextmanager
    def again() -> Iterator[RunningTable]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(people, "listen", lambda host, _: serve.listen(host, port))
            with running(folder) as table:
                yield table

    return again()


def test_a_token_that_is_taken_back_ends_it(anna: Person, table: RunningTable, hal: str) -> None:
    bots = Playing(table.url, hal, "random")
    name = offered(anna, "scuffle")
    wait_for(lambda: anna.get(f"/api/tables/{name}")["seats"][1]["here"])
    programs.revoke(table, "Hal")
    wait_for(lambda: bots.error is not None)
    assert isinstance(bots.error, Refused)
    assert "bad_token" in str(bots.error)
    assert any("the token was taken back" in line for line in bots.said)


def test_a_seat_that_is_taken_away_is_let_go(anna: Person, table: RunningTable, hal: str) -> None:
    bots = Playing(table.url, hal, "random")
    name = offered(anna, "scuffle")
    wait_for(lambda: anna.get(f"/api/tables/{name}")["seats"][1]["here"])
    anna.post(f"/api/tables/{name}/remove", {"seat": 1})
    wait_for(lambda: any("the seat is gone" in line for line in bots.said))
    bots.stop()
    assert bots.error is None


# --- As it is typed ---------------------------------------------------------------------------------------------------


def test_the_command_plays_and_ends_when_it_is_told_to(
    anna: Person, table: RunningTable, hal: str, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text(hal + "\n")
    command = [sys.executable, "-m", "pentarchy", "bot", "--url", table.url, "--token-file", str(tmp_path / "token")]
    process = subprocess.Popen(
        [*command, "--bots", "random,greedy"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        played_through(anna, offered(anna, "scuffle"))
        process.send_signal(signal.SIGTERM)
        said, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, errors) == (0, "")
    lines = said.splitlines()
    assert lines[0].startswith(f"random, greedy at {table.url}")
    assert "sits on seat 1 (scuffle)" in lines[1]
    assert lines[-1] == "stopped"
    assert hal not in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--url", "ftp://x"], "no address of a table"),
        (["--url", "https://me:secret@x"], "no address of a table"),
        (["--url", "http://127.0.0.1:1", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["--url", "http://127.0.0.1:1", "--games", "chess"], "there is no game 'chess'"),
        (["--url", "http://127.0.0.1:1", "--seats", "0"], "seats is at least 1"),
        (["--url", "http://127.0.0.1:1", "--token-file", "/nowhere"], "No such file"),
    ],
)
def test_what_is_typed_wrongly_is_said(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    token = [] if "--token-file" in words else ["--token", "pentarchy_x"]
    assert main(["bot", *words, *token]) == 2
    assert why in capsys.readouterr().err


def test_a_token_comes_from_a_flag_a_file_or_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text(" from_file\n")
    monkeypatch.setitem(os.environ, "PENTARCHY_TOKEN", "from_environment")
    assert read_token(None, tmp_path / "token") == "from_file"
    assert read_token("typed", None) == "typed"
    assert read_token(None, None) == "from_environment"
    with pytest.raises(ValueError, match="either"):
        read_token("typed", tmp_path / "token")
    for wrong in ("", "  ", "two words", "ключ", "a\nb"):
        with pytest.raises(ValueError, match="there is no token"):
            read_token(wrong, None)


def test_a_table_that_refuses_the_token_ends_the_command(
    table: RunningTable, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", "--url", table.url, "--token", "pentarchy_wrong", "--bots", "random"]) == 2
    assert "401 bad_token" in capsys.readouterr().err


def test_a_token_is_not_carried_elsewhere(table: RunningTable) -> None:
    """Whoever answers with another address is not followed there."""
    import http.server

    asked: list[str] = []

    class Elsewhere(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302)
            self.send_header("Location", f"{table.url}/api/bot/offers")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    with http.server.HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(Refused, match="302"):
            Server(f"http://127.0.0.1:{server.server_port}", "pentarchy_x").offers()
    assert asked == ["/api/bot/offers"]


def test_an_address_is_tidied() -> None:
    assert checked_url("https://games.example/") == "https://games.example"


def test_a_minimal_program_plays(anna: Person, table: RunningTable, hal: str) -> None:
    """The example of docs/bot-api.md."""
    example = EXAMPLE / "live.py"
    assert len(example.read_text().splitlines()) < 80
    process = subprocess.Popen(
        [sys.executable, example, table.url],
        env=os.environ | {"PENTARCHY_TOKEN": hal},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        played_through(anna, offered(anna, "kingdomino"))
        played_through(anna, offered(anna, "scuffle"))
        assert process.poll() is None
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""
    probe = Program(table.url, hal)
    assert probe.offers()["seats"] == []
    probe.close()
