"""Points and records in the lists of a round."""

import pytest

from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from tests import factories
from tests.events.scenario import event_with_owner, report
from tests.events.support.doors import address

pytestmark = pytest.mark.django_db


def test_points_and_records_are_shown_once_a_player_has_one() -> None:
    event, owner = event_with_owner(5)
    browser = factories.client_of(owner)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    page = browser.get(address(event, "round", number=1)).content.decode()
    assert "0-0-0" not in page
    assert page.count('<th scope="col"') == 4
    post_round(event_id=event.pk, actor=owner, number=1)
    assert "0-0-0" not in browser.get(f"/staff/e/{event.slug}/rounds/1/tables/1/").content.decode()
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert "0-0-0" not in browser.get(address(event, "round", number=1)).content.decode()
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    page = browser.get(address(event, "round", number=2)).content.decode()
    assert page.count('<th scope="col"') == 6
    assert "1-0-0" in page
