"""Two enrollments of one human become one."""

import pytest

from events.models import Infraction, JournalEntry, Match, PenaltyKind, Player, Verb
from events.rules.entries import NewEnrollment
from events.rules.errors import RefusedError
from events.services.enrollment import enroll
from events.services.merging import merge_players
from events.services.penalties import give_penalty
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
    with pytest.raises(RefusedError, match="name the other one"):
        merge_players(event_id=event.pk, actor=owner, number=1, other=1)
    start_round(event, owner, 1)
    with pytest.raises(RefusedError, match="have both played"):
        merge_players(event_id=event.pk, actor=owner, number=1, other=2)
