"""Networks: the unit by which rate limits count where requests come from.

A provider assigns each customer an IPv6 network, not an address: all its addresses are the same
person. So IPv6 counts as its /64 (RFC 4291, 2.5.4), and with higher limits as the /56 and the /48
that providers assign (RIPE-690). IPv4 counts by address.
"""

import ipaddress
from collections.abc import Iterable

# IPv6 prefix length, and its limit as a multiple of a /64's.
PREFIXES = ((64, 1), (56, 4), (48, 16))
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_FOUR_BYTES = 0xFFFFFFFF


def networks_of(address: str) -> tuple[tuple[str, int], ...]:
    """Return the networks of an address, smallest first, each with the factor for its limit.

    Text that is not an address counts unchanged, so that a limit still applies.
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
    """Return whether an IP address is in these addresses or networks; False for other text.

    Raises ValueError for an invalid network.
    """
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(here in ipaddress.ip_network(network, strict=False) for network in networks)


def looseness_of(network: str) -> int:
    """Return the factor by which a network from `networks_of` may exceed the limit of a /64."""
    return next((times for prefix, times in PREFIXES if network.endswith(f"/{prefix}")), 1)
