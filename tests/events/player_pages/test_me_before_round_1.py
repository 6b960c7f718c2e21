"""A player's own phone from the moment of enrolling."""

from http import HTTPStatus

import pytest
from django.test import Client

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.models import Enrollment
from tests import factories
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.support.public_events import Played

pytestmark = pytest.mark.django_db


def enrolled(platform: str = "") -> tuple[Played, Phone]:
    played = Played([], **{**EVERYTHING, "platform": platform})
    entry = NewEnrollment("小林 美咲", platform_id="Misaki#1", awarded_byes=2, reading="こばやし")
    (player,) = enroll(event_id=played.event.pk, actor=played.organizer, entries=[entry])
    return played, Phone(Enrollment.objects.get(pk=player.pk))


def test_what_the_event_has_of_the_player_stands_there_before_round_1() -> None:
    _played, phone = enrolled("Arena")
    page = phone.page()
    assert '小林 美咲 <span class="muted">こばやし</span>' in page
    assert "Arena ID" in page
    assert "Misaki#1" in page
    assert "<dt>Awarded byes</dt> <dd> 2 </dd>" in page
    assert "not yet" in page


def test_without_a_platform_no_platform_id_is_shown() -> None:
    _played, phone = enrolled()
    assert "Misaki#1" not in phone.page()


def test_nobody_else_sees_it(client: Client) -> None:
    """Numbers can be guessed, player links can not: the roster is not public."""
    played, _phone = enrolled()
    factories.staff_member(played.event, username="other")
    assert client.get(played.url("players", 1)).status_code == HTTPStatus.NOT_FOUND
    assert "小林" not in client.get(f"/me/{played.event.slug}/").content.decode()
