"""Quicker reports: the tests of the figures themselves say how many resamples they need."""

from __future__ import annotations

import pytest

from pentarchy.arena import figures


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "RESAMPLES", 40)
