"""The events of the site: what the first page lists, older ones, and the search in all of them.

Each read touches a bounded number of rows in the order of an index, with a hundred events and with
a hundred thousand.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from domain.names import fold
from events.core.players.waiting_list import places_left
from events.models import Enrollment, Event, Organisation, Round

MOST_RUNNING = 60
MOST_COMING = MOST_PAST = 30
EVENTS_A_PAGE = 60
# A search reads this many events at a time; the next page continues from there.
SEARCHED_AT_ONCE = 2000
# Time zones are up to 14 hours ahead of the server's and 12 behind. With a day added, today's event
# is never a past one.
STILL_COMING = datetime.timedelta(days=1)

# An event's position in the list of all, newest first: date and key.
Place = tuple[datetime.date, int]


class NewestRound(NamedTuple):
    """A posted round, so far as its name and its clock need it, as models.Round has them."""

    number: int
    bracket_players: int | None
    is_complete: bool
    minutes: int
    started_at: datetime.datetime | None
    paused_at: datetime.datetime | None
    added_seconds: int

    @property
    def is_timed(self) -> bool:
        """Whether its clock was started and still counts."""
        return bool(self.started_at and self.minutes and not self.is_complete)


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """Everything that a list shows of one event.

    `begins`: the hour of round 1. While an event is to come or is played, `players` counts all but
    those who dropped before round 1; None in lists of older events. `newest`: the newest posted
    round of an event that is played.
    """

    pk: int
    slug: str
    name: str
    date: datetime.date
    venue: str
    game_format: str
    team_size: int
    state: str
    restrictions: str
    by_invitation: bool | None
    least_age: int | None
    takes_sign_ups: bool | None
    begins: datetime.time | None
    capacity: int | None
    time_zone: str
    platform: str
    players: int | None = None
    newest: NewestRound | None = None

    @property
    def is_digital(self) -> bool:
        """True when it is played on a platform, whose own clocks count."""
        return bool(self.platform)

    @property
    def places_left(self) -> int | None:
        """How many places a sign-up can still get; None without a limit."""
        return None if self.players is None else places_left(self.capacity, self.players)

    @property
    def is_for_teams(self) -> bool:
        """Whether its players are teams."""
        return self.team_size > Event.TeamSize.ONE

    @property
    def get_state_display(self) -> str:
        """The state in words, under the name that a model gives it."""
        return str(dict(Event.STATE_WORDS)[self.state])

    @property
    def was_not_played(self) -> bool:
        """Whether its day is over without a round; one that still takes sign-ups was put off."""
        is_over = self.date < _first_coming_day() and not self.takes_sign_ups
        return is_over and self.state == Event.State.SETUP


COLUMNS = (
    *("pk", "slug", "name", "date", "venue", "game_format", "team_size", "state", "restrictions"),
    *("fact_sheet__by_invitation", "fact_sheet__least_age", "sign_up_settings__is_open"),
    *("sign_up_settings__begins", "sign_up_settings__capacity", "time_zone", "platform"),
)


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The list of the first page; equal to another where it would say the same.

    `has_more`: there are events that it does not list.
    """

    has_accounts: bool
    running: tuple[ListedEvent, ...]
    coming: tuple[ListedEvent, ...]
    past: tuple[ListedEvent, ...]
    has_more: bool

    @property
    def is_empty(self) -> bool:
        """Whether there is no event at all."""
        return not (self.running or self.coming or self.past)


@dataclass(frozen=True, slots=True)
class OlderEvents:
    """A page of all events, newest first; `next` is the place of its last one, None at the end."""

    events: tuple[ListedEvent, ...]
    next: Place | None


