"""Studies: many games between bots, what came of them, and datasets of their decisions."""

from pentarchy.lab.reading import Manifest, manifest, read

__all__ = ["Manifest", "dataset", "manifest", "read"]


def __getattr__(name: str) -> object:
    if name == "dataset":  # which loads the arena
        from pentarchy.lab.making import dataset

        return dataset
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
