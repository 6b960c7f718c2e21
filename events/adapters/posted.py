"""A round into what players see of its pairings."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, Q, QuerySet

from archive.results import Result, Winner
from events.adapters.results import (
    Decided,
    points_of,
    profile_of,
    results_of,
    swiss_matches,
)
from events.adapters.teams import members_by_number
from events.models import Enrollment, Match, Round
from standings.profile import Profile


def posted_rows(round: Round) -> list[dict[str, Any]]:
    """Return what players see of a round's pairings: JSON in the order of the tables.

    Points and records are those before the round. A team stands with its members.
    """
    records = records_before(round)
    members = members_by_number(round.event)
    return [
        posted_row(match.table, match.kind, match.first, match.second, records, members)
        for match in round.matches.select_related("first", "second").order_by(
            F("table").asc(nulls_last=True), "first__name"
        )
    ]


def posted_row(
    table: int | None,
    kind: str,
    first: Enrollment,
    second: Enrollment | None,
    records: Mapping[int, tuple[int, str]],
    members: Mapping[int, Sequence[str]],
) -> dict[str, Any]:
    """Return what players see of one match; `records` and `members` by enrollment number."""
    return {
        "table": table,
        "kind": kind,
        "first": _person(first, records, members),
        "second": None if second is None else _person(second, records, members),
    }


def _person(
    one: Enrollment,
    records: Mapping[int, tuple[int, str]],
    members: Mapping[int, Sequence[str]],
) -> dict[str, Any]:
    points, record = records.get(one.number, (0, "0-0-0"))
    person: dict[str, Any] = {
        "number": one.number,
        "name": one.name,
        "points": points,
        "record": record,
        "platform_id": one.platform_id,
    }
    if one.reading:
        person["reading"] = one.reading
    return person | {"members": list(members[one.number])} if one.number in members else person


def rows_after_repair(round: Round) -> list[dict[str, Any]]:
    """Return the rows of a posted round whose tables were changed since they were posted.

    Whoever has another table than in the posted rows is marked as `moved`; a mark from an earlier
    change stays while the table does.
    """
    seen = {
        one["number"]: (row["table"], one.get("moved", False))
        for row in round.posted_rows or []
        for one in (row["first"], row["second"])
        if one is not None
    }
    rows = posted_rows(round)
    for row in rows:
        for one in (row["first"], row["second"]):
            if one is None:
                continue
            table, moved = seen.get(one["number"], (None, True))
            if moved or table != row["table"]:
                one["moved"] = True
    return rows


def records_before(round: Round) -> dict[int, tuple[int, str]]:
    """Return match points and record ("2-1-0") before a round, by enrollment number."""
    return _records(round, swiss_matches(round.event).filter(round__number__lt=round.number))


def records_through(round: Round) -> dict[int, tuple[int, str]]:
    """Return match points and record after a round, by enrollment number."""
    return _records(round, swiss_matches(round.event).filter(round__number__lte=round.number))


def _records(round: Round, matches: QuerySet[Match]) -> dict[int, tuple[int, str]]:
    records = Records(profile_of(round.event))
    for one in results_of(matches):
        records.enter(one)
    return records.all()


def record_now(enrollment: Enrollment) -> tuple[int, str]:
    """Return match points and record of one player with every result that is in. One query."""
    records = Records(profile_of(enrollment.event))
    own = Q(first=enrollment) | Q(second=enrollment)
    for one in results_of(swiss_matches(enrollment.event).filter(own)):
        records.enter(one)
    return records.of(enrollment.number)


# Where a match counts in the record of the first and of the second: wins, losses, draws.
_PLACES = {
    Winner.FIRST: (0, 1),
    Winner.SECOND: (1, 0),
    Winner.DRAWN: (2, 2),
    Winner.NOBODY: (1, 1),
}


class Records:
    """Match points and records of everybody, result by result."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._points: dict[int, int] = {}
        self._worth: dict[tuple[Result, str], tuple[tuple[int, int], tuple[int, int]]] = {}
        self._record: dict[int, list[int]] = {}

    def enter(self, decided: Decided) -> None:
        """Count one result of a match that counts for standings."""
        places, earned = self._worth_of(decided)
        for number, place, got in zip((decided.first, decided.second), places, earned, strict=True):
            if number is None:
                continue
            self._points[number] = self._points.get(number, 0) + got
            self._record.setdefault(number, [0, 0, 0])[place] += 1

    def _worth_of(self, decided: Decided) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return where a result counts in both records, and the points of both."""
        key = (decided.result, decided.kind)
        worth = self._worth.get(key)
        if worth is None:
            winner = decided.result.winner
            if decided.kind == Match.Kind.UNPAIRED:
                winner = Winner.NOBODY
            worth = self._worth[key] = _PLACES[winner], points_of(self._profile, decided)
        return worth

    def of(self, number: int) -> tuple[int, str]:
        """Return match points and record of a player: wins, losses, draws."""
        record = self._record.get(number, (0, 0, 0))
        return self._points.get(number, 0), "-".join(map(str, record))

    def all(self) -> dict[int, tuple[int, str]]:
        """Return match points and record of everybody who has a result."""
        return {number: self.of(number) for number in self._record}
