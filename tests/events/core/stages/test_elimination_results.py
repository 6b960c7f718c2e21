"""Where nothing but playoffs is played, standings say how far everyone came."""

from typing import Any

import pytest

from events.core.rounds.actions import complete_round
from events.core.stages.elimination_results import elimination_results
from events.core.stages.plans import StagePlan
from events.core.standings.queries import live_standings
from events.models import Stage
from events.paper.standings_list import standings
from events.report.queries import event_report
from events.report.report_tables import report_tables
from events.stages.actions import lay_out_stages
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, start_round
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of
from tests.events.support.paper_files import pages_of, texts

pytestmark = pytest.mark.django_db

SINGLE, DOUBLE = Stage.Kind.SINGLE_ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION


def test_elimination_only_standings_show_how_far_one_came_not_zeros() -> None:
    event, owner = event_with_owner(4)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    lay_out_stages(**who, plans=[StagePlan(kind=SINGLE, third_place=True)])
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 20")
    complete_round(**who, number=1)
    browser = factories.client_of(owner)
    page = words_of(browser.get(address(event, "standings")))
    assert page.count("still in") == 2
    assert page.count("Semifinals") == 2
    assert "0-0-0" not in page
    enter_slips(event, owner, 2, "1 20", "2 20")
    complete_round(**who, number=2)
    for name in ("standings", "report"):
        page = words_of(browser.get(address(event, name)))
        assert "Winner" in page, name
        assert "0-0-0" not in page, name
    (printed,) = texts(pages_of(browser, address(event, "pdf-standings", number=2)))
    assert "Winner" in printed
    assert "0-0-0" not in printed
    [table] = [each for each in report_tables(event_report(event)) if each.code == "standings"]
    heads = [column.title for column in table.columns]
    assert heads == ["Place", "Number", "Name", "State", "Came to", "Drawn by lot"]
    came_to = [dict(zip(heads, row, strict=True))["Came to"] for row in table.rows]
    assert came_to == ["Winner", "Final", "Semifinals", "Semifinals"]
    live = live_standings(event, None)
    assert live is not None
    paper = str(standings(live).data)
    assert "Winner" in paper
    assert "0-0-0" not in paper


def test_in_double_elimination_the_second_loss_ends_it() -> None:
    event, owner = event_with_owner(4)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    lay_out_stages(**who, plans=[StagePlan(kind=DOUBLE)])
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 20")
    complete_round(**who, number=1)
    found = elimination_results(event, 1)
    assert found is not None
    assert all(one.lost_in is None and not one.won_all for one in found.values())
    swiss, _owner = event_with_owner(4)
    assert elimination_results(swiss, 1) is None
