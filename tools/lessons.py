"""Play the lessons of web/lessons/*.json through the rules and write what the pages show at every step.

    python tools/lessons.py [--check]

A lesson is a script: options, a seed that fixes all chance, moves made beforehand, and steps. A step says something in
both languages and may ask for one move of the learner's seat; the other seats then answer as the script says, or with
the greedy bot. What is written to web/public/lessons/ holds, for every step, what the learner sees before the move,
what the move would bring, and the log, so that a lesson needs no table and no network.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pentarchy
from pentarchy.errors import NoPreview

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

WEB = Path(__file__).parents[1] / "web"
SOURCES, TARGET = WEB / "lessons", WEB / "public" / "lessons"
LEARNER = 0


def written(script: dict[str, Any]) -> dict[str, Any]:
    """A lesson as the pages read it."""
    match = pentarchy.load(script["game"], **script["options"]).start(seed=script["seed"])
    greedy = pentarchy.bots.load("greedy", seed=script["seed"])
    for event in script.get("before", ()):
        match.play(event["move"], event["seat"])
    frames = []
    for step in script["steps"]:
        others_move(match, greedy, step.get("replies", []))
        frames.append(frame(match, step))
        if "move" in step:
            match.play(step["move"], LEARNER)
    return {"game": script["game"], "title": script["title"], "names": script["names"], "frames": frames}


def others_move(match: Match, greedy: Any, replies: list[str]) -> None:
    """Let the other seats act until the learner must."""
    replies = list(replies)
    while not match.over and LEARNER not in match.to_act:
        seat = match.to_act[0]
        match.play(replies.pop(0) if replies else greedy.choose(match, seat), seat)
    if replies:
        raise ValueError(f"nobody is left to play {replies}")


def frame(match: Match, step: dict[str, Any]) -> dict[str, Any]:
    """What the learner sees, is told, and may do."""
    shown: dict[str, Any] = {
        "text": {"ru": step["ru"], "en": step["en"]},
        "view": match.view(LEARNER),
        "log": match.log(LEARNER),
        "glimpse": match.glimpse,
        "move": step.get("move"),
        "legal": [],
    }
    if "move" in step:
        # Some boards want more than the one move to find their way, such as the one that ends a turn.
        shown["legal"] = [step["move"], *step.get("with", ())]
        with contextlib.suppress(NoPreview):
            view, legal = match.preview([step["move"]], LEARNER)
            shown["preview"] = {"view": view, "legal": [str(move) for move in legal]}
    return shown


def main() -> int:
    """Write or check every lesson."""
    stale = []
    TARGET.mkdir(parents=True, exist_ok=True)
    for source in sorted(SOURCES.glob("*.json")):
        text = json.dumps(written(json.loads(source.read_text())), ensure_ascii=False, separators=(",", ":"))
        target = TARGET / source.name
        if "--check" in sys.argv[1:]:
            if not target.exists() or target.read_text() != text:
                stale.append(target.name)
        else:
            target.write_text(text)
    if stale:
        print(f"not what tools/lessons.py writes: {', '.join(stale)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
