"""The pre-flight check asks about a no-show of a player who was there, in any round."""

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.check_line import CheckCode
from events.core.judging.penalty_actions import give_penalty
from events.core.players.actions import check_in
from events.core.results.actions import enter_result
from events.core.results.report_actions import NewReport, write_reports
from events.core.results.slips import Slip
from events.core.words.preflight_words import check_words
from events.models import Enrollment, Event, Infraction, PenaltyKind, Role, Verb
from events.roster.drop_actions import reinstate
from events.roster.merging_actions import merge_players
from tests import factories
from tests.events.preflight.test_preflight import check_of, names, only, playing
from tests.events.scenario import at_table, event_with_owner, journaled, play_round, start_round

pytestmark = pytest.mark.django_db

NO_SHOW = Slip.of(2, 0, drop_second=True, no_show=True)


@pytest.mark.parametrize("how", ["checked in", "judge", "penalty"])
def test_a_no_show_of_somebody_who_was_there_is_asked_about(how: str) -> None:
    event, owner = playing()
    match = at_table(event, 1, 2)
    absent = match.second
    assert absent is not None
    if how == "checked in":
        Enrollment.objects.filter(pk=absent.pk).update(checked_in=True)
    elif how == "judge":
        judge = factories.staff_member(event, Role.JUDGE)
        said = NewReport(match, Slip.of(2, 1).result, "judge", account=judge)  # type: ignore[arg-type]
        write_reports([said])
    else:
        give_penalty(
            event_id=event.pk,
            actor=owner,
            number=absent.number,
            infraction=Infraction.SLOW_PLAY,
            penalty=PenaltyKind.WARNING,
        )
    enter_result(
        event_id=event.pk,
        actor=owner,
        number=1,
        table=2,
        slip=Slip.of(2, 0, drop_second=True, no_show=True),
    )
    found = [line for line in check_of(event).lines if line.code == CheckCode.PRESENT_NO_SHOW]
    assert [line.people for line in found] == [(absent,)]
    assert "Table 2: keep the no-show of" in check_words(found[0])


def test_a_no_show_of_somebody_nobody_saw_is_only_a_drop() -> None:
    event, owner = playing()
    slip = Slip.of(2, 0, drop_second=True, no_show=True)
    enter_result(event_id=event.pk, actor=owner, number=1, table=2, slip=slip)
    assert only(event).code == CheckCode.DROPS


def in_round_2() -> tuple[Event, User, Enrollment]:
    """Round 2 is played; the second-named player of table 2 will not be there."""
    event, owner = event_with_owner(8)
    for number in range(1, 9):
        check_in(event_id=event.pk, actor=owner, number=number)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    return event, owner, names(event, 2, 2)[1]


def does_not_come(event: Event, owner: User) -> None:
    enter_result(event_id=event.pk, actor=owner, number=2, table=2, slip=NO_SHOW)


def asked_about(event: Event, number: int = 2) -> list[Enrollment]:
    lines = check_of(event, number).lines
    return [line.people[0] for line in lines if line.code == CheckCode.PRESENT_NO_SHOW]


def test_a_check_in_of_the_morning_says_nothing_of_round_2() -> None:
    event, owner, _absent = in_round_2()
    does_not_come(event, owner)
    assert asked_about(event) == []


def test_a_check_in_at_the_desk_in_round_2_counts_there() -> None:
    event, owner, absent = in_round_2()
    for _time in range(2):
        check_in(event_id=event.pk, actor=owner, number=absent.number)
    does_not_come(event, owner)
    assert asked_about(event) == [absent]
    # Twice in a round is once in the journal, after the one of the morning.
    told = [
        entry for entry in journaled(event, Verb.CHECKED_IN) if entry.first_number == absent.number
    ]
    assert len(told) == 2


def test_who_was_never_checked_in_before_counts_too() -> None:
    event, owner, absent = in_round_2()
    event.enrollments.update(checked_in=False, checked_in_at=None)
    check_in(event_id=event.pk, actor=owner, number=absent.number)
    does_not_come(event, owner)
    assert asked_about(event) == [absent]


def test_a_check_in_between_the_rounds_is_for_the_next_one() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    for number in range(1, 9):
        check_in(event_id=event.pk, actor=owner, number=number)
    start_round(event, owner, 2)
    does_not_come(event, owner)
    assert asked_about(event) == [names(event, 2, 2)[1]]


def test_who_comes_after_the_no_show_and_plays_on_is_asked_about() -> None:
    event, owner, absent = in_round_2()
    does_not_come(event, owner)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": absent.number}
    reinstate(**who)
    assert asked_about(event) == []
    check_in(**who)
    assert asked_about(event) == [absent]


def test_taking_the_check_in_back_takes_that_back_too() -> None:
    event, owner, absent = in_round_2()
    for present in (True, False):
        check_in(event_id=event.pk, actor=owner, number=absent.number, present=present)
    does_not_come(event, owner)
    assert asked_about(event) == []


def test_the_first_round_of_a_late_player_is_like_round_1() -> None:
    event, owner, absent = in_round_2()
    early = timezone.now() - datetime.timedelta(hours=1)
    Enrollment.objects.filter(pk=absent.pk).update(first_round=2, checked_in_at=early)
    does_not_come(event, owner)
    assert asked_about(event) == [absent]


def test_what_is_not_known_of_an_older_event_asks_nothing() -> None:
    event, owner, absent = in_round_2()
    Enrollment.objects.filter(pk=absent.pk).update(checked_in_at=None)
    does_not_come(event, owner)
    assert asked_about(event) == []


def test_of_two_who_are_merged_the_later_check_in_counts() -> None:
    event, owner, absent = in_round_2()
    (twin,) = factories.enroll_players(event, ["Twin"])
    Enrollment.objects.filter(pk=twin.pk).update(first_round=3)
    check_in(event_id=event.pk, actor=owner, number=twin.number)
    merge_players(event_id=event.pk, actor=owner, number=absent.number, other=twin.number)
    does_not_come(event, owner)
    assert asked_about(event) == [absent]
