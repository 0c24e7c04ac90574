"""What lies in the box: 126 tokens, 21 in each of six colours (SG-1)."""

from __future__ import annotations

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
TOKENS_OF_A_COLOUR = 21
PLAYERS = (2, 3, 4)

# How many tokens of every colour make a complete collection, by the number of players (SG-2).
TARGETS = {2: 7, 3: 7, 4: 5}
HOUSE_TARGETS = {3: 6}  # the number of another printed edition, on demand

TOKENS_IN_THE_CENTRE = 3  # at least, at the start of every turn (SG-3, SG-5)
LONGEST_SERIES = 12  # games in a row that can be agreed on (SG-17)
STANDSTILL = 40  # whole turns in a row that add nothing to any collection; then the game ends (SG-19)
