"""Rows are written as `bulk_create` and `save` would have written them."""

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, DataError, connection, transaction
from django.forms.models import model_to_dict
from django.utils.safestring import mark_safe

from events.models import Drawing, Event, JournalEntry, Verb
from events.models.sql.inserting import insert_rows, save_columns
from tests import factories

pytestmark = pytest.mark.django_db


def test_they_are_what_bulk_create_makes() -> None:
    def entries(event: Event) -> list[JournalEntry]:
        told = ["text", 'with "quotes"', 7, None, {"of": ["more"]}]
        return [
            JournalEntry(event=event, verb=Verb.ANNOUNCED, table=at, data={"said": said})
            for at, said in enumerate(told)
        ]

    one, other = factories.event(), factories.event()
    rows = entries(one)
    insert_rows(rows)
    JournalEntry.objects.bulk_create(entries(other))
    kept = [
        list(event.journal.order_by("pk").values_list("table", "data")) for event in (one, other)
    ]
    assert kept[0] == kept[1]
    assert [row.pk for row in rows] == list(one.journal.order_by("pk").values_list("pk", flat=True))
    rows[0].refresh_from_db()
    assert not rows[0]._state.adding


def test_moments_and_defaults_survive_and_nothing_is_nothing() -> None:
    event = factories.event()
    moment = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
    made = [Drawing(event=event, number=1, seed=5, at=moment, origin=Drawing.From.values[0])]
    insert_rows(made)
    insert_rows([])
    kept = Drawing.objects.get(pk=made[0].pk)
    assert kept.at == moment
    assert model_to_dict(kept) == model_to_dict(made[0])


def test_odd_values_of_many_rows_come_out_as_they_went_in() -> None:
    event = factories.event()
    moment = datetime(2026, 3, 1, 12, 30, 0, 7, tzinfo=UTC)
    texts = ["", "NULL", 'a "b", {c}', "back\\slash 'and' %s", "高橋\n", mark_safe("<safe>")]
    made = [
        Drawing(
            event=event,
            number=1,
            seed=(-1) ** at * 10 ** (3 * at),
            origin=origin,
            given_up=text,
            at=moment if at % 2 else None,
        )
        for at, (text, origin) in enumerate(
            zip(texts, [Drawing.From.values[0], *Drawing.From] * 6, strict=False)
        )
    ]
    insert_rows(made)
    kept = Drawing.objects.filter(event=event).order_by("pk")
    assert [model_to_dict(one) for one in kept] == [model_to_dict(one) for one in made]
    assert [one.at for one in kept] == [one.at for one in made]


def test_a_text_that_is_too_long_is_never_cut() -> None:
    """PostgreSQL refuses it, as from `bulk_create`; SQLite knows no lengths and keeps all of it."""
    event = factories.event()
    origins = [Drawing.From.values[0]] * 5 + ["longer than nine"]
    made = [Drawing(event=event, number=1, seed=5, origin=origin) for origin in origins]
    refused = False
    try:
        with transaction.atomic():
            insert_rows(made)
    except DataError:
        refused = True
    assert refused == (connection.vendor == "postgresql")
    kept = list(Drawing.objects.order_by("pk").values_list("origin", flat=True))
    assert kept == ([] if refused else origins)


def test_only_the_columns_that_are_named_are_saved() -> None:
    event, other = factories.event(name="Before"), factories.event(name="Beside")
    changed = Event.objects.get(pk=event.pk)
    changed.name, changed.revision, changed.public_revision = "After", 99, 98
    save_columns(changed, ["name", "revision"])
    event.refresh_from_db()
    other.refresh_from_db()
    assert (event.name, event.revision, event.public_revision) == ("After", 99, 0)
    assert other.name == "Beside"
    Event.objects.filter(pk=other.pk).delete()
    with pytest.raises(DatabaseError, match="gone"):
        save_columns(other, ["name"])
