"""Players of the same name are distinguished by their numbers."""

import pytest
from django.test import Client

from events.core.namesakes import mark_namesakes
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.desk.unposted_actions import take_out_of_round
from events.models import Event
from tests import factories
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of
from tests.events.support.stages import SINGLE, play_swiss, staged

pytestmark = pytest.mark.django_db


def shown(browser: Client, event: Event, name: str) -> str:
    return words_of(browser.get(address(event, name, number=1)))


def test_namesakes_are_shown_with_their_numbers() -> None:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    )
    event.enrollments.filter(number__in=(2, 5)).update(name="Anna <Rossi>")
    mark_namesakes(event)
    browser = factories.client_of(owner)
    same = [f"Anna &lt;Rossi&gt; #{number}" for number in (2, 5)]
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    page = shown(browser, event, "round")
    assert all(name in page for name in same)
    assert "Player 001 #" not in page
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=2)
    assert f"not in this round: {same[0]}" in shown(browser, event, "round")
    again = browser.post(address(event, "pair-again", number=1), {"reason": "late"})
    assert again["Location"] == address(event, "round", number=1)
    post_round(event_id=event.pk, actor=owner, number=1)
    assert all(name in shown(browser, event, "round") for name in same), "outstanding tables"
    event.rounds.all().delete()
    play_swiss(event, owner, 1, 1)
    page = shown(browser, event, "cut")
    assert all(name in page for name in same)
    assert "Player 001 #" not in page
