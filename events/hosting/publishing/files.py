"""The public bytes of events as files: addresses, entity tags, and writing order.

Built pages are read from the page cache, which loads the server's builds from the database. Rarely
requested pages are made by the same views as for a stranger's request. So nothing is published that
a phone without an account could not read.
"""

import gzip
import mimetypes
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from urllib.parse import urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils import translation

from events.public_site.build import STAMP, Build, addresses
from events.public_site.event_list import event_list
from events.public_site.page import Page, stamp_of

# References of a page: links, other attributes, and values in the JSON of the manifest.
_LINK = re.compile(r"""(?:href|src)="([^"\s<>#?]+)|["'](/[^"'\s<>#?]*)""")
# Pages of an event that no build contains, published when a page links to them. Explanations of
# each place would be thousands, and pictures and PDFs take a laptop seconds, so both are left out.
_OF_A_ROUND = {"pairings", "standings"}
_LINKED = {*_OF_A_ROUND, "about", "calendar", "privacy", "rules", "seeds", "decks", "logo"}
_OF_THE_SITE = {"manifest", "worker"}


class Step(IntEnum):
    """The writing order, by which no page links to a file that is still missing."""

    ASSETS = 1
    PAGES = 2
    EVENT = 3
    STAMP = 4
    INDEX = 5


@dataclass(frozen=True, slots=True)
class PublicFile:
    """One file: name below the target, bytes and headers, and writing step."""

    name: str
    page: Page
    step: Step

    @property
    def etag(self) -> str:
        """The entity tag that the server sends for it, which identifies the content."""
        return self.page.etag


def file_name(address: str, language: str = "") -> str:
    """Return the file name for an address: an index for folders, with the language if any."""
    name = address.lstrip("/")
    name = f"{name}index.html" if not name or name.endswith("/") else name
    stem, dot, ending = name.rpartition(".")
    return f"{stem}.{language}{dot}{ending}" if language else name


class EventFiles:
    """The files of one build of an event, and the addresses that its pages link to."""

    def __init__(self, build: Build, languages: Sequence[str]) -> None:
        self.build = build
        self.links: set[str] = set()
        self.files = [file for language in languages for file in self._of(language, languages[0])]

    def _of(self, language: str, first: str) -> Iterator[PublicFile]:
        """Yield the files in one language; those of the first language have plain names."""
        suffix = "" if language == first else language
        addresses_of_pages, own, _card = addresses(self.build.slug)
        links: set[str] = set()
        for (name, code), page in self.build.pages.items():
            if code == language:
                step = Step.STAMP if name == STAMP else Step.EVENT
                yield PublicFile(file_name(addresses_of_pages[name], suffix), page, step)
                links |= links_of(addresses_of_pages[name], page)
        players = list(self._of_players(language, suffix))
        yield from players
        # All player pages share the same frame.
        if players:
            links |= links_of(own % max(self.build.cards), players[-1].page)
        waiting = set(links)
        while waiting:
            address = waiting.pop()
            answer = _linked(address, self.build.slug, language)
            if answer is not None:
                yield PublicFile(file_name(address, suffix), answer, Step.PAGES)
                waiting |= links_of(address, answer) - links
                links |= waiting
        self.links |= links

    def _of_players(self, language: str, suffix: str) -> Iterator[PublicFile]:
        """Yield each player's card, once for all languages, and the player's page."""
        _pages, own, card = addresses(self.build.slug)
        for number in self.build.cards:
            data, page = self.build.card(number), self.build.own_page(language, number)
            if data is not None and not suffix:
                yield PublicFile(file_name(card % number), data, Step.PAGES)
            if page is not None:
                yield PublicFile(file_name(own % number, suffix), page, Step.PAGES)


def links_of(address: str, page: Page) -> set[str]:
    """Return the addresses of this site that a page links to."""
    if page.kind.startswith("image/"):
        return set()
    named = {link or path for link, path in _LINK.findall(page.body("").decode())}
    return {joined for link in named if (joined := urljoin(address, link)).startswith("/")}


def index_files(languages: Sequence[str]) -> Iterator[PublicFile]:
    """Yield the list of events in each language."""
    for language in languages:
        with translation.override(language):
            page = event_list.first_page()
        if page is not None:
            suffix = "" if language == languages[0] else language
            yield PublicFile(file_name(reverse("public:events"), suffix), page, Step.INDEX)


def asset_files(links: Iterable[str]) -> Iterator[PublicFile]:
    """Yield the assets of pages: styles, scripts, icons, and assets that those link to."""
    waiting, known = set(links), set[str]()
    while waiting:
        address = waiting.pop()
        known.add(address)
        page = _asset(address)
        if page is not None:
            yield PublicFile(file_name(address), page, Step.ASSETS)
            if address == reverse("manifest"):
                waiting |= links_of(address, page) - known


def _asset(address: str) -> Page | None:
    if address.startswith(settings.STATIC_URL):
        name = address.removeprefix(settings.STATIC_URL)
        collected = Path(settings.STATIC_ROOT) / name
        path = str(collected) if collected.is_file() else finders.find(name)
        if not path:
            return None
        content = Path(path).read_bytes()
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Page(stamp_of(content), kind, plain=content, gzip=_packed(content, kind))
    return _answer(address, _OF_THE_SITE, settings.LANGUAGE_CODE)


def _linked(address: str, slug: str, language: str) -> Page | None:
    if not address.startswith(reverse("public:event", args=[slug])):
        return None
    return _answer(address, _LINKED, language)


def _answer(address: str, allowed: set[str], language: str) -> Page | None:
    """Return a stranger's answer at an address with an allowed name; None without one."""
    try:
        match = resolve(address)
    except Resolver404:
        return None
    # Without a number, it is a page of the build.
    if match.url_name not in allowed or (
        match.url_name in _OF_A_ROUND and "number" not in match.kwargs
    ):
        return None
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", address, address
    with translation.override(language):
        try:
            response = match.func(request, *match.args, **match.kwargs)
        except Http404:
            return None
    if response.status_code != 200:
        return None
    content, kind = response.content, response.headers["Content-Type"]
    stamp = response.headers.get("ETag", "").removeprefix('W/"').removesuffix('"')
    return Page(stamp or stamp_of(content), kind, plain=content, gzip=_packed(content, kind))


def _packed(content: bytes, kind: str) -> bytes:
    """Return the content compressed; empty for a picture."""
    return b"" if kind.startswith("image/") else gzip.compress(content, mtime=0)
