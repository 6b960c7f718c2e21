"""A no-show that was a mis-click: one undo takes back all of it."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from domain.results import Side
from events.core.judging.penalty_actions import change_penalty, give_penalty
from events.core.results.actions import enter_result, keep_result
from events.core.results.report_actions import undo_last, undo_result
from events.core.results.slips import Slip
from events.desk.tardiness_actions import game_loss_for_tardiness, match_loss_for_tardiness
from events.models import Enrollment, Event, Infraction, Match, Penalty, PenaltyKind, Verb
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.events.scenario import at_table, event_with_owner, journaled, start_round
from tests.events.support.entry_box import playing

pytestmark = pytest.mark.django_db


def no_show(event: Event, owner: User, *, stays: bool = False) -> Match:
    match_loss_for_tardiness(
        event_id=event.pk, actor=owner, number=1, table=1, side=Side.FIRST, stays=stays
    )
    match = at_table(event, 1, 1)
    assert match.result_text == "0-2"
    return match


def losses(event: Event) -> list[Penalty]:
    return list(Penalty.objects.filter(enrollment__event=event))


@pytest.mark.parametrize("stays", [False, True])
@pytest.mark.parametrize("last", [False, True])
def test_one_undo_takes_back_result_drop_and_match_loss(stays: bool, last: bool) -> None:
    event, owner, _browser = playing()
    match = no_show(event, owner, stays=stays)
    assert [loss.enrollment for loss in losses(event)] == [match.first]
    if last:
        undo_last(event_id=event.pk, actor=owner, number=1)
    else:
        undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    assert losses(event) == []
    again = at_table(event, 1, 1)
    assert again.result is None
    assert again.first.state == Enrollment.State.ACTIVE
    assert len(journaled(event, Verb.PENALTY_REMOVED)) == 1


def test_who_comes_after_all_and_plays_has_no_match_loss() -> None:
    event, owner, _browser = playing()
    no_show(event, owner)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    enter_result(**who, slip=Slip.of(2, 1), replace="0-2", reports_drops=True)
    assert losses(event) == []
    # Undoing restores the no-show with everything that belongs to it.
    undo_result(**who)
    match = at_table(event, 1, 1)
    assert (match.result_text, match.first.state) == ("0-2", Enrollment.State.DROPPED)
    assert [loss.enrollment for loss in losses(event)] == [match.first]
    undo_result(**who)
    assert losses(event) == []


def test_a_no_show_that_is_kept_keeps_its_match_loss() -> None:
    event, owner, _browser = playing()
    no_show(event, owner)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    with pytest.raises(Exception, match="already has a different result"):
        enter_result(**who, slip=Slip.of(2, 1))
    keep_result(**who, seen="0-2")
    assert len(losses(event)) == 1
    undo_result(**who)
    assert len(losses(event)) == 1
    undo_result(**who)
    assert losses(event) == []


def test_other_penalties_of_the_player_stay() -> None:
    event, owner, _browser = playing()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    game_loss_for_tardiness(**who, side=Side.FIRST)
    first = at_table(event, 1, 1).first
    given = give_penalty(
        event_id=event.pk,
        actor=owner,
        number=first.number,
        infraction=Infraction.SLOW_PLAY,
        penalty=PenaltyKind.MATCH_LOSS,
        note="for the third time",
    )
    no_show(event, owner)
    undo_result(**who)
    assert {loss.penalty for loss in losses(event)} == {
        PenaltyKind.GAME_LOSS,
        PenaltyKind.MATCH_LOSS,
    }
    assert given in losses(event)


def test_a_penalty_that_was_changed_since_is_left_alone() -> None:
    event, owner, _browser = playing()
    no_show(event, owner)
    [given] = losses(event)
    change_penalty(
        event_id=event.pk,
        actor=owner,
        penalty_id=given.pk,
        penalty=PenaltyKind.WARNING,
        reason="came within a minute",
    )
    undo_result(event_id=event.pk, actor=owner, number=1, table=1)
    assert [loss.penalty for loss in losses(event)] == [PenaltyKind.WARNING]


def test_an_imported_no_show_is_taken_back_whole() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    event.refresh_from_db()
    no_show(event, owner)
    archive = read_archive(json.dumps(export_archive(event)).encode())
    again = import_archive(archive=archive, actor=owner)
    assert len(losses(again)) == 1
    undo_result(event_id=again.pk, actor=owner, number=1, table=1)
    assert losses(again) == []
