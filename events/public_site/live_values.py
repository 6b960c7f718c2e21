"""Values that follow a result at once: each player's result, and whether a phone is behind.

None of this is built when something is posted. It is read at the first request after a change, at
most once in `settings.PUBLIC_SECONDS` for all phones together, and cached in memory.
"""

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Q
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from domain.results import Result
from events.core.players.private_address import (
    enrollment_in,
    is_sign_up_token_of,
    is_token_of,
    sign_up_in,
)
from events.core.players.shown_names import ShownNames, shown_names
from events.core.results.delayed_results import delayed_matches
from events.models import Event, Match, Round, SignUp, TableSeat
from events.public_site.own.round_rows import result_words
from events.public_site.page import STAMP_PLACE, Page, pack, stamp_of

# Limit for all events together: forty large ones, or a thousand side events.
MOST_PHONES = 50_000


@dataclass(frozen=True, slots=True)
class Recorded:
    """The match in the newest posted round, for one player's own page.

    `result` is from the player's side, None before it may be read; `at` is when it was recorded.
    `delay`: the minutes that the result of a match on camera waits, 0 for every other match.
    """

    number: int
    name: str
    opponent: str
    round: int
    result: Result | None
    at: datetime | None
    delay: int = 0


class Playing(NamedTuple):
    """How many tables of the newest posted round are outstanding, of how many."""

    outstanding: int
    tables: int


@dataclass(slots=True)
class _Phone:
    """Values that show whether a phone is up to date: a player's phone, or that of a sign-up."""

    pk: int
    nonce: str
    stamp: str


@dataclass(slots=True)
class _Live:
    """An event as it was at a revision, and the pages made from it."""

    event: Event
    takes_check_ins: bool
    checked: float
    paired: int
    posted: Round | None
    phones: dict[int, _Phone]
    # Loaded at the first request for recorded results; phones that only report do not need it.
    recorded: dict[int, Recorded] | None = None
    sign_ups: dict[int, _Phone] | None = None
    playing: Playing | None = None
    pages: dict[tuple[int, str], Page] = field(default_factory=dict)


class Live:
    """The cached values of the events whose phones ask for them."""

    def __init__(self) -> None:
        self._known: dict[str, _Live] = {}
        self._reading = threading.Lock()

    def page(self, slug: str, number: int) -> Page:
        """Return the page with a player's recorded result, in the active language.

        Http404 if the event shows none, and for a player without an opponent in the newest posted
        round.
        """
        live = self._current(slug)
        recorded = None if live is None else self._recorded(live).get(number)
        if live is None or recorded is None:
            raise Http404
        key = number, get_language() or ""
        if key not in live.pages:
            path = reverse("public:recorded", args=[slug, number])
            context = {
                "event": live.event,
                "recorded": recorded,
                "outcome": recorded.result and mark_safe(result_words(recorded.result)),  # noqa: S308
                "stamp": STAMP_PLACE,
                "path": path,
            }
            text = render_to_string("public_site/pages/recorded.html", context)
            live.pages[key] = pack(text, rare=True)
        return live.pages[key]

    def recorded(self, slug: str) -> Mapping[int, Recorded]:
        """Return what is recorded in the newest posted round, by player's number.

        Empty where the event shows no recorded results. Http404 for an unknown event.
        """
        return self._recorded(self._known_event(slug))

    def playing(self, slug: str) -> tuple[Event, Playing]:
        """Return the event and how many tables are outstanding; Http404 for an unknown event."""
        live = self._known_event(slug)
        if live.playing is None:
            live.playing = tables_playing(live.posted)
        return live.event, live.playing

    def _known_event(self, slug: str) -> _Live:
        live = self._current(slug)
        if live is None:
            raise Http404
        return live

    def stamp(self, slug: str, token: str) -> str:
        """Return the stamp of what a phone should show now; "" for an unknown player link."""
        live = self._current(slug)
        if live is None:
            return ""
        pk, phones, is_own = enrollment_in(token), live.phones, is_token_of
        if pk is None and sign_up_in(token) is not None:
            pk, phones, is_own = sign_up_in(token), self._sign_ups(live), is_sign_up_token_of
        phone = None if pk is None else phones.get(pk)
        return phone.stamp if phone and is_own(token, phone.pk, phone.nonce) else ""

    def _recorded(self, live: _Live) -> dict[int, Recorded]:
        if live.recorded is None:
            with self._reading:
                if live.recorded is None:
                    live.recorded = _recorded(live.event, live.posted)
        return live.recorded

    def _sign_ups(self, live: _Live) -> dict[int, _Phone]:
        if live.sign_ups is None:
            with self._reading:
                if live.sign_ups is None:
                    live.sign_ups = _sign_ups(live.event, live.paired, live.phones)
        return live.sign_ups

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
            same = known is not None and known.takes_check_ins == event.takes_check_ins
            if known is not None and same and known.event.revision == event.revision:
                known.checked = now
                return known
            fresh = _read(event, now)
            self._known[slug] = fresh
            self._make_room(but=slug)
            return fresh

    def _make_room(self, but: str) -> None:
        """Drop the events that were read longest ago, until the others fit."""
        phones = sum(len(live.phones) + 1 for live in self._known.values())
        for slug in sorted(self._known, key=lambda slug: self._known[slug].checked):
            if phones <= MOST_PHONES:
                return
            if slug != but:
                phones -= len(self._known.pop(slug).phones) + 1


