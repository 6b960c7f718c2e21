"""Files that travel in a hidden field from a page to the next, since nothing is stored yet."""

import base64
import binascii
import zlib


def packed(content: bytes) -> str:
    """Return a file as the hidden field of the next form carries it."""
    return base64.b64encode(zlib.compress(content)).decode("ascii")


def unpacked(text: str, most: int) -> bytes:
    """Unpack a hidden field, but never to more than `most` bytes; empty where it is damaged."""
    try:
        return zlib.decompressobj().decompress(base64.b64decode(text, validate=True), most)
    except (binascii.Error, ValueError, zlib.error):
        return b""
