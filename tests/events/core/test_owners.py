"""The owner of an event that was not made in a browser."""

import pytest
from django.contrib.auth.models import User

from events.accounts.actions import any_account, create_first_organizer
from events.core.organisations.owner_actions import adopt_events, default_owner
from events.core.refusals import RefusedError
from events.models import StaffMember
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes, small

pytestmark = pytest.mark.django_db


def test_the_default_owner_is_whoever_can_log_in_superusers_first() -> None:
    assert default_owner() is None
    User.objects.create_user("invited")
    assert default_owner() is None
    first = factories.user("first")
    assert default_owner() == first
    organizer = factories.staff_member(factories.event(), "organizer")
    assert default_owner() == organizer
    chief = User.objects.create_superuser("chief", password=factories.PASSWORD)
    assert default_owner() == chief
    chief.is_active = False
    chief.save()
    assert default_owner() == organizer


def test_the_first_organizer_gets_what_was_imported_before() -> None:
    event = import_archive(archive=read_archive(as_bytes(small())), actor=None)
    stand_in = User.objects.create_user("simulator")
    other = factories.event()
    StaffMember.objects.create(event=other, user=stand_in, organizer=True)
    assert not any_account()
    organizer = create_first_organizer(username="anna", name="Anna", password="a long phrase")
    for one in (event, other):
        assert one.staff.get(user=organizer).organizer
        entry = one.journal.first()
        assert entry is not None
        assert (entry.verb, entry.data["user"]) == ("staff-changed", "anna")
    with pytest.raises(RefusedError):
        create_first_organizer(username="eve", name="Eve", password="a long phrase")


def test_an_event_with_an_organizer_is_not_taken_away() -> None:
    event = factories.event()
    factories.staff_member(event, "organizer")
    thief = factories.user()
    assert adopt_events(actor=thief) == []
    assert not event.staff.filter(user=thief).exists()


def test_a_closed_account_opens_no_door() -> None:
    User.objects.filter(pk=factories.user().pk).update(is_active=False)
    assert any_account()
