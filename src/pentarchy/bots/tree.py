"""One tree search for every game: Monte-Carlo tree search with PUCT, over determinizations, open loop where that pays.

MCTS (Kocsis & Szepesvári 2006; Coulom 2006) repeats four steps, here one call each in `grow`:

1. **Determinization.** `redeal` draws anew all that the searching seat cannot see, for every iteration. All these
   worlds share one tree, in which a node stands for moves and not for a world, and in each world only the moves that
   are legal in it are looked at: single-observer information set MCTS, SO-ISMCTS (Cowling, Powley & Whitehouse 2012).
   The worlds are as likely as the rules make them; how others have played is not taken as evidence.
2. **Selection** (`descend`, `choose_edge`) by PUCT (Rosin 2011, in the form of Silver et al. 2017). Of the moves a
   that are legal in this world the one with the highest

       Q(a) + c · P(a) · √(N + 1) / (1 + n(a))

   n(a)  how often a was tried here, in all worlds; N  the sum of n over the moves that are legal in this world
   Q(a)  the mean reward that a has brought to the seat that makes it; of a move never tried it is the mean of those
         that were, minus URGENCY (first-play urgency: Gelly & Wang 2006), or 0.5 if none was
   P(a)  the prior: softmax(SHARPNESS · what `appraise` or `prior` says), mixed with a tenth of the uniform
         distribution
   c     EXPLORATION

   Silver et al. have √N; the 1 lets priors decide the first try. ISMCTS by Cowling et al. counts how often a move was
   available instead of N, and has UCB1 in the place of PUCT.
3. **Expansion and simulation.** One node is added, and its moves when it is met again (`expand`). From there every
   seat plays by the game's rollout policy (`play_on`), to the end or, with a HORIZON, for some more stages, after
   which `evaluate` says what points may be expected.
4. **Backpropagation.** Every move on the way gets the reward of the seat that made it (`judge`): each seat looks
   after itself, as in max^n (Luckhardt & Irani 1986), whatever the number of seats.

A node stands for the moves that led to it. With CHANCE_IN_TREE it also stands for what chance has brought since the
last of them, so that there is a node for every outcome met. Without, worlds with different draws share it, and the
same move may lead to other positions in every iteration: open-loop MCTS (Perez et al. 2015). With OWN_DECISIONS_ONLY
the tree ends where somebody else is to decide, and simulation begins.

What is played in the end is the move most often tried (search.py), the «robust child» of Chaslot et al. 2008, who
also describe threads with trees of their own whose roots are added up (root parallelisation).

    L. Kocsis, C. Szepesvári: Bandit based Monte-Carlo planning. ECML 2006
    R. Coulom: Efficient selectivity and backup operators in Monte-Carlo tree search. CG 2006
    S. Gelly, Y. Wang: Exploration exploitation in Go: UCT for Monte-Carlo Go. NIPS workshop 2006
    C. D. Rosin: Multi-armed bandits with episode context. Ann. Math. Artif. Intell. 61, 2011
    D. Silver et al.: Mastering the game of Go without human knowledge. Nature 550, 2017
    P. I. Cowling, E. J. Powley, D. Whitehouse: Information set Monte Carlo tree search. IEEE TCIAIG 4, 2012
    D. Perez Liebana et al.: Open loop search for general video game playing. GECCO 2015
    C. A. Luckhardt, K. B. Irani: An algorithmic solution of n-person games. AAAI 1986
    G. Chaslot et al.: Progressive strategies for Monte-Carlo tree search. New Math. and Nat. Comp. 4, 2008
    G. Chaslot, M. Winands, H. J. van den Herik: Parallel Monte-Carlo tree search. CG 2008

Templates: functions without `@rule` are bound to each game by `kernel.bind`. What they call of a game is described in
`engine/contract.py` and `contract.py`; `acting`, `prior`, `rollout_policy`, `evaluate` and `stage` below stand for what
a game has no own of.
"""

import math
from typing import NamedTuple

import numpy as np

from pentarchy.bots.contests import greedy
from pentarchy.bots.contract import CHANCE_IN_TREE, HORIZON, OWN_DECISIONS_ONLY, appraise
from pentarchy.engine.contract import STATE, apply, draw, legal, merit, redeal, scores, to_act
from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below, pick, settle

