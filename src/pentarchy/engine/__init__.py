"""What every game shares: compiled rules, chance, matches, records.

kernel.py  compiling rules and keeping the machine code
bits.py    boards of up to 128 cells, one bit per cell
play.py    the one playout and the one step function, bound to each game
chance.py  verifiable chance for live matches
spec.py    what a game must bring, and its options
game.py    a game with its options chosen
match.py   one match in progress
record.py  replaying and verifying what a match wrote down
"""
