"""Adding, changing and removing staff."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.accounts.invitation_actions import invite_person, join_by_invitation
from events.accounts.staff_actions import change_staff
from events.core.eligibility.actions import change_fact_sheet, mark_people, unmark
from events.core.event_write import event_write
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.inheritance import follow_member
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.models import (
    FactSheet,
    Organisation,
    OrganisationMember,
    Role,
    StaffMember,
    Verb,
)
from events.organisations.actions import change_organisation_member
from tests import factories
from tests.events.support.event_changes import change_event
from tests.events.support.staffing import add_staff

pytestmark = pytest.mark.django_db


def test_a_person_is_invited_by_name_and_no_account_is_made() -> None:
    event = factories.event()
    invitation = invite_person(
        event_id=event.pk,
        actor=factories.user(),
        username=" jo ",
        roles=[Role.SCOREKEEPER, Role.JUDGE],
    )
    assert invitation.username == "jo"
    assert invitation.roles == {Role.JUDGE, Role.SCOREKEEPER}
    assert not User.objects.filter(username="jo").exists()
    assert not event.staff.exists()
    entry = event.journal.get(verb=Verb.STAFF_CHANGED)
    assert entry.data == {
        "user": "jo",
        "roles": ["judge", "scorekeeper"],
        "had": [],
        "invited": True,
    }


def test_an_account_is_asked_and_nobody_is_invited_twice() -> None:
    event = factories.event()
    jo = factories.user("jo")
    named: Any = {"event_id": event.pk, "actor": factories.user(), "username": "jo"}
    invitation = invite_person(**named, roles=[Role.JUDGE])
    assert invitation.account == jo
    assert not event.staff.exists()
    with pytest.raises(RefusedError, match="jo is already invited"):
        invite_person(**named, roles=[Role.JUDGE])
    join_by_invitation(invitation=invitation, account=jo)
    assert event.staff.get().roles == {Role.JUDGE}
    with pytest.raises(RefusedError, match="jo is already on the staff"):
        invite_person(**named, roles=[Role.JUDGE])


@pytest.mark.parametrize(
    ("username", "roles", "field"),
    [
        ("jo smith!", [Role.JUDGE], "username"),
        ("", [Role.JUDGE], "username"),
        ("x" * 151, [Role.JUDGE], "username"),
        ("jo", [], "roles"),
    ],
)
def test_what_can_not_be_added(username: str, roles: list[Role], field: str) -> None:
    event = factories.event()
    with pytest.raises(RefusedError) as refused:
        invite_person(event_id=event.pk, actor=factories.user(), username=username, roles=roles)
    assert refused.value.field == field
    assert not event.staff.exists()


@pytest.mark.parametrize(
    ("name", "email"), [("Jo Smith", ""), ("ＪＯ  smith", ""), ("Someone", "Jo@Example.org")]
)
def test_players_can_not_become_staff(name: str, email: str) -> None:
    event = factories.event()
    actor = factories.user()
    factories.user("jo", first_name="Jo", last_name="Smith", email="jo@example.org")
    enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment(name, email)])
    with pytest.raises(RefusedError, match="Staff cannot play in their own event"):
        add_staff(event_id=event.pk, actor=actor, username="jo", roles=[Role.JUDGE])
    assert not event.staff.exists()


@pytest.mark.parametrize("email", ["", "jo@example.org"])
def test_a_suspended_person_becomes_no_judge(email: str) -> None:
    event = factories.event()
    actor = factories.staff_member(event, list(Role), "ann")
    account = factories.user("jo", first_name="Jo", last_name="Smith", email="jo@example.org")
    people = [("Jo Smith", email)]
    mark_people(event_id=event.pk, actor=actor, kind="suspended", people=people)
    add_staff(event_id=event.pk, actor=actor, username="jo", roles=[Role.SCOREKEEPER])
    for role in (Role.JUDGE, Role.HEAD_JUDGE):
        with pytest.raises(RefusedError, match="jo is marked as suspended") as refused:
            change_staff(event_id=event.pk, actor=actor, username="jo", roles=[role])
        assert refused.value.field == "roles"
    other = factories.event()
    factories.staff_member(other, list(Role), "kim")
    factories.StaffMemberFactory.create(event=other, user=actor, organizer=True, head_judge=True)
    with pytest.raises(RefusedError, match="jo is marked as suspended"):
        add_staff(event_id=other.pk, actor=actor, username="jo", roles=[Role.JUDGE])
    unmark(event_id=event.pk, actor=actor, mark_id=event.eligibility_marks.get().pk)
    change_staff(event_id=event.pk, actor=actor, username="jo", roles=[Role.JUDGE])
    assert event.staff.get(user=account).roles == {Role.JUDGE}


@pytest.mark.parametrize("role", [Role.JUDGE, Role.HEAD_JUDGE])
def test_a_judge_is_not_marked_as_suspended_before_the_role_ends(role: Role) -> None:
    event = factories.event()
    actor = factories.staff_member(event, [Role.ORGANIZER], "ann")
    jo = factories.staff_member(event, [role, Role.SCOREKEEPER], "jo")
    marks: dict[str, Any] = {"event_id": event.pk, "actor": actor, "kind": "suspended"}
    with pytest.raises(RefusedError, match="jo: a suspended person cannot judge") as refused:
        mark_people(**marks, people=[("Kim", ""), ("Jo", "")])
    assert refused.value.field == "people"
    assert not event.eligibility_marks.exists()
    StaffMember.objects.filter(user=jo).update(judge=False, head_judge=False)
    assert mark_people(**marks, people=[("Kim", ""), ("Jo", "")]) == 2
    StaffMember.objects.filter(user=jo).update(judge=True)
    assert mark_people(**marks, people=[("Lee", "")]) == 1, "an older case stops no other mark"
    other = factories.event(name="Sealed")
    factories.StaffMemberFactory.create(event=other, user=actor, organizer=True)
    factories.staff_member(other, [role], "mia")
    with pytest.raises(RefusedError, match="mia in “Sealed”: a suspended person cannot judge"):
        mark_people(**marks, people=[("Mia", "")])


def test_a_suspended_member_of_the_organisation_inherits_no_judges_role() -> None:
    shop = Organisation.objects.create(slug="shop", name="Shop")
    event = factories.event(organisation=shop)
    actor = factories.staff_member(event, list(Role), "ann")
    member = OrganisationMember.objects.create(
        organisation=shop, user=factories.user("jo"), judge=True, scorekeeper=True
    )
    mark_people(event_id=event.pk, actor=actor, kind="suspended", people=[("Jo", "")])
    with event_write(event.pk, actor) as write:
        follow_member(write, member)
    assert event.staff.get(user=member.user).roles == {Role.SCOREKEEPER}


@pytest.mark.parametrize("owner", [True, False])
def test_an_owner_plays_in_no_premier_event_of_the_organisation(owner: bool) -> None:
    shop = Organisation.objects.create(slug="shop", name="Shop")
    event = factories.event(organisation=shop)
    actor = factories.staff_member(event, list(Role), "ann")
    OrganisationMember.objects.create(
        organisation=shop, user=factories.user("jo"), owner=owner, judge=True
    )
    enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment("Jo")])
    event.enrollments.all().delete()
    FactSheet.objects.create(event=event, tier=FactSheet.Tier.PREMIER)
    if not owner:
        enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment("Jo")])
        return
    with pytest.raises(RefusedError, match=r"Jo owns the organisation \(jo\)"):
        enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment("Jo")])


def test_an_event_with_an_owner_on_its_roster_does_not_become_premier() -> None:
    shop = Organisation.objects.create(slug="shop", name="Shop")
    event = factories.event(organisation=shop)
    actor = factories.staff_member(event, list(Role), "ann")
    OrganisationMember.objects.create(organisation=shop, user=actor, owner=True)
    jo = OrganisationMember.objects.create(organisation=shop, user=factories.user("jo"), owner=True)
    enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment("Jo")])
    premier: Any = {"values": {"tier": "premier"}, "formats": {}}
    with pytest.raises(RefusedError, match="jo owns the organisation and is enrolled as Jo"):
        change_fact_sheet(event_id=event.pk, actor=actor, **premier)
    assert not FactSheet.objects.exists()
    change: Any = {"organisation_id": shop.pk, "actor": actor, "username": "jo", "roles": []}
    change_organisation_member(**change | {"roles": [Role.JUDGE]}, owner=False)
    assert change_fact_sheet(event_id=event.pk, actor=actor, **premier).is_premier
    with pytest.raises(RefusedError, match="jo owns the organisation and is enrolled as Jo"):
        change_organisation_member(**change, owner=True)
    jo.refresh_from_db()
    assert not jo.owner


def test_staff_of_a_shops_event_may_play_where_a_setting_says_so() -> None:
    event = factories.event(staff_may_play=True)
    owner = factories.staff_member(event, Role.ORGANIZER, "ann")
    factories.user("jo", first_name="Jo", last_name="Smith")
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Jo Smith")])
    add_staff(event_id=event.pk, actor=owner, username="jo", roles=[Role.JUDGE])
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Ann")])
    assert event.enrollments.count() == 2
    data = EventData(name=event.name, date=event.date, staff_may_play=False)
    with pytest.raises(RefusedError, match="ann is on the staff and enrolled as Ann") as refused:
        change_event(event_id=event.pk, actor=owner, data=data)
    assert refused.value.field == "staff_may_play"


def test_an_invited_name_that_is_enrolled_makes_no_account() -> None:
    event = factories.event()
    actor = factories.user()
    enroll(event_id=event.pk, actor=actor, entries=[NewEnrollment("jo")])
    with pytest.raises(RefusedError):
        add_staff(event_id=event.pk, actor=actor, username="jo", roles=[Role.JUDGE])
    assert not User.objects.filter(username="jo").exists()


def test_the_last_organizer_stays() -> None:
    event = factories.event()
    only = factories.staff_member(event, Role.ORGANIZER, "ann")
    for roles in ([], [Role.JUDGE]):
        with pytest.raises(RefusedError, match="last organizer"):
            change_staff(event_id=event.pk, actor=only, username="ann", roles=roles)
    factories.staff_member(event, Role.ORGANIZER, "bea")
    assert change_staff(event_id=event.pk, actor=only, username="ann", roles=[]) is None
    assert [member.user.username for member in event.staff.all()] == ["bea"]


def test_other_roles_and_no_entry_without_a_change() -> None:
    event = factories.event()
    ann = factories.staff_member(event, Role.ORGANIZER)
    factories.staff_member(event, Role.JUDGE, "jo")
    for _time in range(2):
        member = change_staff(event_id=event.pk, actor=ann, username="jo", roles=[Role.HEAD_JUDGE])
    assert member is not None
    assert member.roles == {Role.HEAD_JUDGE}
    assert event.journal.get().data["had"] == ["judge"]
    with pytest.raises(RefusedError):
        change_staff(event_id=event.pk, actor=ann, username="nobody", roles=[Role.JUDGE])
