"""The page of the pre-flight check: access, its lines, and that it slows nobody down."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.core.preflight.queries import preflight_check
from events.core.results.actions import ResultConflictError
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
        ("post", "preflight-proceed", DESK),
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


def test_with_a_line_open_the_button_leads_to_the_page() -> None:
    event, _owner, browser = asked()
    answer = browser.post(address(event, "pair", number=2))
    page = address(event, "preflight", number=1)
    assert answer["Location"] == f"{page}?then=pair"
    answer = browser.post(address(event, "publish", number=1), {"back": "desk"})
    assert answer["Location"] == f"{page}?then=publish&back=desk"
    answer = browser.post(address(event, "finish"), {"early": "1"})
    assert answer["Location"] == f"{page}?then=finish&early=1"
    assert event.rounds.count() == 1
    assert not event.rounds.get().snapshots.exists()


def test_one_click_answers_a_line_and_one_more_goes_on() -> None:
    event, _owner, _browser = asked()
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    page = browser.get(address(event, "preflight", number=1), {"then": "pair"}).content.decode()
    assert f"Dropping after a win this round: {at_table(event, 1, 1).first.name}." in page
    assert "Yes, that is correct" in page
    assert "Answer every check first. The head judge can continue with a reason." in page
    go = address(event, "preflight-proceed", number=1)
    answer = browser.post(go, {"then": "pair", "seen": key_of(event), "reason": "x"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    fields = {"key": key_of(event), "then": "pair"}
    answer = browser.post(address(event, "preflight-answer", number=1), fields, follow=True)
    assert "Nothing is left to check." in answer.content.decode()
    answer = browser.post(go, {"then": "pair"})
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
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    check_page = address(event, "preflight", number=1)
    with CaptureQueriesContext(connection) as two:
        page = browser.get(check_page, {"then": "publish"}).content.decode()
    match = at_table(event, 1, 1)
    assert match.second is not None
    assert page.count("Keep this result") == 2
    assert f"{match.first.name} beats {match.second.name} 2‑0" in page
    assert f"{match.first.name} beats {match.second.name} 2‑1" in page
    said = {"table": 1, "seen": match.result_text, "then": "publish"}
    answer = browser.post(address(event, "sources-keep", number=1), said)
    assert answer["Location"] == f"{check_page}?then=publish"
    with CaptureQueriesContext(connection) as one:
        assert browser.get(check_page).content.decode().count("Keep this result") == 1
    assert len(one) == len(two)
    elsewhere = {"table": 2, "seen": at_table(event, 1, 2).result_text, "then": "nowhere"}
    answer = browser.post(address(event, "sources-keep", number=1), elsewhere)
    assert answer["Location"] == address(event, "sources", number=1)


def test_the_head_judge_goes_on_and_what_was_typed_comes_back() -> None:
    event, _owner, browser = asked()
    go = address(event, "preflight-proceed", number=1)
    fields = {"then": "publish", "back": "desk", "reason": "they  left"}
    answer = browser.post(go, fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    words = answer.content.decode()
    assert "A new check has appeared. Review it before you continue." in words
    assert 'value="they  left"' in words
    answer = browser.post(go, {**fields, "seen": key_of(event)})
    assert answer["Location"] == address(event, "desk")
    assert event.rounds.get().snapshots.count() == 1
    answer = browser.post(address(event, "pair", number=2))
    assert answer["Location"] == address(event, "round", number=2)


def test_drops_alone_need_one_click_on_the_page() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    started(event, 40)
    enter_slips(event, owner, 1, "1 20 x2", "2 20", "3 20", "4 20")
    complete_round(event_id=event.pk, actor=owner, number=1)
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    page = browser.post(address(event, "pair", number=2), follow=True).content.decode()
    assert "is dropping." in page
    assert "Pair round 2" in page
    browser.post(
        address(event, "preflight-proceed", number=1), {"then": "pair", "seen": key_of(event)}
    )
    assert event.rounds.count() == 2


def test_only_the_head_judge_finishes() -> None:
    event, _owner, _browser = asked()
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    answer = browser.post(address(event, "preflight-proceed", number=1), {"then": "finish"})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert (
        "Finish event"
        not in browser.get(
            address(event, "preflight", number=1), {"then": "finish"}
        ).content.decode()
    )


@pytest.mark.parametrize("then", ["", "nonsense"])
def test_an_address_that_nothing_leads_to(then: str) -> None:
    event, _owner, browser = asked()
    page = address(event, "preflight", number=1)
    assert browser.get(page, {"then": then}).status_code == HTTPStatus.NOT_FOUND
    answer = browser.post(address(event, "preflight-proceed", number=1), {"then": then})
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert browser.get(address(event, "preflight", number=9)).status_code == HTTPStatus.NOT_FOUND


def test_the_page_costs_as_many_queries_for_one_line_as_for_many() -> None:
    costs = []
    for players, leave in ((8, 1), (24, 10)):
        event, _owner, browser = asked(players, leave)
        with CaptureQueriesContext(connection) as queries:
            page = browser.get(address(event, "preflight", number=1))
        assert page.content.decode().count("preflight-line") == leave
        costs.append(len(queries))
    assert costs[0] == costs[1]
