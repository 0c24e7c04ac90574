"""From where somebody comes, as far as that cannot be invented."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    Address = ipaddress.IPv4Address | ipaddress.IPv6Address
    Network = ipaddress.IPv4Network | ipaddress.IPv6Network

HOME = 64  # bits of an IPv6 address that belong to a whole house: whoever has one has 2**64 of them


def counted(address: str) -> str:
    """What stands for an address where things are counted: a house has one, with IPv6 too."""
    parsed = _parsed(address)
    if not isinstance(parsed, ipaddress.IPv6Address) or parsed.is_loopback or parsed.is_link_local:
        return str(parsed) if parsed is not None else address
    return str(ipaddress.ip_network((int(parsed) >> HOME << HOME, HOME)))


class Proxies:
    """The proxies whose word is taken for where a request comes from: those that are named, and no others."""

    def __init__(self, named: Iterable[str]) -> None:
        try:
            self._networks = tuple(_network(each) for each in named)
        except ValueError as error:
            raise ValueError(f"a proxy is named by its address or network, such as 127.0.0.1: {error}") from None

    def __contains__(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and self._has(parsed)

    def _has(self, address: Address) -> bool:
        return any(address.version == network.version and address in network for network in self._networks)

    def origin(self, peer: str, forwarded: Iterable[str]) -> str:
        """From where a request comes that `peer` passes on: the right-most address that is not a named proxy's.

        Whatever stands further left was said by a stranger, and so is everything if the peer itself is not named.
        """
        if peer not in self:
            return peer
        origin = peer
        for written in reversed([part for value in forwarded for part in value.split(",")]):
            address = _parsed(_without_port(written.strip()))
            if address is None:
                return origin
            origin = str(address)
            if not self._has(address):
                return origin
        return origin


def _parsed(address: str) -> Address | None:
    """An address; one of IPv4 in the clothes of IPv6 is one of IPv4."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _network(named: str) -> Network:
    """The network that an address or a network as typed stands for."""
    return ipaddress.ip_network(_parsed(named) or named, strict=False)


def _without_port(written: str) -> str:
    """An address in a header, of which some proxies also tell the port: `203.0.113.9:4711`, `[2001:db8::1]:4711`."""
    if written.startswith("["):
        return written[1:].partition("]")[0]
    return written.partition(":")[0] if written.count(":") == 1 else written
