"""The archive takes the desk's data along: nothing of it stays on the other laptop."""

import datetime
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from events.audit.actions import verify_slip
from events.core.check_line import CheckCode
from events.core.clock.actions import pause_clock, resume_clock
from events.core.clock.round_clock import clock_of
from events.core.events.announcement_actions import announce
from events.core.judging.floor_queries import areas_of, floor_page
from events.core.phones.actions import answer_call
from events.core.players.actions import check_in
from events.core.players.privacy_actions import choose_alias, choose_public_names
from events.core.players.waiting_list_actions import change_sign_up
from events.core.preflight.queries import preflight_check
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.certification_actions import certify_round
from events.core.results.result_audit import audit_round, certified_rounds
from events.core.results.slips import parse_slip
from events.core.rounds.actions import complete_round
from events.core.sign_ups.actions import SignUpData, mark_mailed, mark_paid, sign_up
from events.core.sign_ups.queries import mails_due, sign_ups_page
from events.core.standings.correction_actions import correct_result
from events.core.words.certification import certified_words
from events.floor.actions import assign_area
from events.models import Call, Enrollment, Event, Role, SignUp
from events.roster.merging_actions import merge_players
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round, round_of, start_round
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.staffing import add_staff
from tests.markup import flat

pytestmark = pytest.mark.django_db


def archived(event: Event, *, emails: bool = True) -> dict[str, Any]:
    return export_archive(Event.objects.get(pk=event.pk), emails=emails)


def moved(event: Event, owner: User, *, emails: bool = True) -> Event:
    """The event as another laptop has it."""
    data = json.dumps(archived(event, emails=emails)).encode()
    return import_archive(archive=read_archive(data), actor=owner)


def in_hours(hours: int) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(hours=hours)


def calls_in(event: Event) -> QuerySet[Call]:
    return Call.objects.filter(match__round__event=event).select_related("enrollment")


def come(event: Event, name: str, **more: Any) -> SignUp:
    return sign_up(event_id=event.pk, data=SignUpData(name=name, key=name, **more))


