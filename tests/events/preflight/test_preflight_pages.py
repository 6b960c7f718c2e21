"""The page of the pre-flight check: access, its lines, and that it slows nobody down."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.core.preflight.queries import preflight_check
from events.core.results.result_questions import ResultConflictError
from events.core.rounds.actions import complete_round
from events.models import Event, Role
from tests import factories
from tests.events.preflight.test_preflight import started
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    play_round,
    start_round,
)
from tests.events.support.doors import (
    DESK,
    EVERYBODY,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.entry_box import words_of

pytestmark = pytest.mark.django_db


def asked(players: int = 8, leave: int = 1) -> tuple[Event, User, Client]:
    """Round 1 is complete; so many first-named players won and drop."""
    event, owner = event_with_owner(players)
    start_round(event, owner, 1)
    started(event, 40)
    slips = [f"{table} 20{' x1' if table <= leave else ''}" for table in range(1, players // 2 + 1)]
    enter_slips(event, owner, 1, *slips)
    complete_round(event_id=event.pk, actor=owner, number=1)
    return event, owner, factories.client_of(owner)


def key_of(event: Event) -> str:
    round = event.rounds.select_related("event", "stage").get(number=1)
    return preflight_check(round).lines[0].key


@pytest.mark.parametrize(
    ("method", "name", "allowed"),
    [
        ("get", "preflight", EVERYBODY),
        ("post", "preflight-answer", DESK),
    ],
)
def test_who_may_use_the_page(method: str, name: str, allowed: set[Role]) -> None:
    event, _owner, _browser = asked()
    url = address(event, name, number=1)
    check_refusals(method, url, allowed, event)
    check_wrong_method(method, url, event)


@pytest.mark.parametrize("name", ["pair", "publish"])
def test_with_nothing_open_the_button_does_it_at_once(name: str) -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1, publish=False)
    number = 2 if name == "pair" else 1
    answer = factories.client_of(owner).post(address(event, name, number=number))
    assert answer.status_code == HTTPStatus.FOUND
    assert "/gate/" not in answer["Location"]
    assert (event.rounds.count() == 2) == (name == "pair")


def test_with_a_question_open_every_step_leads_to_the_round_that_asks_it() -> None:
    event, _owner, browser = asked()
    page = address(event, "round", number=1)
    winner = at_table(event, 1, 1).first.name
    assert browser.post(address(event, "pair", number=2))["Location"] == page
    assert browser.post(address(event, "publish", number=1))["Location"] == page
    assert f"Drop {winner}, who won this round?" in words_of(browser.get(page))
    assert event.rounds.count() == 1
    assert not event.rounds.get().snapshots.exists()


@pytest.mark.parametrize(("back", "page"), [("gate", "preflight"), ("", "round")])
def test_one_click_answers_a_question_and_one_more_goes_on(back: str, page: str) -> None:
    event, _owner, _browser = asked()
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    shown = words_of(browser.get(address(event, page, number=1)))
    winner = at_table(event, 1, 1).first.name
    assert f"Drop {winner}, who won this round?" in shown
    assert f"Drop {winner} Keep {winner} in" in shown
    fields = {f"answers.{key_of(event)}": "drop", "back": back or "round"}
    answer = browser.post(address(event, "preflight-answer", number=1), fields)
    assert answer["Location"] == address(event, page, number=1)
    assert f"Drop {winner}" not in words_of(browser.get(answer["Location"]))
    answer = browser.post(address(event, "pair", number=2))
    assert answer["Location"] == address(event, "round", number=2)


def test_the_answer_may_go_with_the_step_itself() -> None:
    event, _owner, browser = asked()
    fields = {f"answers.{key_of(event)}": "drop"}
    answer = browser.post(address(event, "pair", number=2), fields)
    assert answer["Location"] == address(event, "round", number=2)


def test_of_two_results_that_differ_the_one_that_counts_is_kept_by_one_click() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    started(event, 40)
    enter_slips(event, owner, 1, *(f"{table} 20" for table in range(1, 5)))
    judge = factories.staff_member(event, Role.JUDGE)
    for table in (1, 2):
        with pytest.raises(ResultConflictError):
            enter_slips(event, judge, 1, f"{table} 21")
    complete_round(event_id=event.pk, actor=owner, number=1)
    keeper = factories.staff_member(event, Role.SCOREKEEPER)
    browser = factories.client_of(keeper)
    check_page = address(event, "preflight", number=1)
    with CaptureQueriesContext(connection) as two:
        page = words_of(browser.get(check_page))
    match = at_table(event, 1, 1)
    assert match.second is not None
    first, second = match.first.name, match.second.name
    assert f"Table 1: is “{first} beats {second} 2-0” right?" in page
    assert f"Another report says “{first} beats {second} 2-1” ({judge.username})." in page
    assert "The head judge can continue with a reason." in page
    fields = {f"answers.{key_of(event)}": "keep", "back": "gate"}
    answer = browser.post(address(event, "preflight-answer", number=1), fields)
    assert answer["Location"] == check_page
    with CaptureQueriesContext(connection) as one:
        assert words_of(browser.get(check_page)).count("right?") == 1
    assert len(one) == len(two)


def test_drops_of_others_stop_nobody() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    started(event, 40)
    enter_slips(event, owner, 1, "1 20 x2", "2 20", "3 20", "4 20")
    complete_round(event_id=event.pk, actor=owner, number=1)
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    assert "is dropping." in words_of(browser.get(address(event, "round", number=1)))
    browser.post(address(event, "pair", number=2))
    assert event.rounds.count() == 2


def test_only_the_head_judge_finishes() -> None:
    event, _owner, _browser = asked()
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    assert browser.post(address(event, "finish")).status_code == HTTPStatus.FORBIDDEN


def test_an_address_of_no_round() -> None:
    event, _owner, browser = asked()
    assert browser.get(address(event, "preflight", number=9)).status_code == HTTPStatus.NOT_FOUND


def test_the_page_costs_as_many_queries_for_one_line_as_for_many() -> None:
    costs = []
    for players, leave in ((8, 1), (24, 10)):
        event, _owner, browser = asked(players, leave)
        with CaptureQueriesContext(connection) as queries:
            page = browser.get(address(event, "preflight", number=1))
        assert page.content.decode().count('class="question"') == leave
        costs.append(len(queries))
    assert costs[0] == costs[1]
