"""Organisations own events and know players; nothing is shared between two of them."""

import datetime

import pytest
from django.apps import apps
from django.contrib.auth.models import User

from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.organisations.owner_actions import adopt_events
from events.core.organisations.ownership import organisation_for
from events.core.players.enrollment_actions import enroll as enroll_players
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.migrations.older import data
from events.models import Enrollment, Event, Organisation, OrganisationMember, Player, Role
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes, small

pytestmark = pytest.mark.django_db


def new_event(actor: User, name: str = "Friday") -> Event:
    return create_event(
        actor=actor, data=EventData(name=name, date=datetime.date(2026, 11, 27), rounds=3)
    )


def enroll(event: Event, actor: User, name: str, email: str) -> Player:
    [row] = enroll_players(
        event_id=event.pk, actor=actor, entries=[NewEnrollment(name=name, email=email)]
    )
    return row.player


def test_the_first_event_of_an_account_makes_its_organisation() -> None:
    anna = factories.user("anna", first_name="Anna")
    one, two = new_event(anna), new_event(anna)
    assert one.organisation is not None
    assert one.organisation == two.organisation
    assert (one.organisation.slug, one.organisation.name) == ("anna", "Anna")
    assert one.organisation.members.get().owner


def test_an_account_creates_events_only_where_it_may() -> None:
    anna, bob = factories.user("anna"), factories.user("bob")
    theirs = new_event(anna).organisation
    assert theirs is not None
    OrganisationMember.objects.create(organisation=theirs, user=bob, judge=True)
    with pytest.raises(RefusedError):
        organisation_for(bob, theirs.slug)
    assert new_event(bob).organisation != theirs
    OrganisationMember.objects.filter(user=bob, organisation=theirs).update(organizer=True)
    assert organisation_for(bob, theirs.slug) == theirs


def test_one_address_is_one_player_of_an_organisation_and_another_one_elsewhere() -> None:
    anna, bob = factories.user("anna"), factories.user("bob")
    one, two, other = new_event(anna), new_event(anna), new_event(bob)
    first = enroll(one, anna, "Kim Park", "kim@example.com")
    assert enroll(two, anna, "Kim Park", "kim@example.com") == first
    elsewhere = enroll(other, bob, "K. Park", "kim@example.com")
    assert elsewhere != first
    assert (first.name, elsewhere.name) == ("Kim Park", "K. Park")
    assert elsewhere.organisation == other.organisation


def test_the_same_person_elsewhere_is_a_stranger_to_an_organisation() -> None:
    anna, bob = factories.user("anna"), factories.user("bob")
    theirs, ours = new_event(anna, "Secret league"), new_event(bob)
    second = new_event(bob, "Monday cup")
    for event, actor in ((theirs, anna), (ours, bob), (second, bob)):
        enroll(event, actor, "Kim Park", "kim@example.com")
    browser = factories.client_of(bob)
    page = browser.get(f"/staff/e/{ours.slug}/roster/players/1/personal/")
    assert page.context["elsewhere"] == 1, "the other event of this organisation alone"
    for path in ("roster/", "roster/players/1/", "roster/players/1/personal/", "find/?q=kim"):
        answer = browser.get(f"/staff/e/{ours.slug}/{path}")
        assert answer.status_code == 200, path
        assert "Secret league" not in answer.content.decode(), path
    assert browser.get(f"/staff/e/{theirs.slug}/").status_code == 404


def test_a_new_event_has_the_members_on_its_staff() -> None:
    anna, judge = factories.user("anna"), factories.user("judge")
    ours = new_event(anna).organisation
    assert ours is not None
    OrganisationMember.objects.create(organisation=ours, user=judge, judge=True)
    OrganisationMember.objects.create(organisation=ours, user=factories.user("silent"))
    event = new_event(anna)
    members = {row.user.get_username(): row for row in event.staff.select_related("user")}
    assert members.keys() == {"anna", "judge"}
    assert members["judge"].roles == {Role.JUDGE}
    assert members["judge"].inherited
    assert not members["anna"].inherited
    assert import_archive(archive=read_archive(as_bytes(small())), actor=anna).staff.count() == 2


def test_what_is_adopted_belongs_to_the_organisation_with_its_players() -> None:
    event = import_archive(archive=read_archive(as_bytes(small())), actor=None)
    assert event.organisation is None
    anna = factories.user("anna")
    mine = new_event(anna)
    before = set(Player.objects.values_list("pk", flat=True))
    adopt_events(actor=anna)
    event.refresh_from_db()
    assert event.organisation == mine.organisation
    assert {row.player.organisation for row in event.enrollments.all()} == {mine.organisation}
    assert set(Player.objects.values_list("pk", flat=True)) == before


def test_older_databases_get_an_organisation_for_each_owner() -> None:
    one, two, third, nobodys = (factories.event() for _number in range(4))
    anna = factories.staff_member(one, Role.ORGANIZER, "anna")
    factories.StaffMemberFactory.create(event=two, user=anna, organizer=True)
    factories.staff_member(two, Role.ORGANIZER, "late")
    factories.staff_member(third, Role.ORGANIZER, "bob")
    kim = Player.objects.create(name="Kim", email="kim@example.com")
    for event in (one, two, third, nobodys):
        Enrollment.objects.create(event=event, player=kim, number=1, name="Kim")
    data.give_organisations(apps, None)
    data.give_players(apps, None)
    for event in (one, two, third, nobodys):
        event.refresh_from_db()
    assert sorted(Organisation.objects.values_list("slug", flat=True)) == ["anna", "bob"]
    assert one.organisation == two.organisation != third.organisation
    assert nobodys.organisation is None
    rows = Enrollment.objects.select_related("player", "event")
    assert all(row.player.organisation_id == row.event.organisation_id for row in rows)
    assert Player.objects.filter(email="kim@example.com").count() == 3
