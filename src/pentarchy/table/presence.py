"""Who is here, who has gone, and who is here and does nothing: nobody holds up a game, or a table before the start."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from pentarchy.table import entries as e

if TYPE_CHECKING:
    from pentarchy.table.live import LiveTable

# So many times as long as somebody may do nothing: a turn that takes longer is held up, whatever they do meanwhile.
OVERDUE = 6
SOONEST = 0.02  # seconds until an alarm; timers are not exact


class Presence:
    """What is known of people beside the log. It begins anew with the process."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        people = {table.state.host, *(seat.player for seat in table.state.seats)} - {""}
        self.away = dict.fromkeys(people, time.time())  # since when; everybody until they come
        self._signs: dict[str, float] = {}  # when people last did something here
        self._turns: dict[int, float] = {}  # since when seats are waited for, or were last
        self._waiting: list[int] = []
        self._furthest = 0  # how far the game has come
        self._shown: dict[int, int] = {}  # seats that are held up, with the votes that decide, as pages know it
        self._alarm: asyncio.TimerHandle | None = None
        self._host_alarm: asyncio.TimerHandle | None = None
        self.follow(None)

    @property
    def _patience(self) -> float:
        return self._table.hub.settings.idle

    # --- What happens -------------------------------------------------------------------------------------------------

    def came(self, player: str) -> None:
        """The first page of somebody is open."""
        self.away.pop(player, None)
        self._signs[player] = time.time()
        self.look_after_the_host()
        if self._alarm is None:
            self._set_alarm()

    def left(self, player: str) -> None:
        """The last page of somebody is closed."""
        self.away[player] = time.time()
        self.look_after_the_host()

    def sat_down(self, player: str) -> None:
        """Somebody has taken a seat at another worker, or with no page open."""
        if not self._table.is_here(player):
            self.away.setdefault(player, time.time())

    def last_sign(self, player: str) -> float:
        """When somebody last did something here."""
        return self._signs.get(player, 0.0)

    def signs_elsewhere(self, signs: dict[str, float]) -> None:
        """People have done something at another worker."""
        for player, at in signs.items():
            self._signs[player] = max(self._signs.get(player, 0.0), min(at, time.time()))
        if self._shown and self._look():
            self._table.people_changed()

    def sign(self, player: str) -> bool:
        """Somebody who sits here does something; whether they have held up the others until now."""
        self._signs[player] = time.time()
        if not self._shown:
            return False
        held = [seat for seat in self._shown if self._table.state.seats[seat].player == player]
        if self._look():
            self._table.people_changed()
        return any(seat not in self._shown for seat in held)

    def follow(self, entry: e.AnyEntry | None) -> None:
        """Keep in mind since when each seat is waited for: since its turn came, or it brought the game further.

        To take back and to move again brings nothing further.
        """
        state = self._table.state
        waiting = state.waiting_for_people if state.setup.clock is None else []
        length = state.match.length if state.match is not None else 0
        if length > self._furthest:
            self._furthest = length
            if isinstance(entry, e.Moved):
                self._turns[entry.seat] = time.time()
        if waiting != self._waiting:
            for seat in waiting:
                if seat not in self._waiting and not (isinstance(entry, e.Undone) and seat in self._turns):
                    self._turns[seat] = time.time()
            self._waiting = waiting

    # --- Somebody who does nothing ------------------------------------------------------------------------------------

    def idle_since(self, seat: int) -> float | None:
        """Since when somebody who is here holds up the others by doing nothing, if that is long enough to vote."""
        player = self._table.state.seats[seat].player
        if seat not in self._waiting or not self._table.is_here(player):
            return None
        turn, now = self._turns[seat], time.time()
        last = max(turn, self._signs.get(player, turn))
        if now - turn >= OVERDUE * self._patience:
            last = turn
        elif now - last < self._patience:
            return None
        return last if self._others(player) else None

    def voters(self, absent: str, asking: str = "") -> dict[str, int]:
        """The people who decide about somebody, and where they sit: those who are here and not asleep.

        The one who is `asking` is not.
        """
        others = self._others(absent).items()
        return {player: seat for player, seat in others if player == asking or self._is_awake(player)}

    def _others(self, absent: str) -> dict[str, int]:
        """The people who may have a vote about somebody: whoever has a seat, has not resigned and is here."""
        seats = [(number, seat) for number, seat in enumerate(self._table.state.seats) if not seat.program]
        playing = {seat.player: number for number, seat in reversed(seats) if seat.player and not seat.resigned}
        return {player: seat for player, seat in playing.items() if player != absent and self._table.is_here(player)}

    def votes_needed(self, absent: str, asking: str = "") -> int:
        """More than half of those who may decide."""
        return len(self.voters(absent, asking)) // 2 + 1

    def _is_awake(self, player: str) -> bool:
        return time.time() - self._signs.get(player, 0.0) < self._patience

    def _look(self) -> bool:
        """See who holds up the others now; whether that is news."""
        held = [seat for seat in self._waiting if self.idle_since(seat) is not None]
        before = self._shown
        self._shown = {seat: self.votes_needed(self._table.state.seats[seat].player) for seat in held}
        return self._shown != before

    def _set_alarm(self) -> None:
        """Look again when somebody may have done nothing for long enough; signs that come meanwhile move it on."""
        now = time.time()
        times = [sign + self._patience for sign in self._signs.values()]
        times += [
            self._turns[seat] + times_over * self._patience for seat in self._waiting for times_over in (1, OVERDUE)
        ]
        soonest = min((at for at in times if at > now), default=now + max(1.0, self._patience))
        self._alarm = asyncio.get_running_loop().call_later(max(SOONEST, soonest - now), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if not self._table.pages or self._table.state.status == "over" or not self._table.can_go_on:
            return  # whoever comes sets it again
        if self._look():
            self._table.people_changed()
        self._set_alarm()

    # --- A host who has gone before the start -------------------------------------------------------------------------

    def look_after_the_host(self) -> None:
        """Let somebody who is here run a table whose host has been away for long, now or when it is time."""
        table, state = self._table, self._table.state
        if self._host_alarm is not None:
            self._host_alarm.cancel()
            self._host_alarm = None
        if state.status != "open" or state.beginning or state.closed:
            return
        if table.is_here(state.host) or not table.can_go_on:
            return
        seated = [seat for seat, now in enumerate(state.seats) if now.player and not now.program]
        heirs = [seat for seat in seated if table.is_here(state.seats[seat].player)]
        if not heirs:
            return
        left = self.away.get(state.host, 0.0) + table.hub.settings.away - time.time()
        if left > 0:
            loop = asyncio.get_running_loop()
            self._host_alarm = loop.call_later(max(SOONEST, left), self.look_after_the_host)
        elif table.is_at_this_worker(state.seats[heirs[0]].player):  # one worker does it
            table.commit(e.Passed(at=time.time(), seat=heirs[0], player=state.seats[heirs[0]].player))

    def silence(self) -> None:
        """Set no alarm any more."""
        for alarm in (self._alarm, self._host_alarm):
            if alarm is not None:
                alarm.cancel()
        self._alarm = self._host_alarm = None
