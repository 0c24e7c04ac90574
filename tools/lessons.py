"""Play the lessons of web/src/games/*/lesson.json through the rules and write what the pages show at every step.

    python tools/lessons.py [--check]

A lesson is a script: options, a seed that fixes all chance, moves made beforehand, and steps. A step says something in
both languages and may ask for one move of the learner's seat; the other seats then answer as the script says, or with
the greedy bot. What is written to web/public/lessons/ holds, for every step, what the learner sees before the move,
what the move would bring, why the moves in `refused` may not be made, and the log, so that a lesson needs no table and
no network.

Words that state something are checked: the `facts` of a step are compared with the position it is said of, and a false
one is an error. A fact is one of

    "centre.blue": 1                        a place in what the learner sees; [key=value] finds an item of a list
    "count reserve": 121                    how many there are: items of a list, the sum of numbers by name
    "after standings.0.points": 4           the same once the asked move is made
    "gain": 4                               the points that the asked move brings the learner
    "printed dominoes.27.0.crowns": 1       the same among the game's constants, which no view repeats
    "legal claim 28": true                  what the rules allow the learner, whatever the step offers
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from typing import TYPE_CHECKING, Any

import making

import pentarchy
from pentarchy.errors import IllegalMove, NoPreview

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pentarchy.engine.match import Match

WEB = making.ROOT / "web"
LEARNER = 0


class FactError(ValueError):
    """A lesson says what is not so."""


def written(script: dict[str, Any]) -> dict[str, Any]:
    """A lesson as the pages read it."""
    match = pentarchy.load(script["game"], **script["options"]).start(seed=script["seed"])
    greedy = pentarchy.bots.load("greedy", seed=script["seed"])
    for event in script.get("before", ()):
        match.play(event["move"], event["seat"])
    frames = []
    for number, step in enumerate(script["steps"], 1):
        others_move(match, greedy, step.get("replies", []))
        shown = frame(match, step)
        check(match, shown, step.get("facts", {}), f"{script['game']}, step {number}")
        frames.append(shown)
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
        "log": match.history(LEARNER),
        "glimpse": match.glimpse,
        "move": step.get("move"),
        "legal": [],
    }
    if "move" in step:
        # Some boards want more than the one move to find their way, such as the one that ends a turn; and where the
        # learner is to find a place, all moves are offered.
        more = legal_moves(match) if step.get("with") == "all" else step.get("with", ())
        shown["legal"] = typed(match, [step["move"], *(move for move in more if move != step["move"])])
        with contextlib.suppress(NoPreview):
            view, legal = match.preview([step["move"]], LEARNER)
            facts = match.foretell([step["move"]], LEARNER)
            shown["preview"] = {"view": view, "legal": typed(match, map(str, legal)), "facts": facts}
    if "refused" in step:
        shown["refused"] = {move: refusal(match, move) for move in step["refused"]}
    return shown


def refusal(match: Match, move: str) -> dict[str, Any]:
    """Why the learner may not make a move."""
    try:
        match.copy().play(move, LEARNER)
    except IllegalMove as problem:
        return {"rule": problem.rule, "why": problem.reasons}
    raise FactError(f"{move!r} is allowed")


def typed(match: Match, texts: Iterable[str]) -> list[dict[str, Any]]:
    """Moves as a table sends them."""
    moves = match.game.moves
    return [moves.as_dict(moves.moves[moves.code(text)]) for text in texts]


def legal_moves(match: Match) -> list[str]:
    """What the rules allow the learner now."""
    return [str(move) for move in match.legal(LEARNER)] if LEARNER in match.to_act else []


def check(match: Match, shown: dict[str, Any], facts: dict[str, Any], where: str) -> None:
    """Refuse a step that says what is not so."""
    for fact, said in facts.items():
        try:
            found = looked_up(match, shown, fact)
        except (LookupError, StopIteration, TypeError, ValueError) as error:
            raise FactError(f"{where} speaks of {fact!r}, which is not there: {error}") from error
        if found != said:
            raise FactError(f"{where} says that {fact!r} is {said!r}, but it is {found!r}")


def looked_up(match: Match, shown: dict[str, Any], fact: str) -> Any:
    """What is the case, where a step says something."""
    kind, _, rest = fact.partition(" ")
    view = shown["view"]
    if kind == "legal":
        return rest in legal_moves(match)
    if kind == "gain":
        return after(shown)["standings"][LEARNER]["points"] - view["standings"][LEARNER]["points"]
    if kind == "after":
        return looked_up(match, {**shown, "view": after(shown)}, rest)
    if kind == "printed":
        return at(match.game.constants, rest)
    if kind == "count":
        found = at(view, rest)
        return sum(found.values()) if isinstance(found, dict) else len(found)
    return at(view, fact)


def after(shown: dict[str, Any]) -> dict[str, Any]:
    """What the learner would see after the asked move."""
    if "preview" not in shown:
        raise LookupError("what the move brings is up to chance")
    view: dict[str, Any] = shown["preview"]["view"]
    return view


def at(thing: Any, path: str) -> Any:
    """Follow a path such as `next_line[domino=28].king`."""
    for part in re.findall(r"[^.\[\]]+|\[[^\]]+\]", path):
        if part.startswith("["):
            key, _, wanted = part[1:-1].partition("=")
            thing = next(item for item in thing if str(item[key]) == wanted)
        else:
            thing = thing[int(part) if isinstance(thing, list) else part]
    return thing


def files() -> Iterator[tuple[Path, str]]:
    """Every lesson as the pages read it."""
    for source in sorted(WEB.glob("src/games/*/lesson.json")):
        lesson = written(json.loads(source.read_text(encoding="utf-8")))
        text = json.dumps(lesson, ensure_ascii=False, separators=(",", ":"))
        yield WEB / "public" / "lessons" / f"{source.parent.name}.json", text


def main() -> int:
    """Write or check every lesson."""
    return making.write_or_check("tools/lessons.py", files())


if __name__ == "__main__":
    sys.exit(main())
