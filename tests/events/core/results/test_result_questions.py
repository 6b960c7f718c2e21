"""A second result of a table is a question with the same answers on screens and in calls."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.questions.question import Given
from events.core.results.actions import enter_result
from events.core.results.result_questions import KEEP, REPLACE, ResultConflictError
from events.core.results.slips import Slip
from events.models import Event, JournalEntry, Verb
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.scenario import at_table, enter_slips, event_with_owner, start_round
from tests.events.support.doors import address

pytestmark = pytest.mark.django_db
Way = Callable[[Event, User, str], None]


def by_action(event: Event, owner: User, answer: str) -> None:
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    with pytest.raises(ResultConflictError) as asked:
        enter_result(**who, slip=Slip.of(0, 2))
    enter_result(**who, slip=Slip.of(0, 2), given=Given({asked.value.question.key: answer}))


def _by_form(event: Event, owner: User, answer: str, url: str, fields: dict[str, str]) -> None:
    browser = factories.client_of(owner)
    page = browser.post(url, fields)
    assert page.status_code == 409
    pattern = rf'name="(answers\.result-differs:[\d:]+)"\s+value="{answer}"'
    [key] = re.findall(pattern, page.content.decode())
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
