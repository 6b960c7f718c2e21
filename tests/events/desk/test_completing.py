"""Completing a round on its page, opening it again, and what follows."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Enrollment, Event, Role, Round
from tests import factories
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    play_round,
    report,
    round_of,
    start_round,
    tables,
)
from tests.events.support.doors import (
    address,
)
from tests.markup import flat

pytestmark = pytest.mark.django_db


def drafted(players: int = 6) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    return event, owner, factories.client_of(owner)


def playing(players: int = 6, **columns: object) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    return event, owner, factories.client_of(owner)


def press(browser: Client, event: Event, name: str, number: Any = 1, **fields: Any) -> str:
    """Press a button and return the page that follows, messages included."""
    answer = browser.post(address(event, name, number=number), fields, follow=True)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


def state_of(event: Event, number: int = 1) -> str:
    return round_of(event, number).state


def test_a_round_is_completed_by_a_button_never_by_a_link() -> None:
    event, owner, browser = playing()
    report(event, owner, 1)
    answer = browser.get(address(event, "complete", number=1))
    assert answer.status_code == HTTPStatus.OK
    assert "All results are in." in answer.content.decode()
    assert state_of(event) == Round.State.POSTED
    assert "Round 1 is complete." in press(browser, event, "complete")
    assert state_of(event) == Round.State.COMPLETE


@pytest.mark.parametrize("posted", [False, True])
def test_the_page_for_completing_is_for_a_round_that_is_played(posted: bool) -> None:
    event, owner, browser = drafted()
    if posted:
        press(browser, event, "post")
        report(event, owner, 1)
        complete_round(event_id=event.pk, actor=owner, number=1)
    answer = browser.get(address(event, "complete", number=1))
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"] == address(event, "round", number=1)
    words = "Round 1 is complete." if posted else "Choose an outcome for this table."
    answer = browser.post(address(event, "complete", number=1))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in answer.content.decode()


def test_each_missing_table_is_resolved_on_the_page() -> None:
    event, owner, browser = playing(12)
    enter_slips(event, owner, 1, "1 20")
    page = browser.get(address(event, "complete", number=1)).content.decode()
    assert [f"choice-{table}" in page for table in range(1, 7)] == [False] + [True] * 5
    press(
        browser,
        event,
        "complete",
        **{
            "other": "2 ２ー１",
            "choice-3": "no-show-first",
            "choice-4": "no-show-second",
            "choice-5": "no-show-both",
            "choice-6": "double-loss",
        },
    )
    assert state_of(event) == Round.State.COMPLETE
    results = [at_table(event, 1, table).result_text for table in range(1, 7)]
    assert results == ["2-0", "2-1", "0-2", "2-0", "dl", "dl"]
    seats = tables(event, 1)
    gone = set(
        event.enrollments.filter(state=Enrollment.State.DROPPED).values_list("number", flat=True)
    )
    assert gone == {seats[3][0], seats[4][1], *seats[5]}


def test_a_refused_completion_keeps_what_was_chosen_and_typed() -> None:
    event, _owner, browser = playing(8)
    fields = {"choice-2": "double-loss", "other": "1 31\n\n3 soon\n77 20\ntable 4"}
    answer = browser.post(address(event, "complete", number=1), fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    assert "3-1 is impossible in a best of 3: 2 wins end the match." in page
    assert "“soon” is not a result." in page
    assert "Line 4, “77 20”: Table 77 does not exist in round 1." in flat(page)
    assert "Line 5, “table 4”: “table” is not a table number." in flat(page)
    assert page.count("Choose an outcome for this table.") == 1
    assert ">1 31\n\n3 soon\n77 20\ntable 4</textarea>" in page
    assert page.count('value="double-loss" selected') == 1
    assert state_of(event) == Round.State.POSTED
    assert not at_table(event, 1, 2).has_result


def test_a_result_and_a_choice_for_one_table_are_refused_and_kept() -> None:
    event, _owner, browser = playing(2)
    fields = {"other": "1 2-1 x2", "choice-1": "no-show-first"}
    answer = browser.post(address(event, "complete", number=1), fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    assert "Choose one: this table also has a line under “Another result”." in page
    assert ">1 2-1 x2</textarea>" in page
    assert 'value="no-show-first" selected' in page
    answer = browser.post(address(event, "complete", number=1), {"other": "1 20\n1 02"})
    assert "Choose one: this table has several lines below." in answer.content.decode()
    assert not at_table(event, 1, 1).has_result


def test_an_answer_that_a_colleague_was_faster_with_is_told() -> None:
    event, owner, browser = playing(8)
    colleague = factories.staff_member(event, Role.SCOREKEEPER, "bo")
    enter_slips(event, owner, 1, "1 20")
    enter_slips(event, colleague, 1, "2 02", "3 12")
    typed = {"choice-3": "double-loss", "other": "2 20 x2\n4 soon"}
    answer = browser.post(address(event, "complete", number=1), typed)
    told = [
        "Table 2 already has 0-2, entered by bo. Your 20 x2 was not used.",
        "Table 3 already has 1-2, entered by bo. Your choice was not used.",
    ]
    assert answer.context["overtaken"] == told
    assert all(words in answer.content.decode() for words in told)
    page = press(browser, event, "complete", **{**typed, "other": "2 20 x2\n4 21"})
    assert "Round 1 is complete." in page
    assert all(words in page for words in told)
    assert "Table 4 already has" not in page
    assert [at_table(event, 1, table).result_text for table in (2, 3, 4)] == ["0-2", "1-2", "2-1"]


def test_a_colleague_is_faster_while_the_round_is_being_completed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, _owner, browser = playing(2)
    colleague = factories.staff_member(event, Role.SCOREKEEPER, "bo")

    def late(**arguments: Any) -> Round:
        enter_slips(event, colleague, 1, "1 02")
        return complete_round(**arguments)

    monkeypatch.setattr("events.core.rounds.actions.complete_round", late)
    page = press(browser, event, "complete", other="1 20 x2")
    assert "Table 1 already has 0-2, entered by bo. Your 20 x2 was not used." in page


def test_a_no_show_in_a_longer_match_is_lost_by_its_games() -> None:
    event, _owner, browser = playing(2, games_to_win=3)
    press(browser, event, "complete", **{"choice-1": "no-show-second"})
    assert at_table(event, 1, 1).result_text == "3-0"


def test_a_round_is_opened_again_until_something_follows() -> None:
    event, owner = event_with_owner(4)
    browser = factories.client_of(owner)
    play_round(event, owner, 1, publish=False)
    assert "Round 1 was reopened." in press(browser, event, "reopen-round")
    press(browser, event, "complete")
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    page = press(browser, event, "reopen-round")
    assert "Round 2 is already paired. Correct the result instead." in page


def test_a_complete_round_offers_one_next_step_after_the_other() -> None:
    event, owner = event_with_owner(4, rounds=2)
    browser = factories.client_of(owner)
    play_round(event, owner, 1, publish=False)
    page = browser.get(address(event, "round", number=1)).content.decode()
    assert "Publish standings after round 1" in page
    assert address(event, "pair", number=2) in page
    assert address(event, "reopen-round", number=1) in page
    play_round(event, owner, 2)
    page = browser.get(address(event, "round", number=2)).content.decode()
    assert "standings published, revision 1" in page
    assert address(event, "pair", number=3) not in page
    assert "Finish event" in page


def fields_of(page: str) -> list[str]:
    return re.findall(r"<(?:input|select|textarea|button)\b", page)


def test_many_missing_tables_have_one_choice_each_and_one_for_the_rest() -> None:
    event, _owner, browser = playing(2 * 107)
    page = browser.get(address(event, "complete", number=1)).content.decode()
    assert len(fields_of(page)) <= 150
    assert [f'name="choice-{table}"' in page for table in (1, 107)] == [True, True]
    chosen = {
        "choice-2": "21",
        "choice-3": "no-show-first",
        "choice-4": "no-show-second",
        "choice-5": "no-show-both",
        "choice-6": "11t",
        "choice-7": "no-show-first-stays",
        "other": "8 11t x2",
    }
    fields = {"choice-rest": "double-loss", "tables": "1-107", **chosen}
    press(browser, event, "complete", **fields)
    assert state_of(event) == Round.State.COMPLETE
    results = [at_table(event, 1, table).result_text for table in (*range(1, 9), 107)]
    assert results == ["dl", "2-1", "0-2", "2-0", "dl", "1-1-1", "0-2", "1-1-1", "dl"]
    seats = tables(event, 1)
    gone = set(
        event.enrollments.filter(state=Enrollment.State.DROPPED).values_list("number", flat=True)
    )
    assert gone == {seats[3][0], seats[4][1], *seats[5], seats[8][1]}


def test_one_missing_table_is_asked_about_without_a_rest() -> None:
    event, _owner, browser = playing(2)
    page = flat(browser.get(address(event, "complete", number=1)))
    assert "1 table has no result." in page
    assert "choice-rest" not in page
    names = at_table(event, 1, 1).names
    assert f'<option value="no-show-second">{names[1]} did not appear: dropped</option>' in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose an outcome for this table."),
        ({"choice-rest": "all-lose"}, "Choose an outcome for this table."),
        ({"choice-rest": "double-loss", "tables": "1-11"}, "Choose an outcome for this table."),
        ({"choice-rest": "double-loss", "tables": "x"}, "Choose an outcome for this table."),
        ({"choice-rest": "double-loss", "other": "3 n3"}, "“n3” is not a result."),
        ({"choice-rest": "double-loss", "other": "3"}, "Type the result after the table."),
        ({"choice-rest": "double-loss", "other": "3 31"}, "3-1 is impossible"),
    ],
)
def test_a_choice_for_the_rest_holds_for_what_was_seen_and_is_checked(
    fields: dict[str, str], words: str
) -> None:
    event, _owner, browser = playing(26)
    answer = browser.post(address(event, "complete", number=1), {"tables": "1-13", **fields})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = flat(answer.content.decode())
    assert words in page
    assert state_of(event) == Round.State.POSTED
    if "other" in fields:
        assert f">{fields['other']}</textarea>" in page
        assert 'value="double-loss" selected' in page


@pytest.mark.parametrize("choice", ["d", "no-show-first-stays"])
def test_every_answer_can_be_the_one_for_the_rest(choice: str) -> None:
    event, _owner, browser = playing(26)
    press(browser, event, "complete", **{"tables": "1-13", "choice-rest": choice})
    expected = "0-0-3" if choice == "d" else "0-2"
    assert {at_table(event, 1, table).result_text for table in range(1, 14)} == {expected}
    assert not event.enrollments.filter(state=Enrollment.State.DROPPED).exists()
