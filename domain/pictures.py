"""Detect the kind and size of a picture from its bytes, without decoding it."""

import hashlib
import struct
from typing import NamedTuple

from domain.limits import MOST_LOGO_BYTES, MOST_LOGO_SIDE

PNG, JPEG = "image/png", "image/jpeg"
ENDINGS = {PNG: "png", JPEG: "jpg"}
_PNG_BEGINS, _JPEG_BEGINS = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
# Markers of JPEG without a length; frames, which hold the size (ITU T.81, table B.1).
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class Picture(NamedTuple):
    """A picture: its media type and its size in pixels."""

    kind: str
    width: int
    height: int


def picture_of(content: bytes) -> Picture | None:
    """Detect the picture in these bytes; None unless it is a whole PNG or JPEG within limits."""
    if len(content) > MOST_LOGO_BYTES:
        return None
    if content.startswith(_PNG_BEGINS):
        picture = _png(content)
    elif content.startswith(_JPEG_BEGINS):
        picture = _jpeg(content)
    else:
        return None
    if picture is None or not min(picture.width, picture.height) > 0:
        return None
    return picture if max(picture.width, picture.height) <= MOST_LOGO_SIDE else None


def name_of(content: bytes, kind: str) -> str:
    """Return the file name of a picture: the hash of its content, so that it never changes."""
    return f"{hashlib.blake2b(content, digest_size=9).hexdigest()}.{ENDINGS[kind]}"


def _png(content: bytes) -> Picture | None:
    """Read the header, the first chunk (W3C PNG, 11.2.1); the last one is IEND."""
    if content[12:16] != b"IHDR" or len(content) < 45 or content[-8:-4] != b"IEND":
        return None
    return Picture(PNG, *struct.unpack(">II", content[16:24]))


def _jpeg(content: bytes) -> Picture | None:
    """Scan the segments up to the frame (ITU T.81, B.2); the end of image is last."""
    if not content.rstrip(b"\x00").endswith(b"\xff\xd9"):
        return None
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _BARE:
            at += 2
        elif marker in _FRAMES:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return Picture(JPEG, width, height)
        else:
            at += 2 + int(struct.unpack(">H", content[at + 2 : at + 4])[0])
    return None
