"""Networks: what a limit counts where a request comes from.

A provider gives one customer a network of IPv6, not an address: every address of it is the same
person. So IPv6 counts as its /64 (RFC 4291, 2.5.4), and more loosely as the /56 and the /48 that
providers hand out (RIPE-690). IPv4 counts as it is.
"""

import ipaddress
from collections.abc import Iterable

# IPv6 prefix length, and its limit as a multiple of a /64's.
PREFIXES = ((64, 1), (56, 4), (48, 16))
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_FOUR_BYTES = 0xFFFFFFFF


def networks_of(address: str) -> tuple[tuple[str, int], ...]:
    """Return the networks of an address, the smallest first, each with how loosely it counts.

    Text that is no address counts as it is, so that a limit still holds.
    """
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ((address, 1),)
    if isinstance(known, ipaddress.IPv6Address):
        inner = known.ipv4_mapped or known.sixtofour
        if inner is None and known in _NAT64:
            inner = ipaddress.IPv4Address(int(known) & _FOUR_BYTES)
        if inner is None:
            return tuple(
                (str(ipaddress.IPv6Network((known, prefix), strict=False)), times)
                for prefix, times in PREFIXES
            )
        known = inner
    return ((str(known), 1),)


def is_within(address: str, networks: Iterable[str]) -> bool:
    """Return whether an IP address is one of these addresses or networks; False for what is none.

    Raises ValueError for a network that is none.
    """
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(here in ipaddress.ip_network(network, strict=False) for network in networks)


def looseness_of(network: str) -> int:
    """Return how many times as much as a /64 a network of `networks_of` may do."""
    return next((times for prefix, times in PREFIXES if network.endswith(f"/{prefix}")), 1)
