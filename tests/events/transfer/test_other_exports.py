"""The files for other tools: who gets them, and whose names are in them."""

import csv
import io

import pytest
from django.urls import reverse

from events.core.players.waiting_list_actions import change_sign_up
from events.core.sign_ups.actions import SignUpData, sign_up
from events.models import Enrollment, Event, Player, PublicNames, SignUp
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from interchange.exporting import EXPORTERS
from tests import factories
from tests.archives import as_bytes, small
from tests.events.scenario import event_with_owner
from tests.events.support.access_cases import Route, check_access
from tests.events.support.doors import address
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_addresses_are_a_list_that_says_who_gave_each() -> None:
    event, owner = event_with_owner(3)
    signed_up, listed, _without = event.enrollments.order_by("number")
    Enrollment.objects.filter(pk=signed_up.pk).update(source="sign-up", name="=1+1")
    Player.objects.filter(pk=signed_up.player_id).update(email="a@example.org")
    Player.objects.filter(pk=listed.player_id).update(email="b@example.org")
    check_access(event, Route("export/addresses.csv", Action.EXPORT))
    answer = factories.client_of(owner).get(address(event, "export-addresses"))
    assert "no-store" in answer["Cache-Control"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row[2:] for row in rows] == [
        ["Email address", "Address given by", "State"],
        ["a@example.org", "player, at sign-up", "playing"],
        ["b@example.org", "staff, or a list", "playing"],
    ]
    assert rows[1][1] == "'=1+1", "no formula"
    page = factories.client_of(owner).get(address(event, "export")).content.decode()
    assert address(event, "export-addresses") in page


def test_only_players_who_agreed_at_sign_up_are_listed_for_another_system() -> None:
    event, owner = event_with_owner(0)
    asking = {"is_open": True, "ask_email": "optional"}
    change_sign_up(event_id=event.pk, actor=owner, values=asking)
    path = reverse("me:sign-up", args=[event.slug])
    page = flat(factories.client_of().get(path))
    assert "The organizer may enter my name and email address in another tournament system" in page
    for name, more in (
        ("Ada", {"email": "ada@example.org", "shares_email": "on"}),
        ("Bob", {"email": "bob@example.org"}),
        ("Cem", {"shares_email": "on"}),
    ):
        data = SignUpData(
            name=name, key=name, email=more.get("email", ""), shares_email="shares_email" in more
        )
        sign_up(event_id=event.pk, data=data)
    url = address(event, "export-addresses")
    browser = factories.client_of(owner)
    text = browser.get(f"{url}?agreed=1").content.decode()
    assert "ada@example.org" in text
    assert "bob" not in text.lower()
    assert "Cem" not in text
    assert "bob@example.org" in browser.get(url).content.decode()
    # An address typed by staff later is not covered by the consent.
    Player.objects.filter(name="Ada").update(email="other@example.org")
    assert "example.org" not in browser.get(f"{url}?agreed=1").content.decode()
    assert f"{url}?agreed=1" in browser.get(address(event, "export")).content.decode()


def test_the_form_of_a_sign_up_keeps_the_consent_only_where_an_address_is_asked() -> None:
    event, owner = event_with_owner(0)
    path = reverse("me:sign-up", args=[event.slug])
    for ask, kept in (("", False), ("required", True)):
        change_sign_up(event_id=event.pk, actor=owner, values={"is_open": True, "ask_email": ask})
        page = factories.client_of().get(path)
        assert ("shares_email" in page.content.decode()) == kept
        data = {"name": f"Ann {ask}", "key": f"k{ask}", "email": "ann@example.org"}
        factories.client_of().post(path, {**data, "shares_email": "on", "website": ""})
        assert SignUp.objects.latest("pk").shares_email == kept


def test_staff_only() -> None:
    check_access(factories.event(), Route("export/to/trf26/", Action.EXPORT))


@pytest.mark.parametrize("format", EXPORTERS)
def test_each_file_hides_who_is_hidden(format: str) -> None:
    person = factories.user()
    event = import_archive(archive=read_archive(as_bytes(small())), actor=person)
    client = factories.client_of(person)
    address = f"/staff/e/{event.slug}/export/to/{format}/"
    hidden = event.enrollments.order_by("number")[0].player.name
    assert hidden in client.get(address).content.decode()
    Event.objects.update(public_names=PublicNames.NUMBER)
    text = client.get(address).content.decode()
    assert hidden not in text
    assert client.get(f"/staff/e/{event.slug}/export/to/nothing/").status_code == 404
