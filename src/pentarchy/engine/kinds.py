"""What compiled rules take, by name, for those who read their signatures: Numba finds the real types by itself."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

State: TypeAlias = Any  # a record of a game's layout STATE: its fields are read and written as attributes
Seat: TypeAlias = int  # from 0; where it is said also CHANCE, SPECTATOR or EVERYTHING
Action: TypeAlias = int  # the code of a move; `moves.py` of a game says which
Drawn: TypeAlias = int  # the code of an outcome of chance
Record: TypeAlias = Any  # a record that is filled in: a view, a fact, a refusal, a glimpse, as the game declares it

Choices: TypeAlias = Numbers  # the options of a game as numbers
Actions: TypeAlias = Numbers  # room for codes of actions or outcomes; functions return how many they have written
Weights: TypeAlias = Numbers  # how likely each outcome is, against the others
Points: TypeAlias = Numbers  # of every seat
Merits: TypeAlias = Numbers  # of every seat, by which places are decided
Events: TypeAlias = Numbers  # a row for every past event: its seat and its code
Marks: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]  # 1 or 0 for each
Generator: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]  # the state of the fast generator (`play.below`)
Tensor: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]  # what a learner sees
