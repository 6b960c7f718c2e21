"""Encodings of old text files, and the likeliest of them by the letters that come out.

Files of spreadsheet programs say nothing about their encoding. Statistics of running text fail
here, since a list has a few names and nothing else; the rules below need about three.
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
    """Return bytes as text; those that the encoding does not have become a replacement sign."""
    return data.decode(encoding, errors="replace")


def guessed(data: bytes) -> str:
    """Return the likeliest encoding of text that has no mark and is not valid UTF-8.

    Each encoding is judged by its share of letters that names are written with in it. A sign, a
    rare ideograph or a capital behind a small letter is none.
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
    """Whether a file is ISO-2022-JP, which has bytes of ASCII alone."""
    return data.isascii() and b"\x1b$" in data


def examples(lines: bytes, encoding: str) -> str:
    """Return the first fields that an encoding decides, "" where it lacks some of their letters.

    A person recognizes by them which encoding is right. `lines` comes from `evidence`.
    """
    fields = [
        " ".join(field.strip("\"'").split()) for field in _SEPARATOR.split(text_in(lines, encoding))
    ]
    text = ", ".join([field for field in fields if not field.isascii()][:_EXAMPLES])
    return text if text.isprintable() and _REPLACED not in text else ""


def evidence(data: bytes) -> bytes:
    """Return the first lines that have more than ASCII: they show the encoding."""
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
    """Whether nearly everything beyond ASCII is valid UTF-8: a file that was cut or patched."""
    text = text_in(lines, UNICODE)
    letters = sum(not char.isascii() for char in text)
    return text.count(_REPLACED) * 10 < letters


def _share(words: Sequence[str], familiar: Familiar) -> float:
    """Return the share of familiar letters, with a bonus for beginnings of family names."""
    total = sum(not char.isascii() for word in words for char in word)
    if not total:
        return 0
    points = sum(map(familiar.points, words))
    names = sum(word[0] in familiar.family_names for word in words)
    return points / total + _BONUS * names / len(words)