NODE = record(
    [
        ("key", "u8"),  # what chance brought on the way here
        ("visits", "i4"),
        ("first_edge", "i4"),
        ("next_node", "i4"),  # another node after the same move
    ]
)
EDGE = record(
    [
        ("value", "f8"),  # sums over all visits, for the seat that makes the move
        ("share", "f8"),
        ("points", "f8"),
        ("action", "i4"),
        ("visits", "i4"),
        ("first_node", "i4"),
        ("next_edge", "i4"),
        ("prior", "f4"),
    ]
)
NONE = -1
DEEPEST = 256

# How a search is tuned, as an array of numbers.
EXPLORATION, SHARPNESS, URGENCY, WIN_WEIGHT, LEAD_SCALE, PAR, NOISE = range(7)
FINE = 1000  # expected points are compared to the thousandth
EVENLY = 0.1  # of the prior is spread over all moves alike


class Arrays(NamedTuple):
    """A tree: nodes and edges point to each other by their numbers."""

    nodes: np.ndarray
    edges: np.ndarray
    used: np.ndarray  # how many nodes and how many edges there are


class Workspace(NamedTuple):
    """Room to work in, so that nothing is allocated while a tree grows."""

    state: np.ndarray
    actions: np.ndarray
    values: np.ndarray  # of the actions
    known: np.ndarray  # the edge of every action at one node, NONE before and after
    path: np.ndarray  # edge and seat of every move on the way down


class Outcome(NamedTuple):
    """What an iteration came to, one number for every seat."""

    points: np.ndarray
    merits: np.ndarray
    worth: np.ndarray  # points, or those that may be expected
    rewards: np.ndarray
    shares: np.ndarray  # of the win


# --- What is done where a game has no own -----------------------------------------------------------------------------


def acting(s):
    """The seats that may act now, as a bit each: one at a time."""
    return 1 << int(to_act(s))


def prior(s, seat, rng, actions, values):
    """What actions seem to be worth at nodes below the root: the same as at the root."""
    return appraise(s, seat, rng, actions, values)


def rollout_policy(s, seat, rng, actions, values):
    """A choice good enough for playouts: the greedy one."""
    return greedy(s, seat, rng, actions, values)


def evaluate(s, worth):
    """The points that may be expected where playouts stop early. Never asked: they go on to the end."""


def stage(s):
    """How far the game has gone, such as the round. It does not matter where playouts go on to the end."""
    return 0


# --- Growing ----------------------------------------------------------------------------------------------------------


def next_seat(s, observer):
    """Who decides next; where several act at once the searching seat first, because the others cannot see it."""
    who = int(to_act(s))
    return int(observer) if who >= 0 and acting(s) >> observer & 1 else who


def chance_passes(s, rng):
    """Let chance act; return a key of what it brought."""
    if not CHANCE_IN_TREE:
        settle(s, rng)
        return np.uint64(0)
    key = np.uint64(0)
    while to_act(s) == CHANCE:
        outcome = draw(s, rng)
        apply(s, CHANCE, outcome)
        key = add_to_key(key, outcome)
    return key


def expand(s, seat, node, rng, tree, room, tuning):
    """Add the legal moves that a node lacks, with their priors; return how many moves are legal."""
    edges, used, actions, values, known = tree.edges, tree.used, room.actions, room.values, room.known
    listed = appraise(s, seat, rng, actions, values) if node == 0 else prior(s, seat, rng, actions, values)
    best = values[0]
    for i in range(1, listed):
        best = max(best, values[i])
    total = 0.0
    for i in range(listed):
        values[i] = math.exp((values[i] - best) * tuning[SHARPNESS])
        total += values[i]
    for i in range(listed):
        if known[actions[i]] == NONE and used[1] < len(edges):
            share = (1.0 - EVENLY) * values[i] / total + EVENLY / listed
            known[actions[i]] = add_edge(node, actions[i], share, tree)
    return listed


def choose_edge(s, seat, node, rng, tree, room, tuning):
    """The legal move with the highest PUCT score; NONE if there is no room for any."""
    edges, actions, known = tree.edges, room.actions, room.known
    mark_edges(node, tree, known)
    listed = legal(s, seat, actions)
    lacking = 0
    for i in range(listed):
        lacking += known[actions[i]] == NONE
    if lacking > 0:
        listed = expand(s, seat, node, rng, tree, room, tuning)
    visits, value = 0, 0.0
    for i in range(listed):
        edge = int(known[actions[i]])
        if edge != NONE:
            visits += edges[edge].visits
            value += edges[edge].value
    unseen = value / visits - tuning[URGENCY] if visits > 0 else 0.5
    reach = tuning[EXPLORATION] * math.sqrt(visits + 1.0)
    best, best_score = NONE, -1e300
    for i in range(listed):
        edge = int(known[actions[i]])
        if edge != NONE:
            tried = edges[edge].visits
            mean = edges[edge].value / tried if tried > 0 else unseen
            score = mean + reach * edges[edge].prior / (1.0 + tried)
            if score > best_score:
                best, best_score = edge, score
    unmark_edges(node, tree, known)
    return best


