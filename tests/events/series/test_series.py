"""Series from their events to the file, by role, for two organisations."""

import datetime
import io
from functools import partial
from http import HTTPStatus
from typing import Any

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.results.slips import Slip
from events.core.standings.actions import publish_standings
from events.core.standings.correction_actions import correct_result
from events.hosting.personal_data.actions import delete_event
from events.models import Event, Organisation, OrganisationEntry, OrganisationMember, Player, Series
from events.series.queries import series_rows
from tests import factories
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
BASE = "/staff/organisations/shop/series/"
FORM = {
    "name": "Spring League",
    "first_date": "2026-05-01",
    "last_date": "2026-06-30",
    "best": "1",
    "participation": "1",
    "tables": "0: 10 7 5",
    "rewards": "1-2: a bye",
}


def owner_of(slug: str) -> User:
    account = factories.user(f"anna-{slug}")
    shop = Organisation.objects.create(slug=slug, name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=account, owner=True)
    return account


def finished(owner: User, name: str, day: int, names: tuple[str, ...] = ("Ada", "Ben")) -> Event:
    """An event of the first organisation of `owner`; the first-named player won."""
    organisation = Organisation.objects.get(members__user=owner)
    event = factories.EventFactory.create(
        name=name, date=datetime.date(2026, 5, day), organisation=organisation, rounds=1
    )
    enrolled = factories.enroll_players(event, list(names))
    for enrollment in enrolled:
        player, _made = Player.objects.get_or_create(
            name=enrollment.name, organisation=organisation
        )
        enrollment.player = player
        enrollment.save(update_fields=["player"])
    factories.RoundFactory.create(event=event, complete=True, with_matches=True)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    return event


@pytest.fixture
def owner() -> User:
    return owner_of("shop")


def table() -> list[tuple[int, str, int, str]]:
    return [
        (row.place, row.name, row.total, row.reward) for row in series_rows(Series.objects.get())
    ]


def test_standings_follow_the_events_until_the_series_is_over(owner: User) -> None:
    browser = factories.client_of(owner)
    may = finished(owner, "May Open", 2)
    finished(owner, "Open Two", 9, ("Ben", "Ada"))
    outside = finished(owner, "June Cup", 20, ("Cleo", "Ada"))
    answer = browser.post(f"{BASE}new/", FORM | {"name_contains": "open"})
    assert answer["Location"] == f"{BASE}1/"
    assert table() == [(1, "Ada", 11, "a bye"), (1, "Ben", 11, "a bye")]
    browser.post(f"{BASE}1/events/", {"event": outside.pk, "included": "1"})
    assert [row[1] for row in table()] == ["Ada", "Ben", "Cleo"]
    browser.post(f"{BASE}1/events/", {"event": may.pk})
    assert table()[0] == (1, "Ben", 11, "a bye")
    browser.post(f"{BASE}1/events/", {"event": may.pk, "included": "1"})
    browser.post(f"{BASE}1/events/", {"event": outside.pk})
    # A correction of an event is a correction of the series.
    Event.objects.filter(pk=may.pk).update(state=Event.State.RUNNING)
    correct_result(
        event_id=may.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2), reason="Swapped"
    )
    Event.objects.filter(pk=may.pk).update(state=Event.State.FINISHED)
    assert table() == [(1, "Ben", 11, "a bye"), (2, "Ada", 8, "a bye")]
    page = Client().get("/o/shop/series/1/").content.decode()
    assert "does not count" in page
    assert "The best 1 result of each player counts." in page
    browser.post(f"{BASE}1/over/")
    browser.post(f"{BASE}1/settings/", FORM | {"best": ""})
    assert Series.objects.get().best == 1
    browser.post(f"{BASE}1/events/", {"event": may.pk})
    assert table() == [(1, "Ben", 11, "a bye"), (2, "Ada", 8, "a bye")]
    assert browser.get(f"{BASE}1/").status_code == HTTPStatus.OK
    browser.post(f"{BASE}1/over/", {"again": "1"})
    browser.post(f"{BASE}1/settings/", FORM | {"best": "", "name_contains": "open"})
    assert table() == [(1, "Ben", 22, "a bye"), (2, "Ada", 16, "a bye")]
    file = Client().get("/o/shop/series/1.csv").content.decode()
    assert "Place,Name,Points,Earned,May Open,Open Two" in file
    assert "1,Ben,22,a bye,11,11" in file
    assert "series-declared" in OrganisationEntry.objects.values_list("verb", flat=True)
    assert "Closed the series" in browser.get("/staff/organisations/shop/").content.decode()


