"""Reports of a match and the official report, and both over any history."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from domain.results import Ending, parse_result, result_of_games
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result, keep_result
from events.core.results.report_actions import PROJECTION, undo_result
from events.core.results.result_feed import disputes
from events.core.results.result_questions import ResultConflictError, SameResultError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, reopen_round
from events.core.standings.correction_actions import correct_result
from events.models import Enrollment, Event, Match, Report, Role
from events.roster.drop_actions import reinstate
from tests import factories
from tests.events.scenario import (
    at_table,
    event_with_owner,
    player,
    refused,
    start_round,
    tables,
)


def playing(players: int = 4) -> tuple[Event, User, User]:
    event, owner = event_with_owner(players, rounds=3)
    other = factories.staff_member(event, Role.SCOREKEEPER, f"second-desk-{event.pk}")
    start_round(event, owner, 1)
    return event, owner, other


def slip(text: str, *, drops: tuple[bool, bool] = (False, False)) -> Slip:
    return Slip(parse_result(text), *drops)


def check_projection(event: Event) -> None:
    """Check that a match holds the result of its official report, and nothing without one."""
    for match in Match.objects.filter(round__event=event).select_related("official_report"):
        for name, nothing in PROJECTION.items():
            said = (
                nothing if match.official_report is None else getattr(match.official_report, name)
            )
            assert getattr(match, name) == said or match.kind != Match.Kind.PLAYED
    for report in Report.objects.filter(match__round__event=event):
        assert report.result_with_games.equals(report.result)
        if not report.seat_results:
            assert result_of_games(report.result_with_games.games).counts == report.result.counts


def who(event: Event, actor: User, table: int = 1) -> dict[str, Any]:
    return {"event_id": event.pk, "actor": actor, "number": 1, "table": table}


@pytest.mark.django_db
def test_two_reports_that_differ_are_both_seen_until_somebody_decides() -> None:
    event, owner, other = playing()
    enter_result(**who(event, owner), slip=slip("2-1"))
    with pytest.raises(ResultConflictError):
        enter_result(**who(event, other), slip=slip("1-2"))
    [dispute] = disputes(event.rounds.get())
    assert dispute.match.result_text == "2-1"
    assert [(one.result.text, one.account) for one in dispute.against] == [("1-2", other)]
    keep_result(**who(event, owner), seen="2-1")
    assert disputes(event.rounds.get()) == []
    assert at_table(event, 1, 1).result_text == "2-1"
    undo_result(**who(event, owner))
    assert len(disputes(event.rounds.get())) == 1, "what was settled is open again"
    check_projection(event)


@pytest.mark.django_db
def test_taking_the_other_report_settles_a_dispute() -> None:
    event, owner, other = playing()
    enter_result(**who(event, owner), slip=slip("2-1"))
    with pytest.raises(ResultConflictError):
        enter_result(**who(event, other), slip=slip("1-2"))
    enter_result(**who(event, owner), slip=slip("1-2"), replace="2-1")
    assert disputes(event.rounds.get()) == []
    assert [one.result.text for one in at_table(event, 1, 1).reports.all()] == ["2-1", "1-2", "1-2"]


@pytest.mark.django_db
def test_saying_the_same_again_settles_a_dispute_and_the_same_twice_disputes_once() -> None:
    event, owner, other = playing()
    enter_result(**who(event, owner), slip=slip("2-1"))
    for _again in range(2):
        with pytest.raises(ResultConflictError):
            enter_result(**who(event, other), slip=slip("1-2"))
    assert len(disputes(event.rounds.get())[0].against) == 1
    enter_result(**who(event, owner), slip=slip("2-1"))
    assert disputes(event.rounds.get()) == []
    with pytest.raises(SameResultError):
        enter_result(**who(event, owner), slip=slip("2-1"))


@pytest.mark.django_db
def test_what_is_kept_is_what_was_seen() -> None:
    event, owner, other = playing()
    enter_result(**who(event, owner), slip=slip("2-1"))
    with refused("No report contradicts the result at table 1."):
        keep_result(**who(event, other), seen="2-1")
    with pytest.raises(ResultConflictError):
        enter_result(**who(event, other), slip=slip("1-2"))
    enter_result(**who(event, owner), slip=slip("2-0"), replace="2-1")
    with refused("The result at table 1 has changed. Check it again."):
        keep_result(**who(event, other), seen="2-1")


@pytest.mark.django_db
def test_undo_takes_back_only_what_the_person_saw() -> None:
    event, owner, other = playing()
    first = enter_result(**who(event, owner), slip=slip("2-1")).match.official_report
    second = enter_result(
        **who(event, other), slip=slip("2-0"), replace="2-1"
    ).match.official_report
    assert first is not None
    assert second is not None
    undo_result(**who(event, owner), report=second.pk)
    words = f"Table 1 now has a different result, 2-1, entered by {owner}. Nothing was undone."
    with refused(words, "table"):
        undo_result(**who(event, other), report=second.pk)
    assert at_table(event, 1, 1).result_text == "2-1", "the older one stays"
    undo_result(**who(event, other), report=first.pk)
    with refused("The result at table 1 was already undone.", "table"):
        undo_result(**who(event, owner), report=first.pk)


@pytest.mark.django_db
def test_undoing_twice_at_once_takes_one_result_back() -> None:
    event, owner, _other = playing()
    enter_result(**who(event, owner, 1), slip=slip("2-1"))
    newest = enter_result(**who(event, owner, 2), slip=slip("2-0")).match.official_report
    assert newest is not None
    last: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 2}
    undo_result(**last, report=newest.pk)
    with refused("The result at table 2 was already undone.", "table"):
        undo_result(**last, report=newest.pk)
    assert at_table(event, 1, 1).result_text == "2-1"


@pytest.mark.django_db
def test_who_was_reinstated_by_hand_stays_when_results_move() -> None:
    event, owner, _other = playing()
    enter_result(**who(event, owner), slip=slip("2-0", drops=(False, True)))
    number = tables(event, 1)[1][1]
    reinstate(event_id=event.pk, actor=owner, number=number)
    enter_result(**who(event, owner), slip=slip("2-1"), replace="2-0")
    undo_result(**who(event, owner))
    assert player(event, number).state == Enrollment.State.ACTIVE


@pytest.mark.django_db
def test_a_no_show_says_so_and_its_games_were_awarded() -> None:
    event, owner, _other = playing(2)
    absent = Slip.of(2, 0, drop_second=True, no_show=True)
    complete_round(event_id=event.pk, actor=owner, number=1, resolutions={1: absent})
    report = at_table(event, 1, 1).reports.get()
    assert report.source == Report.Source.NO_SHOW
    assert {game.ending for game in report.result_with_games.games} == {Ending.AWARDED}
    leaver = player(event, tables(event, 1)[1][1])
    assert leaver.dropped_by_report == report
    reopen_round(event_id=event.pk, actor=owner, number=1)
    undo_result(**who(event, owner))
    assert player(event, leaver.number).state == Enrollment.State.ACTIVE


@pytest.mark.django_db
def test_a_correction_is_one_more_report() -> None:
    event, owner, _other = playing(2)
    enter_result(**who(event, owner), slip=slip("2-0"))
    complete_round(event_id=event.pk, actor=owner, number=1)
    correct_result(**who(event, owner), slip=slip("0-2"), reason="misread")
    wrong, right = at_table(event, 1, 1).reports.all()
    assert (right.source, right.replaces, right.reason) == ("correction", wrong, "misread")
    assert at_table(event, 1, 1).official_report == right


@pytest.mark.django_db
def test_the_database_holds_that_a_result_comes_from_a_report() -> None:
    event, owner, _other = playing()
    enter_result(**who(event, owner), slip=slip("2-0"))
    matches = Match.objects.filter(round__event=event, table__isnull=False)
    for change in (
        {"first_wins": 1, "second_wins": 0, "drawn_games": 0},
        {"official_report": None},
    ):
        wrong = matches.filter(table=2 if "first_wins" in change else 1)
        with pytest.raises(IntegrityError), transaction.atomic():
            wrong.update(**change)


RESULTS = st.sampled_from(["2-0", "2-1", "1-2", "0-2", "1-1-1", "0-0-3", "dl"])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["enter", "replace", "undo", "keep", "reinstate"]),
        st.booleans(),
        RESULTS,
        st.tuples(st.booleans(), st.booleans()),
    ),
    max_size=12,
)


def act(event: Event, actor: User, what: str, said: Slip, here: Match) -> None:
    """Do one thing at table 1, as a person whose screen shows `here`."""
    one = who(event, actor)
    if what == "enter":
        enter_result(**one, slip=said)
    elif what == "replace":
        enter_result(**one, slip=said, replace=here.result_text)
    elif what == "undo":
        undo_result(**one, report=here.official_report_id)
    elif what == "keep":
        keep_result(**one, seen=here.result_text)
    else:
        reinstate(event_id=event.pk, actor=actor, number=1)


class Histories(TestCase):
    """Random histories of one table, against a model that keeps a stack of slips."""

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(STEPS)
    def test_what_stands_is_the_top_of_the_stack(self, steps: list[Any]) -> None:
        event, owner, other = playing(2)
        stack: list[str] = []
        for what, second, text, drops in steps:
            actor = other if second else owner
            here = at_table(event, 1, 1)
            before = here.result_text
            try:
                act(event, actor, what, slip(text, drops=drops), here)
            except RefusedError:
                assert at_table(event, 1, 1).official_report_id == here.official_report_id
            else:
                if what == "undo":
                    stack.pop()
                elif what != "reinstate":
                    stack.append(text if what != "keep" else before)
            assert at_table(event, 1, 1).result_text == (stack[-1] if stack else "")
            check_projection(event)
        while stack:
            undo_result(**who(event, owner))
            stack.pop()
        assert at_table(event, 1, 1).result is None
        assert not Enrollment.objects.filter(event=event, dropped_by_report__isnull=False).exists()
