"""Both players report a result at the same moment, and the desk too; see test_concurrency."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.results import result_of_marks
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Enrollment, Event, Match, Report, Verb
from events.player_pages.actions import PhoneReport, report_by_phone, take_back_report
from tests.events.scenario import at_table, journaled, start_round
from tests.events.support.phones import EVERYTHING, event_of_phones, pair_at, told
from tests.events.tables_of_four.playing import table_event
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


def _at_a_table() -> tuple[Event, Callable[[int, str], Callable[[], Any]]]:
    """Post round 1 of an event at tables of four; the second value is a report of a seat."""
    event, owner = table_event(4)
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    event.refresh_from_db()
    start_round(event, owner, 1)
    players = Match.objects.of_tables().get(round__event=event).players

    def report(seat: int, marks: str) -> Callable[[], Any]:
        said = PhoneReport(
            round=1,
            opponent=players[seat % 4].number,
            result=result_of_marks(marks),
            key=f"{seat} {marks}",
        )
        player = players[seat - 1]
        return lambda: report_by_phone(event_id=event.pk, enrollment_id=player.pk, report=said)

    return event, report


@pytest.mark.parametrize(
    ("marks", "seats"), [("llwl", (1, 2)), ("llwl", (3, 1, 4)), ("dddd", (3, 4))]
)
def test_seats_of_a_table_that_agree_at_the_same_moment_count_once(
    marks: str, seats: tuple[int, ...]
) -> None:
    event, report = _at_a_table()
    answers = at_once(event, *(report(seat, marks) for seat in seats))
    assert refusals(answers) == []
    assert Match.objects.of_tables().get(round__event=event).marks == marks
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1


def test_the_winner_after_another_seat_at_the_same_moment_counts_by_their_order() -> None:
    event, report = _at_a_table()
    assert refusals(at_once(event, report(3, "llwl"), report(1, "llwl"))) == []
    match = Match.objects.of_tables().get(round__event=event)
    last = Report.objects.order_by("pk").last()
    assert last is not None
    assert last.enrollment is not None
    assert match.marks == ("llwl" if match.seat_of(last.enrollment) == 1 else "")


def test_two_results_at_the_same_moment_never_count_half() -> None:
    event, report = _at_a_table()
    reports = [report(1, "llwl"), report(2, "llwl"), report(3, "wlll"), report(4, "wlll")]
    assert refusals(at_once(event, *reports)) == []
    match = Match.objects.of_tables().get(round__event=event)
    assert match.marks in ("llwl", "wlll")
    assert len(journaled(event, Verb.RESULT_ENTERED)) == 1
    assert Report.objects.disputing().exists()
