"""The tree search as a bot: budgets, threads, trees that are kept from move to move, and what was found."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.bots import tree
from pentarchy.bots.budget import ENDLESS, Budget
from pentarchy.bots.policies import search_of
from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.play import CHANCE
from pentarchy.engine.simulation import fast_generator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer, Event, Move, Spec

TUNING = ("exploration", "sharpness", "urgency", "win_weight", "lead_scale", "par", "noise")  # as tree.py counts them

FIRST_CHUNK = 16  # iterations before the first look at the clock
BLINK = 0.02  # seconds from one look at the clock to the next, as nearly as can be
FIRST_SIZE = 1 << 12  # nodes
LARGEST_SIZE = 1 << 22
EDGES_PER_NODE = 16


class Candidate(msgspec.Struct, frozen=True):
    """A move that was looked at, with what the search expects of it for the seat that makes it."""

    move: str
    visits: int
    value: float  # reward, from 0 to 1
    win_share: float
    points: float
    prior: float


class Analysis(msgspec.Struct, frozen=True):
    """What a search found: the moves, the best first."""

    seat: int
    iterations: int
    candidates: list[Candidate]


class Tree:
    """One growing tree with its own generator."""

    def __init__(self, spec: Spec, seats: int, seed: int, tuning: Mapping[str, float] | None = None) -> None:
        self.spec = spec
        self.seats = seats
        self.rng = fast_generator(seed)
        self._search = search_of(spec)
        chosen = self._search.tuning | dict(tuning or {})
        self._tuning = np.array([chosen[name] for name in TUNING], np.float64)
        self._room = tree.Workspace(
            state=np.zeros(spec.rules.STATE.itemsize, np.uint8),
            actions=np.empty(spec.rules.MAX_LEGAL, np.int64),
            values=np.empty(spec.rules.MAX_LEGAL, np.float64),
            known=np.full(spec.rules.ACTIONS, tree.NONE, np.int32),
            path=np.empty((tree.DEEPEST, 2), np.int64),
        )
        self.arrays = _empty_arrays(FIRST_SIZE, FIRST_SIZE * EDGES_PER_NODE)
        self.plant()

    def plant(self) -> None:
        """Forget everything and begin with a root."""
        self._search.plant(self.arrays)

    def grow(self, root: Buffer, seat: int, iterations: int, moves: int = ENDLESS) -> tuple[int, int]:
        """Search on from a state for some iterations, or until so many moves were made; return how many were made.

        There is room for them unless the tree is as large as may be.
        """
        self._make_room(iterations)
        done: tuple[int, int] = self._search.grow(
            root, seat, self.seats, iterations, moves, self.rng, self.arrays, self._room, self._tuning
        )
        return done

    def play_out(self, root: Buffer, seat: int, iterations: int) -> None:
        """As many playouts without a tree, to compare with."""
        self._search.playouts(root, seat, iterations, self.rng, self._room, self._tuning)

    def move_root(self, events: Sequence[Event]) -> bool:
        """Keep what lies below these events; False if nothing does."""
        node = self._follow(events)
        if node == tree.NONE:
            return False
        kept = _empty_arrays(len(self.arrays.nodes), len(self.arrays.edges))
        self._search.transplant(node, self.arrays, kept)
        self.arrays = kept
        return True

    def root_edges(self) -> list[Any]:
        """The moves at the root, with their figures."""
        found = []
        edge = int(self.arrays.nodes[0]["first_edge"])
        while edge != tree.NONE:
            found.append(self.arrays.edges[edge])
            edge = int(self.arrays.edges[edge]["next_edge"])
        return found

    def _follow(self, events: Sequence[Event]) -> int:
        node, place = 0, 0
        while place < len(events):
            seat, action = events[place]
            place += 1
            if seat == CHANCE:
                return tree.NONE
            edge = self._search.find_edge(node, action, self.arrays)
            if edge == tree.NONE:
                return tree.NONE
            key = np.uint64(0)
            while place < len(events) and events[place].seat == CHANCE:
                if self._search.chance_in_tree:
                    key = np.uint64(self._search.add_to_key(key, events[place].code))
                place += 1
            node = self._search.find_node(edge, key, self.arrays)
            if node == tree.NONE:
                return tree.NONE
        return node

    def _make_room(self, iterations: int) -> None:
        """An iteration adds one node, and the moves of one node or, where worlds differ, of a few."""
        old = self.arrays
        nodes, edges = len(old.nodes), len(old.edges)
        while nodes < LARGEST_SIZE and old.used[0] + iterations > nodes:
            nodes *= 2
        while edges < LARGEST_SIZE * EDGES_PER_NODE and old.used[1] + EDGES_PER_NODE * iterations > edges:
            edges *= 2
        if (nodes, edges) != (len(old.nodes), len(old.edges)):
            self.arrays = _empty_arrays(nodes, edges)
            for new, filled in zip(self.arrays, old, strict=True):
                new[: len(filled)] = filled


def _empty_arrays(nodes: int, edges: int) -> tree.Arrays:
    """Room for a tree of so many nodes and moves."""
    return tree.Arrays(np.zeros(nodes, tree.NODE), np.zeros(edges, tree.EDGE), np.zeros(2, np.int64))


class SearchBot:
    """Looks ahead by playing on from the position many times, as far as its seat can know it.

    Unless the budget per decision is a time, the same seed makes the same choices, whatever the machine and however the
    matches of several such bots are mixed. Every thread grows a tree of its own; what they found is added up. A tree is
    kept from one decision to the next of the same match.
    """

    def __init__(
        self,
        budget: Budget,
        *,
        name: str = "search",
        threads: int = 1,
        seed: int = 0,
        tuning: dict[str, float] | None = None,
    ) -> None:
        if threads < 1:
            raise ValueError(f"threads is at least 1, not {threads}")
        self.name = name
        self.budget = budget
        self.threads = threads
        self._seed = seed
        self._tuning = tuning or {}
        self._trees: list[Tree] = []
        self._known: tuple[Spec, int, tuple[Event, ...]] | None = None  # what the trees stand for

    def choose(self, match: Match, seat: int | None = None, *, cancelled: Callable[[], bool] | None = None) -> Move:
        """The best move that was found for the seat, or for the one that is to act, until `cancelled` says so."""
        seat = match.sole_actor() if seat is None else seat
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        best = self.analyse(match, seat, cancelled=cancelled).candidates[0]
        return match.game.moves.moves[match.game.moves.texts[best.move]]

    def analyse(
        self,
        match: Match,
        seat: int | None = None,
        *,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Look ahead and say what was found. `progress` is told the share of the budget that is used up."""
        seat = match.sole_actor() if seat is None else seat
        if not match.legal(seat):
            raise ValueError(f"seat {seat} is not to act")
        self._prepare(match, seat)
        root = load_bytes(match.state(), match.game.spec.rules.STATE)
        iterations = self._search(root, seat, progress, cancelled)
        return Analysis(seat=seat, iterations=iterations, candidates=self._candidates(match, seat))

    def _prepare(self, match: Match, seat: int) -> None:
        """Keep the trees of the last decision if the match went on from there, else plant new ones."""
        spec, events = match.game.spec, _witnessed(match, seat)
        seeds = [self._seed * 1_000_003 + number for number in range(self.threads)]
        if self._known is None or self._known[:2] != (spec, seat) or self._trees[0].seats != match.game.players:
            self._trees = [Tree(spec, match.game.players, seed, self._tuning) for seed in seeds]
        elif not self._went_on(events, seat):
            for each in self._trees:
                each.plant()
        else:
            since = events[len(self._known[2]) :]
            for each in self._trees:
                if not each.move_root(since):
                    each.plant()
        self._known = (spec, seat, events)

    def _went_on(self, events: tuple[Event, ...], seat: int) -> bool:
        """Whether the match has gone on from what the trees stand for, by moves that can be found in them."""
        assert self._known is not None
        spec, _, before = self._known
        if events[: len(before)] != before:
            return False
        return not search_of(spec).own_decisions_only or all(
            event.seat in (seat, CHANCE) for event in events[len(before) :]
        )

    def _search(
        self,
        root: Buffer,
        seat: int,
        progress: Callable[[float], None] | None,
        cancelled: Callable[[], bool] | None,
    ) -> int:
        """Grow all trees until the budget is used up; return how many iterations were made.

        The first tree grows in this thread, which also looks whether to stop; the others do not wait for it.
        """
        begun = time.perf_counter()
        stop = threading.Event()

        def watch(used: float) -> None:
            if progress:
                progress(used)
            if cancelled and cancelled():
                stop.set()

        with ThreadPoolExecutor(max(1, self.threads - 1)) as pool:
            others = [pool.submit(self._grow, each, root, seat, begun, stop) for each in self._trees[1:]]
            try:
                done = self._grow(self._trees[0], root, seat, begun, stop, watch)
            except BaseException:
                stop.set()
                raise
            done += sum(each.result() for each in others)
        if progress:
            progress(1.0)
        return done

    def _grow(
        self,
        tree: Tree,
        root: Buffer,
        seat: int,
        begun: float,
        stop: threading.Event,
        watch: Callable[[float], None] | None = None,
    ) -> int:
        """Grow a tree until its share of the budget is used up or it is told to stop; return its iterations."""
        share = self.budget.share(self.threads)
        done, made, chunk = 0, 0, FIRST_CHUNK
        while (used := share.used(done, made, time.perf_counter() - begun)) < 1.0:
            if watch:
                watch(used)
            if stop.is_set():
                break
            iterations, moves = share.left(done, made)
            started = time.perf_counter()
            more, moves = tree.grow(root, seat, min(chunk, iterations), moves)
            elapsed = max(time.perf_counter() - started, 1e-6)
            done, made = done + more, made + moves
            chunk = max(1, min(2 * chunk, int(more * BLINK / elapsed)))
        return done

    def _candidates(self, match: Match, seat: int) -> list[Candidate]:
        """The legal moves at the root of all trees together, the most visited first.

        A tree that was kept may also hold moves of worlds that have turned out not to be this one.
        """
        codes = match.game.moves.codes
        figures: dict[int, list[Any]] = {codes[move]: [] for move in match.legal(seat)}
        for each in self._trees:
            for edge in each.root_edges():
                if edge["action"] in figures:
                    figures[int(edge["action"])].append(edge)
        found = [self._candidate(match, action, edges) for action, edges in figures.items()]
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.move))

    def _candidate(self, match: Match, action: int, edges: list[Any]) -> Candidate:
        visits = sum(int(edge["visits"]) for edge in edges)

        def mean(field: str) -> float:
            return float(sum(edge[field] for edge in edges)) / max(visits, 1)

        return Candidate(
            move=str(match.game.moves.moves[action]),
            visits=visits,
            value=mean("value"),
            win_share=mean("share"),
            points=mean("points"),
            prior=float(sum(edge["prior"] for edge in edges)) / max(len(edges), 1),
        )


def _witnessed(match: Match, seat: int) -> tuple[Event, ...]:
    """What a seat has seen happen: if it looked at more, its choices would tell what somebody did in secret."""
    return match.events if getattr(match.game.spec.view, "ALIKE", False) else match.heard(seat)
