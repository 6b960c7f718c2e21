"""Which addresses are asked, to where the connection goes, and that nobody is waited for long."""

import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from events.integrations.sending import Answer, Problem, is_allowed, post
from tests.events.support.receiver import Receiver, receiving

LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
        *("::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "2002:7f00:1::"),
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
    ],
)
def test_an_address_inside_is_refused(address: str) -> None:
    assert not is_allowed(ipaddress.ip_address(address), ())


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_a_public_address_is_asked(address: str) -> None:
    assert is_allowed(ipaddress.ip_address(address), ())


def test_the_operator_allows_a_network_and_nothing_beside_it() -> None:
    networks = (ipaddress.ip_network("192.168.1.0/24"), ipaddress.ip_network("fd00::/64"))
    allowed = ("192.168.1.9", "fd00::9", "::ffff:192.168.1.9", "8.8.8.8")
    assert all(is_allowed(ipaddress.ip_address(each), networks) for each in allowed)
    assert not is_allowed(ipaddress.ip_address("192.168.2.9"), networks)


@pytest.mark.parametrize(
    "host",
    [
        *("", "user:secret@swiss.example", "[::1", "swiss.example:x"),
        *("localhost", "127.0.0.1", "127.1", "0x7f000001", "[::1]"),
    ],
)
def test_a_host_that_is_never_asked(host: str) -> None:
    assert post(f"https://{host}/", b"{}", {}, ()) == Answer(problem=Problem.NOT_ALLOWED)


@pytest.mark.parametrize("address", ["http://swiss.example/", "ftp://swiss.example/", "x"])
def test_only_https_is_spoken_with_strangers(address: str) -> None:
    assert post(address, b"{}", {}, ()) == Answer(problem=Problem.NOT_ALLOWED)


def test_without_tls_only_allowed_networks_are_asked(receiver: Receiver) -> None:
    elsewhere = (ipaddress.ip_network("192.168.1.0/24"),)
    assert post(receiver.address, b"{}", {}, elsewhere).problem is Problem.NOT_ALLOWED
    assert post(receiver.address, b"{}", {}, LOOPBACK) == Answer(status=204)
    assert len(receiver.came) == 1


def _names(*answers: list[str]) -> Any:
    """Return a name server that answers with the next list of addresses each time."""
    left = iter(answers)

    def lookup(_host: str, port: int, **_more: Any) -> list[tuple[Any, ...]]:
        kind = socket.SOCK_STREAM
        return [(socket.AF_INET, kind, 0, "", (address, port)) for address in next(left)]

    return lookup


def test_a_name_is_resolved_once_and_the_connection_goes_where_it_was_checked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second answer of the name server would be another address: nobody asks for it."""
    port = urlsplit(receiver.address).port or 0
    monkeypatch.setattr(socket, "getaddrinfo", _names(["127.0.0.1"]))
    asked: list[tuple[str, int]] = []
    connect = socket.create_connection

    def connected(to: tuple[str, int], *args: Any) -> socket.socket:
        asked.append(to)
        # From here on, Python resolves nothing but numeric addresses.
        monkeypatch.setattr(socket, "getaddrinfo", socket_getaddrinfo)
        return connect(to, *args)

    socket_getaddrinfo = socket._socket.getaddrinfo  # type: ignore[attr-defined]
    monkeypatch.setattr(socket, "create_connection", connected)
    assert post(f"http://swiss.example:{port}", b"{}", {}, LOOPBACK).taken
    assert asked == [("127.0.0.1", port)]
    assert receiver.came[0][1]["Host"] == f"swiss.example:{port}"


def test_one_address_inside_among_several_is_enough_to_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", _names(["8.8.8.8", "10.0.0.1"]))
    assert post("https://swiss.example/", b"{}", {}, ()).problem is Problem.NOT_ALLOWED


def test_a_redirect_is_an_answer_and_not_followed(receiver: Receiver) -> None:
    receiver.status = 307
    receiver.headers = {"Location": receiver.address.replace("hook", "inside")}
    answer = post(receiver.address, b"{}", {}, LOOPBACK)
    assert (answer.status, answer.taken) == (307, False)
    assert [path for path, _headers, _body in receiver.came] == ["/hook"]


def test_a_receiver_that_asks_for_time_is_heard(receiver: Receiver) -> None:
    receiver.status = 429
    for asked, rest in [("2", 3), ("0.5", 1), ("999999", 3600), ("soon", None), ("nan", None)]:
        receiver.headers = {"Retry-After": asked}
        assert post(receiver.address, b"{}", {}, LOOPBACK) == Answer(status=429, rest=rest)


def test_nobody_is_waited_for_long() -> None:
    """A receiver that takes the connection and says nothing, and one that trickles."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def trickle() -> None:
            taken, _address = server.accept()
            try:
                while True:
                    taken.sendall(b"H")
                    time.sleep(0.05)
            except OSError:
                taken.close()

        threading.Thread(target=trickle, daemon=True).start()
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        for _ in range(2):
            began = time.monotonic()
            answer = post(address, b"{}", {}, LOOPBACK, seconds=0.4)
            assert answer == Answer(problem=Problem.TIMEOUT)
            assert time.monotonic() - began < 60


def test_who_does_not_listen_is_a_problem_with_a_name() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
    assert post(address, b"{}", {}, LOOPBACK).problem is Problem.CONNECTION
    assert post("https://nobody.example/", b"{}", {}, ()).problem is Problem.NO_ADDRESS


def test_a_receiver_without_tls_is_no_https_receiver(receiver: Receiver) -> None:
    address = receiver.address.replace("http://", "https://")
    assert post(address, b"{}", {}, LOOPBACK).problem is Problem.TLS
    assert not receiver.came
