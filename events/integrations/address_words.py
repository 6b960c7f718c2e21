"""The part of a program's address that people read: all of it may be as good as a password."""

from urllib.parse import urlsplit


def host_of(address: str) -> str:
    """Return the host of an address; "" for what is none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
