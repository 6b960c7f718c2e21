"""Sign-ups: getting a place, waiting in order, leaving the waiting list, the desk's decision."""

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.journal.words.entries import sentence
from events.core.phones.actions import issue_address
from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.private_address import sign_up_token_of
from events.core.players.scanned_codes import enrollment_of
from events.core.players.waiting_list import Doubts
from events.core.players.waiting_list_actions import (
    accept_sign_up,
    change_sign_up,
    move_up,
    refuse_sign_up,
)
from events.core.refusals import RefusedError
from events.core.sign_ups.actions import (
    SignUpData,
    cancel_sign_up,
    mark_paid,
    name_mate,
    sign_up,
)
from events.core.sign_ups.queries import sign_up_of
from events.models import (
    Decklist,
    EligibilityMark,
    Enrollment,
    Event,
    JournalEntry,
    Player,
    SignUp,
    SignUpSettings,
    Verb,
)
from events.roster.list_actions import take_list
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, journaled, refused, start_round

pytestmark = pytest.mark.django_db

State = SignUp.State


def taking(players: int = 0, **settings: Any) -> tuple[Event, User]:
    event, owner = event_with_owner(players)
    SignUpSettings.objects.create(event=event, **{"is_open": True, **settings})
    return event, owner


def come(event: Event, name: str, **more: Any) -> SignUp:
    return sign_up(event_id=event.pk, data=SignUpData(name=name, **{"key": name, **more}))


def states(event: Event) -> dict[str, str]:
    return {one.name: one.state for one in event.sign_ups.order_by("place")}


def test_a_sign_up_is_enrolled_as_the_desk_does_it() -> None:
    event, _owner = taking()
    one = come(event, "  Ann   Chu ", reading="アン", email="ANN@example.org", deck="60 Island")
    enrolled = one.enrollment
    assert enrolled is not None
    assert (enrolled.name, enrolled.reading, enrolled.number) == ("Ann Chu", "あん", 1)
    assert enrolled.player.email == "ann@example.org"
    assert enrolled.source == Enrollment.Source.SIGN_UP
    assert Decklist.objects.get().text == "60 Island"
    assert [entry.verb for entry in journaled(event, Verb.SIGNED_UP)] == ["signed-up"]
    assert JournalEntry.objects.get(verb=Verb.ENROLLED).actor is None


def test_sent_twice_it_is_one_sign_up() -> None:
    event, _owner = taking()
    assert come(event, "Ann", key="k") == come(event, "Ann", key="k")
    assert event.enrollments.count() == 1


def test_nobody_signs_up_where_players_do_not_or_too_late() -> None:
    event, owner = event_with_owner(2)
    with refused("Sign-up is not open here. Ask the organizer."):
        come(event, "Ann")
    past = timezone.now() - datetime.timedelta(seconds=1)
    settings = SignUpSettings.objects.create(event=event, is_open=True, deadline=past)
    with refused("The deadline has passed. Ask the organizer."):
        come(event, "Ann")
    settings.deadline = None
    settings.save()
    start_round(event, owner, 1)
    with refused("The event has started. Ask at the desk."):
        come(event, "Ann")
    assert not event.sign_ups.exists()


@pytest.mark.parametrize(
    ("asked", "given", "field"),
    [
        ("ask_reading", {}, "reading"),
        ("ask_email", {}, "email"),
        ("ask_decklist", {"deck": " "}, "decklist"),
        ("", {"name": " "}, "name"),
        ("", {"name": "x" * 200}, "name"),
        ("", {"deck": "x" * 4001}, "decklist"),
    ],
)
def test_what_is_needed_is_said_at_the_field(asked: str, given: dict[str, str], field: str) -> None:
    event, _owner = taking()
    if asked:
        SignUpSettings.objects.update(**{asked: "required"})
    with pytest.raises(RefusedError) as said:
        come(event, **{"name": "Ann", "key": "k", **given})
    assert said.value.field == field


def test_who_finds_no_place_waits_and_is_not_in_the_event() -> None:
    event, _owner = taking(1, capacity=2)
    for name in ("Ann", "Bob", "Cid"):
        come(event, name)
    assert states(event) == {"Ann": "enrolled", "Bob": "waiting", "Cid": "waiting"}
    assert event.enrollments.count() == 2
    assert Player.objects.count() == 2


