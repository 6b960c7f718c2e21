"""Give Django's views their public pages: built ones, and rare ones, each made once."""

import json
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import Http404
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from events.core.words.entry_nouns import nouns_of
from events.models import Event, Logo
from events.public_site.build import STAMP, Build, OwnPages, build, build_own
from events.public_site.fragment_cache import FrameTabs, frame_tabs
from events.public_site.own.player_cards import cards
from events.public_site.own.player_section import columns_of, contents, shell
from events.public_site.page import JSON, Page, pack, short, stamp_of, without_markup
from events.public_site.page_cache import CachedEvent, page_cache
from events.public_site.pages import BUILT
from events.public_site.reads import events
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import public_players

Make = Callable[[PublicEvent], str | None]
Made = TypeVar("Made")
Answer = TypeVar("Answer")

# Requests for rounds that do not exist must not all read the database. Above this rate, an answer
# is as old as the newest reading.
MOST_READINGS, SECONDS = 5, 0.5

log = logging.getLogger(__name__)


def _remembers() -> bool:
    """Whether pages are cached: with 0 seconds every page is rendered for each request."""
    return settings.PUBLIC_SECONDS > 0


def event_now(slug: str) -> PublicEvent:
    """Return the public data of an event; Http404 for an unknown event."""
    if _remembers():
        return page_cache.open(slug).event()
    try:
        return events.load_event(slug)
    except Event.DoesNotExist as error:
        raise Http404 from error


def tabs_of(slug: str) -> FrameTabs:
    """Return the tabs of an event for its private pages; read once a revision."""
    return frame_tabs(event_now(slug))


def built_page(slug: str, name: str) -> Page:
    """Return one of the pages that are built for every revision; Http404 where there is none."""
    language = _language()
    if _remembers():
        return _of_the_build(slug, lambda built: built.pages.get((name, language)))
    shown = event_now(slug)
    if name == STAMP:
        return build(shown).pages[name, language]
    return _packed(_in_its_words(BUILT[name], shown))


def own_page(slug: str, number: int) -> Page:
    """Return a player's own page; Http404 until the player's name is public."""
    language = _language()
    if _remembers():
        return _of_the_build(slug, lambda built: built.own_page(language, number))
    shown = event_now(slug)
    with nouns_of(shown.event):
        own = OwnPages(shell(shown), *contents(shown, public_players(shown)))
        return _there(own.page(number))


def card(slug: str, number: int) -> Page:
    """Return a player's card as data; Http404 as for the own page."""
    if _remembers():
        return _of_the_build(slug, lambda built: built.card(number))
    shown = event_now(slug)
    card_of = cards(shown, public_players(shown)).get(number)
    return _there(None if card_of is None else short(card_of))


def cards_of(slug: str, numbers: Iterable[int]) -> list[Mapping[str, Any]]:
    """Return the cards of those players who are public."""
    built = page_cache.open(slug).build if _remembers() else build_own(event_now(slug))
    return [json.loads(built.cards[number]) for number in numbers if number in built.cards]


class PublicFacts(NamedTuple):
    """The public data of a player, for the player's private page.

    `card` as in docs/reference/phone-addresses.md. `slip`, `possible` opponents and `rounds` are
    parts of the public own page, as HTML in the active language. `revision` of the event that they
    show.
    """

    revision: int
    card: Mapping[str, Any]
    slip: SafeString
    possible: SafeString
    rounds: SafeString


def public_facts(slug: str, number: int) -> PublicFacts | None:
    """Return the public data of a player; None until the player's name is public."""
    try:
        return in_newest(slug, lambda: _facts(slug, number))
    except Http404:
        return None


def _facts(slug: str, number: int) -> PublicFacts:
    built = page_cache.open(slug).build if _remembers() else build_own(event_now(slug))
    data, texts = built.cards.get(number), built.own[_language()].contents
    if data is None or number not in texts:
        raise Http404
    # As on the public page: every name is escaped.
    columns = (mark_safe(text) for text in columns_of(texts[number]))  # noqa: S308
    return PublicFacts(built.revision, json.loads(data), *columns)


