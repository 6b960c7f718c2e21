"""The effect of migrations on the data of existing events."""

from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from events.migrations.older import data
from events.models import Round, SignUp
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_draft_becomes_an_unposted_round_and_the_others_stay() -> None:
    event = factories.event()
    stage = event.stages.get()
    for number, state in enumerate(("complete", "posted", "draft"), 1):
        event.rounds.create(stage=stage, number=number, state=state)
    data.to_unposted(apps, SimpleNamespace(connection=connection))
    states = list(event.rounds.order_by("number").values_list("state", flat=True))
    assert states == [Round.State.COMPLETE, Round.State.POSTED, Round.State.UNPOSTED]


def test_the_address_of_a_sign_up_that_the_desk_has_ended_stays_dead() -> None:
    event = factories.event_with_players(2)
    for place, player in enumerate(event.enrollments.all()):
        nonce = player.address_nonce if place else "ended"
        columns = {"event": event, "name": player.name, "key": player.name, "nonce": nonce}
        SignUp.objects.create(enrollment=player, state="enrolled", place=place, **columns)
    data.keep_dead_ones_dead(apps, None)
    ended, alive = SignUp.objects.order_by("place")
    assert ended.nonce != "ended"
    assert alive.enrollment is not None
    assert alive.nonce == alive.enrollment.address_nonce
