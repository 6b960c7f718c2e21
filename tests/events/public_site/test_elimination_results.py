"""The game each table plays, as its players report it: at the desk, on the map, the end."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.core.clock.forecast import end_forecast
from events.models import Event, Round
from tests import factories
from tests.events.player_pages.test_phone_games import say
from tests.events.scenario import round_of
from tests.events.support.doors import address
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.markup import flat

pytestmark = pytest.mark.django_db


def started(event: Event, minutes: int) -> Round:
    """Round 1, as if it had begun so many minutes ago."""
    begun = timezone.now() - datetime.timedelta(minutes=minutes)
    event.rounds.update(started_at=begun, posted_at=begun)
    return round_of(event, 1)


def ago(minutes: int) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(minutes=minutes)


def test_the_desk_and_the_map_say_which_game_a_table_plays() -> None:
    event, owner = event_of_phones(phone_games=True)
    first, second = pair_at(event)
    say(first, second, 1, "w")
    browser = factories.client_of(owner)
    assert "game 2, 1-0" in flat(browser.get(address(event, "round", number=1)))
    assert "game 2" in flat(browser.get(address(event, "room")))
    say(second, first, 2, "w")
    live = flat(browser.get(address(event, "live", number=1), {"since": 0}))
    assert "game 3, 1-1" in live
    say(first, second, 2, "w")
    assert "game reports differ" in flat(browser.get(address(event, "round", number=1)))


def test_a_table_whose_games_decide_the_match_plays_no_third_one() -> None:
    event, owner = event_of_phones(phone_games=True)
    first, second = pair_at(event)
    say(first, second, 1, "w")
    say(first, second, 2, "w")
    browser = factories.client_of(owner)
    desk = flat(browser.get(address(event, "round", number=1)))
    assert "reported: 2-0" in desk
    assert "game 3" not in desk
    assert "game 3" not in flat(browser.get(address(event, "room")))


def test_the_likely_end_follows_the_games_that_were_told() -> None:
    event, owner = event_of_phones(8, phone_games=True)
    round = started(event, 30)
    told = None
    for table in (1, 2, 3):
        first, second = pair_at(event, table)
        say(first, second, 1, "w", at=ago(20))
        say(second, first, 2, "w", at=ago(12))
        told = end_forecast(round)
        assert told is not None
        assert told.by_games == (3 if table == 3 else 0), "five games are enough"
        assert told.end.earliest > timezone.now() - datetime.timedelta(seconds=5)
    assert told is not None
    # A third game takes eight to ten minutes here, so they are done long before time is called.
    assert told.end.latest < timezone.now() + datetime.timedelta(minutes=2)
    page = flat(factories.client_of(owner).get(address(event, "forecast", number=1)))
    assert "from game reports at 3 outstanding tables" in page


def test_few_and_many_tables_ask_the_same_number_of_queries() -> None:
    counts = []
    for players in (4, 24):
        event, owner = event_of_phones(players, phone_games=True)
        for table in range(1, players // 2 + 1):
            first, second = pair_at(event, table)
            say(first, second, 1, "w")
        browser = factories.client_of(owner)
        for name in ("round", "forecast"):
            with CaptureQueriesContext(connection) as queries:
                assert browser.get(address(event, name, number=1)).status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_no_game_is_asked_for_once_somebody_has_told_the_whole_result() -> None:
    event, _owner = event_of_phones(phone_games=True)
    first, second = map(Phone, pair_at(event))
    assert "data-games" in second.page()
    first.tell("2-0", second.enrollment)
    for phone in (first, second):
        assert "data-games" not in phone.page()
    assert "Confirm: you lost" in second.page()
    first.post("take-back", key="key 2-0")
    assert "data-games" in second.page()
