"""Two enrollments of one human become one."""

import pytest

from events.core.judging.penalty_actions import give_penalty
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.privacy_actions import choose_alias
from events.core.players.private_address import sign_up_token_of
from events.core.players.scanned_codes import enrollment_of
from events.core.refusals import RefusedError
from events.core.sign_ups.actions import SignUpData, cancel_sign_up, mark_paid, sign_up
from events.core.sign_ups.queries import own_sign_up, sign_up_of
from events.models import (
    Appeal,
    Decklist,
    Enrollment,
    Infraction,
    JournalEntry,
    Match,
    PenaltyKind,
    Player,
    SignUpSettings,
    Verb,
)
from events.roster.merging_actions import merge_players
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round, start_round

pytestmark = pytest.mark.django_db


def test_the_one_that_stays_gets_what_it_lacks() -> None:
    event, owner = event_with_owner(0)
    entries = [
        NewEnrollment("Mario Rossi", platform_id="Mario#1"),
        NewEnrollment("Rossi, Mario", "mario@example.org", "Rossi#9", awarded_byes=2),
    ]
    enroll(event_id=event.pk, actor=owner, entries=entries)
    event.enrollments.filter(number=2).update(fixed_table=7, checked_in=True)
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=2,
        infraction=Infraction.TARDINESS,
        penalty=PenaltyKind.WARNING,
        note="one minute",
    )
    merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    one = event.enrollments.select_related("player").get()
    assert (one.number, one.name, one.platform_id) == (1, "Mario Rossi", "Mario#1")
    assert (one.player.email, one.awarded_byes, one.fixed_table) == ("mario@example.org", 2, 7)
    assert one.checked_in
    assert one.penalties.count() == 1
    assert Player.objects.count() == 1
    entry = JournalEntry.objects.get(verb=Verb.ENROLLMENTS_MERGED)
    assert (entry.first_number, entry.data["kept_number"]) == (2, 1)


def test_the_human_of_other_events_stays() -> None:
    event, owner = event_with_owner(0)
    elsewhere, _owner = event_with_owner(0)
    known = NewEnrollment("Mario Rossi", "mario@example.org")
    enroll(event_id=elsewhere.pk, actor=owner, entries=[known])
    entries = [NewEnrollment("Rossi Mario"), known]
    enroll(event_id=event.pk, actor=owner, entries=entries)
    merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    (player,) = Player.objects.all()
    assert player.enrollments.count() == 2


def test_who_played_stays() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    late = NewEnrollment("Twin", "twin@example.org", late="losses")
    enroll(event_id=event.pk, actor=owner, entries=[late])
    with pytest.raises(RefusedError, match="merge Twin into Player 001"):
        merge_players(event_id=event.pk, actor=owner, number=5, other=1)
    with pytest.raises(RefusedError, match="have both played"):
        merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    merge_players(event_id=event.pk, actor=owner, number=1, other=5)
    assert event.enrollments.count() == 4
    assert event.enrollments.get(number=1).player.email == "twin@example.org"
    assert not Match.objects.assigned_losses().exists()


def test_nobody_is_merged_with_themselves_or_with_who_sits_in_a_draft() -> None:
    event, owner = event_with_owner(3)
    with pytest.raises(RefusedError, match=r"\. Choose the other player"):
        merge_players(event_id=event.pk, actor=owner, number=1, other=1)
    start_round(event, owner, 1)
    with pytest.raises(RefusedError, match="have both played"):
        merge_players(event_id=event.pk, actor=owner, number=1, other=2)


def test_the_sign_up_and_what_belongs_to_it_move_to_the_one_that_stays() -> None:
    event, owner = event_with_owner(0, private_pages=True)
    SignUpSettings.objects.create(event=event, is_open=True, ask_decklist="optional")
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Mario Rossi")])
    data = SignUpData(name="Rossi M", key="key", deck="60 Island")
    signed_up = sign_up(event_id=event.pk, data=data)
    token = sign_up_token_of(signed_up.pk, signed_up.nonce)
    mark_paid(event_id=event.pk, actor=owner, number=2, paid=True)
    choose_alias(event_id=event.pk, actor=owner, number=2, alias="Islander")
    merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    kept = event.enrollments.get()
    assert (kept.name, kept.paid, kept.alias) == ("Mario Rossi", True, "Islander")
    assert kept.source == Enrollment.Source.SIGN_UP
    assert (kept.decklist.state, kept.decklist.text) == (Decklist.State.SUBMITTED, "60 Island")
    known = sign_up_of(token)
    assert known is not None
    assert known.enrollment == kept
    cancel_sign_up(event_id=event.pk, sign_up_id=signed_up.pk)
    assert not event.enrollments.exists()


def test_of_two_sign_ups_and_two_lists_the_one_that_stays_keeps_its_own() -> None:
    event, owner = event_with_owner(0, private_pages=True)
    SignUpSettings.objects.create(event=event, is_open=True, ask_decklist="optional")
    first, second = (
        sign_up(event_id=event.pk, data=SignUpData(name=name, deck=deck, key=name))
        for name, deck in (("Mario Rossi", "60 Island"), ("Rossi M", "60 Swamp"))
    )
    merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    kept = event.enrollments.get()
    assert kept.decklist.text == "60 Island"
    known = sign_up_of(sign_up_token_of(first.pk, first.nonce))
    assert known is not None
    assert known.enrollment == kept
    # The other phone opens no page of that player and shows what to do.
    second.refresh_from_db()
    assert (second.enrollment, second.merged_into) == (None, kept)
    token = sign_up_token_of(second.pk, second.nonce)
    assert enrollment_of(token) is None
    other = sign_up_of(token)
    assert other is not None
    assert own_sign_up(other).progress == "merged"
    # After another merge it leads to the remaining player; once that one drops, it says so.
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("M. Rossi")])
    merge_players(event_id=event.pk, actor=owner, number=3, other=1)
    other = sign_up_of(token)
    assert other is not None
    assert other.merged_into == event.enrollments.get()
    drop(event_id=event.pk, actor=owner, number=3)
    other = sign_up_of(token)
    assert other is not None
    assert own_sign_up(other).progress == "gone"


def test_an_appeal_of_the_one_who_goes_stays_with_the_human() -> None:
    event, owner = event_with_owner(0)
    enroll(
        event_id=event.pk, actor=owner, entries=[NewEnrollment("Mario"), NewEnrollment("Rossi M")]
    )
    gone = event.enrollments.get(number=2)
    appeal = Appeal.objects.create(enrollment=gone, ruling="a draw", outcome=Appeal.Outcome.UPHELD)
    merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    appeal.refresh_from_db()
    assert appeal.enrollment.number == 1
