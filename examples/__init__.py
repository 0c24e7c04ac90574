"""Worked examples, each in a folder of its own."""
