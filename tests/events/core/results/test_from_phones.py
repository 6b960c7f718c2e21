"""A desk is sent news of phones after a change there, and asks little without one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.phones.actions import answer_call, call
from events.core.results.phone_report_queries import FromPhones, from_phones
from events.core.results.report_actions import undo_last
from events.desk.queries import desk_changes
from events.models import Call, Event
from events.player_pages.actions import report_by_phone, take_back_report
from tests import factories
from tests.events.scenario import enter_slips, round_of
from tests.events.support.entry_box import live
from tests.events.support.phones import event_of_phones, pair_at, told
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

Step = Callable[[Event, User], object]


def reports(table: int, score: str, *, second: bool = False) -> Step:
    def step(event: Event, _owner: User) -> object:
        first, other = pair_at(event, table)
        who, against = (other, first) if second else (first, other)
        return report_by_phone(
            event_id=event.pk, enrollment_id=who.pk, report=told(score, against, f"{who.pk}")
        )

    return step


def takes_back(event: Event, _owner: User) -> object:
    first, _second = pair_at(event, 2)
    return take_back_report(event_id=event.pk, enrollment_id=first.pk, key=f"{first.pk}")


def calls_a_judge(event: Event, _owner: User) -> object:
    first, _second = pair_at(event, 3)
    return call(event_id=event.pk, enrollment_id=first.pk, number=1, kind=Call.Kind.JUDGE)


def answers(event: Event, owner: User) -> object:
    pending = Call.objects.get(answered_at__isnull=True)
    return answer_call(event_id=event.pk, actor=owner, number=1, call_id=pending.pk)


def types(slip: str) -> Step:
    return lambda event, owner: enter_slips(event, owner, 1, slip)


def undoes(event: Event, owner: User) -> object:
    return undo_last(event_id=event.pk, actor=owner, number=1)


def seen(phones: FromPhones | None) -> Any:
    assert phones is not None
    differing, agreed = (
        [(line.match.pk, [report.pk for report in line.reports]) for line in lines]
        for lines in (phones.differing, phones.agreed)
    )
    return [one.pk for one in phones.calls], differing, agreed, phones.single


def test_a_desk_is_told_of_phones_whenever_that_changed() -> None:
    event, owner = event_of_phones(12, phone_reports=Event.PhoneReports.DESK)
    steps: list[tuple[Step, bool]] = [
        (types("1 20"), False),
        (reports(2, "2-1"), True),
        (types("4 20"), False),
        (takes_back, True),
        (reports(3, "2-0"), True),
        (reports(3, "2-0", second=True), True),
        (calls_a_judge, True),
        (types("5 21"), False),
        (answers, True),
        (types("3 20"), True),
        (undoes, True),
        (types("6 02"), False),
        (undoes, False),
    ]
    before = seen(from_phones(event, round_of(event, 1)))
    for step, tells in steps:
        since = Event.objects.get(pk=event.pk).revision
        step(event, owner)
        now = Event.objects.get(pk=event.pk)
        changes = desk_changes(now, round_of(now, 1), since)
        assert changes is not None
        after = seen(from_phones(now, round_of(now, 1)))
        assert (changes.phones is not None) == tells
        assert tells or after == before
        if tells:
            assert seen(changes.phones) == after
        before = after


def questions_after_a_result(event: Event, owner: User) -> int:
    browser = factories.client_of(owner)
    since = Event.objects.get(pk=event.pk).revision
    enter_slips(event, owner, 1, "1 20")
    return queries_of(lambda: live(browser, event, since))


def test_a_result_where_no_phone_told_asks_one_question_more() -> None:
    plain = event_of_phones(private_pages=False, phone_reports=Event.PhoneReports.OFF)
    assert questions_after_a_result(*event_of_phones()) == questions_after_a_result(*plain) + 1
