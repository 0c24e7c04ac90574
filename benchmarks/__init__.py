"""Measurements and attacks; nothing of the package needs them."""
