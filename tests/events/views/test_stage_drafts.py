"""The page of a draft where no Swiss engine pairs the round."""

from http import HTTPStatus

import pytest

from events.models import Stage
from events.services.drafting import pair_next_round
from events.services.pods import draw_stage_pods, post_pods
from events.services.stages import StagePlan
from tests import factories
from tests.events.stages import DOUBLE, SINGLE, staged

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "plan",
    [
        StagePlan(kind=SINGLE),
        StagePlan(kind=DOUBLE),
        StagePlan(kind=Stage.Kind.ROUND_ROBIN),
        StagePlan(rounds=3, pods=True),
        StagePlan(rounds=1, last_by_standings=True),
    ],
    ids=["single", "double", "round-robin", "pods", "by standings"],
)
def test_staff_see_the_draft(plan: StagePlan) -> None:
    event, owner = staged(7, plan)
    if plan.pods:
        draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=1)
        post_pods(event_id=event.pk, actor=owner, stage=1)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    answer = factories.client_of(owner).get(f"/staff/e/{event.slug}/rounds/1/")
    assert answer.status_code == HTTPStatus.OK
    page = answer.content.decode()
    assert all(one.name in page for one in event.enrollments.all())
    assert "Post round 1" in page
