"""Both players report a result at the same moment, and the desk too; see test_concurrency."""

from collections.abc import Callable
from typing import Any

import pytest

from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Enrollment, Report, Verb
from events.player_pages.actions import report_by_phone, take_back_report
from tests.events.scenario import at_table, journaled
from tests.events.support.phones import event_of_phones, pair_at, told
from tests.events.test_concurrency import at_once, refusals

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def tells(one: Enrollment, score: str, other: Enrollment, key: str = "") -> Callable[[], Any]:
    said = told(score, other, key)
    return lambda: report_by_phone(event_id=one.event_id, enrollment_id=one.pk, report=said)


def test_both_tell_the_same_at_the_same_moment() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    answers = at_once(event, tells(first, "2-1", second), tells(second, "1-2", first))
    assert refusals(answers) == []
    assert at_table(event, 1, 1).result_text == "2-1"
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1
    assert Report.objects.count() == 2


def test_both_confirm_what_the_other_told_before() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    tells(first, "2-1", second, "a")()
    tells(second, "2-1", first, "b")()
    answers = at_once(event, tells(first, "1-2", second, "c"), tells(second, "1-2", first, "d"))
    assert refusals(answers) == []
    # The first report counts; the desk sees the second one next to it.
    assert at_table(event, 1, 1).result_text in ("1-2", "2-1")
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1
    [other] = Report.objects.disputing()
    assert other.key in ("c", "d")


def test_one_report_that_is_sent_twice_at_the_same_moment_is_one() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    same = [tells(first, "2-1", second, "a") for _again in range(3)]
    assert refusals(at_once(event, *same)) == []
    assert Report.objects.count() == 1
    assert len(journaled(event, Verb.RESULT_REPORTED)) == 1


def test_taken_back_while_the_other_confirms_it_is_one_or_the_other() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    tells(first, "2-1", second, "a")()
    answers = at_once(
        event,
        lambda: take_back_report(event_id=event.pk, enrollment_id=first.pk, key="a"),
        tells(second, "1-2", first, "b"),
    )
    stands = at_table(event, 1, 1).result_text
    assert (stands, len(refusals(answers))) in {("2-1", 1), ("", 0)}


def test_the_desk_enters_while_a_phone_tells_something_else() -> None:
    event, owner = event_of_phones()
    first, second = pair_at(event)
    tells(first, "2-1", second)()

    def desk() -> Any:
        return enter_result(
            event_id=event.pk,
            actor=owner,
            number=1,
            table=1,
            slip=Slip.of(0, 2),
            replace="2-1",
        )

    answers = at_once(event, desk, tells(second, "1-2", first))
    assert refusals(answers) == []
    assert at_table(event, 1, 1).result_text == "0-2"
