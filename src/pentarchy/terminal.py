"""A game at the terminal: people and bots at one keyboard."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TextIO

import msgspec

from pentarchy import bots
from pentarchy.art.numbers import counted
from pentarchy.bots.players import Player
from pentarchy.engine.play import CHANCE
from pentarchy.errors import CannotUndo, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

PERSON = "me"
SEAT_NAMES = ("Red", "Blue", "Yellow", "Green")
FEW = 12  # legal moves shown without asking
SCREEN = 60  # lines that push everything out of sight
LATELY = 20  # lines of the log that are shown

HELP = """\
  a number      play the move with that number
  {examples}
                play a move in words
  moves         show all legal moves with their numbers
  board         draw the table again
  hint          ask the greedy bot
  undo          take back the last move, as long as nothing has been revealed since
  score         points as if the game ended now
  log           what has happened lately
  save FILE     write a record of the match
  quit          stop
"""


class Terminal:
    """One game, asked and answered line by line. Bad input never ends it; the end of input does."""

    def __init__(
        self,
        game: Game,
        seats: list[str],
        seed: int | None,
        source: TextIO,
        target: TextIO,
        language: str = "en",
    ) -> None:
        if len(seats) != game.players:
            raise ValueError(f"{game.players} players need {game.players} seats, not {len(seats)}: {', '.join(seats)}")
        self.match: Match = game.start(seed)
        self.bots: dict[int, Player] = {seat: Player(name, seed) for seat, name in enumerate(seats) if name != PERSON}
        self.names = [self.name(seat) for seat in range(game.players)]
        self.language = language  # of the reasons why a move is refused
        self.at_the_keyboard: int | None = None
        self.source = source
        self.target = target

    def name(self, seat: int) -> str:
        """Red, or Blue (greedy)."""
        return SEAT_NAMES[seat] + (f" ({self.bots[seat].name})" if seat in self.bots else "")

    def run(self) -> None:
        """Play until the match is over, somebody quits, or the input ends."""
        try:
            self.play_on()
        finally:
            for player in self.bots.values():
                player.close()

    def play_on(self) -> None:
        """Ask whoever is to act, again and again."""
        self.say(f"{self.match.game.title}. Type ? for help.")
        shown = None
        while not self.match.over:
            seat = self.match.to_act[0]
            if seat in self.bots:
                self.bot_moves(seat)
                continue
            here = self.at_the_keyboard == seat or self.curtain(seat)
            if here and shown != (seat, self.match.length):
                shown = (seat, self.match.length)
                self.show(seat)
            if not here or not self.answer(seat):
                self.say("Goodbye. The match is not finished.")
                return
        self.show_result()

    def curtain(self, seat: int) -> bool:
        """Before another person sees a hidden hand: clear the screen and wait; False if the input has ended."""
        people = self.match.game.players - len(self.bots)
        before, self.at_the_keyboard = self.at_the_keyboard, seat
        if people == 1 or before is None or not self.has_secrets(seat):
            return True
        self.say("\n" * SCREEN)
        print(
            f"{SEAT_NAMES[seat]}'s turn. Hand over the keyboard and press Enter. ", end="", file=self.target, flush=True
        )
        return bool(self.source.readline())

    def has_secrets(self, seat: int) -> bool:
        """Whether a seat sees more than a spectator, so that others may have secrets too."""
        return self.match.view(seat) | {"seat": None} != self.match.view(None)

    def say(self, text: str = "") -> None:
        """Write a line."""
        print(text, file=self.target)

    def show(self, seat: int) -> None:
        """Draw the table for the player who is to act."""
        self.say()
        self.say(self.match.text(seat))
        legal = self.match.legal(seat)
        if len(legal) <= FEW:
            self.show_moves(seat)
        else:
            self.say(f"{len(legal)} legal moves; 'moves' lists them, '?' shows help.")

    def show_moves(self, seat: int) -> None:
        """The legal moves with the numbers by which they can be chosen, in columns."""
        texts = [f"{number:3} {move}" for number, move in enumerate(self.match.legal(seat), 1)]
        width = max(map(len, texts)) + 2
        columns = max(1, 100 // width)
        for start in range(0, len(texts), columns):
            self.say("".join(text.ljust(width) for text in texts[start : start + columns]).rstrip())

    def bot_moves(self, seat: int) -> None:
        """Let a bot play; what it does is told if the people here may know it."""
        known = self.known()
        self.match.play(self.chosen(seat), seat)
        self.say_news(known)

    def known(self) -> set[int]:
        """The events that everybody knows of."""
        return {id(event) for event in self.match.heard()}

    def say_news(self, known: set[int]) -> None:
        """Tell what everybody may know by now, but for what the people here have done themselves."""
        news = self.known() - known
        for number, event in enumerate(self.match.events):
            of_interest = event.seat in self.bots or (event.seat == CHANCE and has_words(self.match.game))
            if of_interest and id(event) in news:
                self.say(told(self.match, number, self.names))

    def chosen(self, seat: int) -> Move:
        """The move of a bot; if it is a program and fails, that is told once."""
        player = self.bots[seat]
        before = player.fault
        move = player.choose(self.match, seat)
        if player.fault is not None and before is None:
            self.say(f"{SEAT_NAMES[seat]} ({player.name}): {player.fault.text}; random plays on for it")
        return move

    def answer(self, seat: int) -> bool:
        """Read one line and do what it says; False to stop."""
        print(f"{SEAT_NAMES[seat]}> ", end="", file=self.target, flush=True)
        line = self.source.readline()
        if not line:
            self.say()
            return False
        words = line.split()
        command = words[0].lower() if words else ""
        if command in ("quit", "exit", "q"):
            return False
        if command in ("?", "help", "h"):
            examples = ", ".join(self.match.game.spec.moves.EXAMPLES)
            self.say(HELP.format(examples=examples))
        elif command == "moves":
            self.show_moves(seat)
        elif command == "board":
            self.say(self.match.text(seat))
        elif command == "hint":
            self.say(f"The greedy bot would play: {bots.load('greedy', seed=1).choose(self.match, seat)}")
        elif command == "score":
            self.show_standings(seat)
        elif command == "log":
            self.show_log(seat)
        elif command == "undo":
            self.undo(seat)
        elif command == "save":
            self.save(seat, " ".join(words[1:]))
        elif command:
            self.play(seat, line.strip())
        return True

    def play(self, seat: int, text: str) -> None:
        """Make a move given by number or in words."""
        known = self.known()
        try:
            if text.isdecimal():
                legal = self.match.legal(seat)
                if not 1 <= int(text) <= len(legal):
                    raise IllegalMove(f"there is no move {text}; the numbers go from 1 to {len(legal)}")
                self.match.play(legal[int(text) - 1], seat)
            else:
                self.match.play(text, seat)
        except IllegalMove as error:
            self.say(self.refusal(error))
        else:
            self.say_news(known)

    def refusal(self, error: IllegalMove) -> str:
        """Why a move is not made: by which rule of the game, if it is one of these that forbids it."""
        if self.language not in error.reasons:
            return str(error)
        return f"Not allowed: {error.reasons[self.language]} ({error.rule}). 'moves' lists what is legal."

    def show_log(self, seat: int) -> None:
        """The last lines of what the player at the keyboard may know."""
        for line in self.match.history(seat)[-LATELY:]:
            self.say(in_words(self.match.game, line, self.names))

    def undo(self, seat: int) -> None:
        """Take back the last move of the player at the keyboard, or of the person who moved just before."""
        last = self.match.events[-1].seat if self.match.events else CHANCE
        person_before = last != CHANCE and last not in self.bots
        try:
            self.say(f"Taken back: {self.match.undo(last if person_before else seat)}")
        except CannotUndo as error:
            self.say(f"{error}")

    def save(self, seat: int, path: str) -> None:
        """Write the record to a file, unless it would show what others hold."""
        if not path:
            self.say("save needs the name of a file: save my-game.json")
        elif self.has_secrets(seat):
            self.say(
                "a record shows everything hidden: start with --record FILE, and it is written when the match is over"
            )
        else:
            try:
                write_record(self.match, path)
            except OSError as error:
                self.say(f"cannot write {path}: {error.strerror}")
            else:
                self.say(f"written to {path}")

    def show_standings(self, seat: int | None = None) -> None:
        """Places and points as they are now, as far as the player at the keyboard can know them."""
        for row in standings(self.match, seat):
            self.say(row)

    def show_result(self) -> None:
        """The end of the match."""
        self.say()
        self.say(str(self.match))
        self.show_standings()


def has_words(game: Game) -> bool:
    """Whether a game tells in words what happened."""
    return hasattr(game.spec.draw, "sentence")


def told(match: Match, number: int, names: Sequence[str] = SEAT_NAMES) -> str:
    """Event `number` of a match in words."""
    return in_words(match.game, msgspec.json.decode(match.told_json(number)), names)


def in_words(game: Game, line: Mapping[str, Any], names: Sequence[str] = SEAT_NAMES) -> str:
    """A line of a match's history with the name of whoever moved: in words, or in notation if the game has none."""
    words = getattr(game.spec.draw, "sentence", lambda line: "")(line)
    if "seat" not in line:
        return str(words or line["chance"])
    return f"{names[line['seat']]} {words}" if words else f"{names[line['seat']]}: {line['move']}"


def standings(match: Match, seat: int | None = None) -> list[str]:
    """Places and points, as far as a seat can know them."""
    rows = match.view(seat)["standings"]
    by_place = sorted(range(match.game.players), key=lambda player: rows[player]["place"])
    return [
        f"{rows[player]['place']}. {SEAT_NAMES[player]:7} {counted(rows[player]['points'], 'point')}"
        for player in by_place
    ]


def story(match: Match) -> list[str]:
    """Everything that has happened in a match, hidden things included, line by line; how it ended if it has."""
    lines = [told(match, number) for number in range(match.length)]
    return [*lines, "", *standings(match)] if match.over else lines


def play(game: Game, seats: list[str], seed: int | None, record: str | None = None, language: str = "en") -> None:
    """Play at the keyboard; a finished match is written to the file `record`."""
    terminal = Terminal(game, seats, seed, sys.stdin, sys.stdout, language)
    terminal.run()
    if record and terminal.match.over:
        write_record(terminal.match, record)


def write_record(match: Match, path: str) -> None:
    """Write the record of a match as JSON for people."""
    with open(path, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(match.record()), indent=1))


def default_seats(players: int) -> list[str]:
    """One person against greedy bots."""
    return [PERSON] + ["greedy"] * (players - 1)
