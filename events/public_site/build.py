"""One pass that makes every public page of an event, in every language, ready to be sent."""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from events.core.words.entry_nouns import nouns_of
from events.public_site.addresses import numbered
from events.public_site.own.player_cards import announcements, cards
from events.public_site.own.player_section import (
    CONTENT_PLACE,
    NAME_PLACE,
    NUMBER_PLACE,
    contents,
    shell,
)
from events.public_site.page import (
    QUICK,
    STAMP_PLACE,
    Page,
    pack,
    repacked,
    short,
    stamp_of,
)
from events.public_site.pages import BUILT
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import public_players

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
# A page depends on these as much as on the event.
SOURCES = ("domain", "events", "standings", "templates", "static", "locale")
STAMP = "stamp"
# The page of an address: a page for all, a player's page, or a player's card.
Entry = tuple[str, str, int]
OWN, CARD = "own page", "card"
# For each player and language: an assembled own page, a card, and their addresses.
OWN_BYTES = 8000
_packers = ThreadPoolExecutor(2, thread_name_prefix="packing")
_PLACES = re.compile("|".join((STAMP_PLACE, NAME_PLACE, NUMBER_PLACE, CONTENT_PLACE)))


@dataclass(frozen=True, slots=True)
class OwnPages:
    """The own pages of all players in one language: the shared shell, and each player's content.

    Names and contents are HTML.
    """

    shell: str
    names: Mapping[int, str]
    contents: Mapping[int, str]

    def page(self, number: int) -> Page | None:
        """Return a player's page, assembled; None for a player who is not public."""
        content = self.contents.get(number)
        if content is None:
            return None
        values = {
            NAME_PLACE: self.names[number],
            NUMBER_PLACE: str(number),
            CONTENT_PLACE: content,
        }
        stamp = stamp_of("".join((self.shell, *values.values())).encode())
        values[STAMP_PLACE] = stamp
        text = _PLACES.sub(lambda place: values[place[0]], self.shell)
        return Page(stamp, gzip=gzip.compress(text.encode(), QUICK, mtime=0))


@dataclass(frozen=True, slots=True)
class Build:
    """Every public page of one revision of an event.

    `pages` by name and language, `own` by language, `cards` (JSON) by player's number; `made`
    stores the pages that were assembled from them.
    """

    event_id: int
    slug: str
    revision: int
    pages: dict[tuple[str, str], Page]
    own: Mapping[str, OwnPages]
    cards: Mapping[int, str]
    made: dict[tuple[str, int], Page] = field(default_factory=dict)

    def card(self, number: int) -> Page | None:
        """Return a player's card as data; None for a player who is not public."""
        page = self.made.get(("", number))
        if page is None and number in self.cards:
            page = self.made["", number] = short(self.cards[number])
        return page

    def own_page(self, language: str, number: int) -> Page | None:
        """Return a player's page; None for a player who is not public."""
        page = self.made.get((language, number))
        if page is None:
            page = self.own[language].page(number)
            if page is not None:
                self.made[language, number] = page
        return page

    def weight(self) -> int:
        """Return its approximate bytes in memory, once phones have requested all of it."""
        pages = sum(page.weight * (1 + page.quick) for page in self.pages.values())
        texts = sum(len(text) for own in self.own.values() for text in own.contents.values())
        cards = sum(map(len, self.cards.values()))
        return pages + texts + cards + OWN_BYTES * len(self.cards) * len(self.own)

    def entries(self) -> dict[str, Entry]:
        """Return the page behind every address."""
        pages, own, card = addresses(self.slug)
        entries: dict[str, Entry] = {
            pages[name]: (self.slug, name, 0) for name in {name for name, _language in self.pages}
        }
        entries.update({own % number: (self.slug, OWN, number) for number in self.cards})
        entries.update({card % number: (self.slug, CARD, number) for number in self.cards})
        return entries

    def has_addresses_of(self, other: "Build") -> bool:
        """Return whether another build of the event has pages at the same addresses."""
        return self.pages.keys() == other.pages.keys() and self.cards.keys() == other.cards.keys()

    def make_small(self) -> None:
        """Compress again what was compressed quickly; names of contents do not change."""
        quick = {key: page for key, page in self.pages.items() if page.quick}
        self.pages.update(zip(quick, _packers.map(repacked, quick.values()), strict=True))