def test_public_names_are_as_strict_as_the_strictest_event(owner: User) -> None:
    finished(owner, "One", 2, ("Ada Berg", "=Ben"))
    hidden = finished(owner, "Two", 3, ("Ada Berg", "Cleo Vale"))
    Event.objects.filter(pk=hidden.pk).update(public_names="initial")
    factories.client_of(owner).post(f"{BASE}new/", FORM)
    page = Client().get("/o/shop/series/1/").content.decode()
    assert "Ada B." in page
    assert "Berg" not in page
    assert "Cleo V." in page
    assert "Berg" in factories.client_of(owner).get(f"{BASE}1/").content.decode()
    assert ",'=Ben," in Client().get("/o/shop/series/1.csv").content.decode()


def test_an_alias_of_one_event_is_the_public_name_in_the_series(owner: User) -> None:
    first = finished(owner, "One", 2, ("Ada Berg", "Ben Ito"))
    finished(owner, "Two", 3, ("Ada Berg", "Ben Ito"))
    first.enrollments.filter(name="Ada Berg").update(alias="Blue")
    factories.client_of(owner).post(f"{BASE}new/", FORM)
    for path in ("/o/shop/series/1/", "/o/shop/series/1.csv"):
        page = Client().get(path).content.decode()
        assert "Blue" in page
        assert "Berg" not in page
    assert "Ada Berg" in factories.client_of(owner).get(f"{BASE}1/").content.decode()


@pytest.mark.parametrize("older", [True, False], ids=["closed by an older version", "closed now"])
def test_a_removed_person_is_removed_from_a_closed_series(owner: User, older: bool) -> None:
    browser = factories.client_of(owner)
    event = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    other = finished(owner, "Two", 3, ("Cleo Vale", "Ada Berg"))
    ada = Player.objects.create(name="Ada Berg", organisation=event.organisation)
    other.enrollments.filter(name="Ada Berg").update(player=ada)
    browser.post(f"{BASE}new/", FORM | {"best": "", "tables": "10"})
    browser.post(f"{BASE}1/over/")
    if older:
        series = Series.objects.get()
        for line in (line for row in series.declared or [] for line in row["lines"]):
            del line["number"]
        series.save(update_fields=["declared"])
    assert [row[1] for row in table()] == ["Cleo Vale", "Ada Berg", "Ada Berg"]
    factories.StaffMemberFactory.create(event=event, user=owner, organizer=True)
    number = event.enrollments.get(name="Ada Berg").number
    path = f"/staff/e/{event.slug}/roster/players/{number}/personal/"
    assert browser.post(path, {"typed": "Ada Berg"}).status_code == HTTPStatus.FOUND
    assert [row[1] for row in table()] == ["Cleo Vale", f"Player {number}", "Ada Berg"]
    file = Client().get("/o/shop/series/1.csv").content.decode()
    assert f"2,Player {number},11,a bye,11," in file
    assert file.count("Ada Berg") == 1
    assert "place 2 of 2, 1 point\n" in Client().get("/o/shop/series/1/").content.decode()


def test_a_removed_person_with_a_new_name_is_removed_from_a_closed_series(owner: User) -> None:
    browser = factories.client_of(owner)
    event = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    other = finished(owner, "Two", 3, ("Cleo Vale", "Ada Berg"))
    other.enrollments.filter(name="Ada Berg").update(name="Ada Carlson", alias="Blue")
    browser.post(f"{BASE}new/", FORM | {"best": "", "tables": "0: 10 4"})
    browser.post(f"{BASE}1/over/")
    assert sorted(row[1] for row in table()) == ["Ada Carlson", "Cleo Vale"]
    factories.StaffMemberFactory.create(event=event, user=owner, organizer=True)
    number = event.enrollments.get(name="Ada Berg").number
    path = f"/staff/e/{event.slug}/roster/players/{number}/personal/"
    assert browser.post(path, {"typed": "Ada Berg"}).status_code == HTTPStatus.FOUND
    assert sorted(row[1] for row in table()) == ["Cleo Vale", f"Player {number}"]
    file = Client().get("/o/shop/series/1.csv").content.decode()
    assert "Blue" not in file
    assert f"Player {number}" in file


