"""Standings of a series, computed from published standings in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, QuerySet, prefetch_related_objects

from events.core.players.shown_names import first_and_initial
from events.core.series.bye_rewards import gives_byes
from events.core.series.series_places import (
    MOST_EVENTS,
    addresses_in,
    events_left,
    events_of,
    events_to_come,
    matching,
    people_of,
    places_after,
    published_rows,
)
from events.models import (
    Enrollment,
    Event,
    Organisation,
    PublicNames,
    Series,
)
from events.series.rule_texts import reward_of
from standings.series import Why

# The newest events shown next to the sum.
MOST_COLUMNS = 8
_STRICTEST = (PublicNames.FULL, PublicNames.INITIAL, PublicNames.ALIAS, PublicNames.NUMBER)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One event of a player; `why` is a value of standings.series.Why.

    `number`: the player's in that event; None in a series that an older version closed. `exists`:
    the event was not deleted since the series was closed.
    """

    event: str
    slug: str
    place: int | None
    players: int
    points: int
    why: str
    number: int | None = None
    exists: bool = True

    @property
    def counts(self) -> bool:
        """Whether the points are part of the total."""
        return self.why == Why.COUNTS

    @property
    def has_no_place(self) -> bool:
        """Whether the player is without a place there."""
        return self.why == Why.NO_PLACE


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A player in the standings of a series; `public_name` is for everyone."""

    place: int
    name: str
    public_name: str
    total: int
    reward: str
    lines: tuple[ShownLine, ...]

    @property
    def is_of_deleted_events(self) -> bool:
        """Whether a line is of a deleted event, which can no longer remove the person's name."""
        return not all(line.exists for line in self.lines)


@dataclass(frozen=True, slots=True)
class Head:
    """The first place of a series' standings: who shares it, and after how many events."""

    events: int
    names: tuple[str, ...]
    points: int


def other_events(series: Series, most: int = 40) -> list[Event]:
    """Return finished events of the organisation that are not in the series, newest first."""
    ours = Event.objects.filter(
        organisation=series.organisation_id, state=Event.State.FINISHED, team_size=1
    )
    return list(ours.exclude(pk__in=events_of(series).values("pk")).order_by("-date", "-pk")[:most])


def series_rows(series: Series) -> list[ShownRow]:
    """Return the standings of a series; as declared once it is over. Three queries at most."""
    if series.declared is not None:
        return _declared_rows(series, series.declared)
    events = list(events_of(series)[:MOST_EVENTS])
    return _computed_rows(series, events, published_rows(events), people_of(events))


def _computed_rows(
    series: Series,
    events: Sequence[Event],
    rows_of: Mapping[int, Sequence[Any]],
    people: Mapping[tuple[int, int], Enrollment],
) -> list[ShownRow]:
    """Return the standings after these events; `people` may hold those of other events, too."""
    computed = places_after(series, events, rows_of, people)
    by_key = {event.pk: event for event in events}
    newest: dict[object, Enrollment] = {}
    aliases: dict[object, str] = {}
    numbers: dict[tuple[int, object], int] = {}
    strictest: dict[object, int] = defaultdict(int)
    for (key, number), enrollment in people.items():
        if key not in by_key:
            continue
        how = _STRICTEST.index(PublicNames(by_key[key].public_names))
        player = enrollment.player_id
        newest[player] = enrollment
        numbers[key, player] = number
        # A line names the event, so a real name would reveal who played there under an alias.
        aliases[player] = enrollment.alias or aliases.get(player, "")
        strictest[player] = max(strictest[player], how)
    shown = []
    for index, row in enumerate(computed, 1):
        enrollment = newest[row.player]
        shortened = _STRICTEST[strictest[row.player]]
        lines = tuple(
            ShownLine(
                event=by_key[key].name,
                slug=by_key[key].slug,
                place=line.place,
                players=line.players,
                points=line.points,
                why=line.why.value,
                number=numbers[key, row.player],
            )
            for key, line in ((int(str(line.event)), line) for line in row.lines)
        )
        name, reward = enrollment.name, reward_of(row.place, series.rewards)
        public = _public_name(name, aliases[row.player], shortened, index)
        shown.append(ShownRow(row.place, name, public, row.total, reward, lines))
    return shown


