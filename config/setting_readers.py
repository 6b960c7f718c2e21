"""Readers of settings: each parses the text of one, and raises ValueError if it is not allowed.

An empty text means that the setting is not set, where that is allowed.
"""

import ipaddress
import math
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import dj_database_url

from domain.site_addresses import site_address

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_SWITCH = {"1": True, "true": True, "yes": True, "on": True} | {
    "0": False, "false": False, "no": False, "off": False,
}  # fmt: skip
# As Django compares them: without a port, and with a dot in front for all names below.
_HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9A-Fa-f:.]+\]")
# A signing key needs this many characters to be safe from guessing.
LEAST_KEY = 32


def text(text: str) -> str:
    """Return the text unchanged."""
    return text


def switch(text: str) -> bool:
    """Return whether a switch is on."""
    if text.lower() not in _SWITCH:
        raise ValueError(text)
    return _SWITCH[text.lower()]


def names(text: str) -> list[str]:
    """Split a list at its commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def hosts(text: str) -> list[str]:
    """Return host names."""
    given = names(text)
    if not given or not all(map(_HOST.fullmatch, given)):
        raise ValueError(text)
    return given


def origins(text: str) -> list[str]:
    """Return addresses of sites."""
    return [site_address(part) and part for part in names(text)]


def networks(text: str) -> tuple[Network, ...]:
    """Parse networks; an address with host bits is refused."""
    return tuple(map(ipaddress.ip_network, names(text)))


def proxies(text: str) -> list[str]:
    """Parse addresses and networks; return all as networks."""
    return [str(ipaddress.ip_network(part, strict=False)) for part in names(text)]


def mail_server(text: str) -> str:
    """Return the address of a mail server."""
    parts = urlsplit(text)
    _port = parts.port
    if text and (parts.scheme not in ("smtp", "smtps", "smtp+tls") or not parts.hostname):
        raise ValueError(text)
    return text


def sender(text: str) -> str:
    """Return a sender of emails."""
    if text and not re.fullmatch(r"[^@\r\n]+@[^@\s]+>?", text):
        raise ValueError(text)
    return text


def contact(text: str) -> str:
    """Return an address for complaints."""
    if text and not text.startswith(("mailto:", "https://")):
        raise ValueError(text)
    return text


def key(text: str) -> str:
    """Return a signing key."""
    if text and len(text) < LEAST_KEY:
        raise ValueError
    return text


# Django's names of those that it runs on.
DATABASES = ("postgresql", "sqlite3")


def database(text: str) -> str:
    """Return the address of a database."""
    if text:
        try:
            named = dj_database_url.parse(text)
        except (ValueError, KeyError) as error:
            raise ValueError(text) from error
        if named["ENGINE"].rpartition(".")[2] not in DATABASES:
            raise ValueError(text)
        # A database in memory would be another one in each process.
        if named["NAME"] in ("", ":memory:") and "service" not in named.get("OPTIONS", {}):
            raise ValueError(text)
    return text


def number(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of numbers within bounds."""

    def read(text: str) -> float:
        number = float(text)
        if not math.isfinite(number) or not least <= number <= most:
            raise ValueError(text)
        return number

    return read


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise ValueError(text)
        number = int(text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """Return a reader of one of these words."""

    def read(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(text)
        return text.lower()

    return read
