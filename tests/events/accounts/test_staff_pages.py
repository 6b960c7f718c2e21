"""The staff page."""

import re

import pytest
from django.test import Client

from events.models import FactSheet, Role, StaffMember
from events.web.access import Action
from tests import factories
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.factories import StaffMemberFactory
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ROUTES = [
    Route("staff/", Action.SEE),
    Route("staff/", Action.EDIT_STAFF, "post", {"username": "", "roles": ["judge"]}),
    Route("staff/nobody/", Action.EDIT_STAFF, "post", {"roles": ["judge"]}),
]


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    check_access(factories.event(), route)


@pytest.mark.parametrize("route", [ROUTES[0], ROUTES[2]], ids=str)
def test_methods(route: Route) -> None:
    check_methods(factories.event(), route)


def test_an_invited_person_gets_a_link_that_only_organizers_see() -> None:
    event = factories.event()
    organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
    path = f"/staff/e/{event.slug}/staff/"
    assert organizer.post(path, {"username": "jo", "roles": ["judge"]}).status_code == 302
    page = flat(organizer.get(path))
    assert "/join/" in page
    assert "<b>jo</b>(Judge): not joined yet" in page
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    assert "/join/" not in flat(judge.get(path))


def test_a_new_person_has_no_role_until_one_is_chosen() -> None:
    event = factories.event()
    organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
    page = organizer.get(f"/staff/e/{event.slug}/staff/").content.decode()
    add = page[page.index("Invite a person by username") :]
    assert "checkbox" in add
    assert "checked" not in add
    answer = organizer.post(f"/staff/e/{event.slug}/staff/", {"username": "jo"})
    assert answer.status_code == 422
    assert "Choose at least one role." in answer.content.decode()


def test_somebody_elses_invitation_is_not_shown() -> None:
    """An account without a password, as older versions made it, in a second event."""
    first, second = factories.event(), factories.event()
    jo = factories.invited_before(first, "jo")
    StaffMemberFactory.create(event=second, user=jo, judge=True)
    for event in (first, second):
        browser = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
        page = browser.get(f"/staff/e/{event.slug}/staff/").content.decode()
        assert "No password set yet." in page
        assert "/join/" not in page


def test_a_link_that_was_seen_for_one_event_opens_no_other_one() -> None:
    first, second = factories.event(), factories.event()
    one = factories.client_of(factories.staff_member(first, Role.ORGANIZER))
    two = factories.client_of(factories.staff_member(second, Role.ORGANIZER))
    jo = factories.invited_before(first, "jo")
    [link] = re.findall(
        r"http://testserver(/join/[^\"]+)",
        one.get(f"/staff/e/{first.slug}/staff/").content.decode(),
    )
    one.post(f"/staff/e/{first.slug}/staff/jo/", {"roles": [], "off": "1"})
    two.post(f"/staff/e/{second.slug}/staff/", {"username": "jo", "roles": ["judge"]})
    assert second.invitations.get().account is None, "the holder of the link would find it"

    # An older version allowed a member with an open invitation; the link no longer works.
    StaffMemberFactory.create(event=second, user=jo, judge=True)
    answer = Client().get(link, follow=True)
    assert "password" not in re.findall(r'type="(\w+)"', answer.content.decode())
    StaffMember.objects.filter(event=second, user__username="jo").delete()
    answer = Client().get(link, follow=True)
    assert "password" in re.findall(r'type="(\w+)"', answer.content.decode())


def test_refusals_keep_what_was_typed() -> None:
    event = factories.event()
    client = factories.client_of(factories.staff_member(event, Role.ORGANIZER, "ann"))
    path = f"/staff/e/{event.slug}/staff/"
    response = client.post(path, {"username": "jo smith!", "roles": ["judge"]})
    assert response.status_code == 422
    assert 'value="jo smith!"' in response.content.decode()
    response = client.post(path, {"username": "jo"})
    assert "Choose at least one role" in response.content.decode()
    response = client.post(f"{path}ann/", {}, follow=True)
    assert "last organizer" in response.content.decode()
    assert event.staff.count() == 1


