"""The examples under deploy/: the programs that they are for take them, and the proxies pass on what is needed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from pentarchy.table import settings
from tests.table.people import PATIENCE, RunningTable, running, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example"


def tool(name: str) -> str:
    """Where a program is; without it the test is skipped, which is a failure where CI is true."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"there is no {name}")
    return found


def run(*command: str, **environment: str) -> str:
    """What a program says of itself; it must be content."""
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_the_settings_are_settings() -> None:
    chosen = settings.read(file=DEPLOY / "pentarchy.toml", environment={})
    assert chosen.public == f"https://{NAME}"
    assert chosen.host == "127.0.0.1"


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """With the command of this environment, since there is none in /opt."""
    command = Path(sys.executable).with_name("pentarchy")
    unit = tmp_path / "pentarchy.service"
    content = (DEPLOY / "pentarchy.service").read_text(encoding="utf-8")
    unit.write_text(replaced(content, ("/opt/pentarchy/bin/pentarchy", str(command))))
    said = run(tool("systemd-analyze"), "verify", "--man=no", str(unit))
    assert "pentarchy.service" not in said, said


# --- Proxies that run -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def nginx(folder: Path, table: RunningTable) -> Iterator[int]:
    """Nginx with the example, on other ports and with a certificate made for this test; where it listens."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", f"/CN={NAME}", "-days", "1", "-nodes", "-newkey", "rsa:2048"]
    run(tool("openssl"), "req", "-x509", *subject, "-keyout", str(key), "-out", str(certificate))
    port = free_port()
    site = replaced(
        (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        ("127.0.0.1:8000", f"127.0.0.1:{table.port}"),
    )
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "main.conf"
    head = f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    main.write_text(f"{head}http {{\naccess_log off;\n{places}{site}\n}}\n")
    command = [tool("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(main)]
    said = run(*command, "-t")
    assert "[warn]" not in said, said
    with process(*command):
        yield port


@contextlib.contextmanager
def caddy(folder: Path, table: RunningTable) -> Iterator[int]:
    """Caddy with the example, on another port and with its own certificates; where it listens."""
    port = free_port()
    own = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    run(tool("caddy"), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"), **own)
    content = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    content = replaced(
        content,
        (f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls internal"),
        ("127.0.0.1:8000", f"127.0.0.1:{table.port}"),
    )
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    changed = folder / "Caddyfile"
    changed.write_text(options + content)
    with process(tool("caddy"), "run", "--adapter", "caddyfile", "--config", str(changed), **own):
        yield port


@contextlib.contextmanager
def process(*command: str, **environment: str) -> Iterator[None]:
    running_ = subprocess.Popen(command, env=os.environ | environment, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        running_.terminate()
        running_.wait(PATIENCE)


def unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def answers(port: int) -> bool:
    try:
        return ask(port, "/health").status_code == 200
    except httpx.TransportError:
        return False


def ask(port: int, path: str, **headers: str) -> httpx.Response:
    """Ask through a proxy, as somebody whose machine knows where the site is."""
    with httpx.Client(verify=unverified(), timeout=PATIENCE) as client:
        request = client.build_request("GET", f"https://127.0.0.1:{port}{path}", headers={"Host": NAME, **headers})
        request.extensions["sni_hostname"] = NAME
        return client.send(request)


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "caddy"])
def test_a_proxy_passes_on_what_the_table_needs(
    proxy: object, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """TLS, the cookie, WebSockets; not the numbers; and the address is the proxy's word, not a stranger's."""
    caplog.set_level("INFO", "pentarchy.access")
    chosen = {"public": f"https://{NAME}", "access_log": True} | TRUSTING
    with running(tmp_path / "data", **chosen) as table, proxy(tmp_path, table) as port:  # type: ignore[operator]
        wait_for(lambda: answers(port))
        me = ask(port, "/api/me", **{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"})
        assert "Secure" in me.headers["set-cookie"]
        assert ask(port, "/metrics").status_code == 404
        address = f"wss://{NAME}:{port}/ws/no-such-table"
        line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        origin = Origin(f"https://{NAME}")
        with connect(address, sock=line, ssl=unverified(), server_hostname=NAME, origin=origin) as page:
            said = json.loads(page.recv(PATIENCE))
        assert (said["type"], said["reason"]) == ("rejected", "unknown_table")
    seen = [each.__dict__["fields"] for each in caplog.records if each.name == "pentarchy.access"]
    assert {each["address"] for each in seen if each["path"] == "/api/me"} == {"127.0.0.1"}


TRUSTING = {"proxies": ("127.0.0.1",)}
