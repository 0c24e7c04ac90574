"""Ray, which tournaments and the table share: loaded when it is used, and named clearly when it is missing."""

from __future__ import annotations

import importlib
import os
from typing import Any


def load_ray() -> Any:
    """Ray, asked not to send reports about its use and to leave the accelerators alone."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise ValueError(
            f"the backend ray needs the package 'ray', which cannot be loaded ({error}): pip install 'pentarchy[arena]'"
        ) from None
