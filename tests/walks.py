"""Random walks through matches, the ground that most common tests stand on: those of `pentarchy.testing`."""

from pentarchy.testing.walks import finished, redealt, walk, with_state

__all__ = ["finished", "redealt", "walk", "with_state"]
