"""Mails, and web pages that a browser saved as one file (MHTML): the part that has the text."""

import re
from email import message_from_bytes, policy

from domain.limits import MOST_BYTES

# How such a file begins: a field of a header, then more of them.
_HEADER = re.compile(
    rb"(?:from|to|date|subject|received|return-path|mime-version|delivered-to|message-id"
    rb"|content-type|snapshot-content-location):[ \t]*\S[^\r\n]*\r?\n"
    rb"(?:[ \t][^\r\n]*\r?\n)*[\w-]{2,40}:[ \t]",
    re.I,
)
_KINDS = ("text/html", "text/plain")


def letter_part(data: bytes) -> bytes | None:
    """Return the page of a mail or a saved page, else its plain text; None for another file."""
    if not _HEADER.match(data[:4000].lstrip()) or b"content-type:" not in data[:8000].lower():
        return None
    message = message_from_bytes(data.lstrip(), policy=policy.default)
    parts = [part for part in message.walk() if part.get_content_type() in _KINDS]
    parts.sort(key=lambda part: _KINDS.index(part.get_content_type()))
    for part in parts:
        try:
            text = part.get_content()
        except (LookupError, ValueError, KeyError):
            continue
        if isinstance(text, str) and text.strip():
            return text.encode("utf-8", "replace")[:MOST_BYTES]
    return None
