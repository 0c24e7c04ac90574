"""Inputs that nobody would write, for everything that reads what strangers send.

    python -m benchmarks.fuzz [--parser positions …] [--inputs 1000000] [--seed 1] [--keep FILE]

Every input is made from a valid one by a few changes and depends on nothing but the seed and its number. A finding is
an exception that should not be, an answer 500 or `failed`, an error in the log, a process that is held up for seconds,
or memory that does not come back.
"""
