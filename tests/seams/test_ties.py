"""A player who is tied to the event is removed in no way, and never offered to be."""

from typing import Any

import pytest
from django.utils import timezone

from events.core.players.actions import remove
from events.core.refusals import RefusedError
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods
from events.models import Pool
from events.roster.selection_actions import undo_enroll
from tests.events.scenario import event_with_owner, player
from tests.events.support.stages import staged
from tests.factories import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("tie", ["pool", "pod"])
def test_a_tied_player_is_removed_in_no_way(tie: str) -> None:
    if tie == "pod":
        event, owner = staged(8, StagePlan(rounds=3, pods=True))
        draw_stage_pods(event_id=event.pk, actor=owner, stage=1)
    else:
        event, owner = event_with_owner(8)
        Pool.objects.create(
            enrollment=player(event, 1), table=1, seat=1, registered_at=timezone.now()
        )
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    with pytest.raises(RefusedError, match=tie):
        remove(**who, number=1)
    with pytest.raises(RefusedError, match=tie):
        undo_enroll(**who, numbers=[1, 2])
    page = client_of(owner).get(f"/staff/e/{event.slug}/roster/players/1/").content.decode()
    assert "act=merge" in page
    assert "act=remove" not in page