def test_cancelling_lets_the_next_one_in_in_order() -> None:
    event, _owner = taking(0, capacity=1)
    ann, bob, _cid = (come(event, name) for name in ("Ann", "Bob", "Cid"))
    cancel_sign_up(event_id=event.pk, sign_up_id=ann.pk)
    assert states(event) == {"Ann": "cancelled", "Bob": "enrolled", "Cid": "waiting"}
    assert [one.name for one in event.enrollments.all()] == ["Bob"]
    cancel_sign_up(event_id=event.pk, sign_up_id=ann.pk)
    assert len(journaled(event, Verb.SIGN_UP_CANCELLED)) == 1, "twice is once"
    cancel_sign_up(event_id=event.pk, sign_up_id=bob.pk)
    assert states(event)["Cid"] == "enrolled"


def test_more_places_somebody_taken_off_and_somebody_who_drops_let_the_next_ones_in() -> None:
    event, owner = taking(1, capacity=1)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        come(event, name)
    change_sign_up(event_id=event.pk, actor=owner, values={"capacity": 2})
    assert states(event)["Ann"] == "enrolled"
    remove(event_id=event.pk, actor=owner, number=1)
    assert states(event)["Bob"] == "enrolled"
    drop(event_id=event.pk, actor=owner, number=2)
    assert states(event)["Cid"] == "enrolled"
    start_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=3)
    assert states(event)["Dan"] == "waiting", "round 1 is paired: nobody comes in by itself"


def test_once_round_1_is_paired_a_place_is_not_given_back() -> None:
    event, owner = taking(3)
    ann = come(event, "Ann")
    start_round(event, owner, 1)
    with refused("Round 1 is paired. To leave the event, drop at the desk."):
        cancel_sign_up(event_id=event.pk, sign_up_id=ann.pk)


def test_the_desk_looks_first_where_it_wants_to() -> None:
    event, owner = taking(0, approval=True, capacity=1)
    ann, bob, cid = (come(event, name) for name in ("Ann", "Bob", "Cid"))
    assert set(states(event).values()) == {"asked"}
    for one in (bob, ann):
        accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=one.pk)
    assert states(event) == {"Ann": "waiting", "Bob": "enrolled", "Cid": "asked"}
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        refuse_sign_up(event_id=event.pk, actor=owner, sign_up_id=cid.pk, reason=" ")
    refuse_sign_up(event_id=event.pk, actor=owner, sign_up_id=cid.pk, reason="not a member")
    assert SignUp.objects.get(pk=cid.pk).reason == "not a member"
    with refused("The sign-up for Cid was already decided. Check it again."):
        accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=cid.pk)
    accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=ann.pk)
    assert states(event)["Ann"] == "enrolled", "the desk has the last word about places"


def test_the_desk_lets_somebody_move_up() -> None:
    event, owner = taking(0, capacity=0)
    ann, bob = come(event, "Ann"), come(event, "Bob")
    move_up(event_id=event.pk, actor=owner, sign_up_id=bob.pk)
    assert list(states(event)) == ["Bob", "Ann"]
    move_up(event_id=event.pk, actor=owner, sign_up_id=bob.pk)
    assert list(states(event)) == ["Bob", "Ann"]
    change_sign_up(event_id=event.pk, actor=owner, values={"capacity": 1})
    assert SignUp.objects.get(pk=ann.pk).state == State.WAITING


def test_who_could_be_somebody_else_waits_for_the_desk_and_is_told_nothing() -> None:
    event, owner = taking()
    enroll(
        event_id=event.pk,
        actor=owner,
        entries=[NewEnrollment("Ann Chu", "ann@example.org", "ann#1")],
    )
    EligibilityMark.objects.create(event=event, kind="suspended", name="Eve")
    held = [
        come(event, "chu, ann"),
        come(event, "Bob", email="ann@example.org"),
        come(event, "Cid", platform_id="ann#1"),
        come(event, owner.get_username()),
        come(event, "Eve"),
    ]
    assert {one.state for one in held} == {"asked"}
    doubts = Doubts(event)
    assert [doubts.of(one) for one in held] == [
        ["Looks like number 1 on the roster."],
        ["Looks like number 1 on the roster."],
        ["Looks like number 1 on the roster."],
        ["Is on the staff."],
        ["Is suspended."],
    ]
    accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=held[0].pk)
    with refused("ann@example.org is already enrolled in this event.", "email"):
        accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=held[1].pk)
    assert SignUp.objects.get(pk=held[1].pk).state == State.ASKED
    words = "Eve is suspended. To enroll anyway, give a reason. The reason is recorded."
    with refused(words, "eligible_because"):
        accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=held[4].pk)
    accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=held[4].pk, because="appealed")
    assert event.enrollments.get(name="Eve").eligible_because == "appealed"


