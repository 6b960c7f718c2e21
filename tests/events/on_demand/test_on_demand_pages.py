"""The pages of queues: phones, roles, two organisations, settings, queries."""

from functools import partial
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import Organisation, OrganisationMember, Queue, QueueEntry, QueuePod, Role
from events.on_demand.actions import join
from tests import factories
from tests.events.on_demand.test_on_demand import (
    BASE,
    State,
    fill,
    names_in,
    new_queue,
    owner_of,
    refused,
)
from tests.markup import with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return owner_of("shop")


def test_a_phone_joins_sees_its_place_is_called_and_leaves_only_for_itself(owner: User) -> None:
    queue = new_queue(owner, size=3, public_names="initial")
    phone, other = Client(), Client()
    page = "/o/shop/on-demand/1/"
    assert "Join queue" in phone.get(page).content.decode()
    assert phone.post(page, {"name": ""}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert phone.post(page, {"name": "Ada Berg"})["Location"] == page
    other.post(page, {"name": "Ben Roth"})
    assert "Place 1 in Draft" in with_plain_names(phone.get(page).content.decode())
    text = with_plain_names(other.get(page).content.decode())
    assert "Place 2 in Draft" in text
    assert "Ada" not in text
    ada = queue.entries.get(number=1)
    # Another phone has no cookie for Ada's entry.
    other.post("/o/shop/on-demand/leave/", {"entry": ada.pk})
    ada.refresh_from_db()
    assert ada.is_waiting
    join(queue=queue, name="Cleo Vale", actor=owner)
    text = with_plain_names(phone.get(page).content.decode())
    assert "Go to tables 1–2" in text
    assert "Ada B., Ben R., Cleo V." in text
    assert "Ben Roth" not in text
    own = phone.get(text.split('class="button primary" href="')[1].split('"')[0])
    assert own.status_code == HTTPStatus.FOUND
    assert "Ada Berg" in phone.get(own["Location"]).content.decode()
    assert "/me/" not in other.get("/o/shop/").content.decode()
    part = phone.get(page, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="line"')
    phone.post("/o/shop/on-demand/leave/", {"entry": ada.pk})
    assert names_in(QueuePod.objects.get()) == ["Ben Roth", "Cleo Vale"]


def test_roles_strangers_and_a_second_organisation_with_the_same_names(owner: User) -> None:
    shop = Organisation.objects.get()
    judge = factories.user("judge")
    OrganisationMember.objects.create(organisation=shop, user=judge, judge=True)
    theirs = owner_of("club", "Corner Shop")
    mine, other = new_queue(owner), new_queue(theirs)
    fill(mine, 5)
    fill(other, 3)
    assert not set(mine.entries.values_list("player")) & set(other.entries.values_list("player"))
    posts = (
        *("new/", "1/settings/", "1/state/", "1/add/", "1/call/", "1/pods/1/post/"),
        *("1/entries/1/replace/", "1/entries/5/remove/", "1/entries/1/tickets/"),
        "1/pods/1/tickets/",
    )
    gets = ("", "live/", "new/", "1/settings/", "1/add/", "1/stand/", "1/pods/1/tickets/")
    before = list(QueueEntry.objects.values_list("pk", "state"))
    for address in posts:
        assert Client().post(BASE + address)["Location"].startswith("/login/")
        stranger = factories.client_of(theirs).post(BASE + address)
        assert stranger.status_code == HTTPStatus.NOT_FOUND, address
        answer = factories.client_of(judge).post(BASE + address, follow=True)
        assert "Your role can" in answer.content.decode(), address
    assert list(QueueEntry.objects.values_list("pk", "state")) == before
    for address in gets:
        assert Client().get(BASE + address)["Location"].startswith("/login/")
        assert factories.client_of(theirs).get(BASE + address).status_code == HTTPStatus.NOT_FOUND
        assert factories.client_of(owner).get(BASE + address).status_code == HTTPStatus.OK
    assert "Eve" in factories.client_of(judge).get(BASE).content.decode()
    club = factories.client_of(theirs).get(BASE.replace("shop", "club")).content.decode()
    assert "Eve" not in club
    for entry in QueueEntry.objects.filter(organisation=shop):
        entry_address = f"{BASE.replace('shop', 'club')}1/entries/{entry.number}/remove/"
        factories.client_of(theirs).post(entry_address)
    assert mine.entries.filter(state=State.WAITING).get().name == "Eve"
    # An event of another organisation can't be used as a template.
    form = {"name": "X", "date": "2026-05-09", "like": mine.pods.get().event_id, "size": 4}
    answer = factories.client_of(theirs).post(BASE.replace("shop", "club") + "new/", form)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_an_owner_opens_changes_pauses_and_closes_a_queue(owner: User) -> None:
    browser = factories.client_of(owner)
    assert "No queue is open." in browser.get(BASE).content.decode()
    form = {
        "name": "Draft",
        "date": "2026-05-09",
        "play": "draft",
        "rounds": 3,
        "size": 8,
        "least": 6,
        "wait_minutes": 30,
        "round_minutes": 50,
        "first_table": 301,
        "last_table": 340,
        "public_names": "full",
        "by_phone": "on",
        "tickets": "3-0: 12",
    }
    for wrong in ({"least": 8}, {"last_table": 302}, {"tickets": "much"}, {"size": 1}):
        answer = browser.post(BASE + "new/", form | wrong)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, wrong
    assert browser.post(BASE + "new/", form)["Location"] == BASE
    assert "8 players, or 6 after 30 minutes" in browser.get(BASE).content.decode()
    queue = Queue.objects.get()
    fill(queue, 4)
    browser.post(BASE + "1/settings/", form | {"size": 4, "least": "", "tickets": ""})
    assert QueuePod.objects.get().first_table == 301
    join(queue=queue, name="Eve")
    browser.post(BASE + "1/state/", {"state": "paused"})
    with refused("Nobody can join this queue at the moment."):
        join(queue=queue, name="Finn")
    browser.post(BASE + "1/state/", {"state": "closed"})
    assert queue.entries.get(name="Eve").state == State.LEFT
    stamp = browser.get(BASE).context["stamp"]
    assert browser.get(BASE + "live/", {"stamp": stamp}).status_code == HTTPStatus.NO_CONTENT
    assert browser.get(BASE + "live/").status_code == HTTPStatus.OK


def test_many_players_and_pods_take_no_more_queries(owner: User) -> None:
    queue = new_queue(owner)
    fill(queue, 5)
    browser = factories.client_of(owner)
    addresses = (BASE, "/o/shop/on-demand/", "/o/shop/on-demand/1/", BASE + "1/pods/1/tickets/")
    few = [queries_of(partial(browser.get, at)) for at in addresses]
    for number in range(11):
        join(queue=queue, name=f"More {number}")
    many = [queries_of(partial(browser.get, at)) for at in addresses]
    assert many == few


def test_the_board_names_the_tables_of_the_next_pod_and_why_there_are_none(owner: User) -> None:
    queue = new_queue(owner, last_table=6)
    browser = factories.client_of(owner)

    def board() -> str:
        return " ".join(with_plain_names(browser.get(BASE).content.decode()).split())

    assert "Next pod: Tables 1–2" in board()
    fill(queue)
    assert "Next pod: Tables 3–4. In use: Draft 1 (1–2)." in board()
    for name in ("Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Noa"):
        join(queue=queue, name=name)
    text = board()
    assert "Next pod: no tables in a row are free from 1 to 6." in text
    assert "In use: Draft 1 (1–2), Draft 2 (3–4), Draft 3 (5–6)." in text


def test_screens_that_name_future_tables_name_the_open_queue_that_has_them(owner: User) -> None:
    queue = new_queue(owner, first_table=1, last_table=40)
    event = factories.event(organisation=queue.organisation, date=queue.date, name="Open")
    organizer = factories.staff_member(event, Role.ORGANIZER)
    factories.enroll_players(event, [f"Player {number}" for number in range(8)])
    browser = factories.client_of(organizer)
    words = "The queue Draft calls pods to tables 1–40."
    page = with_plain_names(browser.get(f"/staff/e/{event.slug}/").content.decode())
    assert words in " ".join(page.split())
    Queue.objects.update(state=Queue.State.CLOSED)
    page = with_plain_names(browser.get(f"/staff/e/{event.slug}/").content.decode())
    assert words not in " ".join(page.split())
