"""What needs PyTorch, which is large, is tried in a soak alone (`make soak` installs it)."""

from __future__ import annotations

from tests.sizes import SOAK

collect_ignore = [] if SOAK else ["test_training.py"]
