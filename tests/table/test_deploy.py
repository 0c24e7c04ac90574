"""The examples under deploy/: the programs that they are for take them, and the proxies pass on what is needed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import pytest
import yaml
from websockets.sync.client import connect
from websockets.typing import Origin

from pentarchy.table import settings
from tests.table.people import PATIENCE, RunningTable, running, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

DEPLOY = Path(__file__).parents[2] / "deploy"
SEVERAL = DEPLOY / "several"
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


def test_the_settings_of_several_workers_are_settings() -> None:
    chosen = settings.read(file=SEVERAL / "pentarchy.toml", environment={})
    assert (chosen.public, chosen.host) == (f"https://{NAME}", "127.0.0.1")
    assert chosen.database.startswith("postgresql://")
    assert chosen.bus.startswith("redis://")


@pytest.mark.parametrize(
    ("example", "name"),
    [(DEPLOY / "pentarchy.service", "pentarchy.service"), (SEVERAL / "pentarchy@.service", "pentarchy@8001.service")],
    ids=["one", "several"],
)
def test_systemd_takes_the_unit(example: Path, name: str, tmp_path: Path) -> None:
    """With the command of this environment, since there is none in /opt."""
    command = Path(sys.executable).with_name("pentarchy")
    unit = tmp_path / name
    content = example.read_text(encoding="utf-8")
    unit.write_text(replaced(content, ("/opt/pentarchy/bin/pentarchy", str(command))))
    said = run(tool("systemd-analyze"), "verify", "--man=no", str(unit))
    assert "pentarchy" not in said, said


# --- Proxies that run -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def nginx(folder: Path, *tables: RunningTable) -> Iterator[int]:
    """Nginx with the example for so many tables, on other ports and with a certificate of its own; where it listens."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", f"/CN={NAME}", "-days", "1", "-nodes", "-newkey", "rsa:2048"]
    run(tool("openssl"), "req", "-x509", *subject, "-keyout", str(key), "-out", str(certificate))
    port = free_port()
    example, examples = (DEPLOY, ["127.0.0.1:8000"]) if len(tables) == 1 else (SEVERAL, NGINX_WORKERS)
    site = replaced(
        (example / "nginx.conf").read_text(encoding="utf-8"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        *((each, f"127.0.0.1:{table.port}") for each, table in zip(examples, tables, strict=True)),
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
def caddy(folder: Path, *tables: RunningTable) -> Iterator[int]:
    """Caddy with the example for so many tables, on another port and with its own certificates; where it listens."""
    port = free_port()
    own = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    example, examples = (DEPLOY, ["127.0.0.1:8000"]) if len(tables) == 1 else (SEVERAL, CADDY_WORKERS)
    run(tool("caddy"), "validate", "--adapter", "caddyfile", "--config", str(example / "Caddyfile"), **own)
    content = replaced(
        (example / "Caddyfile").read_text(encoding="utf-8").replace(f"{{$SITE:{NAME}}}", NAME),
        (f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls internal"),
        *((each, f"127.0.0.1:{table.port}") for each, table in zip(examples, tables, strict=True)),
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


# --- Several workers --------------------------------------------------------------------------------------------------

NGINX_WORKERS = ["127.0.0.1:8001", "127.0.0.1:8002"]
CADDY_WORKERS = ["table-1:8000", "table-2:8000"]
GIVEN = {"SITE": NAME, "POSTGRES_PASSWORD": "secret"}  # to docker compose, by whoever starts it


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "caddy"])
def test_nobody_notices_behind_a_proxy_that_one_of_two_workers_is_gone(proxy: object, tmp_path: Path) -> None:
    chosen = {"public": f"https://{NAME}"} | TRUSTING
    with contextlib.ExitStack() as open_, running(tmp_path / "one", **chosen) as staying:
        leaving = open_.enter_context(running(tmp_path / "two", **chosen))
        port = open_.enter_context(proxy(tmp_path, staying, leaving))  # type: ignore[operator]
        wait_for(lambda: answers(port))
        assert {worker_that_answers(port, staying, leaving) for _ in range(8)} == {staying.port, leaving.port}
        leaving.stop()
        for _ in range(8):
            assert ask(port, "/api/me").status_code == 200
        assert ask(port, "/metrics").status_code == 404


def worker_that_answers(port: int, *tables: RunningTable) -> int:
    """Which of some tables is asked by a proxy: the one that then knows a new person by their name."""
    with httpx.Client(verify=unverified(), timeout=PATIENCE) as client:
        me = {"name": "Anna"}
        request = client.build_request("PUT", f"https://127.0.0.1:{port}/api/me", headers={"Host": NAME}, json=me)
        request.extensions["sni_hostname"] = NAME
        answer = client.send(request)
        assert answer.status_code == 200, answer.text
        token = answer.cookies["pentarchy"]
    for table in tables:
        if httpx.get(f"{table.url}/api/me", headers={"Cookie": f"pentarchy={token}"}).json() == me:
            return int(table.port)
    raise AssertionError("nobody was asked")


def composed() -> dict[str, Any]:
    """What compose.yaml says, with what is given put in its places."""
    text = (SEVERAL / "compose.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{(\w+):\?[^}]*\}", lambda place: GIVEN[place[1]], text))
    assert "$" not in json.dumps(found)
    return found


def test_the_workers_of_the_compose_file_have_settings_that_are_settings() -> None:
    services = composed()["services"]
    workers = {name: service for name, service in services.items() if name.startswith("table-")}
    assert [f"{name}:8000" for name in workers] == CADDY_WORKERS
    for worker in workers.values():
        chosen = settings.read(file=None, environment=worker["environment"])
        assert chosen.port == 8000
        assert chosen.public == f"https://{NAME}"
        assert (urlsplit(chosen.database).hostname, urlsplit(chosen.bus).hostname) == ("database", "bus")
        database = services["database"]["environment"]
        of_database = (database["POSTGRES_USER"], database["POSTGRES_PASSWORD"], database["POSTGRES_DB"])
        address = urlsplit(chosen.database)
        assert (address.username, address.password, address.path.removeprefix("/")) == of_database


def test_the_compose_file_names_nothing_that_is_not_there() -> None:
    content = composed()
    services = content["services"]
    assert set(services) == {"table-1", "table-2", "database", "bus", "caddy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert service["restart"] == "always"
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in content["volumes"] or (SEVERAL / source).exists()
    (network,) = content["networks"]["default"]["ipam"]["config"]
    assert services["table-1"]["environment"]["PENTARCHY_PROXIES"] == network["subnet"]


def test_a_worker_is_healthy_by_the_compose_file_when_it_is_ready(tmp_path: Path) -> None:
    command, *arguments = composed()["services"]["table-1"]["healthcheck"]["test"][1:]
    assert command == "python"
    with running(tmp_path / "data") as table:
        wait_for(lambda: httpx.get(f"{table.url}/ready", timeout=PATIENCE).status_code == 200)
        run(sys.executable, *(each.replace(":8000", f":{table.port}") for each in arguments))


def test_the_image_installs_what_there_is() -> None:
    content = (SEVERAL / "Dockerfile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"pentarchy\[([\w,]+)\]", content)
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    (command,) = re.findall(r"^ENTRYPOINT (.+)$", content, re.MULTILINE)
    assert json.loads(command) == ["pentarchy", "serve"]
