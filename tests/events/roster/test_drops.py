"""Drop, reinstate, disqualify."""

import pytest

from events.core.drops.drop_parts import recount_dropped_after
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Round, Verb
from events.roster.drop_actions import disqualify, reinstate
from tests import factories
from tests.events.preflight.answers import drop

pytestmark = pytest.mark.django_db


def play(event: Event, number: int, first: int, second: int, state: str = "complete") -> Round:
    made, _created = event.rounds.get_or_create(
        number=number, defaults={"stage": event.stages.get(), "state": state}
    )
    players = {one.number: one for one in event.enrollments.all()}
    Match.objects.create(round=made, first=players[first], second=players[second], table=first)
    return made


def leave(event: Event, number: int) -> Enrollment:
    return drop(event_id=event.pk, actor=factories.user(), number=number, reason="tired")


def come_back(event: Event, number: int) -> Enrollment:
    return reinstate(event_id=event.pk, actor=factories.user(), number=number)


def test_left_after_is_the_last_round_with_a_match() -> None:
    event = factories.event_with_players(4)
    play(event, 1, 1, 2)
    play(event, 2, 1, 3)
    assert [leave(event, number).dropped_after for number in (1, 2, 4)] == [2, 1, 0]
    entry = event.journal.get(verb=Verb.DROPPED, first_number=1)
    assert (entry.data["reason"], entry.data["after"]) == ("tired", 2)


def test_a_player_leaves_once() -> None:
    event = factories.event_with_players(2)
    leave(event, 1)
    with pytest.raises(RefusedError):
        leave(event, 1)


def test_by_the_digital_rules_one_comes_back_only_before_the_next_pairing() -> None:
    event = factories.event_with_players(4, re_entry=Event.ReEntry.PAIRING)
    play(event, 1, 1, 2)
    leave(event, 1)
    assert come_back(event, 1).dropped_after is None
    leave(event, 1)
    play(event, 2, 3, 4, state=Round.State.UNPOSTED)
    with pytest.raises(RefusedError, match="discard the unposted round"):
        come_back(event, 1)
    event.rounds.filter(number=2).update(state=Round.State.POSTED)
    with pytest.raises(RefusedError, match="before the next pairing"):
        come_back(event, 1)
    assert event.enrollments.get(number=1).state == "dropped"


def losses(event: Event) -> list[tuple[int, int]]:
    """The assigned losses: round and player, by number."""
    found = Match.objects.filter(round__event=event, kind=Match.Kind.UNPAIRED)
    return list(found.order_by("round__number").values_list("round__number", "first__number"))


@pytest.mark.parametrize("state", Round.State.values)
def test_until_the_cut_one_comes_back_and_has_lost_the_missed_rounds(state: str) -> None:
    event = factories.event_with_players(6)
    play(event, 1, 1, 2)
    leave(event, 1)
    play(event, 2, 3, 4)
    play(event, 3, 3, 2, state=state)
    back = come_back(event, 1)
    assert (back.state, back.dropped_after) == ("active", None)
    assert losses(event) == [(2, 1), (3, 1)]
    entry = event.journal.get(verb=Verb.REINSTATED)
    # The loss of an unposted round can still be removed.
    assert entry.data["losses"] == (1 if state == Round.State.UNPOSTED else 2)
    leave(event, 1)
    assert come_back(event, 1).state == "active"
    assert losses(event) == [(2, 1), (3, 1)]


def test_nobody_comes_back_into_a_draft_or_a_round_robin_that_went_on() -> None:
    event = factories.event_with_players(4)
    stage = event.stages.get()
    for columns in ({"kind": "round-robin"}, {"kind": "swiss", "pods": True}):
        event.stages.update(**columns)
        event.rounds.all().delete()
        play(event, 1, 1, 2)
        leave(event, 1)
        play(event, 2, 3, 4, state=Round.State.POSTED)
        with pytest.raises(RefusedError, match="before the next pairing"):
            come_back(event, 1)
        event.enrollments.filter(number=1).update(state="active", dropped_after=None)
    assert stage.number == 1


def test_who_was_paired_when_they_left_can_come_back_in_that_round() -> None:
    event = factories.event_with_players(2)
    play(event, 1, 1, 2, state=Round.State.POSTED)
    leave(event, 1)
    assert come_back(event, 1).state == "active"


def test_nobody_comes_back_after_a_cut() -> None:
    event = factories.event_with_players(2)
    stage = event.stages.get()
    stage.has_cut = True
    stage.save()
    stage.advancing.add(event.enrollments.get(number=2))
    leave(event, 1)
    with pytest.raises(RefusedError, match="cut"):
        come_back(event, 1)


def test_disqualify_needs_a_reason_and_keeps_the_round_somebody_left_in() -> None:
    event = factories.event_with_players(4)
    play(event, 1, 1, 2)
    actor = factories.user()
    with pytest.raises(RefusedError) as refused:
        disqualify(event_id=event.pk, actor=actor, number=1, reason="  ")
    assert refused.value.field == "reason"
    made = disqualify(event_id=event.pk, actor=actor, number=1, reason="Cheating")
    assert (made.state, made.dropped_after) == ("disqualified", 1)
    with pytest.raises(RefusedError):
        disqualify(event_id=event.pk, actor=actor, number=1, reason="Again")
    leave(event, 3)
    Enrollment.objects.filter(event=event, number=3).update(dropped_after=0)
    assert disqualify(event_id=event.pk, actor=actor, number=3, reason="Theft").dropped_after == 0


def test_left_after_is_corrected_after_a_draft_is_gone() -> None:
    event = factories.event_with_players(4)
    play(event, 1, 1, 2)
    draft = play(event, 2, 1, 3, state=Round.State.UNPOSTED)
    assert leave(event, 1).dropped_after == 2
    draft.delete()
    recount_dropped_after(event)
    assert event.enrollments.get(number=1).dropped_after == 1
