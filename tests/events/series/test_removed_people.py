"""A person is removed from a closed series after the person's events were deleted."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.hosting.personal_data.actions import delete_event
from events.models import Event, OrganisationEntry, OrganisationMember, Series
from tests import factories
from tests.events.series.test_series import BASE, FORM, finished, owner_of, table
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db
PUBLIC = "/o/shop/series/1/"


@pytest.fixture
def owner() -> User:
    return owner_of("shop")


def close(browser: Client, number: int, **changed: str) -> None:
    browser.post(f"{BASE}new/", FORM | {"best": ""} | changed)
    browser.post(f"{BASE}{number}/over/")


def names() -> list[str]:
    """Return the names in the final standings of the first series."""
    return [line["name"] for line in Series.objects.get(number=1).declared or []]


def delete(event: Event, owner: User) -> None:
    factories.StaffMemberFactory.create(event=event, user=owner, organizer=True)
    delete_event(event_id=event.pk, actor=owner, typed=event.name)


def test_a_person_of_a_deleted_event_is_removed_everywhere(owner: User) -> None:
    browser = factories.client_of(owner)
    gone = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    close(browser, 1)
    close(browser, 2, name="Year")
    delete(gone, owner)
    page = browser.get(f"{BASE}1/").content.decode()
    assert f'href="{BASE}1/people/0/"' in page
    assert "people/0/" not in Client().get(PUBLIC).content.decode()
    asked = with_plain_names(browser.get(f"{BASE}1/people/0/").content.decode())
    assert "Type “Ada Berg” to confirm" in asked
    wrong = browser.post(f"{BASE}1/people/0/", {"typed": "Cleo Vale"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert names() == ["Ada Berg", "Cleo Vale"]
    done = browser.post(f"{BASE}1/people/0/", {"typed": "ada  berg"}, follow=True)
    assert "The player is now shown as Player 1." in done.content.decode()
    assert names() == ["Player 1", "Cleo Vale"]
    for number in (1, 2):
        for address in (f"{BASE}{number}/", f"{BASE}{number}.csv", f"/o/shop/series/{number}.csv"):
            assert "Ada" not in browser.get(address).content.decode()
    assert "Ada" not in str(list(Series.objects.values_list("declared", flat=True)))
    entry = OrganisationEntry.objects.latest("pk")
    assert entry.actor == owner
    assert entry.data == {"series": "Spring League", "removed": "Player 1"}
    journal = browser.get("/staff/organisations/shop/").content.decode()
    words = "Removed a person from the final standings of the series Spring League: Player 1."
    assert words in journal
    again = browser.post(f"{BASE}1/people/0/", {"typed": "Ada Berg"})
    assert again.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_a_namesake_and_a_number_stay(owner: User) -> None:
    browser = factories.client_of(owner)
    gone = finished(owner, "One", 2, ("Ada Berg", "Player 2"))
    Event.objects.filter(pk=gone.pk).update(public_names="number")
    kept = finished(owner, "Two", 3, ("Cleo Vale", "Ada Berg"))
    kept.enrollments.filter(name="Ada Berg").update(
        player=factories.PlayerFactory.create(organisation=kept.organisation)
    )
    close(browser, 1)
    delete(gone, owner)
    removed = names().index("Ada Berg")
    shown = [line["public_name"] for line in Series.objects.get().declared or []]
    browser.post(f"{BASE}1/people/{removed}/", {"typed": "Ada Berg"})
    after = Series.objects.get().declared or []
    assert after[removed]["name"].startswith("Player ")
    assert after[removed]["name"] != "Player 2", "another player is called that"
    assert after[removed]["public_name"] == shown[removed]
    assert sum(line["name"] == "Ada Berg" for line in after) == 1


def test_an_event_that_exists_removes_its_people_itself(owner: User) -> None:
    browser = factories.client_of(owner)
    finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    close(browser, 1)
    assert "people/0/" not in browser.get(f"{BASE}1/").content.decode()
    answer = browser.post(f"{BASE}1/people/0/", {"typed": "Ada Berg"}, follow=True)
    assert "The events of this player still exist." in answer.content.decode()
    assert [row[1] for row in table()] == ["Ada Berg", "Cleo Vale"]
    missing = browser.get(f"{BASE}1/people/7/", follow=True).content.decode()
    assert "The final standings no longer have this line." in missing


def test_members_without_the_right_and_strangers_remove_nobody(owner: User) -> None:
    browser = factories.client_of(owner)
    gone = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    close(browser, 1)
    delete(gone, owner)
    judge = factories.user("judge")
    shop = Series.objects.get().organisation
    OrganisationMember.objects.create(organisation=shop, user=judge, judge=True)
    path = f"{BASE}1/people/0/"
    refused = factories.client_of(judge).post(path, {"typed": "Ada Berg"}, follow=True)
    assert "Ask an owner." in refused.content.decode()
    assert "people/0/" not in factories.client_of(judge).get(f"{BASE}1/").content.decode()
    stranger = factories.client_of(factories.user("bert"))
    assert stranger.post(path, {"typed": "Ada Berg"}).status_code == HTTPStatus.NOT_FOUND
    assert browser.put(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert [row[1] for row in table()] == ["Ada Berg", "Cleo Vale"]


def test_the_deletion_of_an_event_names_its_closed_series(owner: User) -> None:
    browser = factories.client_of(owner)
    event = finished(owner, "One", 2, ("Ada Berg", "Cleo Vale"))
    factories.StaffMemberFactory.create(event=event, user=owner, organizer=True)
    path = f"/staff/e/{event.slug}/delete/"
    assert "these closed series" not in browser.get(path).content.decode()
    browser.post(f"{BASE}new/", FORM | {"best": ""})
    assert "these closed series" not in browser.get(path).content.decode()
    browser.post(f"{BASE}1/over/")
    page = with_plain_names(browser.get(path).content.decode())
    assert "these closed series still contain the names of players:" in page
    assert "<li>Spring League</li>" in page
