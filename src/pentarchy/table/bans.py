"""Who may not come for a while: addresses, networks and people. What is checked with every request is in memory."""

from __future__ import annotations

import ipaddress
import time
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Kind = Literal["address", "person"]

HOUSEHOLD = 64  # bits of an IPv6 address that are one household's; the rest it chooses freely


class Ban(NamedTuple):
    """Somebody may not come until a time; `whom` is a network or a person."""

    whom: str
    kind: Kind
    made: float
    until: float
    reason: str


class Bans:
    """All that hold now."""

    def __init__(self) -> None:
        self._people: dict[str, Ban] = {}
        self._networks: dict[Network, Ban] = {}

    def set(self, bans: Iterable[Ban]) -> None:
        """Exactly these from now on."""
        bans = list(bans)
        self._people = {ban.whom: ban for ban in bans if ban.kind == "person"}
        self._networks = {ipaddress.ip_network(ban.whom): ban for ban in bans if ban.kind == "address"}

    def all(self) -> list[Ban]:
        """Those that have not ended, the first to end first."""
        now = time.time()
        found = [*self._people.values(), *self._networks.values()]
        return sorted((ban for ban in found if ban.until > now), key=lambda ban: ban.until)

    def holds(self, address: str, player: str) -> Ban | None:
        """Whether somebody may not come."""
        if not self._people and not self._networks:
            return None
        now = time.time()
        found = (self._people.get(player), *self._at(address))
        return next((ban for ban in found if ban is not None and ban.until > now), None)

    def _at(self, address: str) -> list[Ban]:
        if not self._networks:
            return []
        try:
            found = plain(ipaddress.ip_address(address))
        except ValueError:
            return []
        return [ban for network, ban in self._networks.items() if found in network]


def network(text: str) -> Network | None:
    """The network that an address or a network as typed stands for; None if it is neither."""
    try:
        if "/" in text:
            return ipaddress.ip_network(text, strict=False)
        address = plain(ipaddress.ip_address(text))
    except ValueError:
        return None
    if address.version == 6:
        return ipaddress.ip_network((address, HOUSEHOLD), strict=False)
    return ipaddress.ip_network(address)


def plain(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An IPv4 address also where it is written as one of IPv6."""
    return getattr(address, "ipv4_mapped", None) or address
