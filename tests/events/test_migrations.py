"""What migrations do to the data of events that are there."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from events.models import Round
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_draft_becomes_an_unposted_round_and_the_others_stay() -> None:
    event = factories.event()
    stage = event.stages.get()
    for number, state in enumerate(("complete", "posted", "draft"), 1):
        event.rounds.create(stage=stage, number=number, state=state)
    migration = import_module("events.migrations.0006_unposted_rounds")
    migration.to_unposted(apps, SimpleNamespace(connection=connection))
    states = list(event.rounds.order_by("number").values_list("state", flat=True))
    assert states == [Round.State.COMPLETE, Round.State.POSTED, Round.State.UNPOSTED]
