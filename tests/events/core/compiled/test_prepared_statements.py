"""A statement that is sent again is read and planned once a connection, and is otherwise as any."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from events.core.compiled import CompiledQuery
from events.models import Enrollment
from tests.events.scenario import event_with_owner

pytestmark = pytest.mark.django_db

NUMBERED = CompiledQuery(
    "tests.bench desk: one result entered",
    lambda event, number: Enrollment.objects.filter(event=event, number=number).order_by(),
    int,
    int,
)


def _kept() -> list[str]:
    """Return what the database keeps of this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [text for (text,) in cursor.fetchall()]


def test_a_question_is_kept_and_django_keeps_nothing() -> None:
    if connection.vendor != "postgresql":
        return
    event, _owner = event_with_owner(3)
    before = set(_kept())
    for number in (1, 2, 3):
        [player] = NUMBERED(event.pk, number)
        assert player.number == number
        assert Enrollment.objects.get(event=event, number=number) == player
    [kept] = set(_kept()) - before
    assert 'FROM "events_enrollment"' in kept


def test_it_is_asked_again_after_something_was_taken_back() -> None:
    event, _owner = event_with_owner(2)
    with transaction.atomic():
        assert NUMBERED.first(event.pk, 1)
        transaction.set_rollback(True)
    assert NUMBERED.first(event.pk, 2)


def test_questions_are_counted_as_all_others() -> None:
    event, _owner = event_with_owner(1)
    with CaptureQueriesContext(connection) as asked:
        NUMBERED(event.pk, 1)
    assert len(asked) == 1
    assert "events_enrollment" in asked[0]["sql"]