def build(shown: PublicEvent, before: Build | None = None, *, quickly: bool = False) -> Build:
    """Make every page of an event; the content of a player's page is written on request.

    Pages that are the same in the build before are not packed again. `quickly`: pages are a little
    larger until `make_small` is called.
    """
    players = public_players(shown)
    pages: dict[tuple[str, str], Page] = {}
    own: dict[str, OwnPages] = {}
    packing: dict[tuple[str, str], Future[Page]] = {}
    known = before.pages if before else {}
    for language in LANGUAGES:
        with translation.override(language), nouns_of(shown.event):
            texts = _texts(shown)
            own[language] = OwnPages(shell(shown), *contents(shown, players))
        for name, text in texts.items():
            # The next language is rendered during compression.
            before_it = known.get((name, language))
            packing[name, language] = _packers.submit(pack, text, quick=quickly, known=before_it)
    for key, packed in packing.items():
        pages[key] = packed.result()
    for language in LANGUAGES:
        if shown.is_played:
            # The same page under two addresses: see event_page.
            pages["event", language] = pages["pairings", language]
        pages[STAMP, language] = short(_stamp(shown, pages, language))
    return Build(
        event_id=shown.event.pk,
        slug=shown.event.slug,
        revision=shown.event.public_revision,
        pages=pages,
        own=own,
        cards=cards(shown, players),
    )


def build_own(shown: PublicEvent) -> Build:
    """Build what a player's own page needs and nothing else, in the active language."""
    players, language = public_players(shown), translation.get_language() or ""
    event = shown.event
    with nouns_of(event):
        own = {language: OwnPages("", *contents(shown, players))}
    revision = event.public_revision
    return Build(event.pk, event.slug, revision, {}, own, cards(shown, players))


def _texts(shown: PublicEvent) -> dict[str, str]:
    """Render the pages that the event has now, in the active language."""
    same = {"event"} if shown.is_played else set()
    texts = {name: make(shown) for name, make in BUILT.items() if name not in same}
    return {name: text for name, text in texts.items() if text is not None}


def _stamp(shown: PublicEvent, pages: Mapping[tuple[str, str], Page], language: str) -> str:
    """Return the values that phones poll to learn whether a list has changed, and how."""
    newest = shown.round()
    return json.dumps(
        {
            "event": shown.event.slug,
            "state": shown.event.state,
            "round": newest.number if newest else None,
            "after": shown.results_through or None,
            "soon": shown.next_round_is_due,
            "announcements": announcements(shown),
            "pages": {name: page.stamp for (name, code), page in pages.items() if code == language},
        }
    )


@lru_cache(64)
def addresses(slug: str) -> tuple[Mapping[str, str], str, str]:
    """Return the addresses of an event's pages, from Django's URL configuration.

    Pages by name; then the address of a player's page and of a card, with %d for the number.
    """
    by_name = {name: reverse(f"public:{name}", args=[slug]) for name in (*BUILT, STAMP)}
    return by_name, numbered("public:player", slug), numbered("public:card", slug)


@cache
def edition() -> str:
    """Name the code, templates, words and styles that pages are made with.

    Pages that another edition built are built again.
    """
    name = hashlib.blake2b(digest_size=9)
    for folder in SOURCES:
        for path in sorted((Path(settings.BASE_DIR) / folder).rglob("*")):
            if path.suffix in (".py", ".html", ".po", ".css", ".js"):
                name.update(path.relative_to(settings.BASE_DIR).as_posix().encode())
                name.update(path.read_bytes())
    name.update(
        repr((settings.DEBUG, settings.STATIC_URL, settings.PUSH_PUBLIC_KEY, LANGUAGES)).encode()
    )
    return name.hexdigest()
