"""The desk: access, undo, and the parts that update themselves."""

import re
from http import HTTPStatus

import pytest

from events.core.rounds.actions import complete_round, post_round, reopen_round, unpost_round
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.models import Enrollment, Event, Role, Round
from tests import factories
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    player,
    report,
    round_of,
    tables,
)
from tests.events.support.doors import EVERYBODY, address, check_refusals, check_wrong_method
from tests.events.support.entry_box import enter, live, names, playing, undo, words_of
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

DOORS = [("get", "live"), ("get", "echo"), ("post", "enter"), ("post", "undo")]


def test_who_may_see_the_desk() -> None:
    event, _owner, _browser = playing()
    url = address(event, "desk")
    check_refusals("get", url, EVERYBODY, event)
    check_wrong_method("get", url, event)
    for role in Role:
        browser = factories.client_of(factories.staff_member(event, role))
        assert browser.get(url).status_code == HTTPStatus.OK


@pytest.mark.parametrize(("method", "name"), DOORS)
def test_who_may_use_the_desk(method: str, name: str) -> None:
    event, _owner, _browser = playing()
    check_refusals(method, address(event, name, number=1), EVERYBODY, event)
    check_wrong_method(method, address(event, name, number=1), event)


def test_before_round_one_the_desk_says_what_comes_first() -> None:
    event, owner = event_with_owner(1)
    browser = factories.client_of(owner)
    page = words_of(browser.get(address(event, "desk")))
    assert "Before round 1" in page
    assert "Two players are needed." in page
    pair = address(event, "pair", number=1)
    assert pair not in browser.get(address(event, "desk")).content.decode()
    factories.enroll_players(event, ["Second Player"])
    assert pair in browser.get(address(event, "desk")).content.decode()
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    assert pair not in judge.get(address(event, "desk")).content.decode()


def test_the_desk_shows_the_newest_round_in_its_state() -> None:
    event, owner, browser = playing(4)
    page = words_of(browser.get(address(event, "desk")))
    assert "Round 1 posted" in page
    assert "2 of 2 tables playing" in page
    report(event, owner, 1)
    page = words_of(browser.get(address(event, "desk")))
    assert "All 2 results in" in page
    assert "All results are in." in page
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert "Round 1 complete" in words_of(browser.get(address(event, "desk")))
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    assert "Round 2 unposted" in words_of(browser.get(address(event, "desk")))


def test_undo_of_one_table_and_of_the_last() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "1 20 x2", "2 20", "3 20")
    assert "Undone." in words_of(undo(browser, event, line="1"))
    assert player(event, tables(event, 1)[1][1]).state == Enrollment.State.ACTIVE
    answer = undo(browser, event)
    assert " – ".join(names(event, 3)) + ": no result" in words_of(answer)
    assert "2 of 3 tables playing" in words_of(answer)
    assert at_table(event, 1, 2).result_text == "2-0"
    undo(browser, event)
    answer = undo(browser, event)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "You have no result in this round to undo." in words_of(answer)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("2", "Table 2 has no result to undo."),
        ("31", "Table 31 does not exist in round 1. Tables run from 1 to 3."),
        ("last", "“last” is not a table number."),
        ("9" * 5000, "is not a table number."),
    ],
)
def test_undo_of_nothing_says_so_and_undoes_nothing_else(table: str, words: str) -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "1 20")
    answer = undo(browser, event, line=table)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = words_of(answer)
    assert words in page
    assert "Could not undo:" in page
    assert "Could not enter:" not in page
    assert at_table(event, 1, 1).result_text == "2-0"


def test_undo_is_offered_for_what_a_table_has_now() -> None:
    event, _owner, browser = playing(18)
    enter(browser, event, "2 20")
    enter(browser, event, "2 12!", seen="2-0")
    page = flat(live(browser, event, "-"))
    assert page.count('name="line" value="2-') == 1
    page = flat(undo(browser, event, line="2"))
    assert page.count('name="line" value="2-') == 1, "the first result stands again"
    page = flat(undo(browser, event, line="2"))
    assert 'name="line" value="2-' not in page


def test_a_desk_is_told_only_the_lines_that_changed() -> None:
    event, owner, browser = playing(18)
    since = Event.objects.get(pk=event.pk).revision
    enter_slips(event, owner, 1, "1 20", "3 21")
    page = flat(live(browser, event, since))
    assert 'id="desk-gone" hidden data-gone="1 3" data-changed="1 3"' in page
    assert 'id="live"' not in page
    assert 'id="open-' not in page
    assert page.count("<li") == 2
    assert "7</strong>" in page
    since = Event.objects.get(pk=event.pk).revision
    undo(browser, event, line="3")
    page = flat(live(browser, event, since))
    assert '<tr id="open-3" data-fresh>' in page
    assert 'data-gone="" data-changed="3"' in page
    assert page.count("<s>") == 1


@pytest.mark.parametrize("since", ["", "-", "999999", "1", "x" * 50, "9" * 40])
def test_a_desk_that_does_not_know_where_it_is_gets_the_whole_list(since: str) -> None:
    event, owner, browser = playing(12)
    enter_slips(event, owner, 1, "1 20")
    page = live(browser, event, since).content.decode()
    assert 'id="live"' in page
    assert 'id="open-2"' in page


