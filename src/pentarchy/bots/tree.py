"""One tree search for every game, as plain templates that are bound to each game like engine/play.py.

Every iteration starts from the root with all that the searching seat cannot see dealt anew, walks down the tree by the
moves that are legal in that world, plays on from the first node it has not seen before with the game's playout policy,
and adds every seat's reward to the moves which that seat made on the way. A node stands for what has been decided and,
where a game says so (CHANCE_IN_TREE), for what chance has brought; otherwise worlds with different draws share it.

Free names that are bound: those of engine/play.py, and of the game's knowledge

    appraise  what every legal action is worth, and `prior`, the same at first sight for nodes below the root
    rollout_policy  a choice good enough for playouts
    evaluate   the points that may be expected, where playouts stop early
    stage     how far the game has gone, such as the round; HORIZON: after how many more a playout stops, 0 for never
    CHANCE_IN_TREE  whether what chance brings makes another node
    OWN_DECISIONS_ONLY  whether only the searching seat's own decisions are in the tree; the others play as in playouts
"""

import math

import numpy as np

from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below

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

STATE = to_act = legal = apply = draw = settle = scores = merit = redeal = acting = None
pick = appraise = prior = rollout_policy = evaluate = stage = CHANCE_IN_TREE = OWN_DECISIONS_ONLY = HORIZON = None
rollout = next_seat = chance_passes = node_after = expand = choose_edge = descend = play_on = judge = None


def next_seat_template(s, observer):
    """Who decides next."""
    return int(to_act(s))


def next_of_several_template(s, observer):
    """Who decides next where several act at once: the searching seat first, because the others cannot see it."""
    who = to_act(s)
    return observer if who >= 0 and acting(s) >> observer & 1 else who


def chance_passes_template(s, rng):
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


def node_after_template(edge, key, nodes, edges, used):
    """The node after a move and what chance brought; a new one if there is none; NONE if the tree is full."""
    node = find_node(edge, key, nodes, edges)
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


def expand_template(s, seat, node, rng, nodes, edges, used, actions, values, known, tuning):
    """Add the legal moves that a node lacks, with their priors; return how many moves are legal."""
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
            edge = used[1]
            used[1] += 1
            edges[edge].action = actions[i]
            edges[edge].visits = 0
            edges[edge].value = 0.0
            edges[edge].share = 0.0
            edges[edge].points = 0.0
            edges[edge].prior = (1.0 - EVENLY) * values[i] / total + EVENLY / listed
            edges[edge].first_node = NONE
            edges[edge].next_edge = nodes[node].first_edge
            nodes[node].first_edge = edge
            known[actions[i]] = edge
    return listed


def choose_edge_template(s, seat, node, rng, nodes, edges, used, actions, values, known, tuning):
    """The legal move that promises most, by what it has brought so far, its prior and how seldom it was tried."""
    edge = int(nodes[node].first_edge)
    while edge != NONE:
        known[edges[edge].action] = edge
        edge = int(edges[edge].next_edge)
    listed = legal(s, seat, actions)
    lacking = 0
    for i in range(listed):
        lacking += known[actions[i]] == NONE
    if lacking > 0:
        listed = expand(s, seat, node, rng, nodes, edges, used, actions, values, known, tuning)
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
    edge = int(nodes[node].first_edge)
    while edge != NONE:
        known[edges[edge].action] = NONE
        edge = int(edges[edge].next_edge)
    return best


def descend_template(s, observer, rng, nodes, edges, used, actions, values, known, path, tuning):
    """Walk down the tree to a leaf; return the number of moves made, which are in `path`."""
    node, depth, who = 0, 0, int(observer)
    while who != OVER and depth < DEEPEST:
        nodes[node].visits += 1
        if node != 0 and nodes[node].visits == 1:
            break
        edge = choose_edge(s, who, node, rng, nodes, edges, used, actions, values, known, tuning)
        if edge == NONE:
            break
        apply(s, who, int(edges[edge].action))
        path[depth, 0] = edge
        path[depth, 1] = who
        depth += 1
        node = node_after(edge, chance_passes(s, rng), nodes, edges, used)
        if node == NONE:
            break
        who = next_seat(s, observer)
        if OWN_DECISIONS_ONLY and who != observer:
            break
    return depth


