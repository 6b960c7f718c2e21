"""A round into what players see of its pairings."""

from typing import Any

from django.db.models import F

from events.adapters.results import (
    Result,
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
        {
            "table": match.table,
            "kind": match.kind,
            "first": _person(match.first, records, members),
            "second": _person(match.second, records, members) if match.second else None,
        }
        for match in round.matches.select_related("first", "second").order_by(
            F("table").asc(nulls_last=True), "first__name"
        )
    ]


def _person(
    one: Enrollment, records: dict[int, tuple[int, str]], members: dict[int, list[str]]
) -> dict[str, Any]:
    points, record = records.get(one.number, (0, "0-0-0"))
    person: dict[str, Any] = {
        "number": one.number,
        "name": one.name,
        "points": points,
        "record": record,
        "platform_id": one.platform_id,
    }
    return person | {"members": members[one.number]} if one.number in members else person


def records_before(round: Round) -> dict[int, tuple[int, str]]:
    """Return match points and record ("2-1-0") before a round, by enrollment number."""
    records = Records(profile_of(round.event))
    earlier = swiss_matches(round.event).filter(round__number__lt=round.number)
    for one in results_of(earlier):
        records.enter(one)
    return records.all()


class Records:
    """Match points and records of everybody, result by result."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._points: dict[int, int] = {}
        self._record: dict[int, list[int]] = {}

    def enter(self, result: Result) -> None:
        """Count one result of a match that counts for standings."""
        earned = points_of(self._profile, result)
        won, lost, _drawn = result.games
        lost_by_all = result.double_loss or result.kind == Match.Kind.UNPAIRED
        sides = ((result.first, won - lost, earned[0]), (result.second, lost - won, earned[1]))
        for number, ahead, got in sides:
            if number is None:
                continue
            self._points[number] = self._points.get(number, 0) + got
            place = 1 if lost_by_all or ahead < 0 else 0 if ahead > 0 else 2
            self._record.setdefault(number, [0, 0, 0])[place] += 1

    def of(self, number: int) -> tuple[int, str]:
        """Return match points and record of a player: wins, losses, draws."""
        record = self._record.get(number, (0, 0, 0))
        return self._points.get(number, 0), "-".join(map(str, record))

    def all(self) -> dict[int, tuple[int, str]]:
        """Return match points and record of everybody who has a result."""
        return {number: self.of(number) for number in self._record}
