"""Proximal policy optimisation (Schulman et al. 2017) by play against itself, with illegal actions masked out.

One network plays both seats of many games. After some steps in all of them the network is changed a little, so that
actions that brought more than was expected become more likely; then it plays on.
"""

from __future__ import annotations

import copy
import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

import pentarchy
from examples.learning.policy import ACTIONS, OBSERVATION, Policy, features
from examples.learning.rollout import Rollout

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """How it learns. These were found by a few runs of two minutes each."""

    seed: int = 1
    games: int = 1024  # at once
    steps: int = 64  # in every game between two updates
    hidden: int = 128
    rate: float = 1e-3  # of Adam
    rounds: int = 2  # how often an update goes through what has happened
    part: int = 8192  # decisions that change the network together
    clip: float = 0.2  # how far an action may become more or less likely in one update
    smoothing: float = 0.98  # lambda: how far ahead surprises are looked for
    curiosity: float = 0.01  # weight of the entropy, which keeps it trying
    averaging: float = 0.99  # who plays for us is the mean of the last networks


class Network(nn.Module):  # type: ignore[misc]
    """How good every action seems (`choice`), and what the seat to act may expect (`worth`, from -1 to 1)."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        inner = nn.Linear(hidden, hidden)
        self.body = nn.Sequential(nn.Linear(OBSERVATION, hidden), nn.ReLU(), inner, nn.ReLU())
        self.choice = nn.Linear(hidden, ACTIONS)
        self.worth = nn.Linear(hidden, 1)
        for head in (self.choice, self.worth):  # it begins without an opinion
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithms of how likely every action is, and the worth."""
        inner = self.body(seen)
        likely = self.choice(inner).masked_fill(~masks, -1e9).log_softmax(dim=1)
        return likely, self.worth(inner)[:, 0].tanh()


class Learner:
    """A network, the games that it plays against itself, and all that a run needs in order to go on later."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        torch.manual_seed(settings.seed)
        self.batch = pentarchy.envs.batch("genius", players=2, games=settings.games, seed=settings.seed)
        self.network = Network(settings.hidden)
        self.average = copy.deepcopy(self.network)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.rate)
        self.updates = 0

    @property
    def steps(self) -> int:
        """Decisions that were made so far, in all games together."""
        return self.updates * self.settings.steps * self.settings.games

    def update(self) -> None:
        """Play some steps and learn from them."""
        rollout = self._played()
        advantages = rollout.advantages(self.settings.smoothing)
        returns = advantages + rollout.worths[:-1]
        arrays = (rollout.features, rollout.masks, rollout.actions, rollout.chances, advantages, returns)
        rows = [torch.from_numpy(array.reshape(-1, *array.shape[2:])) for array in arrays]
        for _ in range(self.settings.rounds):
            for chosen in torch.randperm(len(rows[0])).split(self.settings.part):
                self._learn(*(row[chosen] for row in rows))
        self.updates += 1

    def _played(self) -> Rollout:
        batch, rollout = self.batch, Rollout.empty(self.settings.steps, self.batch)
        games = np.arange(batch.games)
        for step in range(self.settings.steps):
            rollout.features[step], rollout.masks[step] = features(batch.observations), batch.masks
            likely, worth = self._thought(rollout.features[step], rollout.masks[step])
            actions = torch.multinomial(likely.exp(), 1)
            rollout.actions[step], rollout.worths[step] = actions[:, 0].numpy(), worth.numpy()
            rollout.chances[step] = likely.gather(1, actions)[:, 0].numpy()
            seats = batch.seats.copy()
            batch.step(rollout.actions[step])
            rollout.rewards[step] = batch.rewards[games, seats]
            rollout.signs[step] = np.where(batch.ends, 0, np.where(batch.seats == seats, 1, -1))
        rollout.worths[-1] = self._thought(features(batch.observations), batch.masks.copy())[1].numpy()
        return rollout

    def _thought(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        with torch.no_grad():
            thought: tuple[Any, Any] = self.network(torch.from_numpy(seen), torch.from_numpy(masks))
        return thought

    def _learn(self, seen: Any, masks: Any, actions: Any, chances: Any, advantages: Any, returns: Any) -> None:
        """One small change of the network. Where only one action is legal, there is nothing to choose better."""
        likely, worth = self.network(seen, masks)
        free = masks.sum(dim=1) > 1
        gain = advantages[free]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        ratio = (likely.gather(1, actions[:, None])[:, 0] - chances)[free].exp()
        bound = 1 - self.settings.clip, 1 + self.settings.clip
        better = torch.min(ratio * gain, ratio.clamp(*bound) * gain).mean()
        entropy = -(likely.exp() * likely.clamp(min=-50)).sum(dim=1)[free].mean()
        loss = (worth - returns).square().mean() - better - self.settings.curiosity * entropy
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        with torch.no_grad():
            for mean, new in zip(self.average.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(new, 1 - self.settings.averaging)

    # Keeping

    def policy(self) -> Policy:
        """What has been learnt so far."""
        state = self.average.state_dict()
        return Policy({name: value.numpy().copy() for name, value in state.items() if not name.startswith("worth")})

    def save(self, path: Path) -> None:
        """Write all that `restore` needs; a file that is there already is replaced only by a complete one."""
        partial = path.with_suffix(".partial")
        kept = {"settings": asdict(self.settings), "updates": self.updates, "chance": torch.get_rng_state()}
        kept["games"] = torch.frombuffer(bytearray(self.batch.save()), dtype=torch.uint8)
        kept |= {name: part.state_dict() for name, part in self._parts().items()}
        torch.save(kept, partial)
        os.replace(partial, path)

    def restore(self, path: Path) -> None:
        """Go back to what was saved: what follows is the same as if there had been no break."""
        try:
            kept = torch.load(path, weights_only=True)
            settings = kept["settings"]
        except Exception as problem:  # torch raises whatever its readers stumble over
            raise ValueError(f"{path} is no checkpoint: {problem}") from None
        if settings != asdict(self.settings):
            raise ValueError(f"{path} was learnt with {settings}, and this run has {asdict(self.settings)}")
        for name, part in self._parts().items():
            part.load_state_dict(kept[name])
        self.batch.restore(kept["games"].numpy().tobytes())
        torch.set_rng_state(kept["chance"])
        self.updates = kept["updates"]

    def _parts(self) -> dict[str, Any]:
        return {"network": self.network, "average": self.average, "optimiser": self.optimiser}
