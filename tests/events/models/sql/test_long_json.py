"""Long JSON columns hold what a JSONField holds."""

import json
from typing import Any

import pytest
from django.db import connection, models

from events.models import Round, StandingsSnapshot
from events.models.sql.long_json import LongJSONField
from tests import factories

pytestmark = pytest.mark.django_db

# The expression behind the value does not matter here.
ANY = models.Value("")
VALUES = [
    None,
    [],
    {},
    [{"name": 'Zoë \u2028 "</script>" 小林', "place": 1, "omw": "64/99", "drawn": False}],
    [[1, 2, None, 2, 0, 0, "played"], (1, 2), True, -1, 0.1, 2**63 - 1, 2**70],
    {"nested": {"other": {"a": [None, {"b": ""}]}}},
]


@pytest.mark.parametrize("value", VALUES)
def test_it_is_read_as_it_was_written(value: Any) -> None:
    event = factories.event()
    round = Round.objects.create(event=event, stage=event.stages.get(), number=1, posted_rows=value)
    kept = Round.objects.values_list("posted_rows", flat=True).get(pk=round.pk)
    assert kept == json.loads(json.dumps(value))


@pytest.mark.parametrize("value", VALUES)
def test_it_holds_and_reads_what_a_json_field_does(value: Any) -> None:
    plain, long = models.JSONField(), LongJSONField()
    text = json.dumps(value)
    assert long.from_db_value(text, ANY, connection) == plain.from_db_value(text, ANY, connection)
    assert json.loads(json.dumps(value, cls=long.encoder)) == json.loads(text)


def test_what_the_quick_reader_does_not_take_is_read_as_ever() -> None:
    long = LongJSONField()
    for text in ('"\\ud800"', "no JSON", "[NaN]"):
        plain = models.JSONField().from_db_value(text, ANY, connection)
        assert repr(long.from_db_value(text, ANY, connection)) == repr(plain)
    assert json.dumps("\ud800", cls=long.encoder) == json.dumps("\ud800")


def test_for_migrations_it_is_a_json_field() -> None:
    for model, name in ((Round, "posted_rows"), (StandingsSnapshot, "rows")):
        field = model._meta.get_field(name)
        assert isinstance(field, LongJSONField)
        _name, path, _args, options = field.deconstruct()
        assert path == "django.db.models.JSONField"
        assert not {"encoder", "decoder"} & options.keys()
        assert isinstance(field.clone(), LongJSONField)
