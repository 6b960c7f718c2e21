"""The register of changes, and those that change letters, blanks and line ends alone."""

from __future__ import annotations

import random
from collections.abc import Callable

Change = Callable[[bytes, random.Random], bytes | None]
MUTATIONS: dict[str, Change] = {}


def mutation(change: Change) -> Change:
    """Register a change."""
    MUTATIONS[change.__name__] = change
    return change


def text_of(data: bytes) -> str | None:
    return None if data.startswith(b"PK") else data.decode()


@mutation
def with_a_byte_order_mark(data: bytes, draw: random.Random) -> bytes | None:
    """Begin with the mark of UTF-8."""
    return None if text_of(data) is None else b"\xef\xbb\xbf" + data


@mutation
def in_utf_16(data: bytes, draw: random.Random) -> bytes | None:
    """Write in UTF-16, with or without its mark."""
    text = text_of(data)
    return None if text is None else text.encode(draw.choice(["utf-16", "utf-16-le", "utf-16-be"]))


@mutation
def with_other_line_ends(data: bytes, draw: random.Random) -> bytes | None:
    """End lines as other systems do, also twice."""
    text = text_of(data)
    ends = draw.choice(["\r\n", "\r", "\n\n", "\r\r\n"])
    return None if text is None else text.replace("\r\n", "\n").replace("\n", ends).encode()


@mutation
def without_the_last_line_end(data: bytes, draw: random.Random) -> bytes | None:
    """End without a line break, as a paste does."""
    text = text_of(data)
    return None if text is None else text.rstrip().encode()


@mutation
def with_other_blanks(data: bytes, draw: random.Random) -> bytes | None:
    """Use no-break spaces, and blanks at the ends of lines."""
    text = text_of(data)
    if text is None or text.lstrip()[:1] in "<{[":
        return None
    if draw.random() < 0.5:
        return text.replace(" ", "\u00a0").encode()
    return "\n".join(line + " " * draw.randrange(4) for line in text.split("\n")).encode()


@mutation
def with_signs_of_writing(data: bytes, draw: random.Random) -> bytes | None:
    """Put a sign without a width somewhere: of direction, or a joiner."""
    text = text_of(data)
    if text is None:
        return None
    at = draw.randrange(len(text))
    return (text[:at] + draw.choice("\u200e\u200b\u2060\ufeff") + text[at:]).encode()


@mutation
def with_other_dashes(data: bytes, draw: random.Random) -> bytes | None:
    """Write dashes as word processors do."""
    text = text_of(data)
    if text is None or text.lstrip()[:1] in "<{[" or "--" in text:
        return None
    return text.replace("-", draw.choice("–—−")).encode()
