"""Finishing an event and opening it again."""

from typing import Any

import pytest

from events.core.events.finishing_actions import finish_event, reopen_event
from events.core.results.slips import Slip
from events.core.stages.plans import StagePlan
from events.core.standings.correction_actions import correct_result
from events.models import Event, Role, StandingsSnapshot, Verb
from events.roster.drop_actions import disqualify
from tests import factories
from tests.events.scenario import event_with_owner, journaled, play_round, refused, start_round
from tests.events.support.stages import SINGLE, play_swiss, staged
from tests.markup import flat

pytestmark = pytest.mark.django_db

FINISHED = "The event is finished. To change anything, reopen it on the event page."


def test_an_event_is_finished_after_the_announced_rounds() -> None:
    event, owner = event_with_owner(8)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    for number in (1, 2):
        play_round(event, owner, number)
        with refused(
            "Not every announced round has been played. Check the box to finish early.", "early"
        ):
            finish_event(**same)
    play_round(event, owner, 3)
    finished = finish_event(**same)
    assert finished.state == Event.State.FINISHED
    assert finished.finished_at is not None
    assert journaled(event, Verb.EVENT_FINISHED)[0].data == {"early": False}
    with refused(FINISHED):
        finish_event(**same)


def test_an_event_is_finished_early_when_that_is_said() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "early": True}
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        finish_event(**same)
    finish_event(**same, reason="The hall closes.")
    [entry] = journaled(event, Verb.EVENT_FINISHED)
    assert entry.data == {"early": True, "reason": "The hall closes."}
    [change] = event.announced_changes.all()
    assert (change.what, change.stage, change.before, change.after) == ("rounds", 1, 3, 1)
    assert (change.reason, change.by) == ("The hall closes.", owner)
    assert event.stages.get(number=1).rounds == 1
    page = factories.client_of(owner).get(f"/e/{event.slug}/").content.decode()
    assert "stage 1 has 1 round instead of 3. Reason: The hall closes." in flat(page)


def test_an_organizer_who_is_not_head_judge_finishes_no_event_early() -> None:
    event, owner = event_with_owner(8)
    organizer = factories.staff_member(event, Role.ORGANIZER)
    play_round(event, owner, 1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": organizer}
    with refused(f"Only the head judge can decide this. Ask {owner.username}."):
        finish_event(**same, early=True, reason="I am tired.")
    assert not event.announced_changes.exists()
    play_round(event, owner, 2)
    play_round(event, owner, 3)
    assert finish_event(**same).is_finished, "after all rounds"


def test_stages_that_are_not_played_are_named() -> None:
    event, owner = staged(
        8, StagePlan(rounds=2, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 1)
    finish_event(event_id=event.pk, actor=owner, early=True, reason="Fire alarm.")
    changes = event.announced_changes.values_list("what", "stage", "before", "after")
    assert list(changes) == [("rounds", 1, 2, 1), ("stage-removed", 2, None, None)]


def test_an_event_without_a_complete_round_is_not_finished() -> None:
    event, owner = event_with_owner(4, rounds=1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "early": True}
    with refused("No round has been played. Pair round 1 first."):
        finish_event(**same)
    start_round(event, owner, 1)
    with refused("Complete round 1 before you finish the event."):
        finish_event(**same)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_finishing_publishes_the_final_standings_when_they_are_not() -> None:
    event, owner = event_with_owner(4, rounds=1)
    play_round(event, owner, 1, publish=False)
    finish_event(event_id=event.pk, actor=owner)
    snapshot = StandingsSnapshot.objects.get(round__event=event)
    assert (snapshot.revision, len(snapshot.rows)) == (1, 4)


@pytest.mark.parametrize(("disqualified", "revisions"), [(False, [1]), (True, [1, 2])])
def test_finishing_makes_a_revision_only_of_what_changed(
    disqualified: bool, revisions: list[int]
) -> None:
    event, owner = event_with_owner(4, rounds=1)
    play_round(event, owner, 1)
    if disqualified:
        disqualify(event_id=event.pk, actor=owner, number=1, reason="cheating")
    finish_event(event_id=event.pk, actor=owner)
    found = StandingsSnapshot.objects.filter(round__event=event).order_by("revision")
    assert [one.revision for one in found] == revisions


def test_a_finished_event_is_opened_again_with_a_reason_to_correct_something() -> None:
    event, owner = event_with_owner(4, rounds=1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    with refused("The event is not finished."):
        reopen_event(**same, reason="wrong")
    play_round(event, owner, 1)
    finish_event(**same)
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        reopen_event(**same, reason="\n")
    opened = reopen_event(**same, reason="table 1 was misread")
    assert (opened.state, opened.finished_at) == (Event.State.RUNNING, None)
    assert journaled(event, Verb.EVENT_REOPENED)[0].data == {"reason": "table 1 was misread"}
    correct_result(**same, number=1, table=1, slip=Slip.of(0, 2), reason="misread")
    finish_event(**same)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert StandingsSnapshot.objects.filter(round__event=event).count() == 2
