"""Where the server can be reached: addresses, and whether one is free to listen on."""

import argparse
import contextlib
import errno
import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

import ifaddr
from django.conf import settings
from django.http import HttpRequest

from domain.own_command import typed_serve

# Host names that a browser on the same computer sends.
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")

LAST_PORT = 65_535
LOCAL_ADDRESSES = ("127.0.0.1", "::1")
# Sends nothing: connecting a datagram socket only selects the local address.
_SOMEWHERE = "192.0.2.1"
# Headers of a forwarding proxy.
_PASSED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


def resolve(host: str) -> str:
    """Return the IP address to listen on for an address or a host name.

    Raises ValueError, with words for the person at the terminal, for an unknown name.
    """
    try:
        answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        raise ValueError(
            f"HOST={host} is no address of this computer. Use 127.0.0.1 for this computer only, "
            "or 0.0.0.0 for everybody on its network."
        ) from error
    return str(answers[0][4][0])


def is_loopback(address: str) -> bool:
    """Return whether only this computer can reach this IP address; False for what is not one."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


def is_from_this_computer(environ: Mapping[str, str]) -> bool:
    """Return whether a request, as WSGI has it, came over loopback and not through a proxy."""
    passed_on = any(name in environ for name in _PASSED_ON)
    return not passed_on and is_loopback(environ.get("REMOTE_ADDR", ""))


def why_no_offline_copy(address: str, *, own_certificate: bool) -> str:
    """Return why phones store no offline copy from this address; "" where they do.

    In words for the person at the terminal. Browsers let a page keep a copy only where it came over
    TLS with a certificate that they trust, or from the same computer.
    """
    parts = urlsplit(address)
    if parts.scheme == "https" and not own_certificate:
        return ""
    if not parts.hostname or parts.hostname == "localhost" or is_loopback(parts.hostname):
        return ""
    why = (
        "no phone trusts the certificate of this computer"
        if parts.scheme == "https"
        else "this is plain HTTP"
    )
    return (
        f"Phones keep no offline copy, because {why}. If this computer or the Wi-Fi fails, "
        "only open pages stay readable. See docs/how-to/serving.md for a certificate that "
        "phones trust."
    )


def port_number(text: str) -> int:
    """Return a port, for ArgumentParser; `why_not_free` says whether it can be used."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(_not_a_port(text))
    return int(text)


def _not_a_port(typed: object) -> str:
    return f"PORT={typed} is not a port: use a number from 1024 to {LAST_PORT}."


def why_not_free(address: str, port: int) -> str:
    """Return why the server can't listen there and what to do, or "" when it can."""
    if not 0 < port <= LAST_PORT:
        return _not_a_port(port)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
            probe.listen(1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return (
                f"Port {port} is in use: perhaps Matchslip runs already, in another window. "
                f"Stop that one, or use another port: {typed_serve(port=port + 1)}"
            )
        if error.errno == errno.EACCES:
            usual = typed_serve(port=8000)
            return f"Port {port} needs more rights. Use one from 1024 up: {usual}"
        if error.errno == errno.EADDRNOTAVAIL:
            return (
                f"This computer does not have the address {address}. For everybody on its network: "
                + typed_serve(host="0.0.0.0")  # noqa: S104
            )
        return f"The server can't listen on {address}, port {port}: {error.strerror}."
    return ""


def network_addresses() -> list[str]:
    """Return this computer's IPv4 addresses on its networks, the likeliest one first."""
    addresses = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    likely = [_source_address(), *map(str, addresses)]
    return [address for address in dict.fromkeys(likely) if address and _is_on_a_network(address)]


def web_address(address: str, port: int, scheme: str = "http") -> str:
    """Return the address of the site at this IP address and port."""
    host = f"[{address}]" if ":" in address else address
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{host}/" if port == usual else f"{scheme}://{host}:{port}/"


def base_for_phones(request: HttpRequest) -> str:
    """Return the site's address for phones, such as "http://192.168.1.5:8000", for codes to scan.

    It is the one that the browser at the desk requested; where that is this computer's own name,
    which means nothing to a phone, its address on the network, if it has one.
    """
    host = request.get_host()
    name, _colon, port = host.rpartition(":")
    if not port.isdecimal():
        name, port = host, ""
    asks_here = name in LOCAL_NAMES and not serves_only_this_computer()
    others = network_addresses() if asks_here else []
    if others:
        host = f"{others[0]}:{port}" if port else others[0]
    return f"{request.scheme}://{host}"


def serves_only_this_computer() -> bool:
    """Return whether the server answers to this computer's own names alone: no phone reaches it."""
    return bool(settings.ALLOWED_HOSTS) and set(settings.ALLOWED_HOSTS) <= set(LOCAL_NAMES)


def _is_on_a_network(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _source_address() -> str:
    """Return the address this computer would use towards the internet, or "" without a route."""
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect((_SOMEWHERE, 9))
        return str(probe.getsockname()[0])
    return ""
