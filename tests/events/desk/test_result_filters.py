"""The latest results at the desk, filtered by where they came from."""

from typing import Any

import pytest
from django.test import Client

from events.core.results.result_feed import RECENT
from events.models import Event, Report, Role
from events.player_pages.actions import report_by_phone
from tests import factories
from tests.events.scenario import at_table, enter_slips
from tests.events.support.doors import address
from tests.events.support.entry_box import HTMX, enter, playing, words_of
from tests.events.support.phones import event_of_phones, pair_at, told
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mixed() -> tuple[Event, Client]:
    """A round with a result from the desk, one from a judge and one that two phones agree on."""
    event, owner = event_of_phones(20)
    enter_slips(event, owner, 1, "1 20")
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE, "walking-judge"))
    enter(judge, event, "2 21")
    first, second = pair_at(event, 3)
    report_by_phone(event_id=event.pk, enrollment_id=first.pk, report=told("2-1", second))
    report_by_phone(event_id=event.pk, enrollment_id=second.pk, report=told("1-2", first))
    return event, factories.client_of(owner)


def listed(page: Any) -> list[int]:
    """The tables in the list of the latest results."""
    lines = flat(page).partition('id="recent"')[2].partition("</ol>")[0].split("<li")[1:]
    return sorted({int(line.partition("/tables/")[2].partition("/")[0]) for line in lines})


@pytest.mark.parametrize(
    ("chosen", "tables"),
    [("", [1, 2, 3]), ("desk", [1]), ("judges", [2]), ("phones", [3]), ("x", [1, 2, 3])],
)
def test_the_results_from_one_place_by_a_link(
    mixed: tuple[Event, Client], chosen: str, tables: list[int]
) -> None:
    event, browser = mixed
    here = address(event, "round", number=1)
    assert listed(browser.get(here, {"from": chosen})) == tables
    part = browser.get(
        address(event, "live", number=1),
        {"since": "-"},
        headers=HTMX | {"HX-Current-URL": f"http://testserver{here}?from={chosen}"},
    )
    assert listed(part) == tables, "and as a part of the page that shows them"


def test_a_report_without_a_name_says_where_it_is_from(mixed: tuple[Event, Client]) -> None:
    event, browser = mixed
    typed = Report.Source.TYPED
    Report.objects.filter(match=at_table(event, 1, 1)).update(account=None, source=typed)
    page = words_of(browser.get(address(event, "round", number=1)))
    assert "desk, from the slip" in page
    assert "desk, from the slip" in words_of(
        browser.get(address(event, "table", number=1, table=1))
    )


def test_a_phone_is_named_and_each_line_says_where_it_is_from(mixed: tuple[Event, Client]) -> None:
    event, browser = mixed
    page = flat(browser.get(address(event, "desk")))
    assert 'class="badge">phone</span>' in page
    assert page.count(' data-from="phones"') >= 1
    assert page.count(' data-from="judges"') == 1
    assert 'data-from="desk"' not in page, "the answer for an entered result is as large as before"


def test_forty_results_of_one_place_whatever_came_later() -> None:
    event, owner, browser = playing(2 * RECENT + 6)
    enter_slips(event, owner, 1, "1 20")
    Report.objects.update(source=Report.Source.JUDGE)
    enter_slips(event, owner, 1, *(f"{table} 20" for table in range(2, RECENT + 3)))
    here = address(event, "desk")
    assert 1 not in listed(browser.get(here))
    assert listed(browser.get(here, {"from": "judges"})) == [1]
    assert queries_of(lambda: browser.get(here, {"from": "judges"})) == queries_of(
        lambda: browser.get(here)
    )


def test_a_desk_without_phones_and_judges_has_no_filters() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "1 20")
    assert at_table(event, 1, 1).has_result
    assert "Filter the results" not in words_of(browser.get(address(event, "desk")))
    assert "?from=" not in flat(browser.get(address(event, "desk")))
