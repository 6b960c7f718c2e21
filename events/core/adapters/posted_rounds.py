"""Build the pairings of a round as players see them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import F, Q

from domain.results import Outcome, Result, Winner, result_of_marks
from events.core.adapters.match_results import (
    ByKey,
    DecidedTable,
    Worth,
    decided_tables,
    flat_results,
    of_two_or_alone,
    parts_at_table,
    points_of,
    profile_of,
    swiss_matches,
)
from events.core.adapters.round_matches import members_by_number
from events.core.adapters.stored_rows import players_in_row
from events.models import Enrollment, Match, Round, TableSeat
from events.models.querysets import MatchQuerySet
from standings.profile import Profile
from standings.tables.table_points import shown_points

# Match points (fractions where places were shared) and the record as "2-0-1".
Record = tuple[float, str]

_SIDES = [
    f"{side}__{column}"
    for side in ("first", "second")
    for column in ("number", "name", "platform_id", "reading", "sort_name")
]


class PostedPerson(NamedTuple):
    """Public fields of a player in the pairings, as an enrollment has them."""

    number: int
    name: str
    platform_id: str
    reading: str
    sort_name: str


def posted_rows(round: Round) -> list[dict[str, Any]]:
    """Return the public pairings of a round: JSON in the order of the tables.

    Points and records are those before the round. A team is shown with its members.
    """
    records = records_before(round)
    members = members_by_number(round.event)
    matches = round.matches.order_by(F("table").asc(nulls_last=True), "first__name")
    seated = _seated(round) if round.stage.is_tables else {}
    return [
        posted_row(
            table,
            kind,
            PostedPerson._make(sides[:5]),
            None if sides[5] is None else PostedPerson._make(sides[5:]),
            records,
            members,
            seated.get(pk, ()),
        )
        for pk, table, kind, *sides in matches.values_list("pk", "table", "kind", *_SIDES)
    ]


def _seated(round: Round) -> dict[int, list[PostedPerson]]:
    """Return the players of each table of three to five by seat, by the key of the match."""
    rows = TableSeat.objects.filter(match__round=round).order_by("match", "seat")
    columns = [f"enrollment__{name}" for name in PostedPerson._fields]
    seated: dict[int, list[PostedPerson]] = {}
    for match, *person in rows.values_list("match", *columns):
        seated.setdefault(match, []).append(PostedPerson._make(person))
    return seated


def posted_row(
    table: int | None,
    kind: str,
    first: PostedPerson | Enrollment,
    second: PostedPerson | Enrollment | None,
    records: Mapping[int, Record],
    members: Mapping[int, Sequence[str]],
    seats: Sequence[PostedPerson | Enrollment] = (),
) -> dict[str, Any]:
    """Return the public row of one match; `records` and `members` by enrollment number.

    `seats`: the players of a table of three to five by seat; `first` is one of them.
    """
    row: dict[str, Any] = {
        "table": table,
        "kind": kind,
        "first": _person(first, records, members),
        "second": None if second is None else _person(second, records, members),
    }
    if seats:
        row["seats"] = [_person(player, records, members) for player in seats]
    return row


def _person(
    enrollment: PostedPerson | Enrollment,
    records: Mapping[int, Record],
    members: Mapping[int, Sequence[str]],
) -> dict[str, Any]:
    points, record = records.get(enrollment.number, (0, "0-0-0"))
    person: dict[str, Any] = {
        "number": enrollment.number,
        "name": enrollment.name,
        "points": points,
        "record": record,
        "platform_id": enrollment.platform_id,
    }
    if enrollment.reading:
        person["reading"] = enrollment.reading
    if enrollment.sort_name:
        person["sort"] = enrollment.sort_name
    return (
        person | {"members": list(members[enrollment.number])}
        if enrollment.number in members
        else person
    )


def rows_after_repairing(round: Round) -> list[dict[str, Any]]:
    """Return the rows of a posted round whose tables were changed since they were posted.

    A player whose table differs from the posted rows is marked as `moved`. A mark from an earlier
    change remains while the table does.
    """
    before = {
        person["number"]: (row["table"], person.get("moved", False))
        for row in round.posted_rows or []
        for person in players_in_row(row)
    }
    rows = posted_rows(round)
    for row in rows:
        for person in players_in_row(row):
            table, moved = before.get(person["number"], (None, True))
            if moved or table != row["table"]:
                person["moved"] = True
    return rows


def records_before(round: Round, results: ByKey | None = None) -> dict[int, Record]:
    """Return match points and record ("2-1-0") before a round, by enrollment number.

    `results`: those before it, where they were read already.
    """
    if round.number == 1:
        return {}
    before = swiss_matches(round.event).filter(round__number__lt=round.number)
    if results is None:
        return _records(round, before)
    records = Records(profile_of(round.event))
    records.enter_all(ended for _round, *ended in results)
    records.enter_tables(decided_tables(round.event, before, "pk"))
    people = round.event.enrollments.values_list("pk", "number")
    return {number: records.of(pk) for pk, number in people if pk in records}


def records_through(round: Round) -> dict[int, Record]:
    """Return match points and record through a round, by enrollment number."""
    return _records(round, swiss_matches(round.event).filter(round__number__lte=round.number))


def _records(round: Round, matches: MatchQuerySet) -> dict[int, Record]:
    records = Records(profile_of(round.event))
    alone = of_two_or_alone(round.event, matches).order_by()
    records.enter_all(ended for _round, *ended in flat_results(alone))
    records.enter_tables(decided_tables(round.event, matches, "number"))
    return records.all()


def posted_records(round: Round) -> dict[int, Record]:
    """Return the points and records in a posted round's pairings, by enrollment number.

    Empty in round 1 and in a bracket, where they say nothing.
    """
    if round.number == 1 or round.stage.is_elimination:
        return {}
    people = [person for row in round.posted_rows or () for person in players_in_row(row)]
    return {person["number"]: (person["points"], person["record"]) for person in people}


def record_now(enrollment: Enrollment) -> Record:
    """Return match points and record of one player from all results entered so far. One query."""
    records = Records(profile_of(enrollment.event))
    event = enrollment.event
    if event.at_tables:
        own_matches = swiss_matches(event).of_player(enrollment)
        records.enter_tables(decided_tables(event, own_matches, "number"))
        own_results = flat_results(of_two_or_alone(event, own_matches))
    else:
        own = Q(first=enrollment) | Q(second=enrollment)
        own_results = flat_results(swiss_matches(event).filter(own))
    records.enter_all(ended for _round, *ended in own_results)
    return records.of(enrollment.number)


# The indexes that a match adds to: points, wins, losses and draws of the first and the second
# player.
_PLACES = {
    Winner.FIRST: (1, 2),
    Winner.SECOND: (2, 1),
    Winner.DRAWN: (3, 3),
    Winner.NOBODY: (2, 2),
}


# The same for a seat at a table of three to five.
_SEAT_PLACES = {Outcome.WON: 1, Outcome.LOST: 2, Outcome.DRAWN: 3}


class Records:
    """Match points and records of all players, result by result."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._worth = Worth(self._worth_of)
        # By number or key: points in parts (`Profile.parts`), wins, losses, draws.
        self._counted: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def enter_all(self, rows: Iterable[Sequence[Any]]) -> None:
        """Count results for standings, each with both players and the outcome as one number."""
        counted, worth_of = self._counted, self._worth
        for first, second, ended in rows:
            points, place, other_points, other_place = worth_of[ended]
            own = counted[first]
            own[0] += points
            own[place] += 1
            if second is not None:
                own = counted[second]
                own[0] += other_points
                own[other_place] += 1

    def enter_tables(self, tables: Iterable[DecidedTable]) -> None:
        """Count the results of tables of three to five for standings."""
        for table in tables:
            result = result_of_marks(table.marks)
            points = parts_at_table(self._profile, table.marks)
            for seat, (player, worth) in enumerate(zip(table.players, points, strict=True), 1):
                own = self._counted[player]
                own[0] += worth
                own[_SEAT_PLACES[result.outcome_of_seat(seat)]] += 1

    def _worth_of(self, result: Result, kind: str) -> tuple[int, int, int, int]:
        """Return the points of both players, and which part of each record the result counts in."""
        winner = Winner.NOBODY if kind == Match.Kind.UNPAIRED else result.winner
        first, second = points_of(self._profile, result, kind)
        place, other_place = _PLACES[winner]
        parts = self._profile.parts
        return first * parts, place, second * parts, other_place

    def of(self, number: int) -> Record:
        """Return match points and record of a player: wins, losses, draws."""
        if number not in self._counted:
            return 0, "0-0-0"
        points, wins, losses, draws = self._counted[number]
        return shown_points(points, self._profile.parts), f"{wins}-{losses}-{draws}"

    def __contains__(self, player: int) -> bool:
        """Return whether a player has a result."""
        return player in self._counted

    def all(self) -> dict[int, Record]:
        """Return match points and record of each player with a result."""
        return {number: self.of(number) for number in self._counted}