live = Live()


def _read(event: Event, now: float) -> _Live:
    newest = list(event.rounds.defer("posted_rows").order_by("-number")[:2])
    posted = next((round for round in newest if not round.is_unposted), None)
    paired = newest[0].number if newest else 0
    phones = _phones(event, paired, posted)
    return _Live(event, event.takes_check_ins, now, paired, posted, phones)


def tables_playing(posted: Round | None) -> Playing:
    """Count the tables of a round, in one query; none of a round that is complete."""
    if posted is None or not posted.is_posted:
        return Playing(0, 0)
    tables = Count("pk")
    outstanding = Count("pk", filter=Q(first_wins__isnull=True))
    counted = posted.matches.at_tables().aggregate(tables=tables, outstanding=outstanding)
    return Playing(**counted)


def _recorded(event: Event, posted: Round | None) -> dict[int, Recorded]:
    if posted is None or not event.show_recorded:
        return {}
    names, delayed = shown_names(event), delayed_matches(event)
    recorded = {}
    for match, players in _players(event, posted, names):
        for player in players:
            waits = match.pk in delayed
            recorded[player.number] = _waiting(player, event) if waits else player
    return recorded


def _waiting(player: Recorded, event: Event) -> Recorded:
    """Return a player's match without its result, which waits for the feature match's delay."""
    return replace(player, result=None, at=None, delay=event.feature_delay)


def _players(
    event: Event, posted: Round, names: ShownNames
) -> Iterator[tuple[Match, Iterator[Recorded]]]:
    for match in _matches(posted):
        yield match, _of_both(posted, match, names)
    if event.at_tables:
        tables = posted.matches.of_tables().select_related("official_report")
        for match in tables.prefetch_related("table_seats__enrollment"):
            yield match, _of_seats(posted, match, names)


def _matches(round: Round) -> Iterator[Match]:
    joined = ("first", "second", "official_report")
    played = round.matches.of_two().select_related(*joined)
    return played.defer("official_report__reason", "official_report__account_name").iterator(2000)


def _of_both(round: Round, match: Match, names: ShownNames) -> Iterator[Recorded]:
    if match.second is None:
        return
    at = match.official_report.at if match.official_report else None
    first, second = names.on(match.first), names.on(match.second)
    result = match.result
    turned = None if result is None else result.turned()
    yield Recorded(first.number, first.called, second.called, round.number, result, at)
    yield Recorded(second.number, second.called, first.called, round.number, turned, at)


def _of_seats(round: Round, match: Match, names: ShownNames) -> Iterator[Recorded]:
    """Yield what is recorded of a table of three to five, from the side of each seat."""
    at = match.official_report.at if match.official_report else None
    players = [names.on(player) for player in match.players]
    for seat, player in enumerate(players, 1):
        others = ", ".join(other.called for other in players if other is not player)
        result = None if match.result is None else match.result.from_seat(seat)
        yield Recorded(player.number, player.called, others, round.number, result, at)


def _phones(event: Event, paired: int, posted: Round | None) -> dict[int, _Phone]:
    if not event.private_pages:
        return {}
    changed = {}
    if posted is not None:
        played = posted.matches.of_two().values_list("first_id", "second_id", "revision")
        for first, second, revision in played:
            changed[first] = changed[second] = revision
        if event.at_tables:
            seats = TableSeat.objects.filter(match__round=posted)
            changed |= dict(seats.values_list("enrollment_id", "match__revision"))
    columns = ("pk", "address_nonce", "state", "dropped_after", "checked_in", "paid")
    return {
        pk: _Phone(pk, nonce, _stamp(event, paired, pk, *rest, changed.get(pk, 0)))
        for pk, nonce, *rest in event.enrollments.values_list(*columns)
    }


def _sign_ups(event: Event, paired: int, players: dict[int, _Phone]) -> dict[int, _Phone]:
    """Return the phones of sign-ups, by the sign-up's key.

    A player with a private page has its stamp, everyone else a stamp of the sign-up's state.
    """
    columns = ("pk", "nonce", "enrollment_id", "state", "members", "reason", "enrollment__paid")
    phones, waiting = {}, 0
    for pk, nonce, player, state, *rest in event.sign_ups.order_by("place").values_list(*columns):
        facts = (player, state, waiting, *rest)
        own = players[player].stamp if player in players else _stamp(event, paired, "S", pk, *facts)
        phones[pk] = _Phone(pk, nonce, own)
        waiting += state == SignUp.State.WAITING
    return phones


def _stamp(event: Event, *facts: object) -> str:
    parts = (settings.SECRET_KEY, event.pk, event.public_revision, event.takes_check_ins, *facts)
    return stamp_of(repr(parts).encode())
