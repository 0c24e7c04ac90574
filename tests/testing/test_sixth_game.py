"""Somebody's sixth game is tested by one line."""

from __future__ import annotations

from pathlib import Path

from pentarchy.testing import bot_suite, game_suite
from tests.sixth import SPEC

VARIANTS = [{"players": 2}, {"players": 4}]

TestHush = game_suite(SPEC, VARIANTS, golden=Path(__file__).parent / "golden")
TestRandomInHush = bot_suite("random", SPEC, VARIANTS)