def test_sign_ups_and_the_waiting_list_go_along() -> None:
    event, owner = event_with_owner(1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    values = {"is_open": True, "capacity": 2, "fee": "10 EUR", "begins": datetime.time(9, 30)}
    change_sign_up(**same, values=values)
    told = come(event, "Ann", email="ann@mail.invalid", deck="60 Island")
    for name in ("Ben", "Cleo"):
        come(event, name, email=f"{name}@mail.invalid".lower())
    mark_mailed(event_id=event.pk, sign_up_id=told.pk, state="enrolled")
    mark_paid(**same, number=2, paid=True)

    there = moved(event, owner)
    assert archived(there) == archived(event)
    page = sign_ups_page(there)
    assert [line.sign_up.name for line in page.waiting] == ["Ben", "Cleo"]
    assert (page.free, page.settings.fee, page.settings.is_open) == (0, "10 EUR", True)
    came = there.enrollments.get(number=2)
    assert (came.source, came.paid) == (Enrollment.Source.SIGN_UP, True)
    assert came.sign_up.deck == "60 Island"
    assert came.sign_up.nonce != told.nonce
    assert came.address_nonce != event.enrollments.get(number=2).address_nonce
    # Players get no second email about news that the other laptop has sent.
    assert {one.name for one in mails_due() if one.event_id == there.pk} == {"Ben", "Cleo"}
    # The next player leaves the waiting list as before.
    change_sign_up(event_id=there.pk, actor=owner, values={"capacity": 3})
    assert there.enrollments.filter(name="Ben").exists()


def test_a_sign_up_that_was_merged_with_another_goes_along() -> None:
    event, owner = event_with_owner(0)
    change_sign_up(event_id=event.pk, actor=owner, values={"is_open": True})
    for name in ("Mario Rossi", "M. R."):
        come(event, name)
    merge_players(event_id=event.pk, actor=owner, number=1, other=2)
    there = moved(event, owner)
    assert archived(there) == archived(event)
    assert there.sign_ups.get(name="M. R.").merged_into == there.enrollments.get()


def test_without_addresses_nobody_learns_who_signed_up_who_paid_and_who_is_a_judge() -> None:
    event, owner = event_with_owner(1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    change_sign_up(**same, values={"is_open": True})
    come(event, "Ann", email="ann@mail.invalid", deck="60 Island")
    mark_paid(**same, number=1, paid=True)
    assign_area(**same, username=owner.username, first=1, last=9)
    announce(**same, until=in_hours(1), text_en="Lunch")
    given_away = archived(event, emails=False)
    words = json.dumps(given_away)
    assert not {"sign_ups", "areas"} & given_away.keys()
    assert [name for name in ("@", owner.username, "paid", "came_from") if name in words] == []
    assert given_away["announcements"][0]["en"] == "Lunch"


def test_the_clock_stands_there_as_it_stood_here() -> None:
    event, owner = event_with_owner(4)
    round = start_round(event, owner, 1)
    round.started_at = timezone.now().replace(microsecond=0) - datetime.timedelta(minutes=20)
    round.paused_at = round.started_at + datetime.timedelta(minutes=5)
    round.save()
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    resume_clock(**same, token=clock_of(round).token)
    round.refresh_from_db()
    assert round.added_seconds >= 15 * 60
    pause_clock(**same, token=clock_of(round).token)
    there = moved(event, owner)
    assert clock_of(round_of(there, 1)).token == clock_of(round_of(event, 1)).token


def test_announcements_go_along_with_who_made_them_and_end_when_they_end() -> None:
    event, owner = event_with_owner(2)
    announce(event_id=event.pk, actor=owner, until=in_hours(1), text_en="Lunch")
    there = moved(event, factories.user("somebody-else"))
    there.refresh_from_db()
    assert there.announced_until == event.announcements.get().until
    page = factories.client_of(User.objects.get(username="somebody-else")).get(
        reverse("staff:announcements", args=[there.slug])
    )
    assert "Lunch" in flat(page)
    assert there.announcements.get().who == owner.username
    assert archived(there) == archived(event)


def test_who_was_checked_in_again_goes_along() -> None:
    event, owner = event_with_owner(4)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    check_in(**same, number=1)
    play_round(event, owner, 1)
    assert "checked_in_at" not in archived(event)["players"][0]
    start_round(event, owner, 2)
    check_in(**same, number=2)
    there = moved(event, owner)
    assert archived(there) == archived(event)
    at = event.enrollments.get(number=2).checked_in_at
    assert at is not None
    assert there.enrollments.get(number=2).checked_in_at == at


def test_areas_wait_for_their_judge() -> None:
    event, owner = event_with_owner(6)
    staffed: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    add_staff(**staffed, username="ann", roles=[Role.JUDGE])
    assign_area(**staffed, username="ann", first=1, last=2, name="Stage")
    assign_area(**staffed, username=owner.username, first=3, last=3)
    start_round(event, owner, 1)
    there = moved(event, owner)
    assert [(area.judge, str(area), area.name) for area in areas_of(there)] == [
        ("ann", "1-2", "Stage"), (owner.username, "3-3", ""),
    ]  # fmt: skip
    assert archived(there) == archived(event)
    assert [area.first_table for area in _own(there, owner)] == [3]
    page = flat(factories.client_of(owner).get(reverse("staff:floor-areas", args=[there.slug])))
    assert page.count("not on this event's staff yet") == 1
    ann = User.objects.get(username="ann")
    assert _own(there, ann) == ()
    ann.set_password("of her own")
    ann.save()
    add_staff(event_id=there.pk, actor=owner, username="ann", roles=[Role.JUDGE])
    assert [area.first_table for area in _own(there, ann)] == [1]


def _own(event: Event, person: User) -> tuple[Any, ...]:
    return floor_page(round_of(event, 1), person).mine


def test_who_certified_and_who_read_the_slips_again_goes_along() -> None:
    event, owner = event_with_owner(4)
    reader = factories.staff_member(event, Role.SCOREKEEPER)
    start_round(event, owner, 1)
    rounds: dict[str, Any] = {"event_id": event.pk, "number": 1}
    for table in (1, 2):
        slip = parse_slip(["20"])
        verify_slip(**rounds, actor=reader, table=table, slip=slip)
        enter_result(**rounds, actor=owner, table=table, slip=slip)
    complete_round(**rounds, actor=owner)
    certify_round(**rounds, actor=owner)
    there = moved(event, factories.user("somebody-else"))
    assert archived(there) == archived(event)
    assert audit_round(round_of(there, 1)).all_agree
    (made,) = certified_rounds(there)
    assert (made.holds, made.account) == (True, None)
    assert certified_words(made) == certified_words(certified_rounds(event)[0])
    # A correction there withdraws the certificate there.
    correct_result(
        event_id=there.pk, actor=owner, number=1, table=1, slip=parse_slip(["02"]), reason="Slip"
    )
    assert not certified_rounds(there)[0].holds
    (unnamed,) = certified_rounds(moved(event, owner, emails=False))
    assert certified_words(unnamed).startswith("certified by –")


def test_who_calls_and_which_table_plays_its_turns_goes_along() -> None:
    event, owner = event_of_phones(4)
    first, _second = pair_at(event)
    slip = parse_slip(["20"])
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=slip)
    for phone, kind in ((Phone(first), "wrong"), (Phone(pair_at(event, 2)[0]), "judge")):
        assert phone.post("call", kind=kind, round=1).status_code == 302
    answer_call(
        event_id=event.pk, actor=owner, number=1, call_id=calls_in(event).get(kind="judge").pk
    )
    round = round_of(event, 1)
    round.matches.filter(table=2).update(turns_at=timezone.now().replace(microsecond=0))
    there = moved(event, factories.user("somebody-else"))
    assert archived(there) == archived(event)
    assert [(call.enrollment.name, call.seen) for call in calls_in(there).filter(kind="wrong")] == [
        (first.name, "2-0")
    ]
    assert round_of(there, 1).matches.get(table=2).turns_at is not None
    # The new desk asks about open calls before the next step, once players have own pages there.
    there.private_pages = True
    there.save()
    asked = {line.code for line in preflight_check(round_of(there, 1)).lines}
    assert CheckCode.CALLED_WRONG in asked


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"player": 9}, "Player 9 has no opponent in round 1."),
        ({"round": 2}, "Player 1 has no opponent in round 2."),
        ({"kind": "food"}, "calls[1].kind"),
        ({}, "Player 1 already has an open call."),
    ],
)
def test_calls_that_nobody_can_have_made_are_refused(changes: dict[str, Any], words: str) -> None:
    event, _owner = event_of_phones(4)
    call = {"round": 1, "player": 1, "kind": "judge", "at": "2026-05-09T10:00:00Z"}
    data = archived(event) | {"calls": [call, call | changes]}
    data["version"] = max(data["version"], 3)
    with pytest.raises(RefusedError, match=re.escape(words)):
        read_archive(json.dumps(data).encode())