def test_a_player_of_another_event_is_the_same_human_and_nothing_tells() -> None:
    other, owner = event_with_owner(0)
    entries = [NewEnrollment("Ann Chu", "ann@example.org")]
    enroll(event_id=other.pk, actor=owner, entries=entries)
    event, _owner = taking()
    known = come(event, "A. Chu", email="ann@example.org")
    new = come(event, "Bob", email="bob@example.org")
    assert (known.state, new.state) == ("enrolled", "enrolled")
    assert known.enrollment
    assert known.enrollment.player == Player.objects.get(name="Ann Chu")


def test_who_signed_up_twice_waits_for_the_desk_the_second_time() -> None:
    event, _owner = taking(0, capacity=0)
    come(event, "Ann", email="ann@example.org")
    come(event, "Annie", email="ann@example.org")
    SignUpSettings.objects.update(capacity=5)
    come(event, "Bob")
    assert states(event) == {"Ann": "enrolled", "Annie": "asked", "Bob": "enrolled"}


def test_of_two_alike_who_come_in_at_once_the_second_waits_for_the_desk() -> None:
    event, owner = taking(capacity=0)
    for name, key in (("Anna Rossi", "1"), ("Rossi Anna", "2"), ("Bob Stone", "3")):
        come(event, name, key=key)
    change_sign_up(event_id=event.pk, actor=owner, values={"capacity": 3})
    assert states(event) == {
        "Anna Rossi": State.ENROLLED,
        "Rossi Anna": State.ASKED,
        "Bob Stone": State.ENROLLED,
    }


def test_a_team_gets_its_place_once_every_seat_has_a_name() -> None:
    event, owner = taking()
    Event.objects.filter(pk=event.pk).update(team_size=3)
    team = come(event, "The Trio", members=("Ann", "", ""))
    assert team.state == State.WAITING
    with refused("The Trio: some seats still have no name."):
        accept_sign_up(event_id=event.pk, actor=owner, sign_up_id=team.pk)
    name_mate(event_id=event.pk, sign_up_id=team.pk, seat=1, name=" Bob ")
    with refused("This seat already has a name. Check it again.", "name"):
        name_mate(event_id=event.pk, sign_up_id=team.pk, seat=1, name="Bill")
    for seat in (-1, 3):
        with refused("This seat already has a name. Check it again.", "name"):
            name_mate(event_id=event.pk, sign_up_id=team.pk, seat=seat, name="Bill")
    done = name_mate(event_id=event.pk, sign_up_id=team.pk, seat=2, name="Cid")
    assert done.state == State.ENROLLED
    assert done.enrollment
    assert [one.name for one in done.enrollment.members.all()] == ["Ann", "Bob", "Cid"]


def test_where_everybody_came_from_and_who_has_paid() -> None:
    event, owner = taking()
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Ann")])
    take_list(event_id=event.pk, actor=owner, entries=[NewEnrollment("Bob")])
    come(event, "Cid")
    assert [one.source for one in event.enrollments.all()] == ["desk", "list", "sign-up"]
    mark_paid(event_id=event.pk, actor=owner, number=3, paid=True)
    mark_paid(event_id=event.pk, actor=owner, number=3, paid=True)
    (entry,) = journaled(event, Verb.ENROLLMENT_CHANGED)
    assert sentence(entry) == "Cid was changed: paid no → yes."


def test_a_new_address_for_the_player_ends_that_of_the_sign_up() -> None:
    event, owner = taking()
    Event.objects.update(private_pages=True)
    one = come(event, "Ann")
    before = sign_up_token_of(one.pk, one.nonce)
    assert enrollment_of(before) == one.enrollment
    issue_address(event_id=event.pk, actor=owner, number=1)
    one.refresh_from_db()
    assert one.enrollment
    assert enrollment_of(before) is None
    assert sign_up_of(before) is None


def test_the_journal_has_words_for_everything() -> None:
    for verb in Verb:
        if verb.value.startswith("sign"):
            assert sentence(JournalEntry(verb=verb, data={}))


@pytest.mark.parametrize("twin", ["高橋陽子", "髙橋 陽子", "髙橋　陽子", "陽子 高橋"])
def test_one_japanese_name_in_two_spellings_gets_one_place(twin: str) -> None:
    event, owner = taking()
    EligibilityMark.objects.create(event=event, kind="suspended", name="渡邊 結衣")
    owner.first_name, owner.last_name = "真", "齋藤"
    owner.save()
    assert come(event, "高橋 陽子").state == State.ENROLLED
    assert come(event, twin).state == State.ASKED
    assert come(event, "渡辺結衣").state == State.ASKED
    assert come(event, "斎藤 真").state == State.ASKED
