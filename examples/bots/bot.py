"""A bot as a program, in Python: pentarchy play kingdomino --seats "me,exec:python3 examples/bots/bot.py"

In Kingdomino it claims the domino with the highest number and places it as near to its castle as it can; in the other
games it plays any legal move. How it is talked to stands in docs/engines.md.
"""

import json
import random
import sys

SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def main():
    """Answer line by line."""
    chance = random.Random()
    for line in sys.stdin:  # ends when Pentarchy closes our input
        message = json.loads(line)
        if message["type"] == "hello":
            chance = random.Random(message["seed"])
            answer = {"type": "ready", "protocol": 1}
        elif message["type"] == "decide":
            answer = {"type": "move", "number": message["number"], "move": choose(message, chance)}
        else:  # quit, or something that later versions may say
            continue
        print(json.dumps(answer), flush=True)


def choose(message, chance):
    """The move that seems best; among equals any."""
    worth = [value(move, message["view"]) for move in message["moves"]]
    best = max(worth)
    return chance.choice([text for text, each in zip(message["legal"], worth, strict=True) if each == best])


def value(move, view):
    """What a move seems to be worth; `view` is everything that our seat may see."""
    if move["move"] == "claim":
        return move["domino"]
    if move["move"] == "place" and "facing" in move:
        dx, dy = SIDES[move["facing"]]
        reach = view["size"] // 2  # a kingdom that grows evenly round its castle leaves room to all sides
        return -sum(max(abs(end) - reach, 0) * 10 + abs(end) for end in (move["x"] + dx, move["y"] + dy))
    return 0


if __name__ == "__main__":
    main()