def test_a_closed_series_names_a_deleted_event_without_a_link(owner: User) -> None:
    browser = factories.client_of(owner)
    event, kept = finished(owner, "May Open", 2), finished(owner, "Open Two", 3)
    browser.post(f"{BASE}new/", FORM | {"best": ""})
    browser.post(f"{BASE}1/over/")
    factories.StaffMemberFactory.create(event=event, user=owner, organizer=True)
    delete_event(event_id=event.pk, actor=owner, typed=event.name)
    page = Client().get("/o/shop/series/1/").content.decode()
    assert "May Open:" in page
    assert f"/e/{event.slug}/" not in page
    assert f"/e/{kept.slug}/" in page


def test_the_address_of_a_deleted_event_is_another_event_later(owner: User) -> None:
    browser = factories.client_of(owner)
    gone = finished(owner, "Gone", 2, ("Ada Berg", "Cleo Vale"))
    finished(owner, "Kept", 3, ("Ada Berg", "Cleo Vale"))
    browser.post(f"{BASE}new/", FORM)
    browser.post(f"{BASE}1/over/")
    slug = gone.slug
    delete_event(event_id=gone.pk, actor=owner, typed=gone.name)
    # An event that later gets the free address is a different one, with different players.
    other = finished(owner, "Other", 4, ("Ada Berg", "Dora Lind"))
    Event.objects.filter(pk=other.pk).update(slug=slug)
    assert f'href="/e/{slug}/"' not in Client().get("/o/shop/series/1/").content.decode()
    factories.StaffMemberFactory.create(event=other, user=owner, organizer=True)
    number = other.enrollments.get(name="Ada Berg").number
    browser.post(f"/staff/e/{slug}/roster/players/{number}/personal/", {"typed": "Ada Berg"})
    assert [row[1] for row in table()] == ["Ada Berg", "Cleo Vale"]


def test_a_file_of_a_closed_series_keeps_deleted_events_apart(owner: User) -> None:
    browser = factories.client_of(owner)
    first = finished(owner, "May Open", 2)
    second = finished(owner, "Open Two", 3, ("Ben", "Ada"))
    browser.post(f"{BASE}new/", FORM | {"best": "", "tables": "0: 10 7"})
    browser.post(f"{BASE}1/over/")
    before = Client().get("/o/shop/series/1.csv").content
    for event in (first, second):
        delete_event(event_id=event.pk, actor=owner, typed=event.name)
    assert Client().get("/o/shop/series/1.csv").content == before


def sheets(answer: Any) -> dict[str, list[tuple[object, ...]]]:
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    return {sheet.title: list(sheet.values) for sheet in book.worksheets}


def test_files_have_the_standings_and_every_result_with_public_names(owner: User) -> None:
    finished(owner, "One", 2, ("Ada Berg", "=Ben"))
    finished(owner, "Two", 3, ("Ada Berg", "Cleo Vale"))
    Event.objects.filter(name="Two").update(public_names="initial")
    browser = factories.client_of(owner)
    browser.post(f"{BASE}new/", FORM | {"best": "1"})
    ours, public = (
        sheets(browser.get(f"{BASE}1.xlsx")),
        sheets(Client().get("/o/shop/series/1.xlsx")),
    )
    assert ours["Standings"] == [
        ("Place", "Name", "Points", "Earned", "One", "Two"),
        (1, "Ada Berg", 11, "a bye", 11, None),
        (2, "=Ben", 8, "a bye", 8, None),
        (2, "Cleo Vale", 8, "a bye", None, 8),
    ]
    assert ours["Results"][:3] == [
        ("Place", "Name", "Event", "Place in the event", "Players", "Points", "Counts"),
        (1, "Ada Berg", "One", 1, 2, 11, "yes"),
        (1, "Ada Berg", "Two", 1, 2, 11, "no"),
    ]
    assert {row[1] for sheet in public.values() for row in sheet[1:]} == {
        "Ada B.",
        "=Ben",
        "Cleo V.",
    }
    assert "Ada Berg" in browser.get(f"{BASE}1.csv").content.decode()
    for page, links in (
        (browser.get(f"{BASE}1/"), (f"{BASE}1.csv", f"{BASE}1.xlsx")),
        (Client().get("/o/shop/series/1/"), ("/o/shop/series/1.csv", "/o/shop/series/1.xlsx")),
    ):
        assert all(f'href="{link}"' in page.content.decode() for link in links)
    japanese = Client(headers={"accept-language": "ja"}).get("/o/shop/series/1.xlsx")
    assert list(sheets(japanese)) == ["順位表", "結果"]
    answer = Client().get("/o/shop/series/1.xlsx")
    assert answer["Content-Disposition"] == 'attachment; filename="series-1.xlsx"'


