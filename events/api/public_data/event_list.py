"""The list of events for programs: filtered by state, dates and words, in pages."""

import datetime
import re
from collections.abc import Mapping
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from domain.names import fold
from events.api.answer_values import Events
from events.api.public_data.event_values import event_line
from events.api.reading import BadValueError
from events.core.typed_values import whole_number
from events.models import Event
from events.public_site.reads.listed_events import SEARCHED_AT_ONCE, Place

MOST_A_PAGE = 100
LONGEST_WORDS = 80
FILTERS = ("state", "from", "to", "q", "limit", "after", "format")
PLACE = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,18})", re.ASCII)
COLUMNS = ("slug", "name", "date", "time_zone", "venue", "game_format", "state", "team_size")


def events_page(asked: Mapping[str, str]) -> Events:
    """Return one page of the requested events, newest first; one query.

    A search looks through a limited number of events; `next` continues after the last of them.
    """
    limit, words = _limit(asked), fold(_words(asked)).split()
    looked_through = SEARCHED_AT_ONCE if words else limit
    rows = list(_chosen(asked).only("pk", *COLUMNS)[: looked_through + 1])
    more = len(rows) > looked_through
    page: list[Event] = []
    last: Event | None = None
    for event in rows[:looked_through]:
        if len(page) == limit:
            more = True
            break
        last = event
        if _has(event, words):
            page.append(event)
    return Events(
        events=tuple([event_line(event) for event in page]),
        next=_next(asked, last) if more and last is not None else None,
    )


def _words(asked: Mapping[str, str]) -> str:
    words = asked.get("q", "")
    if len(words) > LONGEST_WORDS:
        raise BadValueError("q", _("Use at most 80 characters."))
    return words


def _chosen(asked: Mapping[str, str]) -> QuerySet[Event]:
    events = Event.objects.order_by("-date", "-id")
    states = [state for state in asked.get("state", "").split(",") if state]
    if not set(states) <= set(Event.State):
        raise BadValueError("state", _("The state is setup, running or finished."))
    if states:
        events = events.filter(state__in=states)
    since, until = _date(asked, "from"), _date(asked, "to")
    if since is not None:
        events = events.filter(date__gte=since)
    if until is not None:
        events = events.filter(date__lte=until)
    if asked.get("after"):
        date, pk = _place(asked["after"])
        # The first condition lets the query start within an index.
        events = events.filter(Q(date__lte=date), Q(date__lt=date) | Q(pk__lt=pk))
    return events


def _has(event: Event, words: list[str]) -> bool:
    text = fold(f"{event.name} {event.venue} {event.game_format}") if words else ""
    return all(word in text for word in words)


def _next(asked: Mapping[str, str], last: Event) -> str:
    after = {**asked, "after": f"{last.date.isoformat()}.{last.pk}"}
    return f"{reverse('public:api-events')}?{urlencode(after)}"


def _date(asked: Mapping[str, str], name: str) -> datetime.date | None:
    if not asked.get(name):
        return None
    try:
        return datetime.date.fromisoformat(asked[name])
    except ValueError as error:
        raise BadValueError(name, _("Write a date as 2026-11-30.")) from error


def _limit(asked: Mapping[str, str]) -> int:
    limit = asked.get("limit") or str(MOST_A_PAGE)
    number = whole_number(limit, MOST_A_PAGE) if limit.isascii() else None
    if not number:
        text = format_lazy(_("The limit is a number from 1 to {most}."), most=MOST_A_PAGE)
        raise BadValueError("limit", text)
    return number


def _place(after: str) -> Place:
    match = PLACE.fullmatch(after)
    words = _("Use the address in “next” as it is.")
    if match is None:
        raise BadValueError("after", words)
    try:
        return datetime.date.fromisoformat(match[1]), int(match[2])
    except ValueError as error:
        raise BadValueError("after", words) from error
