"""What was learnt as a bot: pentarchy simulate genius --bots "exec:python3 -m examples.learning.bot,greedy" --games 20

It needs NumPy and nothing else. How it is talked to stands in docs/engines.md, what its numbers mean in docs/envs.md.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from examples.learning.policy import ACTIONS, OBSERVATION, Array, Policy

LEARNT = Path(__file__).with_name("genius.npz")
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
MOVES = ("draw", "collect", "alternative", "pass")  # in the order of their codes
ALL, SEATS, STANDSTILL = 21, 4, 40  # tokens of a colour, places for seats, turns that end a game


def observation(view: dict[str, Any], seat: int) -> Array:
    """A view as the numbers that the policy has learnt with (docs/envs.md, Simply Genius), outside a series."""
    collections = view["collections"]
    players, target = len(collections), view["target"]
    others = [collections[(seat + k) % players] for k in range(players)]
    nobody = [0.0] * (SEATS - players)
    numbers = [view["reserve"][colour] / ALL for colour in COLOURS]
    numbers += [view["centre"][colour] / ALL for colour in COLOURS]
    numbers += [float(colour in view["zone"]) for colour in COLOURS]
    numbers += [view["aside"][colour] / ALL for colour in COLOURS]
    numbers += [held[colour] / target for held in others for colour in COLOURS] + nobody * len(COLOURS)
    numbers += [float((seat + k) % players == view["acting"]) for k in range(players)] + nobody
    numbers += [0.0] * SEATS  # points of earlier games
    numbers += [view["phase"] == "success", view["in_bonus_turn"], view["bonus_turns"] / len(COLOURS)]
    numbers += [view["passes"] / players, view["standstill"] / STANDSTILL, players / SEATS, target / 7, 1.0, 0.0]
    assert len(numbers) == OBSERVATION
    return np.array([numbers], np.float32)


def choose(policy: Policy, message: dict[str, Any]) -> str:
    """The move that seems best."""
    mask = np.array([[move in message["legal"] for move in MOVES]])
    assert mask.shape == (1, ACTIONS)
    return MOVES[int(policy.choose(observation(message["view"], message["seat"]), mask)[0])]


def greeted(message: dict[str, Any]) -> dict[str, Any]:
    """The answer to hello; an error ends us, and its last line is quoted."""
    options = message["options"]
    if message["game"] != "genius" or options["players"] != 2 or options["series"]:
        raise SystemExit(f"it has learnt genius for two and no series, not {message['game']} with {options}")
    return {"type": "ready", "protocol": 1}


def main(arguments: list[str]) -> None:
    """Answer line by line, by the policy in the file that is named."""
    policy = Policy.load(Path(arguments[0]) if arguments else LEARNT)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = greeted(message)
        elif message["type"] == "decide":
            answer = {"type": "move", "number": message["number"], "move": choose(policy, message)}
        else:  # quit, or something that later versions may say
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
