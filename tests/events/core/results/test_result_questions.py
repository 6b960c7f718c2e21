"""Questions about the result of a table have the same answers on screens and in calls."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.questions.question import Given
from events.core.results.actions import enter_result
from events.core.results.result_questions import (
    DROPS,
    KEEP,
    REPLACE,
    ResultConflictError,
    ResultQuestionError,
)
from events.core.results.slips import Slip
from events.models import Event, JournalEntry, Verb
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.scenario import at_table, enter_slips, event_with_owner, start_round
from tests.events.support.doors import address
from tests.markup import flat

pytestmark = pytest.mark.django_db
Way = Callable[[Event, User, str], None]


def by_action(event: Event, owner: User, answer: str) -> None:
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    with pytest.raises(ResultConflictError) as asked:
        enter_result(**who, slip=Slip.of(0, 2))
    enter_result(**who, slip=Slip.of(0, 2), given=Given({asked.value.question.key: answer}))


def _key_in(page: Any, code: str, answer: str) -> str:
    """Return the name of the button that gives an answer on a page."""
    pattern = rf'name="(answers\.{code}:[\d:]+)"\s+value="{answer}"'
    [key] = re.findall(pattern, page.content.decode())
    return str(key)


def _by_form(event: Event, owner: User, answer: str, url: str, fields: dict[str, str]) -> None:
    browser = factories.client_of(owner)
    page = browser.post(url, fields)
    assert page.status_code == 409
    key = _key_in(page, "result-differs", answer)
    assert browser.post(url, {**fields, key: answer}).status_code in (200, 302)


def by_entry_box(event: Event, owner: User, answer: str) -> None:
    _by_form(event, owner, answer, address(event, "enter", number=1), {"entry": "1 02"})


def by_table(event: Event, owner: User, answer: str) -> None:
    url = address(event, "table-enter", number=1, table=1)
    _by_form(event, owner, answer, url, {"score": "02"})


def by_call(event: Event, owner: User, answer: str) -> None:
    program, path = Program(event, owner), "rounds/1/tables/1/result"
    refused = program.call("POST", path, {"games": [0, 2, 0]}).json()
    [question] = refused["questions"]
    assert [choice["code"] for choice in question["answers"]] == [REPLACE, KEEP]
    assert question["table"] == 1
    program.done("POST", path, {"games": [0, 2, 0], "answers": {question["key"]: answer}})


def journal_of(event: Event) -> list[tuple[str, Any]]:
    """Return what the journal says, without the way that a result came in."""
    return [
        (entry.verb, {name: entry.data[name] for name in sorted(entry.data.keys() - WAYS)})
        for entry in JournalEntry.objects.filter(event=event).order_by("pk")
        if entry.verb != Verb.TOKENS_CHANGED
    ]


WAYS = {"source", "program", "seed"}


@pytest.mark.parametrize(("answer", "result"), [(REPLACE, "0-2"), (KEEP, "2-0")])
def test_an_answer_has_the_same_effect_on_every_way(answer: str, result: str) -> None:
    ways: tuple[Way, ...] = (by_action, by_entry_box, by_table, by_call)
    journals = []
    for way in ways:
        event, owner = event_with_owner(2)
        start_round(event, owner, 1)
        enter_slips(event, owner, 1, "1 20")
        way(event, owner, answer)
        assert at_table(event, 1, 1).result_text == result, way
        verbs = [entry.verb for entry in JournalEntry.objects.filter(event=event).order_by("pk")]
        last = Verb.RESULT_ENTERED if answer == REPLACE else Verb.RESULT_KEPT
        assert verbs[-2:] == [Verb.RESULT_DISPUTED, last], way
        kept = JournalEntry.objects.filter(event=event).latest("pk").data["answers"]
        assert [each["answer"] for each in kept] == [answer]
        journals.append(journal_of(event))
        assert journals[-1] == journals[0], way


def test_an_answer_to_another_result_than_todays_does_not_count() -> None:
    event, owner = event_with_owner(2)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    with pytest.raises(ResultConflictError) as asked:
        enter_result(**who, slip=Slip.of(0, 2))
    enter_result(**who, slip=Slip.of(2, 1), replace="2-0")
    with pytest.raises(ResultConflictError) as again:
        enter_result(**who, slip=Slip.of(0, 2), given=Given({asked.value.question.key: REPLACE}))
    assert again.value.question.key != asked.value.question.key
    assert at_table(event, 1, 1).result_text == "2-1"


BOTH: list[tuple[str, str, dict[str, Any]]] = [
    ("action", "", {}),
    ("enter", "enter", {"entry": "1 21 x12"}),
    ("table", "table-enter", {"score": "21", "drop_first": "1", "drop_second": "1"}),
    ("call", "rounds/1/tables/1/result", {"games": [2, 1, 0], "drops": ["first", "second"]}),
]


@pytest.mark.parametrize(
    ("answer", "drops"),
    [
        ("both", (True, True)),
        ("first", (True, False)),
        ("second", (False, True)),
        ("neither", (False, False)),
    ],
)
def test_both_players_drop_after_a_question_on_every_way(
    answer: str, drops: tuple[bool, bool]
) -> None:
    journals = []
    for way, place, sent in BOTH:
        event, owner = event_with_owner(2)
        start_round(event, owner, 1)
        before = JournalEntry.objects.count()
        if way == "action":
            who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
            slip = Slip.of(2, 1, drop_first=True, drop_second=True)
            with pytest.raises(ResultQuestionError, match="Table 1: do both players drop"):
                enter_result(**who, slip=slip)
            assert JournalEntry.objects.count() == before
            enter_result(**who, slip=slip, given=Given({"both-drop": answer}))
        elif way == "call":
            program = Program(event, owner)
            [question] = program.call("POST", place, sent).json()["questions"]
            assert [choice["code"] for choice in question["answers"]] == [*DROPS]
            program.done("POST", place, {**sent, "answers": {question["key"]: answer}})
        else:
            tables = {"table": 1} if way == "table" else {}
            browser, url = factories.client_of(owner), address(event, place, number=1, **tables)
            page = browser.post(url, sent)
            assert page.status_code == 409
            assert at_table(event, 1, 1).result_text == ""
            fields = {**sent, _key_in(page, "both-drop", answer): answer}
            assert browser.post(url, fields).status_code in (200, 302)
        match = at_table(event, 1, 1)
        players = (match.first, match.second)
        assert match.result_text == "2-1", way
        assert tuple(each is not None and each.state == "dropped" for each in players) == drops
        journals.append(journal_of(event))
        assert journals[-1] == journals[0], way


def test_one_drop_a_double_loss_and_a_decided_report_ask_nothing() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    enter_result(**who, table=1, slip=Slip.of(2, 1, drop_second=True))
    # The first player as well, so only one more drops.
    enter_result(**who, table=1, slip=Slip.of(2, 1, drop_first=True, drop_second=True))
    both_lose = Slip.of(0, 0, double_loss=True, drop_first=True, drop_second=True)
    enter_result(**who, table=2, slip=both_lose)
    assert event.enrollments.filter(state="dropped").count() == 4


def test_the_desk_shows_the_drops_that_were_answered() -> None:
    event, owner = event_with_owner(2)
    start_round(event, owner, 1)
    sent = {"entry": "1 21 x12", "answers.both-drop": "first"}
    page = flat(factories.client_of(owner).post(address(event, "enter", number=1), sent))
    first, second = at_table(event, 1, 1).names
    assert f"{first} drops" in page
    assert f"{second} drops" not in page
