"""The pages of rounds that no Swiss engine pairs."""

from http import HTTPStatus

import pytest

from events.core.events.announced_value_actions import change_announced
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.desk.unposted_actions import swap_players
from events.models import Stage
from tests import factories
from tests.events.scenario import pairs, round_of, start_round
from tests.events.support.stages import (
    DOUBLE,
    SINGLE,
    finish_round,
    play_swiss,
    playoff,
    report_by,
    staged,
)
from tests.markup import flat

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
    assert "Reopen semifinals" in browser.get(f"{rounds}/2/").content.decode()
    assert "Reopen quarterfinals" not in browser.get(f"{rounds}/1/").content.decode()
    browser.post(f"{rounds}/2/reopen/")
    assert [one.state for one in event.rounds.order_by("number")] == ["complete", "posted"]


BY_STANDINGS = "The last round is paired by standings"
BY_POINTS = "Round 2 was already paired by points when it became the last round."


def test_the_event_page_asks_the_last_round_how_it_was_paired() -> None:
    event, owner = staged(8, StagePlan(rounds=3, last_by_standings=True))
    play_swiss(event, owner, 1, 1)
    start_round(event, owner, 2)
    browser = factories.client_of(owner)
    pages = (f"/e/{event.slug}/rules/", f"/staff/e/{event.slug}/stages/")
    for address in pages:
        assert BY_STANDINGS in flat(browser.get(address))
    change_announced(
        event_id=event.pk,
        actor=owner,
        minutes=event.round_minutes,
        rounds={1: 2},
        stage_minutes={},
        reason="the hall closes",
    )
    for address in pages:
        page = flat(browser.get(address))
        assert BY_POINTS in page
        assert BY_STANDINGS not in page


def test_a_round_by_standings_stays_one_when_it_is_changed_by_hand() -> None:
    event, owner = staged(8, StagePlan(rounds=2, last_by_standings=True))
    play_swiss(event, owner, 1, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    one, two = (min(pair) for pair in list(pairs(event, 2))[:2])
    swap_players(event_id=event.pk, actor=owner, number=2, first=one, second=two)
    assert round_of(event, 2).is_by_standings
