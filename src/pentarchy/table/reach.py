"""Where others reach the table: this machine only, the house, or a public address."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

EVERYWHERE = ("0.0.0.0", "::")
# Somewhere in each range of private addresses. Nothing is sent there: the system only says by which of its own
# addresses it would.
PRIVATE = ("192.168.255.254", "10.255.255.254", "172.31.255.254")
NOT_OF_THE_HOUSE = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet")  # networks within this machine
SIOCGIFADDR = 0x8915  # Linux: the address of an interface


def is_loopback(host: str) -> bool:
    """Whether a host is this very machine, so that the same name means another one elsewhere."""
    bare = host.removeprefix("[").removesuffix("]")
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return bare == "localhost" or bare.endswith(".localhost")


def origin(host: str, port: int) -> str:
    """The address of a page there, without a path."""
    return f"http://{f'[{host}]' if ':' in host else host}{'' if port == 80 else f':{port}'}"


def public_origin(text: str) -> str:
    """A public address that somebody has set, without a path; a ValueError if it cannot be one."""
    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError(f"the public address is like https://games.example, without a path, not {text!r}")
    return f"{parts.scheme}://{parts.netloc}"


def house_addresses() -> list[str]:
    """By which addresses other machines of the house reach this one, the likeliest first; found without asking them."""
    return sift([*_routed(), *_of_interfaces(), *_of_name()])


def sift(found: list[str]) -> list[str]:
    """Each address once, without those that mean nothing to other machines."""
    kept = []
    for text in dict.fromkeys(found):
        address = ipaddress.ip_address(text)
        if not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast):
            kept.append(text)
    return kept


def _routed() -> Iterator[str]:
    for there in PRIVATE:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((there, 9))
            yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if not name.startswith(NOT_OF_THE_HOUSE):
                with contextlib.suppress(OSError):  # it has no address
                    answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name[:15].encode()))
                    yield socket.inet_ntoa(answer[20:24])


def _of_name() -> Iterator[str]:
    """What this machine's own name stands for; on Windows these are all its addresses."""
    with contextlib.suppress(OSError, UnicodeError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM):
            yield str(address[0])
