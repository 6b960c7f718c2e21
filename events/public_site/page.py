"""A page as it is sent: compressed once, under the name of its content."""

import gzip
import hashlib
from dataclasses import dataclass, replace

import brotli

HTML = "text/html; charset=utf-8"
JSON = "application/json"
# The page contains its own entity tag, to poll for changes with it.
STAMP_PLACE = "@@content-stamp@@"
STAMP_BYTES = 9
# Levels of gzip and Brotli. On standings of 1,200 rows, gzip 9 saves another 1 % in three times the
# time, Brotli 6 and above another 2 % in twice the time.
SMALL = 6, 5
# Brotli's level once the rush after a change is over: another 10 % in twenty times the time, for
# which no phone waits (0.1 s for the pairings of 1,200 players, once per post and language).
SMALLEST = 10
# A fifth of the time for a tenth more bytes, during the rush after a change. Brotli clients then
# get gzip, because Brotli's first level is no smaller.
QUICK = 3
# Bytes that fit in one packet, so compression saves nothing.
ONE_PACKET = 1000


@dataclass(frozen=True, slots=True)
class Page:
    """The bytes of one page in one language.

    `stamp` names the content. `plain` is set only for a page so short that it is sent uncompressed;
    `brotli` is empty for a page too rare, or too new, to be compressed twice. `quick`: it can be
    smaller, see `repacked`. `for_programs`: data that a script of any site may read. `framed`:
    other sites may show it in a frame. `next`: the address of the page that follows.
    """

    stamp: str
    kind: str = HTML
    plain: bytes = b""
    gzip: bytes = b""
    brotli: bytes = b""
    quick: bool = False
    for_programs: bool = False
    framed: bool = False
    next: str = ""

    @property
    def etag(self) -> str:
        """The entity tag; weak, because the bytes differ with the compression."""
        return f'W/"{self.stamp}"'

    @property
    def weight(self) -> int:
        """How many bytes it takes in memory."""
        return len(self.plain) + len(self.gzip) + len(self.brotli)

    def encoding(self, accepted: str) -> str:
        """Return the encoding for a client that takes `accepted`, as `accepted_encoding` says."""
        if accepted == "br" and self.brotli:
            return "br"
        return "gzip" if accepted and self.gzip else ""

    def body(self, encoding: str) -> bytes:
        """Return the bytes in an encoding that `encoding` gave."""
        if encoding:
            return self.brotli if encoding == "br" else self.gzip
        return self.plain or gzip.decompress(self.gzip)


def stamp_of(content: bytes) -> str:
    """Name a content: the same bytes have the same name in every process."""
    return hashlib.blake2b(content, digest_size=STAMP_BYTES).hexdigest()


def pack(
    text: str,
    kind: str = HTML,
    *,
    rare: bool = False,
    quick: bool = False,
    known: Page | None = None,
) -> Page:
    """Compress a page, name its content, and put the name into the page's place for it.

    `known` is the page before: it is returned if the content is the same. A `quick` page can be
    `repacked`.
    """
    content = text.encode()
    stamp = stamp_of(content)
    if known is not None and known.stamp == stamp and (rare or quick or known.brotli):
        return known
    body = content.replace(STAMP_PLACE.encode(), stamp.encode(), 1)
    level, quality = SMALL
    if quick:
        return Page(stamp, kind, gzip=gzip.compress(body, QUICK, mtime=0), quick=True)
    packed = gzip.compress(body, compresslevel=level, mtime=0)
    smaller = b"" if rare else brotli.compress(body, quality=quality)
    return Page(stamp, kind, gzip=packed, brotli=smaller)


def repacked(page: Page) -> Page:
    """Return the same page with the strongest compression."""
    level, _quality = SMALL
    body = gzip.decompress(page.gzip)
    packed = gzip.compress(body, compresslevel=level, mtime=0)
    smaller = brotli.compress(body, quality=SMALLEST)
    return replace(page, gzip=packed, brotli=smaller, quick=False)


def short(text: str, kind: str = JSON) -> Page:
    """Return a page that is sent uncompressed: a card fits one packet."""
    content = without_markup(text).encode() if kind == JSON else text.encode()
    return Page(stamp_of(content), kind, plain=content)


def program_page(content: bytes, kind: str, *, next: str = "") -> Page:
    """Return data for programs: uncompressed too, because many programs accept no compression."""
    packed = b""
    if len(content) > ONE_PACKET:
        packed = gzip.compress(content, compresslevel=SMALL[0], mtime=0)
    return Page(stamp_of(content), kind, plain=content, gzip=packed, for_programs=True, next=next)


def without_markup(data: str) -> str:
    """Escape JSON so that no browser can take a part of it for markup."""
    return data.replace("<", "\\u003c")


def accepted_encoding(header: str) -> str:
    """Return "br", "gzip" or "" (uncompressed) for an Accept-Encoding header; "q=0" refuses."""
    taken = {
        name.strip().lower()
        for name, _semicolon, weight in (part.partition(";") for part in header.split(","))
        if weight.replace(" ", "").removeprefix("q=").rstrip("0.") or not weight
    }
    return "br" if "br" in taken else "gzip" if taken & {"gzip", "*"} else ""
