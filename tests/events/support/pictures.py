"""Small pictures created in memory."""

import struct
import zlib


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int) -> bytes:
    """Return a black grayscale PNG."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\x00" * (width + 1) * height)
    chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


PNG = png(120, 48)
# Start, one application segment, a frame of 40 rows and 30 columns, end.
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08"
    + struct.pack(">HH", 40, 30)
    + b"\x01\x01\x11\x00\xff\xd9"
)
