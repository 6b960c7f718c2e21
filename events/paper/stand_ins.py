"""Readable stand-ins for letters that no font of paper has.

Paper has its own fonts (fonts/README.md). A letter without one would be printed as an empty box: an
emoji is named in brackets instead, a letter of another script is written as it sounds.
"""

import struct
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FONTS = Path(__file__).with_name("fonts")
_SEGMENTS, _GROUPS = 4, 12
_KEYCAP = "\u20e3"
# Modifier letters without a substitute.
_SILENT = frozenset(
    [*range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400), *range(0xE0020, 0xE0080), ord(_KEYCAP)]
)
_REGIONAL = range(0x1F1E6, 0x1F200)
_JOINER = "\u200d"


def printable(value: Any) -> Any:
    """Return the content of a document with stand-ins for what no font has."""
    if isinstance(value, str):
        return value if value.isascii() else printable_text(value)
    if isinstance(value, dict):
        return {key: printable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [printable(item) for item in value]
    return value


def printable_text(text: str) -> str:
    """Return a text in which each letter has a font: "Ana 🦊" is "Ana (fox face)"."""
    letters = covered()
    if all(ord(letter) in letters or _is_control(letter) for letter in text):
        return text
    return "".join(_pieces(text, letters)).strip()


def _pieces(text: str, letters: frozenset[int]) -> Iterator[str]:
    is_joined = False
    for letter in text:
        code = ord(letter)
        if letter == _JOINER:
            is_joined = True
            yield letter
        elif code in letters or _is_control(letter):
            is_joined = False
            yield letter
        elif code not in _SILENT:
            # A composed emoji takes the name of its first part.
            if not (is_joined and _is_picture(letter)):
                yield _stand_in(letter)
            is_joined = False


def _stand_in(letter: str) -> str:
    if ord(letter) in _REGIONAL:
        return chr(ord("A") + ord(letter) - _REGIONAL.start)
    name = unicodedata.name(letter, "")
    if not name:
        return "\ufffd"
    if _is_picture(letter):
        return f"({name.lower()})"
    sound = name.rpartition(" ")[2].lower()
    return sound.capitalize() if unicodedata.category(letter) == "Lu" else sound


def _is_picture(letter: str) -> bool:
    return unicodedata.category(letter).startswith("S")


def _is_control(letter: str) -> bool:
    """Whether a letter has no shape of its own."""
    return unicodedata.category(letter) in ("Cf", "Cc", "Zs")


@cache
def covered() -> frozenset[int]:
    """Return every character that a font of paper has."""
    files = sorted([*FONTS.glob("*.ttf"), *FONTS.glob("*.otf")])
    return frozenset(code for file in files for code in _characters(file.read_bytes()))


def _characters(font: bytes) -> Iterator[int]:
    """Yield the characters of a font, from its table `cmap` (OpenType, formats 4 and 12)."""
    (tables,) = struct.unpack_from(">H", font, 4)
    records = (struct.unpack_from(">4sLLL", font, 12 + 16 * at) for at in range(tables))
    at = next(offset for tag, _check, offset, _length in records if tag == b"cmap")
    (count,) = struct.unpack_from(">H", font, at + 2)
    for number in range(count):
        _platform, _encoding, offset = struct.unpack_from(">HHL", font, at + 4 + 8 * number)
        (kind,) = struct.unpack_from(">H", font, at + offset)
        if kind == _GROUPS:
            (groups,) = struct.unpack_from(">L", font, at + offset + 12)
            for group in range(groups):
                first, last = struct.unpack_from(">LL", font, at + offset + 16 + 12 * group)
                yield from range(first, last + 1)
        elif kind == _SEGMENTS:
            (twice,) = struct.unpack_from(">H", font, at + offset + 6)
            ends = struct.unpack_from(f">{twice // 2}H", font, at + offset + 14)
            starts = struct.unpack_from(f">{twice // 2}H", font, at + offset + 16 + twice)
            for first, last in zip(starts, ends, strict=True):
                yield from range(first, min(last + 1, 0xFFFF))