def heads_of(all_series: Iterable[Series]) -> dict[int, Head]:
    """Return the first place of each series by its key. Four queries, however many there are."""
    heads = {}
    computed = []
    for series in all_series:
        if series.declared is None:
            computed.append(series)
            continue
        first = [row for row in series.declared if row["place"] == 1]
        names = tuple(row["name"] for row in first)
        heads[series.pk] = Head(len(addresses_in(series)), names, first[0]["total"] if first else 0)
    events_in = _events_by_series(computed)
    every = list({event.pk: event for events in events_in.values() for event in events}.values())
    rows_of, people = published_rows(every), people_of(every)
    for series in computed:
        events = events_in[series.pk]
        led = [row for row in _computed_rows(series, events, rows_of, people) if row.place == 1]
        names = tuple(row.name for row in led)
        heads[series.pk] = Head(len(events), names, led[0].total if led else 0)
    return heads


def _events_by_series(all_series: Sequence[Series]) -> dict[int, list[Event]]:
    """Return the events of several series of one organisation, as `events_of` does. Two queries."""
    if not all_series:
        return {}
    ours = Event.objects.filter(
        organisation=all_series[0].organisation_id, state=Event.State.FINISHED, team_size=1
    )
    prefetch_related_objects(all_series, "choices")
    chosen = {
        series.pk: {row.event_id: row.included for row in series.choices.all()}
        for series in all_series
    }
    flags = {
        f"in_{series.pk}": ExpressionWrapper(matching(series), output_field=BooleanField())
        for series in all_series
    }
    events = list(ours.annotate(**flags).order_by("date", "pk"))
    return {
        series.pk: [
            event
            for event in events
            if chosen[series.pk].get(event.pk, getattr(event, f"in_{series.pk}"))
        ][:MOST_EVENTS]
        for series in all_series
    }


@dataclass(frozen=True, slots=True)
class ByesPanel:
    """Byes that places of a series earn: the event where they count, and what can be chosen.

    `enrolled`: how many of its players have byes of the series.
    """

    event: Event | None
    enrolled: int
    choices: tuple[Event, ...]

    @property
    def can_be_chosen(self) -> bool:
        """Whether another event, or none, can be chosen."""
        return bool(self.event or self.choices)


def byes_panel(series: Series, can_choose: bool) -> ByesPanel | None:
    """Return the event of the byes; None where no place earns any. Three queries at most."""
    event = series.byes_in
    if event is None and not gives_byes(series.rewards):
        return None
    theirs = Enrollment.objects.filter(event=event, byes_series=series.name)
    choices = tuple(events_to_come(series.organisation_id)) if can_choose else ()
    return ByesPanel(event, theirs.count() if event else 0, choices)


def points_by_event(
    rows: Sequence[ShownRow], events: Sequence[Event]
) -> tuple[list[Event], list[tuple[ShownRow, list[ShownLine | None]]]]:
    """Return the newest events as columns, and each row with its lines there."""
    held = {line.slug for row in rows for line in row.lines if line.exists}
    columns = [event for event in events if event.slug in held][-MOST_COLUMNS:]
    in_order = []
    for row in rows:
        lines = {line.slug: line for line in row.lines if line.exists}
        in_order.append((row, [lines.get(event.slug) for event in columns]))
    return columns, in_order


def _declared_rows(series: Series, declared: Sequence[dict[str, Any]]) -> list[ShownRow]:
    """Return the standings as they were declared. One query."""
    existing = events_left(series)
    return [
        ShownRow(
            **row
            | {
                "lines": tuple(
                    ShownLine(**line | {"exists": line["slug"] in existing})
                    for line in row["lines"]
                )
            }
        )
        for row in declared
    ]


def _public_name(name: str, alias: str, how: str, index: int) -> str:
    """Return how a player is called in public, by the strictest of the player's events."""
    if how == PublicNames.NUMBER:
        return f"№ {index}"
    if alias:
        return alias
    if how == PublicNames.ALIAS:
        return f"№ {index}"
    return first_and_initial(name) if how == PublicNames.INITIAL else name


def all_series(organisation: Organisation) -> QuerySet[Series]:
    """Return the series of an organisation, the newest first."""
    return organisation.series.order_by("-last_date", "-number")
