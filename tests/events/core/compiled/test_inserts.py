"""Rows are inserted as `bulk_create` inserts them."""

from datetime import UTC, datetime

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.forms.models import model_to_dict
from django.utils.safestring import mark_safe

from events.core.compiled.insert import MOST_FEW, insert_alike, insert_few
from events.models import Drawing, Enrollment, Event, JournalEntry, Match, Verb
from tests import factories
from tests.events.scenario import event_with_owner, start_round

pytestmark = pytest.mark.django_db

SEED = 2**62


@pytest.mark.parametrize("count", [0, 1, 3, MOST_FEW + 1])
def test_a_few_are_what_bulk_create_makes(count: int) -> None:
    def entries(event: Event) -> list[JournalEntry]:
        told = ["text", 'with "quotes"', 7, None, {"of": ["more"]}, "高橋\n", mark_safe("<b>"), ""]
        return [
            JournalEntry(event=event, verb=Verb.ANNOUNCED, table=at, data={"told": words})
            for at, words in enumerate(told[:count])
        ]

    event, other = factories.event(), factories.event()
    rows = entries(event)
    insert_few(rows)
    JournalEntry.objects.bulk_create(entries(other))
    columns = ("table", "data", "actor", "round_number")
    assert list(event.journal.order_by("pk").values_list(*columns)) == list(
        other.journal.order_by("pk").values_list(*columns)
    )
    assert [row.pk for row in rows] == list(
        event.journal.order_by("pk").values_list("pk", flat=True)
    )
    assert not any(row._state.adding for row in rows)
    assert all(row.at is not None for row in rows)


def test_moments_and_large_numbers_survive() -> None:
    event = factories.event()
    moment = datetime(2026, 3, 1, 12, 30, 0, 7, tzinfo=UTC)
    made = Drawing(event=event, number=1, seed=SEED, at=moment, origin=next(iter(Drawing.From)))
    insert_few([made])
    kept = Drawing.objects.get(pk=made.pk)
    assert (kept.at, kept.seed) == (moment, SEED)
    assert model_to_dict(kept) == model_to_dict(made)


def test_alike_rows_have_the_columns_of_their_pattern() -> None:
    event, owner = event_with_owner(6)
    round = start_round(event, owner, 1)
    places = list(round.matches.order_by("table").values_list("table", "first_id", "second_id"))
    whole = [model_to_dict(match, exclude=["id"]) for match in round.matches.order_by("table")]
    round.matches.all().delete()
    insert_alike(Match(round=round), ("table", "first_id", "second_id"), places)
    matches = round.matches.order_by("table")
    assert [model_to_dict(match, exclude=["id"]) for match in matches] == whole
    insert_alike(Match(round=round), ("table", "first_id", "second_id"), [])
    assert round.matches.count() == len(places)


def test_what_the_database_refuses_is_refused_in_djangos_words() -> None:
    event, _owner = event_with_owner(2)
    double = Enrollment.objects.get(event=event, number=1)
    double.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_few([double])
    assert event.enrollments.count() == 2


def test_a_text_that_is_too_long_is_never_cut() -> None:
    """PostgreSQL refuses it, as from `bulk_create`; SQLite has no lengths and stores all of it."""
    event = factories.event()
    made = Drawing(event=event, number=1, seed=5, origin="longer than nine")
    if connection.vendor == "postgresql":
        with pytest.raises(DataError), transaction.atomic():
            insert_few([made])
    else:
        insert_few([made])
        assert event.drawings.get().origin == "longer than nine"