def rare_page(slug: str, path: str, make: Make) -> Page:
    """Return a rarely requested page (`make` gives its text), made once per revision.

    Http404 where `make` gives None.
    """
    return _rare(slug, path, lambda shown: _packed(make(shown)))


def embedded_page(slug: str, path: str, make: Make) -> Page:
    """Return a page that other sites show in a frame, made once per revision."""
    return _rare(slug, path, lambda shown: replace(_packed(make(shown)), framed=True))


def searched_page(slug: str, make: Make) -> Page:
    """Return a page for one reader's search, not cached. Http404 where `make` gives None."""
    return in_newest(slug, lambda: _packed(_in_its_words(make, event_now(slug))))


def rare_data(slug: str, path: str, make: Callable[[PublicEvent], dict[str, Any]]) -> Page:
    """Return rarely requested data, made once per revision."""

    def packed(shown: PublicEvent) -> Page:
        return pack(without_markup(json.dumps(make(shown))), JSON, rare=True)

    return _rare(slug, path, packed)


def rare_file(slug: str, path: str, kind: str, make: Callable[[PublicEvent], bytes | None]) -> Page:
    """Return a rarely requested file, such as a PDF, made once per revision; never compressed.

    Http404 where `make` gives None.
    """

    def packed(shown: PublicEvent) -> Page:
        content = make(shown)
        if content is None:
            raise Http404
        return Page(stamp_of(content), kind, plain=content)

    return _rare(slug, path, packed)


def logo(slug: str, path: str, name: str) -> Page:
    """Return the logo of an event as a page; Http404 for another name than its own."""

    def packed(shown: PublicEvent) -> Page:
        known = shown.sheet is not None and shown.sheet.logo_name == name
        picture = Logo.objects.filter(event=shown.event).first() if known else None
        if picture is None:
            raise Http404
        content = bytes(picture.content)
        return Page(stamp_of(content), picture.kind, plain=content)

    return _rare(slug, path, packed)


def _rare(slug: str, path: str, make: Callable[[PublicEvent], Page]) -> Page:
    """Make a page, or take it from the cache of this revision and language."""
    if not _remembers():
        return _in_its_words(make, event_now(slug))

    def kept() -> Page:
        cached = page_cache.open(slug)
        return page_cache.rare_page(cached, path, lambda: _in_its_words(make, cached.event()))

    return in_newest(slug, kept)


def _in_its_words(make: Callable[[PublicEvent], Made], shown: PublicEvent) -> Made:
    """Call `make` with the nouns of an event, in which teams are called teams."""
    with nouns_of(shown.event):
        return make(shown)


def _of_the_build(slug: str, choose: Callable[[Build], Page | None]) -> Page:
    """Return a page of the event's build."""
    return in_newest(slug, lambda: _there(choose(page_cache.open(slug).build)))


def _language() -> str:
    return get_language() or ""


def _packed(text: str | None) -> Page:
    if text is None:
        raise Http404
    return pack(text, rare=True)


def _there(page: Page | None) -> Page:
    if page is None:
        raise Http404
    return page


def in_newest(slug: str, answer: Callable[[], Answer]) -> Answer:
    """Return an answer about an event; where it is Http404, try again with newer data, once."""
    before = page_cache.cached.get(slug)
    try:
        return answer()
    except Http404:
        if before is None or not _has_newer(slug, before):
            raise
    return answer()


def _may_read(event: CachedEvent) -> bool:
    """Count a read of the database; False if the limit of recent reads is reached."""
    now, readings = time.monotonic(), event.readings
    if len(readings) >= MOST_READINGS and now - readings[0] < SECONDS:
        return False
    readings.append(now)
    while len(readings) > MOST_READINGS:
        readings.popleft()
    return True


def _has_newer(slug: str, before: CachedEvent) -> bool:
    if page_cache.cached.get(slug) is before and _may_read(before):
        try:
            page_cache.refresh(slug)
        except (DatabaseError, InterfaceError):
            log.exception("The database does not answer: a 404 is answered from memory.")
    return page_cache.cached.get(slug) is not before