def descend(s, observer, rng, tree, room, tuning):
    """Walk down the tree to a leaf; return the number of moves made, which are in the path."""
    nodes, path = tree.nodes, room.path
    node, depth, who = 0, 0, int(observer)
    while who != OVER and depth < DEEPEST:
        nodes[node].visits += 1
        if node != 0 and nodes[node].visits == 1:
            break
        edge = choose_edge(s, who, node, rng, tree, room, tuning)
        if edge == NONE:
            break
        apply(s, who, int(tree.edges[edge].action))
        path[depth, 0] = edge
        path[depth, 1] = who
        depth += 1
        node = node_after(edge, chance_passes(s, rng), tree)
        if node == NONE:
            break
        who = next_seat(s, observer)
        if OWN_DECISIONS_ONLY and who != observer:
            break
    return depth


def rollout(s, seat, rng, actions, values, tuning):
    """The move of a seat in a playout: by the game's policy, or NOISE times in a hundred any."""
    if below(rng, 100) < tuning[NOISE]:
        return pick(s, seat, rng, actions)
    return rollout_policy(s, seat, rng, actions, values)


def play_on(s, last, rng, actions, values, tuning):
    """Play out, to the end or to the end of a stage; return the moves made and whether the game is over."""
    made = 0
    who = settle(s, rng)
    while who != OVER and (HORIZON == 0 or stage(s) <= last):
        apply(s, who, rollout(s, who, rng, actions, values, tuning))
        made += 1
        who = settle(s, rng)
    return made, who == OVER


def judge(s, ended, seats, outcome, tuning):
    """Write every seat's points, its share of the win, and its reward: the share blended with the lead over the others.

    reward = WIN_WEIGHT · share + (1 - WIN_WEIGHT) · (1 + tanh(lead / LEAD_SCALE)) / 2

    Where a playout has stopped early, points are what may be expected, and who has most of them wins.
    """
    points, merits, worth, rewards, shares = outcome
    if ended:
        scores(s, points)
        merit(s, merits)
        for seat in range(seats):
            worth[seat] = points[seat]
    else:
        evaluate(s, worth)
        for seat in range(seats):
            merits[seat] = int(FINE * worth[seat])
    best, winners = merits[0], 0
    for seat in range(seats):
        if merits[seat] > best:
            best, winners = merits[seat], 0
        winners += merits[seat] == best
    for seat in range(seats):
        rival = tuning[PAR] if seats == 1 else -math.inf
        for other in range(seats):
            if other != seat:
                rival = max(rival, worth[other])
        lead = 0.5 + 0.5 * math.tanh((worth[seat] - rival) / tuning[LEAD_SCALE])
        shares[seat] = 1.0 / winners if merits[seat] == best else 0.0
        rewards[seat] = tuning[WIN_WEIGHT] * shares[seat] + (1.0 - tuning[WIN_WEIGHT]) * lead


def grow(root, observer, seats, iterations, moves, rng, tree, room, tuning):
    """Let the tree grow by so many iterations, or until so many moves were made in them; return how many were made."""
    edges, path = tree.edges, room.path
    done, made = 0, 0
    outcome = Outcome(
        np.empty(seats, np.int64), np.empty(seats, np.int64), np.empty(seats), np.empty(seats), np.empty(seats)
    )
    while done < iterations and made < moves:
        copy_state(root, room.state)
        s = room.state.view(STATE)[0]
        redeal(s, observer, rng)
        last = stage(s) + HORIZON
        depth = descend(s, observer, rng, tree, room, tuning)
        played, ended = play_on(s, last, rng, room.actions, room.values, tuning)
        done += 1
        made += depth + played
        judge(s, ended, seats, outcome, tuning)
        for i in range(depth):
            edge, seat = path[i, 0], path[i, 1]
            edges[edge].visits += 1
            edges[edge].value += outcome.rewards[seat]
            edges[edge].share += outcome.shares[seat]
            edges[edge].points += outcome.worth[seat]
    return done, made


