"""The roster, the door, phones and Today agree on present players and playing tables."""

from typing import Any

import pytest

from events.core.players.actions import check_in
from events.core.players.listed_players import roster_page
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.core.stages.plans import StagePlan
from events.day.queries import day_rows
from events.models import Event
from events.roster.door import door
from events.roster.queries import RosterFilter, Show, roster_list
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.phones import EVERYTHING, Phone, event_of_phones
from tests.events.support.stages import SINGLE, confirm, staged
from tests.factories import client_of

pytestmark = pytest.mark.django_db


def test_after_a_cut_those_alone_are_here_who_advanced() -> None:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    for number in range(1, 7):
        check_in(event_id=event.pk, actor=owner, number=number)
    play_round(event, owner, 1)
    assert len(door(event, "").here) == 6
    confirm(event, owner, 1)
    roster = client_of(owner).get(f"/staff/e/{event.slug}/roster/").content.decode()
    assert roster.count("did not advance") == 2
    listed = roster_list(event, RosterFilter(show=Show.HERE))
    here = {player.number for player in door(event, "").here}
    assert {player.number for player in listed.players} == here
    assert listed.counts[Show.HERE] == roster_page(event).checked_in == len(here) == 4


def test_today_counts_no_tables_as_playing_before_a_round_is_posted() -> None:
    event, owner = event_with_owner(4)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    pair_next_round(**who, number=1)
    (row,) = day_rows(owner)
    assert (row.total, row.reported) == (0, 0)
    post_round(**who, number=1)
    (row,) = day_rows(owner)
    assert (row.total, row.line.outstanding) == (2, 2)


def test_a_phone_offers_no_check_in_that_is_refused() -> None:
    event, owner = event_of_phones(posted=False, check_in_open=True)
    phone = Phone(event.enrollments.get(number=1))
    assert "Check in now" in phone.page()
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert "Check in now" not in phone.page()
    discard_round(event_id=event.pk, actor=owner, number=1, reason="too early")
    assert "Check in now" in phone.page()


def test_staff_and_phone_say_alike_whether_a_cut_took_the_player() -> None:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    Event.objects.filter(pk=event.pk).update(**EVERYTHING)
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    advancing = set(event.stages.get(number=1).advancing.values_list("number", flat=True))
    staff = client_of(owner)
    for enrollment in event.enrollments.all():
        page = staff.get(f"/staff/e/{event.slug}/roster/players/{enrollment.number}/")
        for text in (page.content.decode(), Phone(enrollment).page()):
            assert ("Not advancing" in text) is (enrollment.number not in advancing)


def test_a_bye_of_a_bracket_is_no_awarded_bye() -> None:
    event, owner = staged(6, StagePlan(kind=SINGLE))
    event.enrollments.update(awarded_byes=1)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert event.rounds.get().matches.byes().count() == 2
    page = client_of(owner).get(f"/staff/e/{event.slug}/rounds/1/").content.decode()
    assert "awarded bye" not in page
