"""Rows are inserted as `bulk_create` inserts them."""

import pytest
from django.forms.models import model_to_dict

from events.core.compiled.insert import insert_alike
from events.models import Match
from tests.events.scenario import event_with_owner, start_round

pytestmark = pytest.mark.django_db


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
