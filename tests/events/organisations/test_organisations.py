"""The pages of an organisation: members, invitations, its events."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from events.accounts.invitation_actions import create_invitation
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.models import (
    Event,
    Organisation,
    OrganisationEntry,
    OrganisationInvitation,
    OrganisationMember,
    Role,
)
from events.organisations.actions import invite_member, organisation_token
from tests import factories
from tests.markup import with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
BASE = "/staff/organisations/shop/"
PASSWORD = "a long enough phrase"


@pytest.fixture
def owner() -> User:
    account = factories.user("anna")
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=account, owner=True, organizer=True)
    return account


@pytest.fixture
def shop(owner: User) -> Organisation:
    return Organisation.objects.get()


def member(shop: Organisation, name: str, **columns: bool) -> User:
    account = factories.user(name)
    OrganisationMember.objects.create(organisation=shop, user=account, **columns)
    return account


def new_event(actor: User) -> Event:
    return create_event(
        actor=actor, data=EventData(name="Friday", date=factories.event().date, rounds=3)
    )


def entries() -> list[str]:
    return list(OrganisationEntry.objects.order_by("pk").values_list("verb", flat=True))


def test_members_read_owners_change_and_strangers_find_nothing(
    owner: User, shop: Organisation
) -> None:
    judge = member(shop, "judge", judge=True)
    link = invite_member(organisation_id=shop.pk, actor=owner, roles=[Role.JUDGE], owner=False)
    writes = {
        "name/": {"name": "Another"},
        "invitations/": {"roles": "judge"},
        f"invitations/{link.pk}/withdraw/": {},
        "members/judge/": {"roles": "organizer"},
    }
    for address in ("", *writes):
        method = "post" if address else "get"
        answer = getattr(Client(), method)(BASE + address)
        assert answer["Location"].startswith("/login/")
        stranger = factories.client_of(factories.user())
        assert getattr(stranger, method)(BASE + address, writes.get(address)).status_code == 404
    assert "Create invitation" not in factories.client_of(judge).get(BASE).content.decode()
    for address, fields in writes.items():
        answer = factories.client_of(judge).post(BASE + address, fields, follow=True)
        assert "Only an owner can change this." in answer.content.decode()
    assert entries() == ["invited"]
    for address, fields in writes.items():
        answer = factories.client_of(owner).post(BASE + address, fields)
        assert answer.status_code == HTTPStatus.FOUND, address
    assert entries() == ["invited", "renamed", "invited", "withdrawn", "changed"]
    page = factories.client_of(owner).get(BASE).content.decode()
    assert "Changed the roles of judge: organizer." in page
    assert "Renamed “Corner Shop” to “Another”." in page


def test_the_menu_leads_to_the_only_one_or_lists_them(owner: User) -> None:
    browser = factories.client_of(owner)
    assert browser.get("/staff/organisations/")["Location"] == BASE
    club = Organisation.objects.create(slug="club", name="Chess Club")
    OrganisationMember.objects.create(organisation=club, user=owner)
    assert "Chess Club" in browser.get("/staff/organisations/").content.decode()
    newcomer = factories.client_of(factories.user())
    assert "Your first event creates one." in newcomer.get("/staff/organisations/").content.decode()


def test_a_person_joins_once_and_is_on_the_staff_of_what_goes_on(
    owner: User, shop: Organisation
) -> None:
    running, over = new_event(owner), new_event(owner)
    Event.objects.filter(pk=over.pk).update(state=Event.State.FINISHED)
    link = invite_member(organisation_id=shop.pk, actor=owner, roles=[Role.JUDGE], owner=False)
    address = reverse("join-organisation", args=[organisation_token(link)])
    browser = Client()
    assert "Join Corner Shop" in with_plain_names(browser.get(address).content.decode())
    refused = browser.post(address, {"username": "kim"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    form = {"username": "kim", "first_name": "", "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post(address, form)["Location"] == "/staff/"
    assert running.staff.get(user__username="kim").roles == {Role.JUDGE}
    assert not over.staff.filter(user__username="kim").exists()
    assert browser.get(f"/staff/e/{running.slug}/").status_code == HTTPStatus.OK
    assert Client().get(address).status_code == HTTPStatus.NOT_FOUND
    assert Client().post(address, form | {"username": "kai"}).status_code == HTTPStatus.NOT_FOUND
    wrong = address[:-3] + ("AA/" if not address.endswith("AA/") else "BB/")
    assert Client().get(wrong).status_code == HTTPStatus.NOT_FOUND


def test_changed_roles_reach_the_events_but_not_what_an_event_decided(
    owner: User, shop: Organisation
) -> None:
    kim = member(shop, "kim", judge=True)
    inherited, own = new_event(owner), new_event(owner)
    own.staff.filter(user=kim).update(inherited=False)
    browser = factories.client_of(owner)
    browser.post(BASE + "members/kim/", {"roles": ["scorekeeper", "judge"]})
    assert inherited.staff.get(user=kim).roles == {Role.SCOREKEEPER, Role.JUDGE}
    assert own.staff.get(user=kim).roles == {Role.JUDGE}
    entry = inherited.journal.first()
    assert entry is not None
    assert (entry.verb, entry.data["user"], entry.actor) == ("staff-changed", "kim", owner)
    browser.post(BASE + "members/kim/", {})
    assert not inherited.staff.filter(user=kim).exists()
    assert own.staff.filter(user=kim).exists()
    assert not shop.members.filter(user=kim).exists()


def test_a_removed_member_opens_no_finished_event(owner: User, shop: Organisation) -> None:
    kim = member(shop, "kim", organizer=True)
    over, decided = new_event(owner), new_event(owner)
    decided.staff.filter(user=kim).update(inherited=False)
    Event.objects.filter(pk__in=[over.pk, decided.pk]).update(state=Event.State.FINISHED)
    browser = factories.client_of(owner)
    browser.post(BASE + "members/kim/", {"roles": ["judge"]})
    assert over.staff.get(user=kim).roles == {Role.ORGANIZER}
    browser.post(BASE + "members/kim/", {})
    assert not over.staff.filter(user=kim).exists()
    assert decided.staff.get(user=kim).roles == {Role.ORGANIZER}
    address = f"/staff/e/{over.slug}/"
    assert factories.client_of(kim).get(address).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("kept", [[], ["judge"]])
def test_links_of_an_owner_end_with_the_ownership(
    owner: User, shop: Organisation, kept: list[str]
) -> None:
    second = member(shop, "kim", owner=True, organizer=True)
    event = new_event(owner)
    link = invite_member(organisation_id=shop.pk, actor=second, roles=[], owner=True)
    to_event = create_invitation(event_id=event.pk, actor=second, role=Role.ORGANIZER, most=1)
    factories.client_of(owner).post(BASE + "members/kim/", {"roles": kept})
    address = reverse("join-organisation", args=[organisation_token(link)])
    assert Client().get(address).status_code == HTTPStatus.NOT_FOUND
    to_event.refresh_from_db()
    assert not to_event.is_open


def test_the_last_owner_stays(owner: User) -> None:
    answer = factories.client_of(owner).post(BASE + "members/anna/", {}, follow=True)
    assert "anna is the last owner." in answer.content.decode()
    assert OrganisationMember.objects.get().owner


def test_a_form_that_is_wrong_keeps_what_was_typed(owner: User) -> None:
    browser = factories.client_of(owner)
    answer = browser.post(BASE + "name/", {"name": " "})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    answer = browser.post(BASE + "invitations/", {})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose at least one role." in answer.content.decode()
    assert not OrganisationInvitation.objects.exists()


def test_many_members_take_no_more_queries(owner: User, shop: Organisation) -> None:
    browser = factories.client_of(owner)
    few = queries_of(lambda: browser.get(BASE))
    for number in range(12):
        member(shop, f"judge-{number}", judge=True)
    assert queries_of(lambda: browser.get(BASE)) == few


def test_a_new_event_asks_which_only_when_there_are_several(owner: User) -> None:
    browser = factories.client_of(owner)
    assert 'name="organisation"' not in browser.get("/staff/new/").content.decode()
    club = Organisation.objects.create(slug="club", name="Chess Club")
    OrganisationMember.objects.create(organisation=club, user=owner, organizer=True)
    assert 'name="organisation"' in browser.get("/staff/new/").content.decode()
    fields = {"name": "Monday", "kind": "friday", "shown": "friday", "organisation": "club"}
    answer = browser.post("/staff/new/", fields)
    if answer.status_code == HTTPStatus.FOUND:
        assert Event.objects.get(name="Monday").organisation == club


def test_the_public_page_has_the_events_of_this_organisation_alone(
    owner: User, shop: Organisation
) -> None:
    mine = new_event(owner)
    other = factories.event(name="Elsewhere")
    for address in ("/o/shop/", "/o/shop/?list=all", "/o/shop/?q=Friday"):
        page = Client().get(address).content.decode()
        assert mine.name in page
        assert other.name not in page
    assert "Corner Shop" in Client().get("/o/shop/").content.decode()
    assert Client().get("/o/none/").status_code == HTTPStatus.NOT_FOUND
