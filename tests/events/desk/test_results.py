"""One table: its result by tapping, its extension, its history, its correction."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from domain.results import Side
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.desk.tardiness_actions import match_loss_for_tardiness
from events.models import Enrollment, Event, Role, StandingsSnapshot, Verb
from tests import factories
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    journaled,
    play_round,
    player,
    report,
    start_round,
    tables,
)
from tests.events.support.doors import (
    EVERYBODY,
    LAST_WORD,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.entry_box import names, playing, words_of
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

DOORS = [
    ("get", "table", EVERYBODY),
    ("post", "table-enter", EVERYBODY),
    ("post", "table-undo", EVERYBODY),
    ("post", "extend", EVERYBODY),
    ("post", "correct", LAST_WORD),
]


def url(event: Event, name: str, table: int = 1, number: int = 1) -> str:
    return address(event, name, number=number, table=table)


def complete() -> tuple[Event, User, Client]:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    return event, owner, factories.client_of(owner)


@pytest.mark.parametrize(("method", "name", "allowed"), DOORS)
def test_who_may_do_what(method: str, name: str, allowed: set[Role]) -> None:
    event, _owner, _browser = playing()
    check_refusals(method, url(event, name), allowed, event)
    check_wrong_method(method, url(event, name), event)


@pytest.mark.parametrize("name", ["table", "table-enter", "correct"])
def test_a_table_that_is_not_there_is_not_found(name: str) -> None:
    event, _owner, browser = playing()
    method = browser.get if name == "table" else browser.post
    for table, number in ((4, 1), (0, 1), (1, 2), (10**30, 1)):
        answer = method(url(event, name, table, number), {"score": "20"} if name != "table" else {})
        assert answer.status_code == HTTPStatus.NOT_FOUND, (table, number)


@pytest.mark.parametrize(("name", "field"), [("table-undo", "x"), ("extend", "minutes")])
def test_writing_to_a_table_that_is_not_there_writes_nothing(name: str, field: str) -> None:
    event, _owner, browser = playing()
    before = event.journal.count()
    answer = browser.post(url(event, name, 10**30), {field: "3"}, follow=True)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert event.journal.count() == before


def test_a_judge_taps_a_result() -> None:
    event, _owner, _browser = playing()
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = judge.get(url(event, "table", 2)).content.decode()
    first, second = names(event, 2)
    assert re.findall(r'name="result"\s+value="(\d+)"', page) == [
        *("20", "21", "10"),
        "11",
        *("02", "12", "01"),
    ]
    assert f"{first} and {second} draw by agreement" in words_of(
        judge.get(url(event, "table", 2))
    ), "the rest is under Another result"
    answer = judge.post(url(event, "table-enter", 2), {"result": "21", "drop_second": "1"})
    assert answer["Location"] == address(event, "round", number=1)
    assert "Table 2: 2-1 was recorded." in words_of(judge.get(answer["Location"]))
    assert at_table(event, 1, 2).result_text == "2-1"
    assert player(event, tables(event, 1)[2][1]).state == Enrollment.State.DROPPED
    page = words_of(judge.get(url(event, "table", 2)))
    assert f"{first} beats {second} 2-1" in page
    assert "dropped" in page
    assert "entered a result" in page


@pytest.mark.parametrize(
    ("typed", "stored"), [("dl", "dl"), ("２ー０", "2-0"), ("2 0 x1", "2-0"), ("d", "0-0-3")]
)
def test_another_result_is_typed_as_at_the_desk(typed: str, stored: str) -> None:
    event, _owner, browser = playing()
    browser.post(url(event, "table-enter"), {"score": typed})
    assert at_table(event, 1, 1).result_text == stored


def test_who_drops_counts_with_another_result_too() -> None:
    event, _owner, browser = playing()
    page = browser.get(url(event, "table")).content.decode()
    [form] = [part for part in page.split("<form") if 'id="other-score"' in part]
    assert 'name="drop_first"' in form
    assert 'name="drop_second"' in form
    assert form.index("<button formnovalidate>") < form.index('<button name="score"'), (
        "the first button is the one that Enter presses"
    )
    browser.post(url(event, "table-enter"), {"score": ["2-2-2", "2-0"], "drop_second": "1"})
    assert at_table(event, 1, 1).result_text == "2-0", "what was typed is not the button's"
    assert player(event, tables(event, 1)[1][1]).state == Enrollment.State.DROPPED


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Choose or enter a result."),
        ("30", "3-0 is impossible in a best of 3: 2 wins end the match."),
        ("won", "“won” is not a result."),
    ],
)
def test_a_refused_result_keeps_what_was_typed_and_ticked(typed: str, words: str) -> None:
    event, _owner, browser = playing()
    answer = browser.post(url(event, "table-enter"), {"score": typed, "drop_first": "1"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in words_of(answer)
    page = flat(answer)
    assert f'name="score" size="8" value="{typed}"' in page
    assert 'name="drop_first" value="1" checked' in page
    assert not at_table(event, 1, 1).has_result
    assert player(event, tables(event, 1)[1][0]).state == Enrollment.State.ACTIVE


def test_another_result_shows_both_asks_and_replaces_only_what_was_seen() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "2 20")
    answer = browser.post(url(event, "table-enter", 2), {"score": "0-2", "drop_first": "1"})
    assert answer.status_code == HTTPStatus.CONFLICT
    page = words_of(answer)
    first, second = names(event, 2)
    assert f"{first} beats {second} 2-0" in page
    assert f"You chose: {second} beats {first} 2-0" in page
    [key] = re.findall(r'name="(answers.result-differs:[\d:]+)" value="replace"', flat(answer))
    assert at_table(event, 1, 2).result_text == "2-0"
    fields = {"score": "0-2", "drop_first": "1"}
    for field, value in ((f"{key}9", "replace"), ("seen", "2-1")):
        answer = browser.post(url(event, "table-enter", 2), {**fields, field: value})
        assert answer.status_code == HTTPStatus.CONFLICT
    browser.post(url(event, "table-enter", 2), {**fields, key: "replace"})
    assert at_table(event, 1, 2).result_text == "0-2"
    assert player(event, tables(event, 1)[2][0]).state == Enrollment.State.DROPPED


def test_the_same_result_again_is_told() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "2 20")
    answer = browser.post(url(event, "table-enter", 2), {"score": "2-0"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Table 2 already has this result, entered by" in words_of(answer)
    assert "Replace result" not in words_of(answer)


def test_undo_on_the_page_of_a_table() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "1 20")
    page = words_of(browser.post(url(event, "table-undo"), follow=True))
    assert "Table 1: the result is undone." in page
    assert not at_table(event, 1, 1).has_result
    page = words_of(browser.post(url(event, "table-undo"), follow=True))
    assert "Table 1 has no result to undo." in page


def test_the_page_of_a_table_says_who_drops_and_who_plays_on() -> None:
    event, _owner, browser = playing()
    _first, second = names(event, 1)
    fields = {"score": "2-0", "drop_second": "1"}
    page = words_of(browser.post(url(event, "table-enter"), fields, follow=True))
    assert f"{second} is dropped." in page
    page = words_of(browser.post(url(event, "table-undo"), follow=True))
    assert f"{second} stays in the event." in page


@pytest.mark.parametrize(
    ("minutes", "words", "stored"),
    [
        ("5", "Table 1 has a time extension of 5 minutes.", 5),
        ("121", "A time extension must be between 0 and 120 minutes.", 0),
        ("-3", "A time extension must be a whole number of minutes.", 0),
        ("", "A time extension must be a whole number of minutes.", 0),
        ("9" * 5000, "A time extension must be a whole number of minutes.", 0),
    ],
)
def test_an_extension_is_given(minutes: str, words: str, stored: int) -> None:
    event, _owner, browser = playing()
    answer = browser.post(url(event, "extend"), {"minutes": minutes}, follow=True)
    assert words in words_of(answer)
    assert at_table(event, 1, 1).extension_minutes == stored


def test_extensions_add_up_by_their_buttons() -> None:
    event, _owner, browser = playing()
    browser.post(url(event, "extend"), {"minutes": "5"})
    page = browser.get(url(event, "table")).content.decode()
    assert {"8", "0"} <= set(re.findall(r'name="minutes"\s+value="(\d+)"', page))


def correct(browser: Client, event: Event, **fields: str) -> Any:
    return browser.post(url(event, "correct"), fields, follow=True)


def test_a_correction_says_what_it_did_and_what_it_left_alone() -> None:
    event, owner, browser = complete()
    start_round(event, owner, 2)
    before = event.rounds.get(number=2).posted_rows
    page = words_of(correct(browser, event, score="1-2", reason="Read upside down."))
    assert "Round 1, table 1 was corrected to 1-2. The pairings did not change." in page
    assert "was paired from the old result. Pair again." not in page
    assert event.rounds.get(number=2).posted_rows == before
    assert journaled(event, Verb.RESULT_CORRECTED)[0].data["reason"] == "Read upside down."
    assert StandingsSnapshot.objects.filter(round__event=event).count() == 2
    page = words_of(browser.get(url(event, "table")))
    assert "corrected a result" in page
    assert "Read upside down." in page


def test_a_correction_warns_of_a_draft_that_was_paired_from_the_old_result() -> None:
    event, owner, browser = complete()
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    page = words_of(correct(browser, event, score="02", reason="misread"))
    assert "Unposted round 2 was paired from the old result. Pair again." in page


@pytest.mark.parametrize(
    ("score", "reason", "words"),
    [
        ("0-2", "", "Give a reason. It is recorded in the journal."),
        ("2-0", "misread", "This result is already recorded."),
        ("3-0", "misread", "3-0 is impossible in a best of 3: 2 wins end the match."),
        ("", "misread", "Choose or enter a result."),
    ],
)
def test_a_refused_correction_keeps_what_was_typed(score: str, reason: str, words: str) -> None:
    event, _owner, browser = complete()
    answer = correct(browser, event, score=score, reason=reason)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in words_of(answer)
    page = flat(answer)
    assert f'id="correct-score" name="score" required value="{score}"' in page
    assert f'name="reason" maxlength="300" required value="{reason}"' in page
    assert not journaled(event, Verb.RESULT_CORRECTED)


def test_a_correction_is_not_offered_to_who_may_not() -> None:
    event, _owner, _browser = complete()
    keeper = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    page = keeper.get(url(event, "table"))
    assert "Only the organizer or the head judge can correct this result." in words_of(page)
    assert url(event, "correct") not in page.content.decode()


def test_a_round_that_is_played_is_not_corrected_and_a_complete_one_not_entered() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "1 20")
    answer = correct(browser, event, score="02", reason="misread")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Round 1 is not complete. Enter the result at the desk." in words_of(answer)
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    answer = browser.post(url(event, "table-enter"), {"score": "02", "seen": "2-0"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Round 1 is complete." in words_of(answer)
    assert at_table(event, 1, 1).result_text == "2-0"


def test_a_table_costs_as_many_queries_for_a_long_history() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "1 20")
    counts = []
    for _time in range(2):
        counts.append(queries_of(lambda: browser.get(url(event, "table"))))
        for _again in range(3):
            undone = browser.post(url(event, "table-undo"))
            entered = browser.post(url(event, "table-enter"), {"score": "2-1"})
            assert (undone.status_code, entered.status_code) == (302, 302)
        browser.get(address(event, "desk"))
    # Session, person, event; round; match with its reporter; records, history; recorded losses;
    # what the tabs show.
    assert counts[0] == counts[1] <= 11


@pytest.mark.parametrize(
    ("slip", "words"),
    [
        ("1 c2", "beats {second} 2-0, {second} concedes"),
        ("1 20c1", "{second} beats {first} 2-1, {first} concedes"),
        ("1 11t", "draw 1-1-1, time was called"),
        ("1 21g2", "beats {second} 2-1, game loss for {second}"),
        ("1 20 x2", "beats {second} 2-0, {second} drops"),
    ],
)
def test_the_history_of_a_table_says_how_the_match_ended(slip: str, words: str) -> None:
    event, owner, browser = playing()
    first, second = at_table(event, 1, 1).names
    enter_slips(event, owner, 1, slip)
    page = words_of(browser.get(url(event, "table")))
    history = page.partition("History")[2]
    assert words.format(first=first, second=second) in history


def test_a_no_show_and_a_concession_are_told_apart_in_the_history() -> None:
    event, owner, browser = playing()
    _first, second = at_table(event, 1, 1).names
    match_loss_for_tardiness(
        event_id=event.pk, actor=owner, number=1, table=1, side=Side.SECOND, stays=True
    )
    before = words_of(browser.get(url(event, "table"))).partition("History")[2]
    assert f"no-show: {second}" in before
    assert "concedes" not in before
    journal = words_of(browser.get(address(event, "journal")))
    assert f"{second} (no-show: {second})." in journal


def test_nobody_calls_time_in_a_digital_event() -> None:
    event, owner, browser = playing()
    Event.objects.filter(pk=event.pk).update(platform="Arena")
    page = words_of(browser.get(url(event, "table")))
    assert "Time was called" not in page
    enter_slips(event, owner, 1, "1 11")
    answer = browser.post(address(event, "enter", number=1), {"entry": "2 11"}, follow=True)
    assert "time was called?" not in answer.content.decode()
