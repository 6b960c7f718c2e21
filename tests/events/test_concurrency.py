"""Two people at the same moment, each on a connection of their own.

The main thread holds the event's lock while both begin, so that both really wait for it, then
lets go. On SQLite the tests run on a file, as the application does: the shared memory database
of other tests has locks that never wait.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.result_questions import ResultConflictError, SameResultError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.core.standings.actions import publish_standings
from events.desk.unposted_actions import swap_players
from events.models import Event, Role, Round, StandingsSnapshot, Verb
from tests import factories
from tests.events.scenario import (
    at_table,
    event_with_owner,
    journaled,
    play_round,
    report,
    round_of,
    start_round,
    tables,
)
from tests.events.support.doors import address

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]

WAIT = 0.4


def at_once(event: Event, *writes: Callable[[], Any]) -> list[Any]:
    """Run writes in parallel, all of them waiting for the event; return answers or refusals."""
    begun = threading.Barrier(len(writes) + 1)

    def run(write: Callable[[], Any]) -> Any:
        try:
            begun.wait(120)
            return write()
        except RefusedError as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(writes)) as pool:
        with event_write(event.pk, None):
            running = [pool.submit(run, write) for write in writes]
            begun.wait(120)
            time.sleep(WAIT)
            assert not any(one.done() for one in running), "nobody gets past the lock"
        return [one.result(120) for one in running]


def refusals(answers: list[Any]) -> list[str]:
    return [str(answer) for answer in answers if isinstance(answer, RefusedError)]


def two_scorekeepers(players: int = 4) -> tuple[Event, User, User]:
    event, owner = event_with_owner(players)
    other = factories.staff_member(event, Role.SCOREKEEPER, f"second-of-{event.slug}")
    return event, owner, other


def enter(event: Event, actor: User, score: Slip) -> Callable[[], Any]:
    return lambda: enter_result(event_id=event.pk, actor=actor, number=1, table=1, slip=score)


def browser_posts(browser: Client, url: str, **fields: str) -> Callable[[], HttpResponse]:
    return lambda: browser.post(url, fields, headers={"HX-Request": "true"})  # type: ignore[return-value]


def test_the_database_of_these_tests_is_one_that_waits() -> None:
    connection = connections["default"]
    if connection.vendor != "sqlite":
        assert connection.vendor == "postgresql"
        return
    assert Path(str(connection.settings_dict["NAME"])).is_file()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)


def test_two_enter_different_results_for_one_table() -> None:
    event, owner, other = two_scorekeepers()
    start_round(event, owner, 1)
    answers = at_once(event, enter(event, owner, Slip.of(2, 0)), enter(event, other, Slip.of(1, 2)))
    [conflict] = [one for one in answers if isinstance(one, ResultConflictError)]
    [settled] = [one for one in answers if not isinstance(one, RefusedError)]
    stands = at_table(event, 1, 1)
    assert stands.result_text == settled.match.result_text == conflict.match.result_text
    assert str(conflict) == (
        f"Table 1 already has a different result, entered by {settled.match.official_report.who}."
    )
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1


def test_two_enter_the_same_result_for_one_table() -> None:
    event, owner, other = two_scorekeepers()
    start_round(event, owner, 1)
    slip = Slip.of(2, 1, drop_second=True)
    answers = at_once(event, enter(event, owner, slip), enter(event, other, slip))
    assert len([answer for answer in answers if isinstance(answer, SameResultError)]) == 1
    assert at_table(event, 1, 1).result_text == "2-1"
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1
    assert len(journaled(event, Verb.DROPPED)) == 1


def test_two_replace_the_same_result() -> None:
    event, owner, other = two_scorekeepers()
    start_round(event, owner, 1)
    enter(event, owner, Slip.of(2, 0))()

    def replace(actor: User, score: Slip) -> Callable[[], Any]:
        return lambda: enter_result(
            event_id=event.pk, actor=actor, number=1, table=1, slip=score, replace="2-0"
        )

    answers = at_once(event, replace(owner, Slip.of(2, 1)), replace(other, Slip.of(0, 2)))
    assert len([one for one in answers if isinstance(one, ResultConflictError)]) == 1
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 2


def test_two_entry_boxes_one_result_and_one_question() -> None:
    event, owner, other = two_scorekeepers()
    start_round(event, owner, 1)
    url = address(event, "enter", number=1)
    browsers = factories.client_of(owner), factories.client_of(other)
    answers = at_once(
        event,
        browser_posts(browsers[0], url, entry="1 20"),
        browser_posts(browsers[1], url, entry="1 02"),
    )
    assert sorted(one.status_code for one in answers) == [HTTPStatus.OK, HTTPStatus.CONFLICT]
    page = next(one for one in answers if one.status_code == HTTPStatus.CONFLICT).content.decode()
    first, second = at_table(event, 1, 1).first.name, at_table(event, 1, 1).second
    assert second is not None
    assert "Table 1 already has a different result, entered by" in page
    assert f"{first} beats {second.name} 2‑0" in page
    assert f"{second.name} beats {first} 2‑0" in page
    assert "Replace result" in page


def test_two_enter_different_tables() -> None:
    event, owner, other = two_scorekeepers()
    start_round(event, owner, 1)
    answers = at_once(
        event,
        enter(event, owner, Slip.of(2, 0)),
        lambda: enter_result(event_id=event.pk, actor=other, number=1, table=2, slip=Slip.of(2, 0)),
    )
    assert not refusals(answers)
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 2


def test_two_press_pair() -> None:
    event, owner, other = two_scorekeepers(9)
    answers = at_once(
        event,
        lambda: pair_next_round(event_id=event.pk, actor=owner, number=1),
        lambda: pair_next_round(event_id=event.pk, actor=other, number=1),
    )
    assert refusals(answers) == ["Round 1 is already paired. Check it first."]
    [round] = event.rounds.all()
    assert round.matches.count() == 5
    assert len(journaled(event, Verb.ROUND_PAIRED)) == 1


def test_two_press_the_button_pair() -> None:
    event, owner, other = two_scorekeepers()
    url = address(event, "pair", number=1)
    browsers = factories.client_of(owner), factories.client_of(other)
    answers = at_once(event, *(browser_posts(browser, url) for browser in browsers))
    assert [one["HX-Redirect"] for one in answers] == [address(event, "round", number=1)] * 2
    pages = [
        browser.get(address(event, "round", number=1)).content.decode() for browser in browsers
    ]
    assert (
        sum(
            "Round 1 is paired. Only staff can see it until it is posted." in page for page in pages
        )
        == 1
    )
    assert sum("Round 1 is already paired." in page for page in pages) == 1
    assert event.rounds.count() == 1


def test_two_press_post() -> None:
    event, owner, other = two_scorekeepers()
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    answers = at_once(
        event,
        lambda: post_round(event_id=event.pk, actor=owner, number=1),
        lambda: post_round(event_id=event.pk, actor=other, number=1),
    )
    assert refusals(answers) == ["Round 1 is already posted. Players can see it."]
    assert len(journaled(event, Verb.ROUND_POSTED)) == 1


def test_one_posts_what_the_other_throws_away() -> None:
    event, owner, other = two_scorekeepers()
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    answers = at_once(
        event,
        lambda: post_round(event_id=event.pk, actor=owner, number=1),
        lambda: discard_round(event_id=event.pk, actor=other, number=1, reason="a latecomer"),
    )
    [words] = refusals(answers)
    if event.rounds.exists():
        assert words == "Round 1 is already posted. Players can see it."
        assert round_of(event, 1).state == Round.State.POSTED
    else:
        assert words == "Round 1 does not exist."


def test_two_swap_in_the_same_draft() -> None:
    event, owner, other = two_scorekeepers(6)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    (one, _two), (three, four) = tables(event, 1)[1], tables(event, 1)[2]

    def swap(actor: User, first: int, second: int) -> Callable[[], Any]:
        return lambda: swap_players(
            event_id=event.pk, actor=actor, number=1, first=first, second=second
        )

    assert not refusals(at_once(event, swap(owner, one, three), swap(other, one, four)))
    assert sorted(n for two in tables(event, 1).values() for n in two) == [1, 2, 3, 4, 5, 6]
    assert len(journaled(event, Verb.PAIRING_CHANGED)) == 2


def test_two_complete_a_round() -> None:
    event, owner, other = two_scorekeepers()
    start_round(event, owner, 1)
    report(event, owner, 1)
    answers = at_once(
        event,
        lambda: complete_round(event_id=event.pk, actor=owner, number=1),
        lambda: complete_round(event_id=event.pk, actor=other, number=1),
    )
    assert refusals(answers) == ["Round 1 is complete. The head judge can correct a result."]
    assert len(journaled(event, Verb.ROUND_COMPLETED)) == 1


def test_a_result_comes_in_while_its_table_is_resolved() -> None:
    event, owner, other = two_scorekeepers(2)
    start_round(event, owner, 1)
    answers = at_once(
        event,
        enter(event, owner, Slip.of(0, 2)),
        lambda: complete_round(
            event_id=event.pk,
            actor=other,
            number=1,
            resolutions={1: Slip.of(2, 0, drop_second=True)},
        ),
    )
    entered, completed = answers
    assert isinstance(completed, Round)
    if isinstance(entered, RefusedError):
        assert str(entered) == "Round 1 is complete. The head judge can correct a result."
        assert at_table(event, 1, 1).result_text == "2-0"
    else:
        assert at_table(event, 1, 1).result_text == "0-2"
        assert not journaled(event, Verb.DROPPED)
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1


def test_two_publish_the_same_standings() -> None:
    event, owner, other = two_scorekeepers()
    play_round(event, owner, 1, publish=False)
    answers = at_once(
        event,
        lambda: publish_standings(event_id=event.pk, actor=owner, number=1),
        lambda: publish_standings(event_id=event.pk, actor=other, number=1),
    )
    assert refusals(answers) == ["The current standings after round 1 are already published."]
    assert StandingsSnapshot.objects.count() == 1


def test_six_scorekeepers_enter_a_round_of_their_own_tables() -> None:
    event, owner = event_with_owner(24)
    start_round(event, owner, 1)
    keepers = [factories.staff_member(event, Role.SCOREKEEPER) for _number in range(6)]

    def enter_two(actor: User, first: int) -> Callable[[], Any]:
        def enter_both() -> None:
            for table in (first, first + 6):
                enter_result(
                    event_id=event.pk, actor=actor, number=1, table=table, slip=Slip.of(2, 0)
                )

        return enter_both

    answers = at_once(event, *(enter_two(actor, table) for table, actor in enumerate(keepers, 1)))
    assert not refusals(answers)
    before = Event.objects.get(pk=event.pk).revision
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 12
    assert before == event.journal.count(), "no revision is lost"
    assert not round_of(event, 1).matches.filter(first_wins=None).exists()