def rollout_template(s, seat, rng, actions, values, tuning):
    """The playout policy: the game's own choice, or now and then any."""
    if below(rng, 100) < tuning[NOISE]:
        return pick(s, seat, rng, actions)
    return rollout_policy(s, seat, rng, actions, values)


def play_on_template(s, last, rng, actions, values, tuning):
    """Play with the playout policy, to the end or to the end of a stage; return the moves made and if it is over."""
    made = 0
    who = settle(s, rng)
    while who != OVER and (HORIZON == 0 or stage(s) <= last):
        apply(s, who, rollout(s, who, rng, actions, values, tuning))
        made += 1
        who = settle(s, rng)
    return made, who == OVER


def judge_template(s, ended, seats, points, merits, worth, rewards, shares, tuning):
    """Write every seat's points, its share of the win, and its reward: the share blended with the lead over the others.

    Where a playout has stopped early, points are what may be expected, and who has most of them wins.
    """
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


def grow_template(
    root, observer, seats, iterations, moves, rng, nodes, edges, used, work, actions, values, known, path, tuning
):
    """Let the tree grow by so many iterations, or until so many moves were made in them; return how many were made."""
    done, made = 0, 0
    points, merits = np.empty(seats, np.int64), np.empty(seats, np.int64)
    worth, rewards, shares = np.empty(seats), np.empty(seats), np.empty(seats)
    while done < iterations and made < moves:
        for i in range(len(root)):
            work[i] = root[i]
        s = work.view(STATE)[0]
        redeal(s, observer, rng)
        last = stage(s) + HORIZON
        depth = descend(s, observer, rng, nodes, edges, used, actions, values, known, path, tuning)
        played, ended = play_on(s, last, rng, actions, values, tuning)
        done += 1
        made += depth + played
        judge(s, ended, seats, points, merits, worth, rewards, shares, tuning)
        for i in range(depth):
            edge, seat = path[i, 0], path[i, 1]
            edges[edge].visits += 1
            edges[edge].value += rewards[seat]
            edges[edge].share += shares[seat]
            edges[edge].points += worth[seat]
    return done, made


def playouts_template(root, observer, iterations, rng, work, actions, values, tuning):
    """The same playouts without a tree, to measure what the tree costs."""
    for _ in range(iterations):
        for i in range(len(root)):
            work[i] = root[i]
        s = work.view(STATE)[0]
        redeal(s, observer, rng)
        play_on(s, stage(s) + HORIZON, rng, actions, values, tuning)


# For games whose playouts always go on to the end.


@rule
def no_evaluation(s, worth):
    """Never asked."""


@rule
def no_stage(s):
    """Never asked."""
    return 0


# --- Trees as such, whatever the game ---------------------------------------------------------------------------------


@rule
def plant(nodes, used):
    """Begin a tree: only a root."""
    nodes[0].key = 0
    nodes[0].visits = 0
    nodes[0].first_edge = NONE
    nodes[0].next_node = NONE
    used[0] = 1
    used[1] = 0


@rule
def find_edge(node, action, nodes, edges):
    """The edge of an action, or NONE."""
    edge = int(nodes[node].first_edge)
    while edge != NONE and edges[edge].action != action:
        edge = int(edges[edge].next_edge)
    return edge


@rule
def find_node(edge, key, nodes, edges):
    """The node after a move and what chance brought, or NONE."""
    node = int(edges[edge].first_node)
    while node != NONE and nodes[node].key != key:
        node = int(nodes[node].next_node)
    return node


@rule
def add_to_key(key, outcome):
    """The key of what chance brought, with one more outcome."""
    return (key << np.uint64(13) | key >> np.uint64(51)) ^ np.uint64(outcome + 1)


@rule
def transplant(root, nodes, edges, new_nodes, new_edges, used):
    """Copy the tree below a node into empty arrays, breadth first; the node becomes the root."""
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
    used[0] = node_count
    used[1] = edge_count
