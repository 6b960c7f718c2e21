"""Entering slips at the desk: said in words, refused, contradicted, replaced."""

import re
from http import HTTPStatus
from typing import Any

import pytest

from domain.results import Ending
from events.models import Enrollment, Role, Verb
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import at_table, enter_slips, journaled, tables
from tests.events.support.doors import address
from tests.events.support.entry_box import echo, enter, names, playing, undo, words_of
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(
    ("score", "said"),
    [
        ("20", "{0} beats {1} 2-0"),
        ("1-2", "{1} beats {0} 2-1"),
        ("2-0-1", "{0} beats {1} 2-0-1"),
        ("11", "{0} and {1} draw 1-1"),
        ("11t", "{0} and {1} draw 1-1-1, game 3 unfinished"),
        ("01c2", "{0} beats {1} 2-1, {1} concedes"),
        ("d", "{0} and {1} draw by agreement"),
        ("dl", "{0} and {1} both lose"),
        ("20 x2", "{1} drops"),
        ("２０", "{0} beats {1} 2-0"),
    ],
)
def test_a_slip_is_entered_and_said_in_words(score: str, said: str, htmx: bool) -> None:
    event, owner, browser = playing()
    answer = enter(browser, event, f"2 {score}", htmx=htmx)
    assert answer.status_code == HTTPStatus.OK
    assert said.format(*names(event, 2)) in words_of(answer)
    assert "2 of 3 tables playing" in words_of(answer)
    assert ("<html" in answer.content.decode()) is not htmx
    assert at_table(event, 1, 2).reports.get().account == owner


@pytest.mark.parametrize("htmx", [True, False])
def test_a_refused_slip_says_why_and_keeps_the_text(htmx: bool) -> None:
    event, _owner, browser = playing()
    for text, words in (
        ("", "Type a table and a result, for example 12 21."),
        ("Rossi", "“rossi” is not a table number. Type the table first, for example 12 21."),
        ("31 20", "Table 31 does not exist in round 1. Tables run from 1 to 3."),
        ("2", "Enter the table and then the result, for example 2 21."),
        ("2 31", "3-1 is impossible in a best of 3: 2 wins end the match."),
        ("2 won", "“won” is not a result. Type 21, 11t if time was called, d"),
        (
            "2 20 x3",
            (
                "Name the player who drops: x1 for the first-named player, x2 for the "
                "second, x12 for both."
            ),
        ),
        ("9999999999999999999999 20", "is not a table number."),
    ):
        answer = enter(browser, event, text, htmx=htmx)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, text
        page = answer.content.decode()
        assert words in words_of(page), text
        assert "Could not enter:" in page, text
        assert (f"<code>{text}</code>" in page) == bool(text), text
        if not htmx:
            assert f'name="entry" class="entry-box" value="{text}"' in flat(page)
        assert not journaled(event, Verb.RESULT_ENTERED), text


def test_what_was_typed_is_shown_as_text_not_as_markup() -> None:
    event, _owner, browser = playing()
    page = enter(browser, event, "<b>1</b> 20").content.decode()
    assert "<b>1" not in page
    assert "&lt;b&gt;1" in page


@pytest.mark.parametrize("htmx", [True, False])
def test_another_result_for_a_table_shows_both_and_asks(htmx: bool) -> None:
    event, owner, _browser = playing()
    enter_slips(event, owner, 1, "2 20")
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE, "judge-at-table"))
    answer = enter(judge, event, "2 12", htmx=htmx)
    assert answer.status_code == HTTPStatus.CONFLICT
    page = words_of(answer)
    first, second = names(event, 2)
    assert f"Table 2 already has a different result, entered by {owner.get_username()}." in page
    assert f"{first} beats {second} 2-0" in page
    assert f"You entered: {second} beats {first} 2-1" in page
    assert "Replace result" in page
    assert 'name="entry" value="2 12"' in flat(answer)
    assert 'name="seen" value="2-0"' in flat(answer)
    assert at_table(event, 1, 2).result_text == "2-0"
    # The conflict appears once: in the answer, then under "Needs you".
    line = re.compile(r'<section class="notice warning dispute"[^>]*id="dispute-2"[^>]*>')
    [in_answer] = line.findall(flat(answer))
    assert " hidden" in in_answer
    [waiting] = line.findall(flat(judge.get(address(event, "desk"))))
    assert " hidden" not in waiting


def test_the_same_result_again_is_told_and_asks_nothing() -> None:
    event, _owner, browser = playing()
    enter(browser, event, "2 20")
    answer = enter(browser, event, "2 20")
    assert answer.status_code == HTTPStatus.OK
    assert "Table 2 already has this result" in words_of(answer)
    assert "Replace result" not in words_of(answer)


@pytest.mark.parametrize("mark", ["!", "！", " !"])
def test_the_mark_replaces_the_result_that_was_seen(mark: str) -> None:
    event, _owner, browser = playing()
    enter(browser, event, "2 20")
    answer = enter(browser, event, f"2 12{mark}", seen="2-0")
    assert answer.status_code == HTTPStatus.OK
    assert at_table(event, 1, 2).result_text == "1-2"
    first, second = names(event, 2)
    assert f"(previously: {first} beats {second} 2-0)" in words_of(answer)


def test_the_mark_may_stand_before_a_drop() -> None:
    event, _owner, browser = playing()
    enter(browser, event, "2 20")
    answer = enter(browser, event, "2 12! x1", seen="2-0")
    assert answer.status_code == HTTPStatus.OK
    match = at_table(event, 1, 2)
    assert match.result_text == "1-2"
    assert match.first.state == Enrollment.State.DROPPED


