"""Invitation links: made by the organizer, used by several people, withdrawn."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from events.accounts.invitation_actions import create_invitation, invitation_token
from events.accounts.staff_actions import change_staff
from events.core.refusals import RefusedError
from events.models import Event, Role, StaffInvitation, Verb
from events.web.access import Action
from tests import factories
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "username": "rin",
    "first_name": "Rin Aoki",
    "password1": factories.PASSWORD,
    "password2": factories.PASSWORD,
}


def invited(role: Role = Role.JUDGE, most: int = 1, **values: Any) -> tuple[Event, str, Client]:
    """Return an event with an invitation, its address, and the organizer's browser."""
    event = factories.event(**values)
    owner = factories.staff_member(event, list(Role), "mika")
    invitation = create_invitation(event_id=event.pk, actor=owner, role=role, most=most)
    link = reverse("join-staff", args=[invitation_token(invitation)])
    return event, link, factories.client_of(owner)


@pytest.mark.parametrize(
    "route",
    [
        Route("invitations/", Action.EDIT_STAFF, "post", {"role": "judge", "most": "1"}),
        Route("invitations/9/withdraw/", Action.EDIT_STAFF, "post"),
    ],
    ids=str,
)
def test_access(route: Route) -> None:
    check_access(factories.event(), route)
    check_methods(factories.event(), route)


@pytest.mark.parametrize(
    ("kept", "open_roles"),
    [
        ([], set()),
        ([Role.SCOREKEEPER], set()),
        ([Role.HEAD_JUDGE], {"judge"}),
        ([Role.ORGANIZER], {"judge", "organizer"}),
    ],
)
def test_a_link_ends_with_the_right_to_make_it(kept: list[Role], open_roles: set[str]) -> None:
    event = factories.event()
    boss = factories.staff_member(event, Role.ORGANIZER)
    other = factories.staff_member(event, [Role.ORGANIZER, Role.HEAD_JUDGE], "rossi")
    for role in (Role.JUDGE, Role.ORGANIZER):
        create_invitation(event_id=event.pk, actor=other, role=role, most=1)
    own = create_invitation(event_id=event.pk, actor=boss, role=Role.JUDGE, most=1)
    change_staff(event_id=event.pk, actor=boss, username="rossi", roles=kept)
    links = list(event.invitations.exclude(pk=own.pk))
    assert {link.role for link in links if link.is_open} == open_roles
    own.refresh_from_db()
    assert own.is_open


def test_a_link_of_the_venues_address_with_its_code_is_for_those_who_invite() -> None:
    event = factories.event()
    organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    url = address(event, "staff")
    answer = organizer.post(address(event, "invite"), {"role": "judge", "most": "5"}, follow=True)
    assert "The invitation is ready." in flat(answer)
    invitation = event.invitations.get()
    link = reverse("join-staff", args=[invitation_token(invitation)])
    page = organizer.get(url, headers={"host": "venue.example:8000"}).content.decode()
    assert f'value="http://venue.example:8000{link}"' in page
    assert "data:image/svg" in page
    assert "0 of 5 joined" in flat(organizer.get(url))
    assert "/join/" not in judge.get(url).content.decode()
    entry = event.journal.get(verb=Verb.STAFF_CHANGED)
    assert (entry.data["invitation"], entry.data["most"]) == ("judge", 5)
    journal = flat(organizer.get(address(event, "journal")))
    assert "An invitation link was created: judge, 5 people." in journal


