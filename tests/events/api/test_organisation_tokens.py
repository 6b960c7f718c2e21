"""Tokens of an organisation: pages by role, every event of it, no event of another one."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.api.token_actions import MOST_TOKENS, make_organisation_token
from events.core.refusals import RefusedError
from events.models import (
    Enrollment,
    Event,
    JournalEntry,
    Organisation,
    OrganisationEntry,
    OrganisationMember,
    OrganisationToken,
)
from tests import factories
from tests.events.scenario import event_with_owner
from tests.markup import with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

PAGE = "/staff/organisations/shop/tokens/"
FORM = {"name": "League", "scopes": ["roster"]}


def organisation(slug: str, owner: User, *events: Event) -> Organisation:
    made = Organisation.objects.create(slug=slug, name="Corner Shop")
    OrganisationMember.objects.create(organisation=made, user=owner, owner=True)
    Event.objects.filter(pk__in=[event.pk for event in events]).update(organisation=made)
    return made


@pytest.fixture
def owner() -> User:
    event, owner = event_with_owner(4, rounds=3)
    second = factories.event_with_players(4, slug="second")
    factories.StaffMemberFactory.create(
        event=second, user=owner, organizer=True, head_judge=True, scorekeeper=True
    )
    organisation("shop", owner, event, second)
    return owner


def made_secret(owner: User, **form: object) -> str:
    page = factories.client_of(owner).post(PAGE, {**FORM, **form}).content.decode()
    [secret] = [word for word in page.split('"') if word.startswith("matchslip_")]
    return secret


def call(secret: str, event: Event, name: str = "Zoe", **headers: str) -> Any:
    return Client(enforce_csrf_checks=True).post(
        f"/api/v1/events/{event.slug}/players",
        json.dumps({"name": name}),
        "application/json",
        headers={"Authorization": f"Bearer {secret}", **headers},
    )


def test_a_token_writes_in_every_event_of_its_organisation_and_no_other(owner: User) -> None:
    first, second = Event.objects.order_by("pk")
    elsewhere, stranger = event_with_owner(4, rounds=3)
    organisation("club", stranger, elsewhere)
    # The token's maker is on that staff too, but the token belongs to one organisation.
    factories.StaffMemberFactory.create(event=elsewhere, user=owner, organizer=True)
    secret = made_secret(owner)
    for event in (first, second):
        assert call(secret, event).status_code == HTTPStatus.CREATED
    for event in (elsewhere, Event(slug="missing")):
        assert call(secret, event).status_code == HTTPStatus.NOT_FOUND
    assert not Enrollment.objects.filter(event=elsewhere, name="Zoe").exists()
    entry = JournalEntry.objects.get(event=second, verb="enrolled", data__first="Zoe")
    assert entry.who == f"League ({owner.username})"
    paired = Client().post(
        f"/api/v1/events/{first.slug}/rounds/1/pair", headers={"Authorization": f"Bearer {secret}"}
    )
    assert paired.status_code == HTTPStatus.FORBIDDEN


def test_a_token_ends_with_the_right_of_its_maker_and_with_a_revocation(owner: User) -> None:
    first, second = Event.objects.order_by("pk")
    secret = made_secret(owner)
    second.staff.filter(user=owner).delete()
    assert call(secret, second).status_code == HTTPStatus.FORBIDDEN
    members = OrganisationMember.objects.filter(user=owner)
    members.update(owner=False, judge=True)
    assert call(secret, first).status_code == HTTPStatus.FORBIDDEN
    members.update(organizer=True)
    assert call(secret, first).status_code == HTTPStatus.CREATED
    token = OrganisationToken.objects.get()
    browser = factories.client_of(owner)
    page = browser.get(PAGE).content.decode()
    assert "Last used about" in page
    assert secret not in page
    assert f"…{secret[-4:]}" in page
    browser.post(f"{PAGE}{token.pk}/revoke/")
    assert call(secret, first, "Yan").status_code == HTTPStatus.UNAUTHORIZED
    again = browser.post(f"{PAGE}{token.pk}/revoke/", follow=True).content.decode()
    assert "This access token was already revoked." in again
    changes = OrganisationEntry.objects.filter(verb="tokens-changed").order_by("pk")
    assert [entry.data["change"] for entry in changes] == ["made", "revoked"]
    journal = browser.get("/staff/organisations/shop/").content.decode()
    assert "Created the access token League." in journal
    assert "Revoked the access token League." in journal
    assert secret not in str(OrganisationToken.objects.values())


def test_the_page_names_a_token_that_stopped_with_its_maker(owner: User) -> None:
    shop = Organisation.objects.get()
    maker = factories.user("ben")
    OrganisationMember.objects.create(organisation=shop, user=maker, organizer=True)
    made_secret(owner)
    make_organisation_token(organisation=shop, actor=maker, name="Pad", scopes=["roster"])
    browser = factories.client_of(owner)
    assert "Stopped:" not in browser.get(PAGE).content.decode()
    OrganisationMember.objects.filter(user=maker).delete()
    page = with_plain_names(browser.get(PAGE).content.decode())
    assert page.count("Stopped:") == 1
    assert "Stopped: ben no longer has the role" in page


def test_a_key_is_answered_once_in_each_event(owner: User) -> None:
    first, second = Event.objects.order_by("pk")
    secret = made_secret(owner)
    key = {"Idempotency-Key": "a1"}
    answers = [call(secret, first, **key), call(secret, first, **key)]
    assert answers[0].content == answers[1].content
    assert first.enrollments.filter(name="Zoe").count() == 1
    assert call(secret, second, **key).status_code == HTTPStatus.CREATED
    assert call(secret, first, "Yan", **key).status_code == HTTPStatus.CONFLICT


def test_owners_and_organizers_make_tokens_and_strangers_find_nothing(owner: User) -> None:
    secret = made_secret(owner)
    token = OrganisationToken.objects.get()
    shop = Organisation.objects.get()
    judge, organizer, stranger = map(factories.user, ("judge", "olga", "kim"))
    OrganisationMember.objects.create(organisation=shop, user=judge, judge=True)
    OrganisationMember.objects.create(organisation=shop, user=organizer, organizer=True)
    organisation("club", stranger)
    for address in (PAGE, f"{PAGE}{token.pk}/revoke/"):
        assert Client().post(address, FORM)["Location"].startswith("/login/")
        answer = factories.client_of(stranger).post(address, FORM)
        assert answer.status_code == HTTPStatus.NOT_FOUND
        answer = factories.client_of(judge).post(address, FORM, follow=True)
        assert "Your role can" in answer.content.decode()
    assert factories.client_of(stranger).get(PAGE).status_code == HTTPStatus.NOT_FOUND
    theirs = f"/staff/organisations/club/tokens/{token.pk}/revoke/"
    factories.client_of(stranger).post(theirs)
    assert OrganisationToken.objects.filter(revoked_at=None).count() == 1
    link = f'href="{PAGE}"'
    for account, sees in ((owner, True), (organizer, True), (judge, False)):
        page = factories.client_of(account).get("/staff/organisations/shop/").content.decode()
        assert (link in page) is sees
    assert factories.client_of(organizer).get(PAGE).status_code == HTTPStatus.OK
    wrong = factories.client_of(owner).post(PAGE, {"name": "Kept words", "scopes": []})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Kept words" in wrong.content.decode()
    assert call(secret, Event.objects.earliest("pk")).status_code == HTTPStatus.CREATED


def test_an_organisation_has_at_most_20_tokens_on_a_page_of_fixed_queries(owner: User) -> None:
    shop = Organisation.objects.get()
    browser = factories.client_of(owner)

    def make(name: str) -> None:
        make_organisation_token(organisation=shop, actor=owner, name=name, scopes=["roster"])

    make("First")
    few = queries_of(lambda: browser.get(PAGE))
    for number in range(MOST_TOKENS - 1):
        make(f"Pad {number}")
    assert queries_of(lambda: browser.get(PAGE)) == few
    with pytest.raises(RefusedError, match="at most 20"):
        make("Last")
    full = browser.post(PAGE, FORM)
    assert full.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "at most 20 access tokens" in full.content.decode()
