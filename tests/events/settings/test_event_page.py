"""What the event page shows: place, schedule, logo, short address."""

from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver
from hypothesis import given
from hypothesis import strategies as st

from domain.event_pages import RESERVED, is_map_link, is_short_address, schedule_entries
from domain.limits import MOST_LOGO_BYTES
from domain.pictures import picture_of
from events import urls_public
from events.models import Event, FactSheet, Logo, Role
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes, small
from tests.events.support.doors import address, check_refusals
from tests.events.support.pictures import JPEG, PNG, png
from tests.events.support.settings import errors_of, save_settings, settings_address
from tests.markup import flat

PAGE = {
    "address": "18 Quay Street, Harbour City. Tram 2 to Old Crane",
    "map_link": "https://maps.example/?q=18+Quay+Street",
    "schedule": "08:30 Doors\n09:45 Round 1",
    "ends_at": "22:00",
    "desk_closes": "21:30",
    "contact": "hello@harbourcity.example",
    "prizes_handed_out": "at the desk, after the final",
    "organizer_word": "Welcome.",
    "short_address": "HCO",
}
EVENT = {"name": "Harbour City Open", "date": "2026-11-21", "time_zone": "UTC"}


def opened() -> tuple[Event, Client]:
    event = factories.event_with_players(2)
    return event, factories.client_of(factories.staff_member(event))


def upload(client: Client, event: Event, content: bytes) -> int:
    file = SimpleUploadedFile("logo.png", content, "image/png")
    status: int = client.post(address(event, "logo"), {"logo": file}).status_code
    return status


@pytest.mark.django_db
def test_everything_of_the_page_is_saved_and_travels_in_the_archive() -> None:
    event, client = opened()
    assert save_settings(client, event, EVENT | PAGE, ["event"]).status_code == HTTPStatus.FOUND
    assert upload(client, event, PNG) == HTTPStatus.FOUND
    sheet = FactSheet.objects.get(event=event)
    assert (sheet.short_address, sheet.address) == ("hco", PAGE["address"])
    archive = export_archive(event)
    assert archive["facts"]["ends_at"] == "22:00:00"
    FactSheet.objects.filter(event=event).update(short_address="")
    copied = import_archive(archive=read_archive(as_bytes(archive)), actor=None)
    assert export_archive(copied)["facts"] == archive["facts"]
    assert bytes(Logo.objects.get(event=copied).content) == PNG
    again = import_archive(archive=read_archive(as_bytes(archive)), actor=None)
    assert FactSheet.objects.get(event=again).short_address == "", "the first one has it"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("map_link", "http://maps.example/", "starts with https://"),
        ("map_link", "javascript:alert(1)", "starts with https://"),
        ("short_address", "staff", "is an address of this site"),
        ("short_address", "a b", "Use only letters, digits, hyphens"),
        ("short_address", "ab_c", "letters from a to z"),
        ("short_address", "fnm", "Another event has this short address"),
        ("short_address", "FNM", "Another event has this short address"),
    ],
)
def test_what_can_not_be_is_refused_at_its_field(name: str, value: str, why: str) -> None:
    event, client = opened()
    FactSheet.objects.create(event=factories.event(), short_address="fnm")
    answer = save_settings(client, event, {**EVENT, **PAGE, name: value}, ["event"])
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert why in errors_of(answer, "event")[name][0]
    assert "18 Quay Street" in answer.content.decode(), "nothing typed is lost"
    assert not FactSheet.objects.filter(event=event).exists()


@pytest.mark.django_db
def test_a_short_address_leads_to_its_event_in_one_step(client: Client) -> None:
    event, _staff = opened()
    FactSheet.objects.create(event=event, short_address="hco")
    for path in ("/hco", "/HCO/"):
        answer = client.get(path)
        assert (answer.status_code, answer["Location"]) == (302, f"/e/{event.slug}/")
    assert client.get("/nothing").status_code == HTTPStatus.NOT_FOUND
    assert client.get("/login")["Location"] == "/login/"