def test_the_file_has_the_events_by_date(owner: User) -> None:
    finished(owner, "One", 2, ("Ben", "Ada"))
    finished(owner, "Two", 3, ("Cleo", "Ada"))
    finished(owner, "Three", 4, ("Ben", "Cleo"))
    browser = factories.client_of(owner)
    browser.post(f"{BASE}new/", FORM | {"best": "3", "tables": "0: 10 3"})
    heads = Client().get("/o/shop/series/1.csv").content.decode("utf-8-sig").splitlines()[0]
    assert heads == "Place,Name,Points,Earned,One,Two,Three"


def test_roles_strangers_and_a_second_organisation(owner: User) -> None:
    shop = Organisation.objects.get()
    judge = factories.user("judge")
    OrganisationMember.objects.create(organisation=shop, user=judge, judge=True)
    other = owner_of("club")
    mine, theirs = finished(owner, "Open", 2), finished(other, "Open", 2, ("Zoe", "Yan"))
    browser = factories.client_of(owner)
    assert "points for places" in browser.get(BASE).content.decode()
    assert browser.get(f"{BASE}new/").status_code == HTTPStatus.OK
    for wrong in ({"tables": "much"}, {"rewards": "1"}, {"last_date": "2026-01-01"}, {"best": "0"}):
        answer = browser.post(f"{BASE}new/", FORM | wrong)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, wrong
    browser.post(f"{BASE}new/", FORM)
    assert [row[1] for row in table()] == ["Ada", "Ben"]
    browser.post(f"{BASE}1/events/", {"event": theirs.pk, "included": "1"})
    assert "Zoe" not in Client().get("/o/shop/series/1/").content.decode()
    for address in ("", "new/", "1/", "1/settings/"):
        assert Client().get(BASE + address)["Location"].startswith("/login/")
        assert factories.client_of(other).get(BASE + address).status_code == HTTPStatus.NOT_FOUND
    for address in ("new/", "1/settings/", "1/events/", "1/byes/", "1/over/"):
        assert factories.client_of(other).post(BASE + address).status_code == HTTPStatus.NOT_FOUND
        answer = factories.client_of(judge).post(BASE + address, {"event": mine.pk}, follow=True)
        assert "Your role can" in answer.content.decode(), address
    assert factories.client_of(judge).get(f"{BASE}1/").status_code == HTTPStatus.OK
    assert Client().get("/o/club/series/1/").status_code == HTTPStatus.NOT_FOUND
    assert not Series.objects.get().is_over
    for ending in ("csv", "xlsx"):
        assert Client().get(f"{BASE}1.{ending}")["Location"].startswith("/login/")
        answer = factories.client_of(other).get(f"{BASE}1.{ending}")
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert factories.client_of(judge).get(f"{BASE}1.{ending}").status_code == HTTPStatus.OK
        assert Client().get(f"/o/club/series/1.{ending}").status_code == HTTPStatus.NOT_FOUND
    files = (f"{BASE}1.xlsx", "/o/shop/series/1.csv", "/o/shop/series/1.xlsx")
    addresses = (BASE, f"{BASE}1/", "/o/shop/series/1/", *files)
    few = [queries_of(partial(browser.get, at)) for at in addresses]
    for day in range(3, 9):
        finished(owner, f"Open {day}", day, ("Ada", "Ben", "Cleo", f"New {day}"))
    assert [queries_of(partial(browser.get, at)) for at in addresses] == few


def test_the_list_names_the_first_place_of_each_series(client: Client, owner: User) -> None:
    finished(owner, "Spring One", 2)
    client.force_login(owner)
    client.post(BASE + "new/", FORM)
    client.post(BASE + "new/", FORM | {"name": "Autumn League", "name_contains": "Autumn"})
    page = " ".join(client.get(BASE).content.decode().split())
    assert "1 event · Leading with 11 points: " in page
    assert "Ada" in page
    assert "Ben" not in page
    assert "No finished event yet" in page
    few = queries_of(lambda: client.get(BASE))
    finished(owner, "Autumn One", 3, ("Cleo", "Dan"))
    finished(owner, "Spring Two", 4, ("Ben", "Ada"))
    client.post(BASE + "new/", FORM | {"name": "Third"})
    assert queries_of(lambda: client.get(BASE)) == few
    page = " ".join(client.get(BASE).content.decode().split())
    assert "Cleo" in page
    assert "Dan" not in page
    assert "3 events · Leading with 11 points: " in page