def test_roles_and_leaving() -> None:
    event = factories.event()
    ann = factories.staff_member(event, Role.ORGANIZER, "ann")
    factories.staff_member(event, Role.ORGANIZER, "bea.2@x")
    client = factories.client_of(ann)
    path = f"/staff/e/{event.slug}/staff/"
    data = {"roles": ["organizer", "scorekeeper"]}
    assert client.post(f"{path}bea.2@x/", data)["Location"] == path
    assert event.staff.get(user__username="bea.2@x").scorekeeper
    client.post(f"{path}bea.2@x/", {"roles": ["tyrant"]})
    assert event.staff.get(user__username="bea.2@x").organizer
    assert client.post(f"{path}ann/", {})["Location"] == "/staff/"
    assert client.get(path).status_code == 404


def test_saving_no_role_is_refused_at_the_form() -> None:
    event = factories.event()
    client = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
    factories.staff_member(event, Role.JUDGE, "bea")
    path = f"/staff/e/{event.slug}/staff/"
    button = '<button name="save" value="1">Save roles</button>'
    assert button in client.get(path).content.decode()
    response = client.post(f"{path}bea/", {"save": "1"})
    assert response.status_code == 422
    words = "Choose at least one role, or remove the person from the staff."
    assert response.content.decode().count(words) == 1
    assert f'<form class="form" method="post" action="{path}">' in response.content.decode()
    assert event.staff.get(user__username="bea").judge
    response = client.post(f"{path}bea/", {"save": "1", "roles": ["tyrant"]})
    assert "This role does not exist." in response.content.decode()
    client.post(f"{path}bea/", {"save": "1", "roles": ["scorekeeper"]})
    assert event.staff.get(user__username="bea").scorekeeper
    client.post(f"{path}bea/", {})
    assert not event.staff.filter(user__username="bea").exists()


def test_queries_do_not_grow_with_the_staff() -> None:
    event = factories.event()
    client = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
    counts = []
    for size in (1, 3):
        for _member in range(size):
            factories.staff_member(event, Role.JUDGE)
        counts.append(queries_of(lambda: client.get(f"/staff/e/{event.slug}/staff/")))
    assert counts[0] == counts[1]


SETTING = "or allow staff to play in the settings."


def test_a_refused_player_on_the_staff_leads_to_the_setting_that_allows_it() -> None:
    event = factories.event()
    organizer = factories.staff_member(event, Role.ORGANIZER)
    factories.staff_member(event, Role.JUDGE, "jo")
    page = factories.client_of(organizer).post(f"/staff/e/{event.slug}/roster/add/", {"name": "Jo"})
    text = page.content.decode()
    assert page.status_code == 422
    assert SETTING in text
    assert f'href="/staff/e/{event.slug}/settings/?open=staff_may_play#id_staff_may_play"' in text
    keeper = factories.staff_member(event, Role.SCOREKEEPER)
    page = factories.client_of(keeper).post(f"/staff/e/{event.slug}/roster/add/", {"name": "Jo"})
    assert SETTING in page.content.decode()
    assert "#id_staff_may_play" not in page.content.decode(), "no scorekeeper changes it"


def test_a_player_refused_on_the_staff_leads_to_the_setting_that_allows_it() -> None:
    event = factories.event()
    factories.enroll_players(event, ["Jo"])
    organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
    path = f"/staff/e/{event.slug}/staff/"
    page = organizer.post(path, {"username": "jo", "roles": ["judge"]})
    assert page.status_code == 422
    assert SETTING in page.content.decode()
    assert "settings/?open=staff_may_play#id_staff_may_play" in page.content.decode()


def test_a_premier_event_names_no_setting() -> None:
    event = factories.event()
    FactSheet.objects.create(event=event, tier=FactSheet.Tier.PREMIER)
    factories.enroll_players(event, ["Jo"])
    organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
    page = organizer.post(
        f"/staff/e/{event.slug}/staff/", {"username": "jo", "roles": ["judge"]}
    ).content.decode()
    assert (
        "Staff cannot play in a premier event. Remove the person from the staff or the roster."
        in page
    )
    assert SETTING not in page