@pytest.mark.parametrize("seen", ["", "2-1", None])
def test_the_mark_does_not_replace_what_was_not_seen(seen: str | None) -> None:
    event, _owner, browser = playing()
    enter(browser, event, "2 20")
    fields: dict[str, Any] = {} if seen is None else {"seen": seen}
    answer = enter(browser, event, "2 12!", **fields)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert at_table(event, 1, 2).result_text == "2-0"


def test_without_the_mark_what_was_seen_does_not_matter() -> None:
    event, _owner, browser = playing()
    enter(browser, event, "2 20")
    assert enter(browser, event, "2 12", seen="2-0").status_code == HTTPStatus.CONFLICT


def test_the_mark_on_a_table_without_a_result_enters_it() -> None:
    event, _owner, browser = playing()
    assert enter(browser, event, "2 12!").status_code == HTTPStatus.OK
    assert at_table(event, 1, 2).result_text == "1-2"


def test_the_echo_says_what_the_text_means_and_writes_nothing() -> None:
    event, _owner, browser = playing()
    first, second = names(event, 2)
    assert "Type a table number." in echo(browser, event, "  ")
    assert f"Now enter the games, {first} first" in words_of(echo(browser, event, "2"))
    assert f"{second} beats {first} 2-1" in words_of(echo(browser, event, "2 12"))
    assert f"{second} drops" in words_of(echo(browser, event, "2 20 x2"))
    assert "Table 31 does not exist" in words_of(echo(browser, event, "31"))
    assert "3-0 is impossible" in words_of(echo(browser, event, "2 30"))
    assert not journaled(event, Verb.RESULT_ENTERED)


def test_the_echo_shows_what_is_in_already() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "2 dl")
    first, second = names(event, 2)
    for text in ("2", "2 20", "2 20!", "2 20！"):
        page = echo(browser, event, text)
        assert f"Already entered: {first} and {second} both lose" in words_of(page)
        assert 'name="seen" value="dl"' in page


def test_the_desk_says_who_plays_on_and_who_is_dropped_again() -> None:
    event, _owner, browser = playing()
    first, second = names(event, 2)
    page = words_of(enter(browser, event, "2 20 x2"))
    assert page.count(f"{second} drops") == 2, "in the answer and in what came in"
    assert f"{first} drops" not in page
    said = f"Already entered: {first} beats {second} 2-0, {second} drops. End with ! to replace it."
    assert said in words_of(echo(browser, event, "2"))
    page = words_of(enter(browser, event, "2 12!", seen="2-0"))
    assert f"{second} stays in the event." in page
    assert "drops" not in words_of(echo(browser, event, "2"))
    page = words_of(undo(browser, event, line="2"))
    assert f"{second} is dropped again." in page
    assert "stays in the event" not in page
    page = words_of(undo(browser, event, line="2"))
    assert f"{second} stays in the event." in page
    assert "dropped again" not in page
    assert "stays in the event" not in words_of(enter(browser, event, "2 20"))


def test_a_drop_that_the_slip_does_not_speak_of_is_not_told_with_it() -> None:
    event, owner, browser = playing()
    number = tables(event, 1)[2][1]
    enter(browser, event, "2 20")
    drop(event_id=event.pk, actor=owner, number=number)
    page = words_of(echo(browser, event, "2"))
    assert "drops" not in page
    page = words_of(undo(browser, event, line="2"))
    assert "stays in the event" not in page
    assert "dropped again" not in page


def test_a_drop_that_is_written_on_two_slips_is_told_of_the_second_too() -> None:
    event, _owner, browser = playing()
    _first, second = names(event, 2)
    enter(browser, event, "2 20 x2")
    enter(browser, event, "2 21 x2!", seen="2-0")
    assert f"2-1, {second} drops." in words_of(echo(browser, event, "2"))
    assert f"{second} stays in the event." in words_of(enter(browser, event, "2 12!", seen="2-1"))


def test_a_bare_1_1_asks_for_the_third_game_before_and_after_it_is_entered() -> None:
    event, _owner, browser = playing()
    asked = echo(browser, event, "2 11")
    assert 'data-type="t"' in flat(asked)
    assert "Was game 3 drawn because time was called?" in words_of(asked)
    assert "data-type" not in echo(browser, event, "2 11t")
    assert "data-type" not in echo(browser, event, "2 21")
    answer = enter(browser, event, "2 11")
    assert "Was game 3 drawn because time was called?" in words_of(answer)
    assert 'name="entry" value="2 11t!"' in flat(answer)
    enter(browser, event, "2 11t!", seen="1-1")
    match = at_table(event, 1, 2)
    assert match.result_text == "1-1-1"
    assert match.official_report is not None
    endings = [game.ending for game in match.official_report.result_with_games.games]
    assert endings == [Ending.PLAYED, Ending.PLAYED, Ending.UNFINISHED]


@pytest.mark.parametrize(
    ("columns", "hints", "absent"),
    [
        ({}, ["12 21", "12 11t", "12 d"], []),
        ({"games_to_win": 1}, ["12 10", "12 00t", "12 d"], ["12 21", "2-0-1"]),
        ({"draws_allowed": False}, ["12 21", "12 10t"], ["12 d ", "11t", "intentional draw"]),
    ],
)
def test_hints_and_shortcuts_fit_the_event(
    columns: dict[str, Any], hints: list[str], absent: list[str]
) -> None:
    event, _owner, browser = playing(**columns)
    page = words_of(browser.get(address(event, "desk"), follow=True))
    for hint in hints:
        assert hint in page
    for hint in absent:
        assert hint not in page


def test_what_was_said_against_a_result_is_taken_with_how_the_match_ended() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 1, "2 20")
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE, "judge-at-table"))
    enter(judge, event, "2 11t x2")
    page = flat(browser.get(address(event, "desk"), follow=True))
    assert 'name="entry" value="2 1-1-1t x2!"' in page
