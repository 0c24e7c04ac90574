"""What every game shares: compiled rules, chance, matches, records.

kernel.py      compiling rules and keeping the machine code
bits.py        sets and planes as bits of words
play.py        the one playout and the one step function, as templates
facade.py      the templates bound to one game's rules
spec.py        what a game must bring, and its options
notation.py    action codes, typed moves and text
game.py        a game with its options chosen
match.py       one match in progress
result.py      who stands where, and why
chance.py      verifiable chance for live matches
record.py      replaying and verifying what a match wrote down
position.py    reading positions
checks.py      what callers hand over
simulation.py  a game driven by action codes with fast chance
"""