def test_a_new_account_joins_with_the_role_and_lands_where_it_works() -> None:
    event, link, organizer = invited(most=2)
    phone = Client()
    page = flat(phone.get(link))
    assert f"Join the staff of {event.name}" in page
    assert "Floor, results, extensions and penalties." in page
    answer = phone.post(link, {**ACCOUNT, "password2": "another"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'value="Rin Aoki"' in answer.content.decode()
    assert phone.post(link, ACCOUNT)["Location"] == address(event, "floor")
    member = event.staff.get(user__username="rin")
    assert member.roles == {Role.JUDGE}
    assert member.user.check_password(factories.PASSWORD)
    assert phone.get(address(event, "floor")).status_code == HTTPStatus.OK
    entry = event.journal.filter(verb=Verb.STAFF_CHANGED).latest("id")
    assert (entry.actor, entry.data["user"]) == (member.user, "rin")
    assert "1 of 2 joined" in flat(organizer.get(address(event, "staff")))
    taken = Client().post(link, ACCOUNT)
    assert taken.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert StaffInvitation.objects.get().joined == 1


def test_an_account_that_is_there_joins_with_one_button() -> None:
    event, link, _organizer = invited(Role.SCOREKEEPER)
    client = factories.client_of(factories.user("sora"))
    assert "Join as sora" in flat(client.get(link))
    assert client.post(link)["Location"] == address(event, "desk")
    assert event.staff.get(user__username="sora").scorekeeper


def test_a_member_gets_one_role_more() -> None:
    event, link, _organizer = invited(Role.SCOREKEEPER)
    member = factories.staff_member(event, Role.JUDGE, "hana")
    factories.client_of(member).post(link)
    assert event.staff.get(user=member).roles == {Role.JUDGE, Role.SCOREKEEPER}


@pytest.mark.parametrize("why", ["used", "expired", "withdrawn", "forged"])
def test_a_link_that_is_over_lets_nobody_in(why: str) -> None:
    event, link, organizer = invited()
    invitation = event.invitations.get()
    if why == "used":
        Client().post(link, {**ACCOUNT, "username": "first"})
    elif why == "expired":
        invitation.expires_at = timezone.now() - timedelta(seconds=1)
        invitation.save()
    elif why == "withdrawn":
        url = address(event, "invitation-withdraw", invitation_id=invitation.pk)
        assert "was withdrawn" in flat(organizer.post(url, follow=True))
        again = flat(organizer.post(url, follow=True))
        assert "This invitation is no longer valid." in again
    else:
        link = f"{link[:-2]}{'a' if link[-2] != 'a' else 'b'}/"
    people = set(event.staff.values_list("user__username", flat=True))
    for answer in (Client().get(link), Client().post(link, ACCOUNT)):
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert "Ask the organizer for a new one." in flat(answer)
    assert set(event.staff.values_list("user__username", flat=True)) == people
    assert not User.objects.filter(username="rin").exists()


def test_a_player_of_the_event_is_refused_and_no_account_stays() -> None:
    event, link, _organizer = invited()
    factories.enroll_players(event, ["rin"])
    answer = Client().post(link, ACCOUNT)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "rin is enrolled as rin." in flat(answer)
    assert not User.objects.filter(username="rin").exists()


def test_a_head_judge_invites_no_organizers() -> None:
    event = factories.event()
    owner = factories.staff_member(event, Role.ORGANIZER)
    create_invitation(event_id=event.pk, actor=owner, role=Role.ORGANIZER, most=1)
    head_judge = factories.staff_member(event, Role.HEAD_JUDGE)
    client = factories.client_of(head_judge)
    assert "/join/" not in client.get(address(event, "staff")).content.decode()
    answer = client.post(address(event, "invite"), {"role": "organizer", "most": "1"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Only an organizer can add or remove organizers." in flat(answer)
    with pytest.raises(RefusedError):
        create_invitation(event_id=event.pk, actor=owner, role=Role.JUDGE, most=51)
    answer = client.post(address(event, "invite"), {"role": "judge", "most": "0"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert event.invitations.count() == 1


def test_the_staff_page_says_roles_tables_and_the_last_login() -> None:
    event, _link, organizer = invited()
    judge = factories.staff_member(event, Role.JUDGE, "ewa")
    event.areas.create(member=event.staff.get(user=judge), first_table=1, last_table=27)
    page = flat(organizer.get(address(event, "staff")))
    assert "tables 1 to 27" in page
    assert "Tables 1 to 27 lose their judge." in page
    assert "never logged in" in page
    User.objects.filter(pk=judge.pk).update(last_login=timezone.now() - timedelta(hours=3))
    page = flat(organizer.get(address(event, "staff")))
    assert "last login 3 hours ago" in page
    few = queries_of(lambda: organizer.get(address(event, "staff")))
    for _number in range(3):
        other = factories.staff_member(event, Role.JUDGE)
        event.areas.create(member=event.staff.get(user=other), first_table=1, last_table=9)
    assert queries_of(lambda: organizer.get(address(event, "staff"))) == few
