"""Networks: every address of one customer counts as the same."""

import pytest

from domain.networks import looseness_of, networks_of
from events.web.rate_limits import RateLimit


@pytest.mark.parametrize(
    ("address", "networks"),
    [
        ("10.0.0.7", ["10.0.0.7"]),
        ("::ffff:10.0.0.7", ["10.0.0.7"]),
        ("2002:a00:7::1", ["10.0.0.7"]),
        ("64:ff9b::a00:7", ["10.0.0.7"]),
        ("fe80::1%eth0", ["fe80::/64", "fe80::/56", "fe80::/48"]),
        (
            "2001:DB8:1:2:3::9",
            ["2001:db8:1:2::/64", "2001:db8:1::/56", "2001:db8:1::/48"],
        ),
        ("", [""]),
        ("no address", ["no address"]),
    ],
)
def test_what_an_address_counts_as(address: str, networks: list[str]) -> None:
    assert [network for network, _times in networks_of(address)] == networks
    assert [looseness_of(network) for network in networks] == [1, 4, 16][: len(networks)]


@pytest.mark.usefixtures("rate_limits")
def test_a_limit_counts_networks_and_wider_ones_more_loosely() -> None:
    limit = RateLimit("pages", 2, 10, "network")

    def asked(network: int, host: int) -> bool:
        return limit.allows_from(f"2001:db8:0:{network:x}::{host:x}", 0)

    assert [asked(1, host) for host in range(4)] == [True, True, False, False]
    assert [asked(network, 1) for network in range(2, 10)] == [True] * 6 + [False] * 2, "a /56"
    assert asked(0x100, 1), "what was refused did not count for the neighbours"
    assert [limit.allows_from(address, 0) for address in ("10.0.0.1", "10.0.0.2")] == [True, True]
