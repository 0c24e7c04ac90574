"""Settings: by flags, by variables, by a file, and all of them on one page."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pentarchy.cli import main
from pentarchy.table import settings

ROOT = Path(__file__).parents[2]


def read(folder: Path, text: str = "", flags: dict[str, Any] | None = None, **variables: str) -> settings.Settings:
    file = folder / "pentarchy.toml"
    file.write_text(text, encoding="utf-8")
    return settings.read(flags, file, variables)


def refusal(folder: Path, text: str = "", flags: dict[str, Any] | None = None, **variables: str) -> str:
    with pytest.raises(ValueError, match=r".") as refused:
        read(folder, text, flags, **variables)
    return str(refused.value)


def test_without_a_word_everything_is_as_documented() -> None:
    assert settings.read(environment={}) == settings.Settings(settings.user_data())


def test_a_flag_counts_more_than_a_variable_and_a_variable_more_than_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, "port = 1").port == 1
    assert read(tmp_path, "port = 1", PENTARCHY_PORT="2").port == 2
    assert read(tmp_path, "port = 1", {"port": "3"}, PENTARCHY_PORT="2").port == 3
    assert read(tmp_path, "port = 1", {"port": None}, PENTARCHY_PORT="").port == 1


def test_every_setting_is_one_of_the_file_and_a_variable() -> None:
    """With the default of each as somebody would write it, the settings are what they are without a word."""
    default = settings.Settings(Path("somewhere"))
    written: dict[str, str] = {}
    for field in settings.fields():
        value = getattr(default, field.name)
        text = " ".join(str(each) for each in value) if isinstance(value, tuple) else str(value)
        written[settings.variable_name(field.name)] = text
    assert settings.read(environment=written) == default


def test_every_kind_of_value_is_read_from_a_file(tmp_path: Path) -> None:
    chosen = read(
        tmp_path,
        'public = "https://games.example/"\norigins = ["https://a.example", "https://b.example"]\nlan = true\n'
        'maps = [0.1, 5]\nbot_pause = 1\ndata = "kept"\n',
    )
    assert chosen.public == "https://games.example"
    assert chosen.origins == ("https://a.example", "https://b.example")
    assert chosen.lan
    assert chosen.maps == (0.1, 5.0)
    assert chosen.bot_pause == 1
    assert chosen.data == tmp_path / "kept"


def test_every_kind_of_value_is_read_from_a_variable(tmp_path: Path) -> None:
    chosen = read(
        tmp_path,
        PENTARCHY_ORIGINS="https://a.example, https://b.example",
        PENTARCHY_LAN="no",
        PENTARCHY_MAPS="0.1 5",
        PENTARCHY_THREADS="3",
        PENTARCHY_DATA="/kept",
    )
    assert chosen.origins == ("https://a.example", "https://b.example")
    assert not chosen.lan
    assert chosen.maps == (0.1, 5.0)
    assert chosen.threads == 3
    assert chosen.data == Path("/kept")


@pytest.mark.parametrize(
    ("text", "key", "wanted"),
    [
        ("bot_pauze = 1", "bot_pauze", "no setting"),
        ("[limits]\nmaps = [1, 2]", "limits", "no setting"),
        ("house = []", "house", "no setting"),
        ('port = "8000"', "port", "int"),
        ("port = 70000", "port", "65535"),
        ("bot_pause = -1", "bot_pause", ">= 0"),
        ("bot_pause = nan", "bot_pause", "nan"),
        ("away = inf", "away", "finite"),
        ("threads = 0", "threads", ">= 1"),
        ("maps = [1]", "maps", "2"),
        ("maps = [0, 5]", "maps", "> 0"),
        ("maps = [1, nan]", "maps", "nan"),
        ("lan = 1", "lan", "bool"),
        ("data = 5", "data", "path"),
        ('public = "games.example"', "public", "https://games.example"),
        ("port = ", "pentarchy.toml", "TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_file_and_key(tmp_path: Path, text: str, key: str, wanted: str) -> None:
    said = refusal(tmp_path, text)
    assert "pentarchy.toml" in said
    assert key in said
    assert wanted.lower() in said.lower()


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "many"), ("LAN", "perhaps"), ("MAPS", "1"), ("AWAY", "nan"), ("PUBLIC", "games.example")],
)
def test_a_mistake_in_a_variable_is_named(tmp_path: Path, name: str, value: str) -> None:
    said = refusal(tmp_path, "", None, **{f"PENTARCHY_{name}": value})
    assert f"PENTARCHY_{name}" in said
    assert value in said


def test_a_mistake_in_a_flag_is_named(tmp_path: Path) -> None:
    assert "--port" in refusal(tmp_path, flags={"port": "-1"})


def test_the_command_ends_with_2_and_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("ports = 1\n")
    assert main(["serve", "--config", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"pentarchy: {file}: ports is no setting")
    assert said.count("\n") == 1
    assert main(["serve", "--config", str(tmp_path / "nowhere.toml")]) == 2
    assert "nowhere.toml" in capsys.readouterr().err


def test_the_file_can_be_named_by_a_variable(tmp_path: Path) -> None:
    file = tmp_path / "there.toml"
    file.write_text("port = 7\n")
    assert settings.read(environment={"PENTARCHY_CONFIG": str(file)}).port == 7


def test_without_limits_there_are_none(tmp_path: Path) -> None:
    chosen = read(tmp_path, PENTARCHY_UNLIMITED="1")
    assert chosen.requests == chosen.commands == chosen.maps == settings.NO_LIMIT
    assert chosen.bot_pause == settings.Settings(tmp_path).bot_pause


def test_every_setting_has_words_and_stands_on_the_page() -> None:
    for field in settings.fields():
        assert field.metadata.get("help"), f"{field.name} needs words: setting(default, words)"
    checked = subprocess.run(
        [sys.executable, ROOT / "tools/settings_table.py", "--check"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


def test_what_is_derived_is_no_setting() -> None:
    names = {field.name for field in settings.fields()}
    assert {field.name for field in dataclasses.fields(settings.Settings)} - names == {"house", "worker"}


@pytest.mark.parametrize("where", ["threads", "auto", "ray://ray.example:10001", "ray://[::1]:10001"])
def test_bots_think_in_threads_or_on_a_cluster(tmp_path: Path, where: str) -> None:
    assert read(tmp_path, f'thinkers = "{where}"').thinkers == where
    assert read(tmp_path, "", {"thinkers": where}).thinkers == where


@pytest.mark.parametrize(
    "where", ["3", "ray", "ray://", "ray://ray.example", "ray://:10001", "ray://a:0", "http://a:1"]
)
def test_elsewhere_bots_do_not_think(tmp_path: Path, where: str) -> None:
    said = refusal(tmp_path, "", {"thinkers": where})
    assert said.startswith("--thinkers: wanted threads, auto or ray://HOST:PORT")
    assert said.endswith(f"found {where!r}")


@pytest.mark.parametrize("package", ["ray", "grpc"])
def test_a_cluster_without_ray_is_refused_before_anything_is_opened(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["serve", "--data", str(tmp_path / "new"), "--thinkers", "ray://127.0.0.1:10001"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"pentarchy: --thinkers ray://127.0.0.1:10001 needs the package {package!r}")
    assert said.endswith("pip install 'pentarchy[cluster]'\n")
    assert not (tmp_path / "new").exists()