def test_no_short_address_hides_an_address_of_the_site() -> None:
    first = {str(entry.pattern).partition("/")[0] for entry in get_resolver().url_patterns}
    first |= {str(entry.pattern).partition("/")[0] for entry in urls_public.urlpatterns}
    assert first >= {"staff", "me", "login", "e"}
    assert not [word for word in first if is_short_address(word)]
    assert {"static", "api", "healthz", "readyz", "metrics"} <= RESERVED


@pytest.mark.django_db
def test_only_organizers_change_the_logo() -> None:
    event, client = opened()
    check_refusals("get", address(event, "logo"), {Role.ORGANIZER}, event)
    check_refusals("post", address(event, "logo"), {Role.ORGANIZER}, event)
    assert upload(client, event, PNG) == HTTPStatus.FOUND
    name = FactSheet.objects.get(event=event).logo_name
    shown = client.get(f"/e/{event.slug}/logo/{name}")
    assert (shown.content, shown["Content-Type"]) == (PNG, "image/png")
    assert client.get(f"/e/{event.slug}/logo/other.png").status_code == HTTPStatus.NOT_FOUND
    assert upload(client, event, JPEG) == HTTPStatus.FOUND
    assert client.get(f"/e/{event.slug}/logo/{name}").status_code == HTTPStatus.NOT_FOUND
    client.post(address(event, "logo"), {"remove": "1"})
    assert FactSheet.objects.get(event=event).logo_name == ""
    assert not Logo.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a" + PNG, PNG[:30], b""]
)
def test_anything_but_a_picture_is_refused(content: bytes) -> None:
    event, client = opened()
    assert upload(client, event, content) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Logo.objects.exists()


def test_a_picture_is_known_by_its_bytes() -> None:
    assert picture_of(PNG) == ("image/png", 120, 48)
    assert picture_of(JPEG) == ("image/jpeg", 30, 40)
    assert picture_of(png(4_001, 1)) is None
    assert picture_of(PNG + b"\x00" * MOST_LOGO_BYTES) is None


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reading_of_a_picture(content: bytes) -> None:
    for begin in (b"", PNG[:8], JPEG[:3], PNG[:24]):
        picture_of(begin + content)
        picture_of(begin + content + b"\xff\xd9")


def test_the_lines_of_a_schedule() -> None:
    lines = schedule_entries(
        "8:30 Doors\n\n12.00-13.00  Lunch\n１８：００ 表彰式\nSunday\n25:00 no"
    )
    assert lines == (
        ("08:30", "Doors"),
        ("12:00–13:00", "Lunch"),
        ("18:00", "表彰式"),
        ("", "Sunday"),
        ("", "25:00 no"),
    )


@pytest.mark.parametrize(
    ("link", "fits"),
    [
        ("https://maps.example/a?b=c#d", True),
        ("https://maps.example", True),
        ("http://maps.example/", False),
        ("https:" + "//user@maps.example/", False),
        ("https://maps.example/<b>", False),
        ("https:///x", False),
        ("//maps.example/", False),
    ],
)
def test_a_map_is_linked_by_https_alone(link: str, fits: bool) -> None:
    assert is_map_link(link) is fits


@pytest.mark.django_db
def test_an_archive_with_an_impossible_page_is_refused() -> None:
    for key, value in (("map_link", "ftp://x"), ("short_address", "staff"), ("logo", "AAAA")):
        archive = small() | {"version": 3, "facts": {key: value}}
        with pytest.raises(Exception, match=f"facts.{key}"):
            read_archive(as_bytes(archive))


@pytest.mark.django_db
def test_a_finished_event_says_that_its_logo_stays() -> None:
    event, client = opened()
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    assert upload(client, event, PNG) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Reopen it to change the logo." in flat(client.get(address(event, "logo")))
    assert client.get(settings_address(event, "event")).status_code == HTTPStatus.OK
