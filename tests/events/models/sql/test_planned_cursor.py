"""A statement that is sent again is read and planned once a connection, and is otherwise as any."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from events.models import Enrollment
from events.models.sql.cursors import rows_of
from events.models.sql.inserting import insert_rows
from events.models.sql.prepared import Prepared
from tests.events.scenario import event_with_owner

pytestmark = pytest.mark.django_db

NUMBERED = Prepared(
    lambda event, number: Enrollment.objects.filter(event=event, number=number).order_by(), int, int
)


def _kept() -> list[str]:
    """Return what the database keeps of this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [text for (text,) in cursor.fetchall()]


def test_a_question_is_kept_and_django_keeps_nothing() -> None:
    if connection.vendor != "postgresql":
        assert rows_of(connection, "SELECT %s, '%%'", [1]) == [(1, "%")]
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


def test_what_the_database_refuses_is_refused_in_djangos_words() -> None:
    event, _owner = event_with_owner(2)
    double = Enrollment.objects.get(event=event, number=1)
    double.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows([double])
    assert event.enrollments.count() == 2


def test_questions_are_counted_as_all_others() -> None:
    event, _owner = event_with_owner(1)
    with CaptureQueriesContext(connection) as asked:
        NUMBERED(event.pk, 1)
    assert len(asked) == 1
    assert "events_enrollment" in asked[0]["sql"]
