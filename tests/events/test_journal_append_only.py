"""The database itself refuses to change the entries of the journal."""

import pytest
from django.db import DatabaseError, connection, transaction

from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.core.rounds.actions import post_round
from events.models import JournalEntry, Verb
from tests.events.scenario import event_with_owner, play_round

pytestmark = pytest.mark.django_db


def test_an_entry_can_not_be_changed_by_the_application() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    entry = event.journal.first()
    assert entry is not None
    before = list(event.journal.values_list())
    entry.verb = Verb.DROPPED
    with pytest.raises(DatabaseError, match="the journal is append-only"), transaction.atomic():
        entry.save()
    with pytest.raises(DatabaseError, match="the journal is append-only"), transaction.atomic():
        JournalEntry.objects.filter(event=event).update(actor=None)
    assert list(event.journal.values_list()) == before


def test_an_entry_can_not_be_changed_past_the_application() -> None:
    event, owner = event_with_owner(2)
    with event_write(event.pk, owner) as write:
        entry = write.journal(Verb.EVENT_CHANGED, changed={"name": ["a", "b"]})
    with (
        pytest.raises(DatabaseError, match="the journal is append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute('UPDATE events_journalentry SET "table" = 1')
    entry.refresh_from_db()
    assert entry.table is None


def test_a_refused_write_leaves_no_entry_and_no_revision() -> None:
    event, owner = event_with_owner(4)
    before = event.revision
    with pytest.raises(RefusedError):
        post_round(event_id=event.pk, actor=owner, number=1)
    event.refresh_from_db()
    assert event.revision == before
    assert not event.journal.exists()


def test_every_entry_moves_the_revision_on() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    event.refresh_from_db()
    assert event.revision == event.journal.count()
    assert 0 < event.public_revision < event.revision, "a result that came in is not shown yet"


def test_entries_go_with_their_event_only() -> None:
    event, owner = event_with_owner(4)
    other, other_owner = event_with_owner(4)
    play_round(event, owner, 1)
    play_round(other, other_owner, 1)
    kept = other.journal.count()
    event.rounds.all().delete()
    event.delete()
    assert JournalEntry.objects.count() == kept
