"""The pages of rounds that no Swiss engine pairs."""

from http import HTTPStatus

import pytest

from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import Stage
from tests import factories
from tests.events.support.stages import DOUBLE, SINGLE, finish_round, playoff, report_by, staged

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
    named = event.rounds.get().bracket_players is not None
    assert ("Post quarterfinals" if named else "Post round 1") in page


def test_a_complete_playoff_round_leads_to_the_one_that_follows() -> None:
    event, owner = playoff(8, 4)
    report_by(event, owner, 2)
    browser = factories.client_of(owner)
    rounds = f"/staff/e/{event.slug}/rounds"
    answer = browser.post(f"{rounds}/2/complete/")
    assert answer.headers["Location"] == f"{rounds}/3/"
    page = browser.get(f"{rounds}/3/").content.decode()
    assert "Semifinals completed." in page
    assert "Final posted. Players can see it now." in page


def test_a_playoff_round_can_be_opened_again_while_the_next_has_no_result() -> None:
    event, owner = playoff(8, 4)
    finish_round(event, owner, 2)
    browser = factories.client_of(owner)
    rounds = f"/staff/e/{event.slug}/rounds"
    assert "Reopen round 2" in browser.get(f"{rounds}/2/").content.decode()
    assert "Reopen round 1" not in browser.get(f"{rounds}/1/").content.decode()
    browser.post(f"{rounds}/2/reopen/")
    assert [one.state for one in event.rounds.order_by("number")] == ["complete", "posted"]
