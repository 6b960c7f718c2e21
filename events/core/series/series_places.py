"""Places of a series: its events, their published standings, and its points."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from events.models import Enrollment, Event, Round, Series, StandingsSnapshot
from standings.series import PlayedEvent, Result, Rule, SeriesRow, series_standings

MOST_EVENTS = 400


def places_today(series: Series) -> Sequence[SeriesRow]:
    """Return the current standings of a series from its events, in three queries."""
    events = list(events_of(series)[:MOST_EVENTS])
    return places_after(series, events, published_rows(events), people_of(events))


def places_after(
    series: Series,
    events: Sequence[Event],
    rows_of: Mapping[int, Sequence[Any]],
    people: Mapping[tuple[int, int], Enrollment],
) -> Sequence[SeriesRow]:
    """Return the standings of a series after these events.

    The player of a row is the key of a Player, the event of a line that of an Event. `rows_of`: the
    published standings by event. `people`: by event and number, also of other events.
    """
    played = [
        PlayedEvent(
            event.pk,
            tuple(
                Result(people[event.pk, row["number"]].player_id, row["place"])
                for row in rows_of.get(event.pk, ())
                if (event.pk, row["number"]) in people
            ),
        )
        for event in events
    ]
    tables = {int(least): points for least, points in series.tables.items()}
    return series_standings(played, Rule(tables, series.participation, series.best))


def matching(series: Series) -> Q:
    """Return the condition for the events of a series, without those chosen by hand."""
    rule = Q(date__gte=series.first_date, date__lte=series.last_date)
    if series.name_contains:
        rule &= Q(name__icontains=series.name_contains)
    if series.game_format:
        rule &= Q(game_format__iexact=series.game_format)
    return rule


def events_of(series: Series) -> QuerySet[Event]:
    """Return the events of a series by date: finished ones for single players. One query."""
    ours = Event.objects.filter(
        organisation=series.organisation_id, state=Event.State.FINISHED, team_size=1
    )
    chosen = series.choices.filter(included=True).values("event")
    refused = series.choices.filter(included=False).values("event")
    mine = ours.filter(matching(series) | Q(pk__in=chosen)).exclude(pk__in=refused)
    return mine.order_by("date", "pk")


def events_to_come(organisation_id: int) -> QuerySet[Event]:
    """Return the events of an organisation in which a series can give byes, the next first."""
    rounds = Round.objects.filter(event=OuterRef("pk"))
    ours = Event.objects.filter(organisation=organisation_id, team_size=1)
    return ours.filter(~Exists(rounds), state=Event.State.SETUP).order_by("date", "pk")


def published_rows(events: Sequence[Event]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the newest published standings of each event. One query."""
    snapshots = StandingsSnapshot.objects.filter(round__event__in=events, withdrawn=False)
    ordered = snapshots.order_by("round__number", "revision")
    # An event's last entry replaces its earlier ones.
    return dict(ordered.values_list("round__event", "rows"))


def events_left(series: Series) -> set[str]:
    """Return the addresses of a closed series' events that were not deleted since. One query.

    The address of a deleted event is free: an event created after the series was closed is another.
    """
    same = Event.objects.filter(slug__in=addresses_in(series), created_at__lte=series.declared_at)
    return set(same.values_list("slug", flat=True))


def addresses_in(series: Series) -> set[str]:
    """Return the addresses that the events of a closed series had when it was closed."""
    return {line["slug"] for row in series.declared or () for line in row["lines"]}


def people_of(events: Sequence[Event]) -> dict[tuple[int, int], Enrollment]:
    """Return the enrollments of these events by event and number, the oldest event first."""
    rows = Enrollment.objects.filter(event__in=events).order_by("event__date", "event", "number")
    columns = rows.only("event", "number", "name", "alias", "player")
    return {(enrollment.event_id, enrollment.number): enrollment for enrollment in columns}
