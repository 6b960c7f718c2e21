"""Prizes that no player can win: the pages of the prizes name each."""

import pytest

from events.core.prizes.lines import parse_lines
from events.core.prizes.pool import unreachable_prizes
from tests import factories
from tests.events.prizes.test_prizes import played
from tests.events.scenario import event_with_owner

pytestmark = pytest.mark.django_db


def test_each_prize_that_no_player_can_win_is_named() -> None:
    lines = (
        *("1: 100", "3-8: 5", "9: 2", "9-0: pin", "1 point: die", "90 points: bag"),
        *("Winner: hat", "Under 18: 20 credit", "Under 18 #2: 5 credit"),
    )
    event, owner = played(lines="\n".join(lines), labels="Under 18: 1")
    client = factories.client_of(owner)
    for page in ("prizes/", "prizes/list/"):
        shown = client.get(f"/staff/e/{event.slug}/{page}")
        unreachable = [line.winners for line in shown.context["unreachable"]]
        assert unreachable == [
            *("9", "9-0 or better", "90 match points or more"),
            *("Best of Winner", "Under 18, place 2"),
        ]
        assert "No player has the label" in shown.text
        assert "the event has" in shown.text
        assert "the planned rounds give at most" in shown.text


def test_places_and_records_are_open_before_round_1() -> None:
    event, _owner = event_with_owner(0)
    prizes = parse_lines("1: 100\n5-0: 20", "USD")
    assert unreachable_prizes(event, prizes) == []
