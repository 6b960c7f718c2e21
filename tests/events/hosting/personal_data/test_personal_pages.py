"""Removing a person, exporting what is kept, deleting an event, a link for a forgotten password."""

import json
from http import HTTPStatus
from pathlib import Path

import pytest
from django.test import Client, override_settings
from django.utils import translation

from events.core.events.finishing_actions import finish_event
from events.core.journal.words.entries import sentence
from events.hosting.backups import BackupError
from events.hosting.personal_data import views as personal
from events.models import Event, JournalEntry, Organisation, Player, Role, Verb
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.access_cases import Route, check_access
from tests.events.support.doors import address, check_refusals, check_wrong_method

pytestmark = pytest.mark.django_db
EDIT = Action.EDIT_EVENT


@pytest.mark.parametrize(
    "route",
    [
        Route("roster/players/1/personal/", EDIT),
        Route("roster/players/1/personal/", EDIT, "post"),
        Route("roster/players/1/personal/export/", EDIT),
        Route("delete/", EDIT),
        Route("delete/", EDIT, "post"),
    ],
    ids=str,
)
def test_only_an_organizer(route: Route) -> None:
    event, _owner = event_with_owner(2)
    check_access(event, route)


def test_the_page_says_what_goes_and_removes_it_once_the_name_is_typed() -> None:
    event, owner = event_with_owner(4)
    browser, player = factories.client_of(owner), event.enrollments.get(number=1)
    name, url = player.name, address(event, "personal", number=1)
    page = browser.get(url).content.decode()
    assert name in page
    assert "Earlier backups, exported files and printouts still contain the name." in page
    assert url in browser.get(address(event, "player", number=1)).content.decode()
    answer = browser.post(url, {"typed": "Nobody"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Type the player&#x27;s name" in answer.content.decode()
    assert 'value="Nobody"' in answer.content.decode()
    answer = browser.post(url, {"typed": name}, follow=True)
    assert "Player 1" in answer.content.decode()
    assert name not in browser.get(address(event, "journal")).content.decode()
    assert browser.get(address(event, "personal", number=99)).status_code == HTTPStatus.NOT_FOUND


def test_the_public_pages_follow() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    name = event.enrollments.get(number=1).name
    page = f"/e/{event.slug}/pairings/"
    with override_settings(PUBLIC_SECONDS=0):
        assert name in Client().get(page).content.decode()
        browser = factories.client_of(owner)
        browser.post(address(event, "personal", number=1), {"typed": name})
        told = Client().get(page).content.decode()
    assert name not in told
    assert "Player 1" in told


def test_what_a_process_keeps_of_complete_rounds_follows() -> None:
    event, owner = event_with_owner(4, rounds=1)
    play_round(event, owner, 1)
    finish_event(event_id=event.pk, actor=owner)
    name = event.enrollments.get(number=1).name
    pages = [f"/e/{event.slug}/{page}" for page in ("standings/", "pairings/1/", "players/1/")]
    # Events are read for each request, posted pairings and published standings are not.
    with override_settings(PUBLIC_SECONDS=1e-9):
        assert [page for page in pages if name not in Client().get(page).content.decode()] == []
        browser = factories.client_of(owner)
        browser.post(address(event, "personal", number=1), {"typed": name})
        assert [page for page in pages if name in Client().get(page).content.decode()] == []


def test_the_export_is_a_file_that_nobody_keeps() -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    answer = factories.client_of(owner).get(address(event, "personal-export", number=2))
    told = json.loads(answer.content)
    assert told["enrollment"]["name"] == event.enrollments.get(number=2).name
    assert len(told["matches"]) == 1
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]


def test_an_event_is_deleted_after_a_backup_once_its_name_is_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    other, _owner = event_with_owner(3)
    browser, url = factories.client_of(owner), address(event, "delete-event")
    page = browser.get(url).content.decode()
    assert "4 players" in page
    assert "1 round " in page
    assert url in browser.get(address(event, "settings")).content.decode()
    made: list[str] = []

    class Made:
        path = tmp_path / "made.zip"

    def make(_folder: Path, *, kind: str) -> Made:
        assert Event.objects.filter(pk=event.pk).exists(), "before anything is deleted"
        made.append(kind)
        return Made()

    monkeypatch.setattr(personal, "make_backup", make)
    answer = browser.post(url, {"typed": "another event"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert made == []
    answer = browser.post(url, {"typed": event.name}, follow=True)
    assert "made.zip" in answer.content.decode()
    assert made == ["before-deletion"]
    assert not Event.every.filter(pk=event.pk).exists()
    assert not JournalEntry.objects.filter(event_id=event.pk).exists()
    assert Player.objects.count() == 3
    assert Event.objects.filter(pk=other.pk).exists()
    assert browser.get(f"/e/{event.slug}/").status_code == HTTPStatus.NOT_FOUND
    assert browser.post(url, {"typed": event.name}).status_code == HTTPStatus.NOT_FOUND


def test_nothing_is_deleted_without_a_backup(monkeypatch: pytest.MonkeyPatch) -> None:
    event, owner = event_with_owner(2)

    def fail(_folder: Path, *, kind: str) -> None:
        raise BackupError(f"no disk for {kind}")

    monkeypatch.setattr(personal, "make_backup", fail)
    answer = factories.client_of(owner).post(address(event, "delete-event"), {"typed": event.name})
    assert "Nothing was deleted" in answer.content.decode()
    assert Event.objects.filter(pk=event.pk).exists()


class TestForgottenPassword:
    def made(self) -> tuple[Event, Client, str]:
        """An event, its organizer's browser, and a link for its scorekeeper."""
        event = factories.event()
        organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER))
        factories.trust_of(factories.staff_member(event, Role.SCOREKEEPER, "rossi"), event)
        page = organizer.post(f"{address(event, 'staff')}rossi/password/").content.decode()
        return event, organizer, page.split('value="http://testserver')[1].split('"')[0]

    def test_a_link_and_a_code_are_shown_and_the_receiver_chooses(self) -> None:
        event, organizer, link = self.made()
        assert "Create password link" in organizer.get(address(event, "staff")).content.decode()
        [entry] = event.journal.filter(verb=Verb.PASSWORD_LINK_MADE)
        with translation.override("en"):
            assert sentence(entry) == "A password reset link was created for rossi."
        assert link.rsplit("/", 2)[1] not in json.dumps(entry.data), "the journal has no link"
        browser = Client()
        old = {"username": "rossi", "password": factories.PASSWORD}
        assert Client().post("/login/", old).status_code == HTTPStatus.FOUND, "until it is used"
        # A login invalidates the link, which depends on the account's state.
        _event, _organizer, link = event, organizer, self.again(event, organizer)
        answer = browser.get(link, follow=True)
        assert "Choose a new password" in answer.content.decode()
        form = answer.redirect_chain[-1][0]
        new = "a much longer secret"
        fields = {"new_password1": new, "new_password2": new}
        assert browser.post(form, fields).status_code == HTTPStatus.FOUND
        assert browser.get("/staff/").status_code == HTTPStatus.OK
        assert Client().post("/login/", old).status_code == HTTPStatus.OK
        assert Client().post("/login/", {**old, "password": new}).status_code == HTTPStatus.FOUND
        again = Client().get(link, follow=True).content.decode()
        assert "This invitation was already used or has expired." in again

    def again(self, event: Event, organizer: Client) -> str:
        page = organizer.post(f"{address(event, 'staff')}rossi/password/").content.decode()
        assert "data:image/svg+xml" in page
        assert 'data-copies="password-link"' in page
        return page.split('value="http://testserver')[1].split('"')[0]

    def test_only_an_organizer_makes_one(self) -> None:
        event = factories.event()
        factories.staff_member(event, Role.SCOREKEEPER, "rossi")
        url = f"{address(event, 'staff')}rossi/password/"
        check_refusals("post", url, {Role.ORGANIZER}, event)
        check_wrong_method("post", url, event)

    def test_it_expires(self) -> None:
        _event, _organizer, link = self.made()
        with override_settings(PASSWORD_RESET_TIMEOUT=-1):
            page = Client().get(link, follow=True).content.decode()
            assert "This invitation was already used or has expired." in page

    def test_nobody_becomes_somebody_of_another_event(self) -> None:
        event = factories.event()
        organizer = factories.client_of(factories.staff_member(event, Role.ORGANIZER, "boss"))
        known = factories.staff_member(event, Role.JUDGE, "rossi")
        factories.trust_of(known, event)
        url = f"{address(event, 'staff')}rossi/password/"
        elsewhere = factories.event()
        elsewhere.staff.create(user=known, judge=True)
        answer = organizer.post(url, follow=True)
        assert "staff of an event that you do not organize" in answer.content.decode()
        elsewhere.staff.create(user=event.staff.get(organizer=True).user, organizer=True)
        assert "password-link" in organizer.post(url).content.decode()
        known.is_superuser = True
        known.save()
        assert organizer.post(url).status_code == HTTPStatus.FOUND
        answer = organizer.post(url.replace("rossi", "boss"), follow=True)
        assert "Change your own password on your account page." in answer.content.decode()
        assert organizer.post(url.replace("rossi", "nobody")).status_code == HTTPStatus.NOT_FOUND

    def test_nobody_becomes_a_member_of_another_organisation(self) -> None:
        """A member who joined after every event of a shop began is on no staff of the shop."""
        event = factories.event()
        boss = factories.staff_member(event, Role.ORGANIZER, "boss")
        known = factories.staff_member(event, Role.JUDGE, "rossi")
        factories.trust_of(known, event)
        url = f"{address(event, 'staff')}rossi/password/"
        shop = Organisation.objects.create(slug="shop", name="Shop")
        shop.members.create(user=known, owner=True)
        answer = factories.client_of(boss).post(url, follow=True)
        assert "a member of an organisation that you do not own" in answer.content.decode()
        assert not event.journal.filter(verb=Verb.PASSWORD_LINK_MADE).exists()
        shop.members.create(user=boss, owner=True)
        assert "password-link" in factories.client_of(boss).post(url).content.decode()