def first_page(of: Organisation | None = None) -> FirstPage:
    """Return the events of the first page, or of an organisation's page, in six queries."""
    events = _events(of)
    in_set_up = events.filter(state=Event.State.SETUP)
    yesterday = _first_coming_day()
    played = _lines(events.filter(state=Event.State.RUNNING), MOST_RUNNING + 1, now=True)
    newest = _newest_rounds([line.pk for line in played])
    running = tuple(replace(line, newest=newest.get(line.pk)) for line in played)
    ahead = in_set_up.filter(date__gte=yesterday).order_by("date", "pk")
    coming = _lines(ahead, MOST_COMING + 1, now=True)
    finished = _lines(events.filter(state=Event.State.FINISHED), MOST_PAST + 1)
    never_begun = _lines(in_set_up.filter(date__lt=yesterday), MOST_PAST + 1)
    past = sorted((*finished, *never_begun), key=lambda line: (line.date, line.pk), reverse=True)
    return FirstPage(
        has_accounts=get_user_model().objects.exists(),
        running=running[:MOST_RUNNING],
        coming=coming[:MOST_COMING],
        past=tuple(past[:MOST_PAST]),
        has_more=len(running) > MOST_RUNNING or len(coming) > MOST_COMING or len(past) > MOST_PAST,
    )


def _first_coming_day() -> datetime.date:
    return timezone.localdate() - STILL_COMING


def older_events(before: Place | None, of: Organisation | None = None) -> OlderEvents:
    """Return a page of all events from below a place on, newest first; one query."""
    lines = _lines(_below(before, of), EVENTS_A_PAGE + 1)
    page = lines[:EVENTS_A_PAGE]
    last = (page[-1].date, page[-1].pk) if len(lines) > EVENTS_A_PAGE else None
    return OlderEvents(page, last)


def search_events(words: str, before: Place | None, of: Organisation | None = None) -> OlderEvents:
    """Return the events below a place with all these words in name, venue or format; two queries.

    Accents, case and width do not count. Where few of the events that were looked through match,
    the page is short, or empty with a `next`.
    """
    sought = fold(words).split()
    columns = ("date", "pk", "name", "venue", "game_format")
    rows = list(_below(before, of).values_list(*columns)[: SEARCHED_AT_ONCE + 1])
    last = rows[SEARCHED_AT_ONCE - 1][:2] if len(rows) > SEARCHED_AT_ONCE else None
    hits: list[int] = []
    for date, pk, *texts in rows[:SEARCHED_AT_ONCE]:
        text = fold(" ".join(texts))
        if all(word in text for word in sought):
            hits.append(pk)
            if len(hits) == EVENTS_A_PAGE:
                last = date, pk
                break
    return OlderEvents(_lines(Event.objects.filter(pk__in=hits), EVENTS_A_PAGE), last)


def _events(of: Organisation | None) -> QuerySet[Event]:
    return Event.objects.all() if of is None else Event.objects.filter(organisation=of)


def _below(place: Place | None, of: Organisation | None) -> QuerySet[Event]:
    """Return all events, newest first, from below a place on."""
    if place is None:
        return _events(of)
    date, pk = place
    # The first condition lets the query start within an index.
    return _events(of).filter(Q(date__lte=date), Q(date__lt=date) | Q(pk__lt=pk))


def _lines(events: QuerySet[Event], most: int, *, now: bool = False) -> tuple[ListedEvent, ...]:
    columns: tuple[str, ...] = COLUMNS
    if now:
        columns, events = (*COLUMNS, "players_now"), _with_players(events)
    rows: Iterable[tuple[object, ...]] = events.values_list(*columns)[:most]
    return tuple(ListedEvent(*row) for row in rows)  # type: ignore[arg-type]


def _with_players(events: QuerySet[Event]) -> QuerySet[Event]:
    # Counted as on the event's own page: everyone except players who dropped before round 1.
    there = Enrollment.objects.filter(event=OuterRef("pk")).took_part().order_by()
    counted = there.values("event").annotate(count=Count("pk")).values("count")
    return events.annotate(players_now=Subquery(counted))


def _newest_rounds(events: Sequence[int]) -> dict[int, NewestRound]:
    """Return the newest posted round of each of these events, by its key."""
    posted = Round.objects.posted().filter(event=OuterRef("event")).order_by("-number")
    newest = Round.objects.posted().filter(event__in=events, pk=Subquery(posted.values("pk")[:1]))
    rounds = newest.select_related("stage", "event")
    columns = NewestRound._fields
    return {
        round.event_id: NewestRound(*(getattr(round, column) for column in columns))
        for round in rounds
    }


def event_of_short(name: str) -> str | None:
    """Return the slug of the event with this short address; None without one."""
    known = Event.objects.filter(fact_sheet__short_address=name) if name else Event.objects.none()
    return known.values_list("slug", flat=True).first()
