"""Free places say the same wherever a player or the desk reads them."""

import pytest
from django.test import Client

from events.core.players.waiting_list import free_places, sign_up_settings
from events.core.players.waiting_list_actions import change_sign_up
from events.public_site.reads.events import read_event
from events.public_site.reads.sign_up import sign_up_of
from events.roster.drop_actions import disqualify, drop
from tests.events.scenario import event_with_owner

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("capacity", [0, 3, 5, None])
def test_free_places_are_the_same_everywhere(capacity: int | None) -> None:
    event, owner = event_with_owner(6, late_policy="nothing")
    change_sign_up(event_id=event.pk, actor=owner, values={"is_open": True, "capacity": capacity})
    drop(event_id=event.pk, actor=owner, number=1)
    disqualify(event_id=event.pk, actor=owner, number=2, reason="theft")
    event.refresh_from_db()
    free = free_places(event, sign_up_settings(event))
    assert sign_up_of(read_event(event.pk))["places_left"] == free
    for path in (f"/e/{event.slug}/", f"/e/{event.slug}/about/"):
        page = " ".join(Client().get(path).content.decode().split())
        assert ("places left" in page or "Places" in page) == (capacity is not None), path
