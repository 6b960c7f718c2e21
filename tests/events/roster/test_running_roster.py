"""The roster of a running event: tables, records, points, and no column that says nothing."""

from functools import partial

import pytest

from events.core.rounds.queries import roster_round
from tests import factories
from tests.events.scenario import event_with_owner, play_round, start_round
from tests.events.support.doors import address
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def test_it_shows_tables_while_a_round_is_played_and_records_after_it() -> None:
    event, owner = event_with_owner(4)
    browser = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/roster/"
    assert roster_round(event) is None
    assert ">Record</th>" not in flat(browser.get(path))
    play_round(event, owner, 1)
    page = flat(browser.get(path))
    assert ">Record</th>" in page
    assert ">Table</th>" not in page
    start_round(event, owner, 2)
    now = roster_round(event)
    assert now is not None
    assert sorted(now.tables.values()) == [1, 1, 2, 2]
    assert sum(points for points, _record in now.records.values()) == 6
    page = flat(browser.get(path))
    assert '<a href="../rounds/2/tables/1/">1</a>' in page


def test_a_status_of_nobody_has_no_column() -> None:
    event, owner = event_with_owner(4)
    browser = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/roster/"
    play_round(event, owner, 1)
    assert ">Status<" not in flat(browser.get(path))
    event.enrollments.filter(number=1).update(state="dropped", dropped_after=1)
    assert ">Status<" in flat(browser.get(path))


def test_more_players_take_no_more_queries() -> None:
    counts = []
    for players in (4, 12):
        event, owner = event_with_owner(players)
        start_round(event, owner, 1)
        counts.append(queries_of(partial(factories.client_of(owner).get, address(event, "roster"))))
    assert counts[0] == counts[1]
