"""Libraries that only the arena and the lab need: loaded when they are used, and named when they are missing."""

from __future__ import annotations

import importlib
from typing import Any


def extra(name: str, purpose: str, group: str = "arena") -> Any:
    """An optional library; a ValueError that says how to get it where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ValueError(
            f"{purpose} needs the package {package!r}, which cannot be loaded ({error}):"
            f" pip install 'pentarchy[{group}]'"
        ) from None
