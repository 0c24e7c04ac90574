"""Libraries that only the arena needs: loaded when they are used, and named clearly when they are missing."""

from __future__ import annotations

import importlib
from typing import Any


def extra(name: str, purpose: str) -> Any:
    """An optional library; a ValueError that says how to get it where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ValueError(
            f"{purpose} needs the package {package!r}, which cannot be loaded ({error}): pip install 'pentarchy[arena]'"
        ) from None
