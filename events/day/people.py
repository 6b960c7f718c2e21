"""Find people who play in two running events at once, and how certain the match is."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q

from domain.names import name_key
from events.core.progress.presence import after_the_cuts
from events.models import Enrollment, Event, Match, Round, TableSeat, TeamMember
from events.models.querysets import of_players


class Certainty(StrEnum):
    """Reasons to identify two enrollments as one person, the surest first."""

    EMAIL = "email"
    PLATFORM_ID = "platform-id"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Playing:
    """One of a person's events; `table`: the person's current table, None without a match."""

    event: Event
    enrollment: int
    number: int
    table: int | None = None


@dataclass(frozen=True, slots=True)
class InTwoEvents:
    """A person who plays in several running events."""

    name: str
    certainty: Certainty
    playing: tuple[Playing, ...]

    @property
    def at_two_tables(self) -> bool:
        """Whether the person has a match without a result in more than one event."""
        return sum(place.table is not None for place in self.playing) > 1


@dataclass(frozen=True, slots=True)
class _Person:
    """A player or a member of a team, as recorded in one event."""

    event: int
    enrollment: int
    number: int
    name: str
    player: int | None
    platform_id: str


def in_two_events(events: Iterable[Event]) -> list[InTwoEvents]:
    """Return people who play in several of these events, the surest first.

    Three queries; none for one event. The same player has one e-mail address. The same platform ID
    is the same account if both events are played on one platform. The same name may be a namesake.
    """
    by_key = {event.pk: event for event in events}
    if len(by_key) < 2:
        return []
    people = list(_people(by_key))
    groups: list[tuple[Certainty, list[_Person]]] = []
    seen: set[tuple[int, str]] = set()
    for certainty in Certainty:
        for group in _same(people, certainty, by_key):
            fresh = {(person.enrollment, name_key(person.name)) for person in group}
            if not fresh <= seen:
                seen |= fresh
                groups.append((certainty, group))
    tables = _tables({person.enrollment for _certainty, group in groups for person in group})
    doubles = [
        InTwoEvents(
            group[0].name,
            certainty,
            tuple(
                Playing(
                    by_key[person.event],
                    person.enrollment,
                    person.number,
                    tables.get(person.enrollment),
                )
                for person in group
            ),
        )
        for certainty, group in groups
    ]
    return sorted(doubles, key=_first_the_surest)


def _first_the_surest(double: InTwoEvents) -> tuple[int, bool, str]:
    rank = list(Certainty).index(double.certainty)
    return rank, not double.at_two_tables, name_key(double.name)


def _people(events: dict[int, Event]) -> Iterator[_Person]:
    active = Enrollment.objects.active().filter(event__in=events)
    for event, advancing in after_the_cuts(events).items():
        active = active.exclude(Q(event=event) & ~Q(number__in=advancing))
    columns = ("event", "pk", "number", "name", "player", "platform_id")
    for event, key, number, name, player, platform_id in active.values_list(*columns):
        alone = not events[event].is_for_teams
        yield _Person(event, key, number, name, player if alone else None, platform_id)
    members = TeamMember.objects.filter(enrollment__in=active)
    of_team = ("enrollment__event", "enrollment", "enrollment__number", "name")
    for event, key, number, name in members.values_list(*of_team):
        yield _Person(event, key, number, name, None, "")


def _same(
    people: Iterable[_Person], certainty: Certainty, events: dict[int, Event]
) -> Iterator[list[_Person]]:
    """Yield the enrollments of one person by this criterion, if they are in several events."""
    groups: dict[object, list[_Person]] = defaultdict(list)
    for person in people:
        key: object = None
        if certainty is Certainty.EMAIL:
            key = person.player
        elif certainty is Certainty.PLATFORM_ID and person.platform_id:
            key = (events[person.event].platform, person.platform_id.casefold())
        elif certainty is Certainty.NAME:
            key = name_key(person.name)
        if key:
            groups[key].append(person)
    for group in groups.values():
        if len({person.event for person in group}) > 1:
            yield group


def _tables(enrollments: set[int]) -> dict[int, int]:
    """Return the tables of enrollments with an outstanding match in a posted round. One query."""
    outstanding = Match.objects.outstanding().filter(
        round__state=Round.State.POSTED, table__isnull=False
    )
    theirs = outstanding.filter(of_players(enrollments))
    tables: dict[int, int] = {}
    at_tables = []
    for pk, kind, first, second, table in theirs.values_list(
        "pk", "kind", "first", "second", "table"
    ):
        tables |= {side: table for side in (first, second) if side in enrollments and table}
        if kind == Match.Kind.TABLE:
            at_tables.append(pk)
    if at_tables:
        seats = TableSeat.objects.filter(match__in=at_tables, enrollment__in=enrollments)
        tables |= {
            seat: table
            for seat, table in seats.values_list("enrollment", "match__table")
            if table is not None
        }
    return tables
