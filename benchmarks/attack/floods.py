"""Every attack by its name."""

from __future__ import annotations

from benchmarks.attack import connections, crowds, frames, lists, maps, requests, thinking

FLOODS = {
    flood.name: flood
    for module in (maps, frames, connections, crowds, thinking, lists, requests)
    for flood in module.FLOODS
}