def playouts(root, observer, iterations, rng, room, tuning):
    """The same playouts without a tree, to measure what the tree costs."""
    for _ in range(iterations):
        copy_state(root, room.state)
        s = room.state.view(STATE)[0]
        redeal(s, observer, rng)
        play_on(s, stage(s) + HORIZON, rng, room.actions, room.values, tuning)


# --- Trees as such, whatever the game ---------------------------------------------------------------------------------


@rule
def plant(tree):
    """Begin a tree: only a root."""
    root = tree.nodes[0]
    root.key = 0
    root.visits = 0
    root.first_edge = NONE
    root.next_node = NONE
    tree.used[0] = 1
    tree.used[1] = 0


@rule
def copy_state(source, target):
    """Make one state equal to another."""
    for i in range(len(source)):
        target[i] = source[i]


@rule
def find_edge(node, action, tree):
    """The edge of an action, or NONE."""
    edges = tree.edges
    edge = int(tree.nodes[node].first_edge)
    while edge != NONE and edges[edge].action != action:
        edge = int(edges[edge].next_edge)
    return edge


@rule
def find_node(edge, key, tree):
    """The node after a move and what chance brought, or NONE."""
    nodes = tree.nodes
    node = int(tree.edges[edge].first_node)
    while node != NONE and nodes[node].key != key:
        node = int(nodes[node].next_node)
    return node


@rule
def node_after(edge, key, tree):
    """The node after a move and what chance brought; a new one if there is none; NONE if the tree is full."""
    nodes, edges, used = tree.nodes, tree.edges, tree.used
    node = find_node(edge, key, tree)
    if node != NONE:
        return node
    node = int(used[0])
    if node == len(nodes):
        return NONE
    used[0] += 1
    nodes[node].key = key
    nodes[node].visits = 0
    nodes[node].first_edge = NONE
    nodes[node].next_node = edges[edge].first_node
    edges[edge].first_node = node
    return node


@rule
def add_edge(node, action, prior, tree):
    """Add a move to a node, for which there must be room; return its edge."""
    nodes, edges, used = tree.nodes, tree.edges, tree.used
    edge = int(used[1])
    used[1] += 1
    edges[edge].action = action
    edges[edge].visits = 0
    edges[edge].value = 0.0
    edges[edge].share = 0.0
    edges[edge].points = 0.0
    edges[edge].prior = prior
    edges[edge].first_node = NONE
    edges[edge].next_edge = nodes[node].first_edge
    nodes[node].first_edge = edge
    return edge


@rule
def mark_edges(node, tree, known):
    """Note the edge of every action that a node has one for."""
    edges = tree.edges
    edge = int(tree.nodes[node].first_edge)
    while edge != NONE:
        known[edges[edge].action] = edge
        edge = int(edges[edge].next_edge)


@rule
def unmark_edges(node, tree, known):
    """Forget them again."""
    edges = tree.edges
    edge = int(tree.nodes[node].first_edge)
    while edge != NONE:
        known[edges[edge].action] = NONE
        edge = int(edges[edge].next_edge)


@rule
def add_to_key(key, outcome):
    """The key of what chance brought, with one more outcome."""
    return (key << np.uint64(13) | key >> np.uint64(51)) ^ np.uint64(outcome + 1)


@rule
def transplant(root, tree, new):
    """Copy the tree below a node into empty arrays, breadth first; the node becomes the root."""
    nodes, edges, new_nodes, new_edges = tree.nodes, tree.edges, new.nodes, new.edges
    new_nodes[0] = nodes[root]
    new_nodes[0].key = 0
    new_nodes[0].next_node = NONE
    node_count, edge_count = 1, 0
    done = 0
    while done < node_count:
        edge = new_nodes[done].first_edge
        new_nodes[done].first_edge = NONE
        last_edge = NONE
        while edge != NONE:
            new_edges[edge_count] = edges[edge]
            if last_edge == NONE:
                new_nodes[done].first_edge = edge_count
            else:
                new_edges[last_edge].next_edge = edge_count
            last_edge = edge_count
            node = edges[edge].first_node
            last_node = NONE
            while node != NONE:
                new_nodes[node_count] = nodes[node]
                if last_node == NONE:
                    new_edges[edge_count].first_node = node_count
                else:
                    new_nodes[last_node].next_node = node_count
                last_node = node_count
                node_count += 1
                node = nodes[node].next_node
            edge_count += 1
            edge = edges[edge].next_edge
        done += 1
    new.used[0] = node_count
    new.used[1] = edge_count
