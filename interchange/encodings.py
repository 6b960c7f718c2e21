"""Encodings of old text files, guessed by the letters that each encoding gives.

Files of spreadsheet programs do not name their encoding. Statistics of running text fail here,
because a list has only a few names; the rules below need about three.
"""

import re
from collections.abc import Sequence

from interchange.familiar_letters import FAMILIAR, Familiar, is_central_european, is_turkish

WESTERN, CENTRAL, TURKISH, UNICODE = "cp1252", "cp1250", "cp1254", "utf-8"
_SAMPLE = 4_000
_WORD = re.compile(r"[^\s,;|/()<>\"]*[^\x00-\x7f\s][^\s,;|/()<>\"]*")
_SEPARATOR = re.compile(r"[\t\n,;|]")
_BONUS = 0.3
_EXAMPLES = 3
_REPLACED = "\ufffd"


def text_in(data: bytes, encoding: str) -> str:
    """Decode bytes; a byte that is invalid in the encoding becomes a replacement character."""
    return data.decode(encoding, errors="replace")


def guessed(data: bytes) -> str:
    """Return the likeliest encoding of text that has no mark and is not valid UTF-8.

    Encodings are compared by their share of letters that are common in names. A sign, a rare
    ideograph, or a capital after a small letter does not count.
    """
    lines = evidence(data)
    if _is_damaged_unicode(lines):
        return UNICODE
    shares = {
        name: _share(_WORD.findall(text_in(lines, name)), familiar)
        for name, familiar in FAMILIAR.items()
    }
    best = max(shares, key=lambda name: shares[name])
    if shares[best] <= 0:
        return WESTERN
    if best not in (WESTERN, CENTRAL) or shares[WESTERN] != shares[CENTRAL]:
        return best
    text = text_in(lines, WESTERN).lower()
    if is_turkish(text):
        return TURKISH
    return CENTRAL if is_central_european(text) else WESTERN


def is_escaped_japanese(data: bytes) -> bool:
    """Return whether a file is ISO-2022-JP, which uses only ASCII bytes."""
    return data.isascii() and b"\x1b$" in data


def examples(lines: bytes, encoding: str) -> str:
    """Return the first non-ASCII fields in an encoding; "" if it can't decode them.

    A person can tell the right encoding by them. `lines` is the result of `evidence`.
    """
    fields = [
        " ".join(field.strip("\"'").split()) for field in _SEPARATOR.split(text_in(lines, encoding))
    ]
    text = ", ".join([field for field in fields if not field.isascii()][:_EXAMPLES])
    return text if text.isprintable() and _REPLACED not in text else ""


def evidence(data: bytes) -> bytes:
    """Return the first lines with bytes beyond ASCII; they distinguish the encodings."""
    lines: list[bytes] = []
    size = 0
    for line in data.splitlines():
        if not line.isascii():
            lines.append(line[:_SAMPLE])
            size += len(line)
        if size > _SAMPLE:
            break
    return b"\n".join(lines)


def _is_damaged_unicode(lines: bytes) -> bool:
    """Return whether nearly all non-ASCII text is valid UTF-8, as in a cut or patched file."""
    text = text_in(lines, UNICODE)
    letters = sum(not char.isascii() for char in text)
    return text.count(_REPLACED) * 10 < letters


def _share(words: Sequence[str], familiar: Familiar) -> float:
    """Return the share of familiar letters, with a bonus for common starts of family names."""
    total = sum(not char.isascii() for word in words for char in word)
    if not total:
        return 0
    points = sum(map(familiar.points, words))
    names = sum(word[0] in familiar.family_names for word in words)
    return points / total + _BONUS * names / len(words)
