"""Many sign up at once: a room behind one address gets in, a program does not fill the event."""

import re
import secrets
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.html import escape

from events.core.players.waiting_list import CROWD, RUSH
from events.core.sign_ups.actions import SignUpData, sign_up
from events.core.sign_ups.queries import ARRIVING
from events.models import EligibilityMark, SignUp, SignUpSettings
from events.web.access import Action
from tests import factories
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.signing_up import Phone, owner_of, taking
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_a_hall_behind_one_address_signs_up_and_nobody_is_lost() -> None:
    event = taking()
    phone = Phone(event)
    for number in range(CROWD + 10):
        # A page shows the same to all phones once the desk looks first; the last one is tried, too.
        if RUSH + 2 < number < CROWD + 9:
            data = SignUpData(name=f"Visitor {number}", key=str(number), known_device=True)
            sign_up(event_id=event.pk, data=data)
            continue
        phone.client.cookies.clear()
        answer = phone.sign_up(f"Visitor {number}")
        assert answer.status_code == 302, number
    assert SignUp.objects.count() == CROWD + 10
    assert event.enrollments.count() <= RUSH
    desk = owner_of(event)
    page = flat(desk.get(address(event, "sign-ups")))
    assert "Many people signed up at once." in page
    everybody = address(event, "sign-ups-decide-all")
    assert "sign-ups were accepted." in flat(desk.post(everybody, follow=True))
    assert event.enrollments.count() == CROWD + 10
    assert "Many people signed up at once." not in flat(
        desk.post(everybody, {"release": "1"}, follow=True)
    )
    phone.client.cookies.clear()
    phone.sign_up("Late Visitor")
    assert SignUp.objects.get(name="Late Visitor").state == "enrolled"


def test_a_program_does_not_fill_the_event() -> None:
    event = taking(capacity=64)
    for number in range(100):
        sign_up(event_id=event.pk, data=SignUpData(name=f"Made up {number}", key=str(number)))
    assert event.enrollments.count() <= min(CROWD, RUSH)
    assert SignUpSettings.objects.get().held_since is not None


@pytest.mark.usefixtures("rate_limits")
def test_who_never_opened_the_form_or_signs_many_up_waits_for_the_desk() -> None:
    event = taking()
    phone = Phone(event)
    phone.client.post(phone.url, {"name": "Ann", "key": secrets.token_hex(12)})
    assert SignUp.objects.get(name="Ann").state == "asked"
    for name in ("Bob", "Cid", "Dan", "Eve", "Fay"):
        phone.sign_up(name)
    states = dict(SignUp.objects.values_list("name", "state"))
    assert states["Bob"] == states["Eve"] == "enrolled"
    assert states["Fay"] == "asked"
    phone.client.cookies["sign-up-device"] = "forged"
    phone.client.post(phone.url, {"name": "Gus", "key": secrets.token_hex(12)})
    assert SignUp.objects.get(name="Gus").state == "asked"


@pytest.mark.parametrize("private_pages", [True, False])
@pytest.mark.parametrize("settings", [{}, {"capacity": 1}, {"approval": True}])
def test_the_first_page_is_the_same_for_everybody(
    settings: dict[str, Any], private_pages: bool
) -> None:
    event = taking(1, columns={"private_pages": private_pages}, **settings)
    owner = User.objects.get(staff_of__event=event)
    EligibilityMark.objects.create(event=event, kind="suspended", name="Eve Fox")
    enrolled = event.enrollments.get().name
    pages = set()
    for name in ("New One", enrolled, owner.username, "Eve Fox"):
        phone = Phone(event)
        phone.sign_up(name)
        answer = phone.client.get(f"/me/{event.slug}/")
        assert "Your sign-up was received. The answer appears here in a few seconds." in flat(
            answer
        )
        pages.add((answer.status_code, *without_what_is_their_own(answer, name)))
    assert len(pages) == 1


def without_what_is_their_own(answer: Any, name: str) -> tuple[str, ...]:
    """The page and its headers without the name and the secrets of the phone."""
    text = answer.content.decode().replace(escape(name), "NAME")
    for secret in (
        r'(?<=name="form" value=")\w+',
        r'(?<=data-mark=")[^"]*',
        r'(?<=data-marks=")[^"]*',
        r'(?<=name="csrfmiddlewaretoken" value=")\w+',
        r"/me/[\w.:-]+(?=[/<])",
        r'data:image/svg\+xml[^"]*',
    ):
        text = re.sub(secret, "SECRET", text)
    return text, *sorted(answer.headers)


def test_a_player_has_the_answer_within_a_minute() -> None:
    event = taking()
    phone = Phone(event)
    phone.sign_up("New One")
    shown = flat(phone.client.get(f"/me/{event.slug}/"))
    assert "You have a place." not in shown
    poll = {"since": "arrived"}
    assert phone.client.get(f"/me/{event.slug}/", poll).status_code == HTTPStatus.OK
    assert timedelta(seconds=60) > ARRIVING
    SignUp.objects.update(at=timezone.now() - ARRIVING)
    assert "You have a place." in flat(phone.client.get(f"/me/{event.slug}/", poll))


def test_a_cancelled_sign_up_says_so_at_once() -> None:
    event = taking()
    phone = Phone(event)
    phone.sign_up("New One")
    own = f"/me/{event.slug}/"
    form = re.search(r'name="form" value="(\w+)"', flat(phone.client.get(own)))
    assert form
    phone.client.post(f"{own}cancel/", {"form": form[1]})
    assert "You canceled your sign-up." in flat(phone.client.get(own))


def test_the_first_answer_is_the_same_for_everybody() -> None:
    event = taking(1)
    owner = User.objects.get(staff_of__event=event)
    EligibilityMark.objects.create(event=event, kind="suspended", name="Eve Fox")
    enrolled = event.enrollments.get().name
    answers = [
        Phone(event).sign_up(name) for name in ("New One", enrolled, owner.username, "Eve Fox")
    ]
    seen = {(answer.status_code, answer["Location"], answer.content) for answer in answers}
    assert seen == {(302, f"/me/{event.slug}/", b"")}


def test_doors() -> None:
    route = Route("sign-ups/all/", Action.EDIT_ROSTER, "post")
    check_access(factories.event_with_players(2), route)
    check_methods(factories.event_with_players(1), route)
