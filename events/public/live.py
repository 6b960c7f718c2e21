"""What follows a result at once: each player's own recorded result, and whether a phone is behind.

Nothing of this is built when something is posted: it is read when the first phone asks after a
change, at most once in `settings.PUBLIC_SECONDS` for all phones together, and held in memory.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from archive.results import Result
from events.models import Event, Match, Round
from events.public.page import STAMP_PLACE, Page, pack, stamp_of
from events.rules.private_address import enrollment_in, is_token_of

MOST_EVENTS = 24


@dataclass(frozen=True, slots=True)
class Recorded:
    """What one player's own page says of the match in the newest posted round.

    `result` is from the player's side, None before there is one; `at` is when it was recorded.
    """

    number: int
    name: str
    opponent: str
    round: int
    result: Result | None
    at: datetime | None


@dataclass(slots=True)
class _Phone:
    """What says whether a player's own phone shows what is there now."""

    pk: int
    nonce: str
    stamp: str


@dataclass(slots=True)
class _Live:
    """One event as it was at a revision, and the pages that were made of it."""

    event: Event
    checked: float
    recorded: dict[int, Recorded]
    phones: dict[int, _Phone]
    pages: dict[tuple[int, str], Page] = field(default_factory=dict)


class Live:
    """What this process knows of the events whose phones ask."""

    def __init__(self) -> None:
        self._known: dict[str, _Live] = {}
        self._reading = threading.Lock()

    def page(self, slug: str, number: int) -> Page:
        """Return the page with a player's recorded result, in the active language.

        Http404 where the event shows none, and for who plays nobody in the newest posted round.
        """
        live = self._current(slug)
        recorded = None if live is None else live.recorded.get(number)
        if live is None or recorded is None:
            raise Http404
        key = number, get_language() or ""
        if key not in live.pages:
            path = reverse("public:recorded", args=[slug, number])
            context = {
                "event": live.event,
                "recorded": recorded,
                "stamp": STAMP_PLACE,
                "path": path,
            }
            text = render_to_string("public/recorded.html", context)
            live.pages[key] = pack(text, rare=True)
        return live.pages[key]

    def stamp(self, slug: str, token: str) -> str:
        """Return the name of what a phone should show now; "" for one that is nobody's."""
        pk = enrollment_in(token)
        live = self._current(slug)
        phone = None if live is None or pk is None else live.phones.get(pk)
        if phone is None or not is_token_of(token, phone.pk, phone.nonce):
            return ""
        return phone.stamp

    def forget(self) -> None:
        """Forget everything."""
        self._known = {}

    def _current(self, slug: str) -> _Live | None:
        known, now = self._known.get(slug), time.monotonic()
        if known is not None and now - known.checked < settings.PUBLIC_SECONDS:
            return known
        with self._reading:
            known = self._known.get(slug)
            if known is not None and now - known.checked < settings.PUBLIC_SECONDS:
                return known
            event = Event.objects.filter(slug=slug).first()
            if event is None:
                self._known.pop(slug, None)
                return None
            if known is not None and known.event.revision == event.revision:
                known.checked = now
                return known
            fresh = _read(event, now)
            if len(self._known) >= MOST_EVENTS:
                self._known = {}
            self._known[slug] = fresh
            return fresh


live = Live()


def _read(event: Event, now: float) -> _Live:
    newest = list(event.rounds.defer("posted_rows").order_by("-number")[:2])
    posted = next((one for one in newest if not one.is_unposted), None)
    matches = [] if posted is None else list(_matches(posted))
    recorded: dict[int, Recorded] = {}
    if event.show_recorded and posted is not None:
        for match in matches:
            recorded.update((one.number, one) for one in _of_both(posted, match))
    paired = newest[0].number if newest else 0
    return _Live(event, now, recorded, _phones(event, paired, matches))


def _matches(round: Round) -> Iterator[Match]:
    joined = ("first", "second", "standing")
    played = round.matches.played().select_related(*joined)
    return played.defer("standing__reason", "standing__account_name").iterator(2000)


def _of_both(round: Round, match: Match) -> Iterator[Recorded]:
    if match.second is None:
        return
    at = match.standing.at if match.standing else None
    first, second = match.first, match.second
    result = match.result
    turned = None if result is None else result.turned()
    yield Recorded(first.number, first.name, second.name, round.number, result, at)
    yield Recorded(second.number, second.name, first.name, round.number, turned, at)


def _phones(event: Event, paired: int, matches: list[Match]) -> dict[int, _Phone]:
    if not event.private_pages:
        return {}
    changed = {}
    for match in matches:
        changed[match.first_id] = changed[match.second_id or 0] = match.revision
    columns = ("pk", "address_nonce", "state", "left_after", "checked_in")
    return {
        pk: _Phone(pk, nonce, _stamp(event, paired, pk, *rest, changed.get(pk, 0)))
        for pk, nonce, *rest in event.enrollments.values_list(*columns)
    }


def _stamp(event: Event, *facts: object) -> str:
    told = (settings.SECRET_KEY, event.pk, event.public_revision, event.check_in_open, *facts)
    return stamp_of(repr(told).encode())
