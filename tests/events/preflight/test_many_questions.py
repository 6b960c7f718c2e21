"""More than five questions of a kind are folded, and one button answers all of them."""

import pytest
from django.http import HttpResponse

from events.core.rounds.actions import complete_round
from events.models import Enrollment
from tests import factories
from tests.events.preflight.answers import questions_after
from tests.events.preflight.test_preflight import started
from tests.events.scenario import enter_slips, event_with_owner, start_round
from tests.events.support.doors import address
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("answer", "playing"), [("drop", 9), ("keep-in", 16)])
def test_seven_winners_who_drop_are_answered_at_once(answer: str, playing: int) -> None:
    event, owner = event_with_owner(16, rounds=3)
    start_round(event, owner, 1)
    started(event, 40, 1)
    enter_slips(event, owner, 1, *(f"{table} 20 x1" for table in range(1, 8)), "8 20")
    complete_round(event_id=event.pk, actor=owner, number=1)
    browser = factories.client_of(owner)
    for page in ("round", "preflight"):
        shown = flat(browser.get(address(event, page, number=1)))
        unfolded, fold, folded = shown.partition('<details class="fold"><summary>2 more</summary>')
        assert fold, page
        assert unfolded.count('value="keep-in"') == 5
        assert folded.count('value="keep-in"') == 3, "two questions and all of them"
        assert "Drop all of them" in folded
    done = browser.post(
        address(event, "preflight-answer", number=1), {"answers.winner-drops": answer}
    )
    assert isinstance(done, HttpResponse)
    assert questions_after(event, 1) == []
    active = event.enrollments.filter(state=Enrollment.State.ACTIVE)
    assert active.count() == playing


def test_several_players_are_dropped_with_one_answer() -> None:
    event, owner = event_with_owner(16, rounds=3)
    start_round(event, owner, 1)
    started(event, 40, 1)
    enter_slips(event, owner, 1, *(f"{table} 20" for table in range(1, 9)))
    winners = [match.first.number for match in event.rounds.get().matches.select_related("first")]
    browser = factories.client_of(owner)
    url = address(event, "roster-selected-drop")
    asked = flat(browser.post(url, {"number": winners, "confirm": "1"}))
    assert "<summary>3 more</summary>" in asked
    assert 'name="answers.winner-drops" value="drop"' in asked
    sent = {"number": winners, "confirm": "1", "answers.winner-drops": "drop"}
    assert browser.post(url, sent).status_code == 302
    assert event.enrollments.filter(state=Enrollment.State.DROPPED).count() == 8
