"""A worked example: a network learns Simply Genius by playing against itself (docs/learning.md)."""