def test_when_more_than_lines_changed_the_desk_gets_the_whole_list() -> None:
    event, owner, browser = playing(12)
    since = Event.objects.get(pk=event.pk).revision
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="wrong")
    post_round(event_id=event.pk, actor=owner, number=1)
    assert 'id="live"' in live(browser, event, since).content.decode()


def test_an_entered_result_is_answered_with_its_line_whatever_is_outstanding() -> None:
    sizes = []
    for players in (12, 120):
        event, _owner, browser = playing(players)
        since = Event.objects.get(pk=event.pk).revision
        sizes.append(len(enter(browser, event, "2 20", since=str(since)).content))
    assert sizes[1] < sizes[0] + 100
    assert sizes[1] < 4500


def test_undo_of_a_line_takes_back_that_report_alone() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "2 20")
    old = at_table(event, 1, 2).official_report_id
    enter(browser, event, "2 12!", seen="2-0")
    page = undo(browser, event, line=f"2-{old}").content.decode()
    assert "Table 2 now has a different result, 1-2, entered by" in page
    assert at_table(event, 1, 2).result_text == "1-2"


@pytest.mark.parametrize("state", [Round.State.UNPOSTED, Round.State.COMPLETE])
@pytest.mark.parametrize("htmx", [True, False])
def test_a_slip_for_a_round_that_is_not_played_is_refused(state: Round.State, htmx: bool) -> None:
    event, owner, browser = playing()
    if state == Round.State.UNPOSTED:
        unpost_round(event_id=event.pk, actor=owner, number=1, reason="wrong")
        words = "Round 1 is not posted yet."
    else:
        report(event, owner, 1)
        complete_round(event_id=event.pk, actor=owner, number=1)
        words = "Round 1 is complete. The head judge can correct a result."
    answer = enter(browser, event, "1 02", htmx=htmx)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in words_of(answer)
    assert "<code>1 02</code>" in answer.content.decode()
    assert ("Post round 1" in words_of(answer)) == (not htmx and state == Round.State.UNPOSTED)
    assert ("no longer in progress" in words_of(answer)) == htmx
    assert round_of(event, 1).state == state


def test_a_slip_for_a_round_that_is_gone_leads_to_the_desk() -> None:
    event, owner, browser = playing()
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="wrong")
    discard_round(event_id=event.pk, actor=owner, number=1, reason="a latecomer")
    assert enter(browser, event, "1 20", htmx=False)["Location"] == address(event, "desk")
    assert live(browser, event, "-")["HX-Redirect"] == address(event, "desk")


def test_the_live_parts_come_when_something_has_changed_and_only_then() -> None:
    event, owner, browser = playing()
    first = live(browser, event, "-")
    assert first.status_code == HTTPStatus.OK
    assert "3 of 3 tables playing" in words_of(first)
    found = re.search(r'name="since" value="(\d+)"', first.content.decode())
    assert found is not None
    same = live(browser, event, found[1])
    assert (same.status_code, same.content) == (HTTPStatus.NO_CONTENT, b"")
    enter_slips(event, owner, 1, "1 20")
    changed = live(browser, event, found[1])
    assert changed.status_code == HTTPStatus.OK
    assert "2 of 3 tables playing" in words_of(changed)
    assert "{} beats {} 2-0".format(*names(event, 1)) in words_of(changed)


def test_when_a_colleague_completes_the_round_the_desk_offers_nothing_of_it() -> None:
    event, owner, browser = playing()
    report(event, owner, 1)
    before = live(browser, event, "-").content.decode()
    assert "Complete round 1" in before
    assert 'id="round-state" hx-swap-oob="true"' in before
    complete_round(event_id=event.pk, actor=owner, number=1)
    page = words_of(live(browser, event, "-"))
    assert "Round 1 is no longer in progress." in page
    for words in ("For players", "tables playing", "All results are in", "Complete round 1"):
        assert words not in page, words
    assert page.rstrip().endswith(" complete"), "the badge beside the heading"


def live_queries(players: int) -> tuple[int, int, int]:
    """Count queries of the live parts, of nothing new, and of an entry."""
    event, owner, browser = playing(players)
    enter_slips(event, owner, 1, "1 20", "2 20")
    new = queries_of(lambda: live(browser, event, "-"))
    since = Event.objects.get(pk=event.pk).revision
    nothing = queries_of(lambda: live(browser, event, since), 204)
    return new, nothing, queries_of(lambda: enter(browser, event, "3 20"))


def test_the_desk_costs_as_many_queries_for_three_tables_as_for_sixty() -> None:
    few = live_queries(6)
    assert few == live_queries(120)
    changed, nothing, entered = few
    assert nothing <= 3, "session, person, event: nothing is read while nothing has changed"
    assert changed <= 12, "one asks whether anything no longer follows"
    assert entered <= 32


def test_what_a_desk_knows_of_a_round_ends_with_its_being_played() -> None:
    event, owner, browser = playing()
    assert enter(browser, event, "1 20").status_code == HTTPStatus.OK
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    answer = enter(browser, event, "2 20")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Round 1 is complete." in words_of(answer)
    reopen_round(event_id=event.pk, actor=owner, number=1)
    stands = at_table(event, 1, 2).result_text
    assert enter(browser, event, "2 02!", seen=stands).status_code == HTTPStatus.OK


def test_the_second_result_of_a_round_asks_a_question_less() -> None:
    event, _owner, browser = playing()
    first = queries_of(lambda: enter(browser, event, "1 20"))
    second = queries_of(lambda: enter(browser, event, "2 20"), after_others=True)
    assert second == first - 1