def test_how_players_are_called_goes_along() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    same: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    choose_public_names(**same, names="alias")
    choose_alias(**same, number=2, alias="Ace")
    there = moved(event, owner)
    assert there.public_names == "alias"
    assert archived(there) == archived(event)
    assert there.enrollments.get(number=2).alias == "Ace"
    other = event.enrollments.get(number=1).name
    page = factories.client_of().get(reverse("public:pairings", args=[there.slug, 1]))
    assert (other in flat(page), "Ace" in flat(page)) == (False, True)


def test_who_left_without_a_word_goes_along() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=3)
    event.enrollments.filter(number=3).update(dropped_silently=True)
    there = moved(event, owner)
    assert there.enrollments.get(number=3).dropped_silently
    assert archived(there) == archived(event)


@pytest.mark.parametrize("text", ["60 \x07Island", "60\tIsland"])
def test_what_a_sign_up_takes_an_archive_holds(text: str) -> None:
    event, owner = event_with_owner(1)
    change_sign_up(event_id=event.pk, actor=owner, values={"is_open": True})
    if "\t" not in text:
        with pytest.raises(RefusedError):
            come(event, "Ann", deck=text)
        return
    come(event, "Ann", deck=text)
    assert moved(event, owner).sign_ups.get().deck == "60 Island"


def test_what_is_announced_an_archive_holds() -> None:
    event, owner = event_with_owner(1)
    with pytest.raises(RefusedError):
        announce(event_id=event.pk, actor=owner, until=in_hours(1), text_en="Lunch\x07")


def test_what_a_fee_says_an_archive_holds() -> None:
    event, owner = event_with_owner(1)
    with pytest.raises(RefusedError):
        change_sign_up(event_id=event.pk, actor=owner, values={"fee": "10\x07 EUR"})
    change_sign_up(event_id=event.pk, actor=owner, values={"fee": "10\tEUR"})
    assert archived(moved(event, owner)) == archived(event)
