"""The address of a site, as settings and commands name it."""

import re
from urllib.parse import urlsplit


def site_address(text: str) -> str:
    """Return the address of a site, without a slash at its end; ValueError for anything else."""
    if not text:
        return ""
    parts = urlsplit(text)
    # Reading the port checks it.
    _port = parts.port
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", text):
        raise ValueError(text)
    return text.rstrip("/")
