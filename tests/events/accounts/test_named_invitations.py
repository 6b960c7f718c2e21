"""Invitations by user name: an account joins by its owner's own word, and no name is told."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from events.accounts.invitation_actions import invitation_token
from events.accounts.staff_views import join_path
from events.models import (
    AccountEntry,
    AccountTrust,
    Event,
    Organisation,
    OrganisationMember,
    PasswordLink,
    Role,
    StaffInvitation,
    StaffMember,
)
from events.organisations.actions import invite_member, organisation_token
from tests import factories
from tests.events.support.doors import address
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
ACCOUNT = {
    "first_name": "",
    "password1": factories.PASSWORD,
    "password2": factories.PASSWORD,
}
NEW = {"new_password1": "another long phrase", "new_password2": "another long phrase"}


@pytest.fixture
def shop() -> Organisation:
    return Organisation.objects.create(slug="shop", name="Shop")


@pytest.fixture
def event(shop: Organisation) -> Event:
    return factories.event(organisation=shop)


@pytest.fixture
def organizer(event: Event) -> Client:
    return factories.client_of(factories.staff_member(event, Role.ORGANIZER, "mika"))


def invite(organizer: Client, event: Event, username: str, *roles: str) -> Any:
    fields = {"username": username, "roles": roles or ("judge",)}
    return organizer.post(address(event, "staff"), fields, follow=True)


def link_of(event: Event) -> str:
    return reverse("join-staff", args=[invitation_token(event.invitations.get())])


def test_nobody_is_on_a_staff_without_their_own_word(event: Event, organizer: Client) -> None:
    stranger = factories.user("sora")
    invite(organizer, event, "sora", "judge", "scorekeeper")
    assert not event.staff.filter(user=stranger).exists()
    browser = factories.client_of(stranger)
    page = flat(browser.get("/staff/"))
    assert f"mika invites you to the staff of<b>{event.name}</b>." in page
    assert "judge, scorekeeper" in page
    [path] = re.findall(r'action="(/staff/invitations/\d+/)"', page)
    assert browser.post(path, {"answer": "accept"})["Location"] == address(event, "desk")
    assert event.staff.get(user=stranger).roles == {Role.JUDGE, Role.SCOREKEEPER}
    assert "Invitations" not in flat(browser.get("/staff/"))
    assert not AccountTrust.objects.exists(), "the box was not ticked"
    journal = flat(organizer.get(address(event, "journal")))
    assert "sora was invited to the staff: judge, scorekeeper." in journal


def test_an_invitation_is_declined_and_nobody_answers_that_of_others(
    event: Event, organizer: Client
) -> None:
    stranger = factories.user("sora")
    invite(organizer, event, "sora")
    path = reverse("staff:my-invitation", args=[event.invitations.get().pk])
    other = factories.client_of(factories.user())
    assert other.post(path, {"answer": "accept"}).status_code == HTTPStatus.NOT_FOUND
    browser = factories.client_of(stranger)
    assert browser.get(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert "You declined the invitation" in flat(browser.post(path, follow=True))
    assert browser.post(path, {"answer": "accept"}).status_code == HTTPStatus.NOT_FOUND
    assert not event.staff.filter(user=stranger).exists()
    journal = flat(organizer.get(address(event, "journal")))
    assert "sora declined the invitation to the staff." in journal
    assert "is already invited" not in flat(invite(organizer, event, "sora"))
    newest = event.invitations.latest("pk")
    end = address(event, "invitation-withdraw", invitation_id=newest.pk)
    organizer.post(end)
    assert "The invitation of sora was withdrawn." in flat(organizer.get(address(event, "journal")))
    assert browser.post(path, {"answer": "accept"}).status_code == HTTPStatus.NOT_FOUND


def shown(page: Any, name: str) -> str:
    """Return a page without what differs for every name: itself, keys, tokens and codes."""
    text = flat(page).replace(name, "NAME")
    text = re.sub(r"data:image/svg\+xml[^\"]*", "CODE", text)
    text = re.sub(r'data-account="\d+"', "ACCOUNT", text)
    text = re.sub(r"join(/|%2F)[\w.-]+", "join TOKEN", text)
    text = re.sub(r'name="(csrfmiddlewaretoken|form_key)" value="[^"]*"', "KEY", text)
    return re.sub(r'value="[0-9a-f-]{32,}"|invitations/\d+|(?:link|of)-\d+', "KEY", text)


@pytest.mark.parametrize("who", ["an account", "a closed one", "one without a password"])
def test_the_form_answers_alike_whether_a_name_exists_or_not(shop: Organisation, who: str) -> None:
    known = factories.user("kaoru", first_name="Known Player", email="kaoru@example.org")
    if who == "a closed one":
        User.objects.filter(pk=known.pk).update(is_active=False)
    elif who == "one without a password":
        known.set_unusable_password()
        known.save()
    answers, statements, joins = [], [], []
    for name in ("kaoru", "nanao"):
        # The account's name is also a player's name: only its username counts.
        event = factories.event(organisation=shop, name="Open", slug=f"open-{name}")
        factories.enroll_players(event, ["Known Player"])
        organizer = factories.client_of(
            factories.staff_member(event, Role.ORGANIZER, f"mika.{name}")
        )
        with CaptureQueriesContext(connection) as captured:
            answer = organizer.post(address(event, "staff"), {"username": name, "roles": ["judge"]})
        assert answer.status_code == HTTPStatus.FOUND
        statements.append(len(captured))
        answers.append(shown(organizer.get(address(event, "staff")), name))
        joins.append(shown(Client().get(link_of(event)), name))
    assert statements[0] == statements[1]
    assert answers[0] == answers[1]
    assert joins[0] == joins[1]


def test_a_name_that_is_taken_later_finds_no_invitation(event: Event, organizer: Client) -> None:
    invite(organizer, event, "sora", "organizer")
    squatter = factories.client_of(factories.user("sora"))
    assert "Invitations" not in flat(squatter.get("/staff/"))
    path = reverse("staff:my-invitation", args=[event.invitations.get().pk])
    assert squatter.post(path, {"answer": "accept"}).status_code == HTTPStatus.NOT_FOUND


def test_a_person_without_an_account_creates_it_by_the_link(
    event: Event, organizer: Client, shop: Organisation
) -> None:
    invite(organizer, event, "rin", "scorekeeper")
    link = link_of(event)
    phone = Client()
    assert phone.post(link, {**ACCOUNT, "username": "rin"})["Location"] == address(event, "desk")
    assert event.staff.get(user__username="rin").roles == {Role.SCOREKEEPER}
    assert AccountTrust.objects.get(organisation=shop).made
    assert Client().get(link).status_code == HTTPStatus.NOT_FOUND, "it works once"


def test_invitations_of_an_account_cost_the_page_no_further_queries(shop: Organisation) -> None:
    user = factories.user("sora")
    browser = factories.client_of(user)
    counts = []
    for _size in (1, 3):
        for _number in range(_size):
            event = factories.event(organisation=shop)
            organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
            invite(organizer, event, "sora")
        counts.append(queries_of(lambda: browser.get("/staff/")))
    assert counts[0] == counts[1]


# Links for a new password


def member(event: Event) -> User:
    return factories.staff_member(event, Role.SCOREKEEPER, "rossi")


def password_link(organizer: Client, event: Event) -> Any:
    return organizer.post(address(event, "staff-password", username="rossi"), follow=True)


def test_a_password_link_needs_the_word_of_the_owner(event: Event, organizer: Client) -> None:
    user = member(event)
    assert "rossi has not allowed this organisation" in flat(password_link(organizer, event))
    assert not PasswordLink.objects.exists()
    owner = factories.client_of(user)
    path = reverse("account-helper", args=["shop"])
    owner.post(path, {"allowed": "1", "password": "wrong"})
    assert not AccountTrust.objects.exists()
    page = owner.post(path, {"allowed": "1", "password": factories.PASSWORD}, follow=True)
    assert "The choice for Shop was saved." in flat(page)
    assert "/join/" in flat(password_link(organizer, event))
    log = flat(owner.get(reverse("account")))
    assert "Organizer created a link for a new password" in log
    assert "Organisation allowed to help with this account" in log
    owner.post(path, {"allowed": "0", "password": factories.PASSWORD})
    assert not PasswordLink.objects.exists(), "links of before end"
    other = factories.client_of(factories.user())
    answer = other.post(path, {"allowed": "1", "password": factories.PASSWORD})
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_an_account_that_a_link_created_can_be_helped(event: Event, organizer: Client) -> None:
    invite(organizer, event, "rossi")
    Client().post(link_of(event), {**ACCOUNT, "username": "rossi"})
    assert "/join/" in flat(password_link(organizer, event))
    browser = Client()
    form = browser.get(join_path(User.objects.get(username="rossi")), follow=True)
    assert browser.post(form.request["PATH_INFO"], NEW)["Location"] == "/staff/"
    assert User.objects.get(username="rossi").check_password(NEW["new_password1"])
    verbs = AccountEntry.objects.filter(user__username="rossi").values_list("verb", flat=True)
    assert AccountEntry.Verb.PASSWORD_SET in verbs
    assert not PasswordLink.objects.exists()


@pytest.mark.parametrize("why", ["never made", "other event", "other organisation", "maker left"])
def test_a_password_link_ends_with_the_right_to_make_it(
    event: Event, organizer: Client, why: str
) -> None:
    user = member(event)
    factories.trust_of(user, event)
    if why != "never made":
        assert "/join/" in flat(password_link(organizer, event))
    link = join_path(user)
    if why == "other event":
        StaffMember.objects.create(event=factories.event(), user=user, judge=True)
    elif why == "other organisation":
        club = Organisation.objects.create(slug="club", name="Club")
        OrganisationMember.objects.create(organisation=club, user=user)
    elif why == "maker left":
        StaffMember.objects.filter(user__username="mika").delete()
    page = Client().get(link, follow=True).content.decode()
    assert "new_password1" not in page


def test_an_unlock_is_for_members_and_those_who_trust_the_organisation(
    event: Event, organizer: Client, shop: Organisation
) -> None:
    user = member(event)
    path = address(event, "staff-unlock", username="rossi")
    assert "rossi is not a member of this organisation" in flat(organizer.post(path, follow=True))
    OrganisationMember.objects.create(organisation=shop, user=user, scorekeeper=True)
    assert "rossi can log in again." in flat(organizer.post(path, follow=True))
    assert "rossi was unlocked." in flat(organizer.get(address(event, "journal")))
    log = flat(factories.client_of(user).get(reverse("account")))
    assert "Unlocked by an organizer" in log
    OrganisationMember.objects.all().delete()
    AccountTrust.objects.create(user=user, organisation=shop)
    assert "rossi can log in again." in flat(organizer.post(path, follow=True))


@pytest.mark.parametrize("ticked", [False, True])
def test_an_account_that_joins_says_whether_it_is_helped(
    event: Event, organizer: Client, shop: Organisation, ticked: bool
) -> None:
    fields = {"trusting": "1"} if ticked else {}
    first, second = factories.user("sora"), factories.user("hana")
    invite(organizer, event, "sora")
    assert "Organizers of Shop can unlock my login" in flat(
        factories.client_of(first).get(link_of(event))
    )
    factories.client_of(first).post(link_of(event), fields)
    owner = factories.user()
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    link = invite_member(organisation_id=shop.pk, actor=owner, roles=[Role.JUDGE], owner=False)
    path = reverse("join-organisation", args=[organisation_token(link)])
    factories.client_of(second).post(path, fields)
    assert OrganisationMember.objects.filter(user=second).exists()
    trusting = AccountTrust.objects.filter(made=False).values_list("user__username", flat=True)
    assert set(trusting) == ({"sora", "hana"} if ticked else set())


def test_too_many_names_are_refused(
    event: Event, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.accounts.invitation_actions.MOST_NAMED", 2)
    for name in ("ann", "bea", "cho"):
        page = flat(invite(organizer, event, name))
    assert "Too many invitations are open." in page
    assert StaffInvitation.objects.count() == 2
