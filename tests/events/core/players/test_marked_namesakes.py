"""The mark of namesakes follows every change of a name."""

from typing import Any

import pytest

from events.core.players.actions import change_enrollment, remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.models import Event, JournalEntry
from tests import factories

pytestmark = pytest.mark.django_db


def marked(event: Event) -> list[int]:
    return list(event.enrollments.filter(namesake=True).values_list("number", flat=True))


def test_namesakes_are_marked_while_there_are_two() -> None:
    event = factories.event_with_players(1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": factories.staff_member(event)}
    enroll(**who, entries=[NewEnrollment(name="Ada Lind")])
    assert marked(event) == []
    enroll(**who, entries=[NewEnrollment(name="ada  lind"), NewEnrollment(name="Bo")])
    assert marked(event) == [2, 3], "no case, no spaces"
    change_enrollment(**who, number=3, data=EnrollmentData(name="Ada Lund"))
    assert marked(event) == []
    change_enrollment(**who, number=4, data=EnrollmentData(name="Ada Lund"))
    assert marked(event) == [3, 4]
    remove(**who, number=3)
    assert marked(event) == []
    removed = JournalEntry.objects.filter(verb="enrollment-removed").get()
    assert removed.data["namesakes"] == ["first"]
