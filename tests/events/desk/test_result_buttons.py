"""A small round at the desk: every table stays on the list, with its results as buttons."""

import re
from http import HTTPStatus

import pytest

from events.core.results.match_rules import MatchRules
from events.core.results.round_rules import row_choices
from events.core.rounds.actions import complete_round
from events.core.rounds.queries import MOST_WITH_BUTTONS
from events.models import Event
from tests import factories
from tests.events.scenario import at_table, enter_slips, report, start_round
from tests.events.support.doors import address
from tests.events.support.entry_box import enter, live, playing, undo, words_of
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def test_up_to_eight_tables_have_buttons() -> None:
    for players, buttons in ((2 * MOST_WITH_BUTTONS, True), (2 * MOST_WITH_BUTTONS + 2, False)):
        event, _owner, browser = playing(players)
        page = flat(browser.get(address(event, "desk")))
        assert ('form="quick-result" name="entry" value="2 21"' in page) is buttons
        assert ("filter-open" in page) is not buttons


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        (MatchRules(), "20 21 11 12 02"),
        (MatchRules(draws_allowed=False, playoff=True), "20 21 12 02"),
        (MatchRules(games_to_win=1), "10 00 01"),
        (MatchRules(games_to_win=3), "30 31 32 22 23 13 03"),
    ],
)
def test_the_usual_results_of_a_match_have_a_button(rules: MatchRules, values: str) -> None:
    assert [choice.value for choice in row_choices(rules)] == values.split()


def test_a_team_result_by_seats_has_no_buttons() -> None:
    event = factories.EventFactory.create(players=4, trios=True, posted=True)
    owner = factories.StaffMemberFactory.create(event=event, organizer=True).user
    page = flat(factories.client_of(owner).get(address(event, "desk")))
    assert 'id="open-1"' in page
    assert 'form="quick-result"' not in page


def test_a_button_works_without_scripts_and_its_table_stays_with_undo() -> None:
    event, _owner, browser = playing()
    page = flat(enter(browser, event, "2 21", htmx=False))
    assert "✓" in page
    assert 'id="open-2"' in page
    cell = re.search(r'<td class="result-cell in" id="result-2".*?</td>', page)
    assert cell
    assert "2-1" in cell[0]
    assert 'form="undo-line" name="line"' in cell[0]


def test_an_answer_replaces_the_cell_and_keeps_the_row() -> None:
    event, owner, browser = playing()
    since = Event.objects.get(pk=event.pk).revision
    enter_slips(event, owner, 1, "1 20")
    page = flat(live(browser, event, since))
    assert 'id="desk-gone" hidden data-gone="" data-changed="1"' in page
    assert 'id="result-1" hx-swap-oob="true"' in page
    assert 'id="result-2"' not in page
    since = Event.objects.get(pk=event.pk).revision
    answer = undo(browser, event, line=f"1-{at_table(event, 1, 1).official_report_id}")
    assert answer.status_code == HTTPStatus.OK
    page = flat(live(browser, event, since))
    assert '<tr id="open-1" data-fresh>' in page
    assert 'value="1 21"' in page


def test_all_tables_stay_when_the_last_result_is_in() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "1 20", "2 20", "3 dl")
    page = browser.get(address(event, "desk"))
    assert "All results are in." in words_of(page)
    assert flat(page).count('class="result-cell in"') == 3
    assert "double loss" in words_of(page)


def test_the_list_takes_as_many_queries_with_results_as_without() -> None:
    event, owner, browser = playing(14)
    enter_slips(event, owner, 1, "1 20")
    before = queries_of(lambda: browser.get(address(event, "desk")))
    enter_slips(event, owner, 1, "2 20", "3 12", "4 20")
    assert queries_of(lambda: browser.get(address(event, "desk"))) == before


def test_points_before_the_round_follow_the_names_from_round_2_on() -> None:
    event, owner, browser = playing(8)
    assert "<small>" not in flat(browser.get(address(event, "desk"))).split("open-rows")[1]
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    rows = flat(browser.get(address(event, "desk"))).split("open-rows")[1]
    assert re.findall(r"</a><small>(\d+)</small>", rows) == ["3"] * 4 + ["0"] * 4
