"""The filters of the outstanding tables: their counts, and the rows that they leave."""

import datetime

import pytest
from django.utils import timezone

from events.core.rounds.actions import extend_time
from events.models import Call, Event, Round
from tests.events.scenario import at_table
from tests.events.support.doors import address
from tests.events.support.entry_box import live, playing, words_of
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def extended(event: Event, owner: object, table: int, minutes: int = 3) -> None:
    extend_time(
        event_id=event.pk,
        actor=owner,  # type: ignore[arg-type]
        number=1,
        table=table,
        minutes=minutes,
    )


def test_a_filter_counts_its_tables_and_works_as_a_link() -> None:
    event, owner, browser = playing(20, private_pages=True)
    for table in (2, 5):
        extended(event, owner, table)
    match = at_table(event, 1, 7)
    Call.objects.create(
        match=match, enrollment=match.first, kind=Call.Kind.JUDGE, at=timezone.now()
    )
    page = browser.get(address(event, "desk"))
    assert "All 10 Over time 0 Extension 2 Called a judge 1 One phone report 0" in words_of(page)
    assert '<tr id="open-5" data-is="extension">' in flat(page)
    assert '<tr id="open-7" data-is="called">' in flat(page)
    page = browser.get(address(event, "desk"), {"show": "extension"})
    assert '<tr id="open-5" data-is="extension">' in flat(page)
    assert '<tr id="open-7" data-is="called" class="other">' in flat(page)
    assert 'href="?show=extension" data-show="extension" aria-current="true"' in flat(page)
    assert 'aria-current="true">All' not in words_of(page)


def test_time_is_over_for_each_table_at_its_own_end() -> None:
    event, owner, browser = playing(20)
    started = timezone.now() - datetime.timedelta(minutes=51)
    Round.objects.update(started_at=started)
    extended(event, owner, 2, minutes=30)
    page = words_of(browser.get(address(event, "desk")))
    assert "Over time 9 Extension 1" in page


def test_what_is_no_filter_shows_all() -> None:
    event, _owner, browser = playing(20)
    page = flat(browser.get(address(event, "desk"), {"show": '"><b>'}))
    assert 'data-show="" aria-current="true"' in page
    assert "<b>&gt;" not in page
    assert 'class="other"' not in page


def test_a_small_round_has_no_filters_and_marks_take_no_queries() -> None:
    event, _owner, browser = playing(6)
    assert "table-filters" not in flat(browser.get(address(event, "desk")))
    event, owner, browser = playing(20, private_pages=True)
    before = queries_of(lambda: browser.get(address(event, "desk")))
    for table in range(1, 9):
        extended(event, owner, table)
    assert queries_of(lambda: browser.get(address(event, "desk"))) == before


def test_a_changed_row_comes_with_its_marks() -> None:
    event, owner, browser = playing(20)
    since = Event.objects.get(pk=event.pk).revision
    extended(event, owner, 4)
    page = flat(live(browser, event, since))
    assert '<tr id="open-4" data-fresh data-is="extension">' in page
