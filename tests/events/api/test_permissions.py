"""Each call with a token: by its owner, by staff without the right, by a stranger."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from events.api.calls import WRITES
from events.api.declared import Write
from events.api.token_actions import (
    make_organisation_token,
    make_token,
    revoke_organisation_token,
)
from events.models import (
    Event,
    JournalEntry,
    Organisation,
    OrganisationMember,
    Role,
    StaffMember,
    TokenScope,
)
from events.web.access import ALLOWED
from tests import factories
from tests.events.api.scenes import BY_NAME, VERSION_FROM, Scene, address_of, scene_for
from tests.events.scenario import event_with_owner

pytestmark = pytest.mark.django_db

STALE = "changed-meanwhile"
ALL = [scope.value for scope in TokenScope]


def asked(write: Write, scene: Scene, secret: str, **headers: str) -> Any:
    body = dict(write.sample) if write.sample else {}
    text = json.dumps(body).replace("$UNTIL", scene.values["UNTIL"])
    if write.needs_version:
        headers.setdefault("If-Match", "*")
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    return Client(enforce_csrf_checks=True).generic(
        write.method,
        address_of(write, scene),
        text if write.method in ("POST", "PUT", "PATCH") else "",
        "application/json",
        headers=headers,
    )


def entries() -> tuple[int, int]:
    return JournalEntry.objects.count(), Event.objects.count()


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert "Access-Control-Allow-Origin" not in answer
    assert answer["Cache-Control"] == "no-store"
    # The schema lists the rate-limit headers of every answer that has them.
    assert ("RateLimit-Remaining" in answer) == (status != 401)


def secret_of(scene: Scene, scopes: list[str]) -> str:
    _token, secret = make_organisation_token(
        organisation=scene.organisation, actor=scene.owner, name="Pad", scopes=scopes
    )
    return secret


@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.name)
def test_who_may_call(write: Write) -> None:
    scene = scene_for(write)
    elsewhere, stranger = event_with_owner(4, rounds=3)
    club = Organisation.objects.create(slug="club", name="Club")
    OrganisationMember.objects.create(organisation=club, user=stranger, owner=True)
    Event.objects.filter(pk=elsewhere.pk).update(organisation=club)
    _token, theirs = make_organisation_token(
        organisation=club, actor=stranger, name="Pad", scopes=ALL
    )
    revoked, ended = make_organisation_token(
        organisation=scene.organisation, actor=scene.owner, name="Old", scopes=ALL
    )
    revoke_organisation_token(
        organisation=scene.organisation, actor=scene.owner, token_id=revoked.pk
    )
    others = [scope for scope in ALL if scope != write.scope]
    before = entries()
    refused(asked(write, scene, secret_of(scene, others)), 403, "scope-missing")
    refused(asked(write, scene, theirs), 404, "not-found")
    refused(asked(write, scene, ended), 401, "no-token")
    refused(asked(write, scene, ""), 401, "no-token")
    refused(asked(write, scene, "nobody-has-this-token-at-all"), 401, "no-token")
    # A request that another site makes in the organizer's browser: the login is not a token.
    browser = factories.client_of(scene.owner)
    assert browser.generic(write.method, address_of(write, scene)).status_code == 401
    if write.needs_version:
        other = {"If-Match": '"nothing:0a1b2c3d"'}
        refused(asked(write, scene, secret_of(scene, [write.scope]), **other), 412, STALE)
    for name in write.subjects:
        # The address names a round, table, player or other subject that does not exist.
        nowhere = replace(write, path=write.path.replace(f"{{{name}}}", "9999"))
        refused(asked(nowhere, scene, secret_of(scene, [write.scope])), 404, "not-found")
    assert entries() == before
    done = asked(write, scene, secret_of(scene, [write.scope]))
    assert done.status_code == write.status, done.content.decode()
    assert done["RateLimit-Limit"] == "600"
    if write.method == "GET":
        header = {"Authorization": f"Bearer {scene.secret}"}
        head = Client().head(address_of(write, scene), headers=header)
        assert (head.status_code, head.content) == (200, b"")
        assert head.get("ETag") == done.get("ETag")
    if write.has_version:
        assert done["ETag"] == f'"{done.json()["version"]}"'
    if write.name in VERSION_FROM and write.name != "keep-result":
        # The version in the answer to a change is the one that later reads return.
        again = asked(BY_NAME[VERSION_FROM[write.name]], scene, scene.secret)
        assert again["ETag"] == done["ETag"]


@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.name)
def test_a_person_without_the_role_has_no_program_that_may(write: Write) -> None:
    scene = scene_for(write)
    member = OrganisationMember.objects.filter(organisation=scene.organisation)
    staff = StaffMember.objects.filter(event=scene.event, user=scene.owner)
    if write.action is None:
        member.update(owner=False, judge=True)
    else:
        without = [role for role in Role if role not in ALLOWED[write.action]]
        columns = {role.value: role in without for role in Role}
        if without:
            staff.update(**columns)
        else:
            staff.delete()
    before = entries()
    refused(asked(write, scene, scene.secret), 403, "role-missing")
    assert entries() == before


def test_the_token_of_an_event_reaches_no_organisation_and_no_other_event() -> None:
    event, owner = event_with_owner(4, rounds=3)
    other = factories.event_with_players(4)
    factories.StaffMemberFactory.create(event=other, user=owner, organizer=True)
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    Event.objects.update(organisation=shop)
    _token, secret = make_token(event_id=event.pk, actor=owner, name="Pad", scopes=ALL)
    header = {"Authorization": f"Bearer {secret}"}
    for path, status in (
        (f"events/{event.slug}/players", 200),
        (f"events/{other.slug}/players", 404),
        ("organisations/shop/venues", 404),
    ):
        answer = Client().get(f"/api/v1/{path}", headers=header)
        assert answer.status_code == status, path


def test_email_addresses_are_for_those_who_may_change_the_roster() -> None:
    event, owner = event_with_owner(2)
    judge = factories.staff_member(event, Role.JUDGE)
    enrolled = event.enrollments.select_related("player").get(number=1)
    enrolled.player.email = "ada@mail.example"
    enrolled.player.save()
    seen = {}
    for person in (owner, judge):
        _token, secret = make_token(event_id=event.pk, actor=person, name="Pad", scopes=ALL)
        header = {"Authorization": f"Bearer {secret}"}
        base = f"/api/v1/events/{event.slug}/players"
        roster = Client().get(base, headers=header).json()["players"]
        one = Client().get(f"{base}/1", headers=header).json()
        assert one["email"] == roster[0]["email"]
        seen[person] = one["email"], "email:" in one["version"]
    assert seen == {owner: ("ada@mail.example", True), judge: (None, False)}
