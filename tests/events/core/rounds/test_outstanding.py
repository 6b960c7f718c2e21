"""Outstanding matches as plain values: what a list shows is what the database's objects say."""

from typing import Any

import pytest

from events.core.namesakes import mark_namesakes
from events.core.progress.outstanding import outstanding_matches
from events.core.rounds.actions import extend_time
from events.floor.actions import attend_table
from events.models import Match, Role
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, round_of, start_round

pytestmark = pytest.mark.django_db
SIDE = ("number", "name", "reading", "fixed_table", "namesake")
SHOWN = (
    *("pk", "table", "extension_minutes", "extension_reason", "turns_at"),
    *("judge_id", "judge_name", "names"),
)


def test_outstanding_matches_show_what_the_database_has() -> None:
    event, owner = event_with_owner(8)
    event.enrollments.filter(number__lte=4).update(name="Ada Lind", reading="adalind")
    mark_namesakes(event)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "3 20")
    same: dict[str, Any] = {"event_id": event.pk, "number": 1}
    extend_time(**same, actor=owner, table=2, minutes=5, reason=Match.ExtensionReason.SEATING)
    attend_table(**same, actor=factories.staff_member(event, Role.JUDGE, "ann"), table=4)
    values = outstanding_matches(round_of(event, 1))
    objects = [Match.objects.get(pk=match.pk) for match in values]
    assert [match.table for match in values] == [1, 2, 4]
    assert [match.judge_name for match in values] == ["", "", "ann"]
    for value, kept in zip(values, objects, strict=True):
        assert [getattr(value, name) for name in SHOWN] == [getattr(kept, name) for name in SHOWN]
        assert kept.second is not None
        for side, player in ((value.first, kept.first), (value.second, kept.second)):
            assert side is not None
            assert list(side) == [getattr(player, name) for name in SIDE]
