"""Badges as staff make, print, renew and revoke them; what ends one; who may do it."""

import json
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from events import paper
from events.badges.actions import make_badges, revoke_badge
from events.core.events.badges import players_today
from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.hosting.personal_data.actions import pseudonymize_player
from events.models import Badge, Event, Organisation, OrganisationEntry, OrganisationMember, Player
from events.paper import sheets_of
from tests import factories
from tests.events.badges.days import (
    ADA,
    ada,
    address_of,
    badge_for,
    event_of_day,
    in_event,
    owner_of,
    shop,
)
from tests.markup import flat, without_tags
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
BASE = "/staff/organisations/shop/badges/"


@pytest.fixture
def owner() -> User:
    return owner_of()


@pytest.fixture
def day(owner: User) -> list[Event]:
    """Two events with Ada in both, and three people each in one of them alone."""
    return [event_of_day(owner, "Modern"), event_of_day(owner, "Draft", table=20)]


def changes() -> list[str]:
    entries = OrganisationEntry.objects.filter(verb="badges-changed").order_by("pk")
    return [entry.data["change"] for entry in entries]


def test_the_day_leads_to_the_people_in_several_events_and_to_all(
    owner: User, day: list[Event]
) -> None:
    browser = factories.client_of(owner)
    assert f'href="{BASE}"' in browser.get("/staff/").content.decode()
    assert f'href="{BASE}"' in browser.get("/staff/organisations/shop/").content.decode()
    page = flat(browser.get(BASE))
    assert ADA[0] in page
    assert "Draft · Modern" in page
    assert "Ben Roth" not in page
    page = flat(browser.get(f"{BASE}?who=all"))
    assert page.index(ADA[0]) < page.index("Ben Roth Draft")
    assert "Create 7 badges" in page
    day[0].enrollments.filter(name=ADA[0]).update(state="dropped", dropped_after=0)
    assert "Nobody plays in several events today." in flat(browser.get(BASE))


def test_one_event_has_no_button_for_badges(owner: User) -> None:
    event_of_day(owner, "Modern")
    assert BASE not in factories.client_of(owner).get("/staff/").content.decode()


def test_make_all_print_all_renew_and_revoke(owner: User, day: list[Event]) -> None:
    browser = factories.client_of(owner)
    assert browser.post(f"{BASE}make/", {"who": "all"})["Location"] == f"{BASE}?who=all"
    assert Badge.objects.count() == 7
    browser.post(f"{BASE}make/", {"who": "all"})
    assert changes() == ["several"]
    printed = browser.get(f"{BASE}print/badges.pdf?who=all")
    assert printed["Content-Type"] == "application/pdf"
    assert "no-store" in printed["Cache-Control"]
    assert sheets_of(printed.content) == 1
    assert browser.get(f"{BASE}print/badges.pdf").status_code == HTTPStatus.OK
    badge = Badge.objects.get(player=ada())
    old = address_of(badge)
    page = browser.get(f"{BASE}{ada().pk}/").content.decode()
    assert f"http://testserver{old}" in page
    one = browser.get(f"{BASE}print/badges.pdf?player={ada().pk}")
    assert one.status_code == HTTPStatus.OK
    assert Client().get(old).status_code == HTTPStatus.OK
    assert browser.post(f"{BASE}{ada().pk}/renew/")["Location"] == f"{BASE}{ada().pk}/"
    badge.refresh_from_db()
    assert Client().get(old).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(address_of(badge)).status_code == HTTPStatus.OK
    assert browser.post(f"{BASE}{ada().pk}/revoke/")["Location"] == BASE
    assert Client().get(address_of(badge)).status_code == HTTPStatus.NOT_FOUND
    again = browser.post(f"{BASE}{ada().pk}/revoke/", follow=True).content.decode()
    assert "This player has no badge. Create one first." in again
    assert browser.post(f"{BASE}make/", {"player": ada().pk})["Location"] == f"{BASE}{ada().pk}/"
    assert changes() == ["several", "renewed", "revoked", "made"]
    # A reused row key opens no older badge.
    assert Client().get(old).status_code == HTTPStatus.NOT_FOUND
    journal = browser.get("/staff/organisations/shop/").content.decode()
    for words in ("Created 7 badges.", f"Created a badge for {ADA[0]}.", f"badge of {ADA[0]}."):
        assert words in journal
    assert f"Created a new badge for {ADA[0]}. The old badge no longer works." in journal


def test_namesakes_of_the_day_have_their_numbers(owner: User, day: list[Event]) -> None:
    shouted = ADA[0].upper()
    enroll(event_id=day[0].pk, actor=owner, entries=[NewEnrollment(shouted, "other@example.org")])
    other = day[0].enrollments.get(name=shouted)
    browser = factories.client_of(owner)
    browser.post(f"{BASE}make/", {"who": "all"})
    listed = without_tags(flat(browser.get(f"{BASE}?who=all")))
    assert f"{shouted} #{other.number}" in listed
    assert "Ben Roth #" not in listed
    page = without_tags(flat(browser.get(f"{BASE}{other.player_id}/")))
    assert f"{shouted} #{other.number}" in page
    mine, known = (
        next(person for person in players_today(shop()) if person.key == key)
        for key in (ada().pk, other.player_id)
    )
    assert (mine.called, mine.events[0].name) == (f"{ADA[0]} #1", "Draft")
    document = paper.badges(
        shop(),
        [paper.BadgeCard(known.called, "https://example.org/a", known.events[0].name)],
        Event.PaperSize.A4,
    )
    assert document.data["cards"][0]["name"] == f"{shouted} #{other.number}"
    assert document.data["cards"][0]["event"] == "Modern"
    printed = browser.get(f"{BASE}print/badges.pdf?player={other.player_id}")
    assert sheets_of(printed.content) == 1


def test_without_a_badge_there_is_nothing_to_show_or_to_print(
    owner: User, day: list[Event]
) -> None:
    browser = factories.client_of(owner)
    for address in ("print/badges.pdf", f"print/badges.pdf?player={ada().pk}", f"{ada().pk}/"):
        assert browser.get(BASE + address).status_code == HTTPStatus.NOT_FOUND, address


def test_only_owners_and_organizers_and_no_other_organisation(
    owner: User, day: list[Event]
) -> None:
    badge = badge_for(owner)
    mine = shop()
    keeper, organizer = factories.user("keeper"), factories.user("organizer")
    OrganisationMember.objects.create(
        organisation=mine, user=keeper, scorekeeper=True, head_judge=True, judge=True
    )
    OrganisationMember.objects.create(organisation=mine, user=organizer, organizer=True)
    # Another organisation with the same name, with a player of the same name and email address.
    theirs = owner_of("club", "Corner Shop")
    event_of_day(theirs, "Modern", table=60)
    event_of_day(theirs, "Draft", table=80)
    gets = ("", f"{ada().pk}/", "print/badges.pdf", f"print/badges.pdf?player={ada().pk}")
    posts = ("make/", f"{ada().pk}/renew/", f"{ada().pk}/revoke/")
    asked = [("get", address) for address in gets] + [("post", address) for address in posts]
    organizer_of_event = factories.staff_member(day[0])
    for method, address in asked:
        path = BASE + address
        assert getattr(Client(), method)(path)["Location"].startswith("/login/")
        for stranger in (theirs, organizer_of_event, factories.user()):
            answer = getattr(factories.client_of(stranger), method)(path)
            assert answer.status_code == HTTPStatus.NOT_FOUND, path
        answer = getattr(factories.client_of(keeper), method)(path, follow=True)
        assert "Your role can" in answer.content.decode(), path
        assert address_of(badge) not in answer.content.decode()
    for page in ("/staff/", "/staff/organisations/shop/"):
        assert BASE not in factories.client_of(keeper).get(page).content.decode()
    assert list(Badge.objects.values_list("nonce", flat=True)) == [badge.nonce]
    for method, address in asked:
        assert getattr(factories.client_of(organizer), method)(BASE + address).status_code < 400
        make_badges(organisation=mine, actor=owner, players=[ada().pk])
    with pytest.raises(RefusedError, match="Only an owner or an organizer"):
        make_badges(organisation=mine, actor=keeper, players=[ada().pk])
    # A player of another organisation gets no badge here, and its owner can't revoke a badge of
    # this one.
    club = Organisation.objects.get(slug="club")
    assert make_badges(organisation=mine, actor=owner, players=[ada(club).pk]) == []
    with pytest.raises(RefusedError, match="This player has no badge"):
        revoke_badge(organisation=club, actor=theirs, player_id=ada().pk)
    browser = factories.client_of(theirs)
    answer = browser.post(BASE.replace("shop", "club") + f"{ada().pk}/revoke/", follow=True)
    assert "This player has no badge." in answer.content.decode()


def test_removing_the_person_ends_the_badge_and_the_words_about_it(
    owner: User, day: list[Event]
) -> None:
    badge = badge_for(owner)
    number = in_event(day[0]).number
    exported = factories.client_of(owner).get(
        reverse("staff:personal-export", args=[day[0].slug, number])
    )
    told = json.loads(exported.content)["badges"]
    assert [row["player"] for row in told] == [badge.player_id]
    assert badge.nonce not in exported.content.decode()
    path = address_of(badge)
    pseudonymize_player(event_id=day[0].pk, actor=owner, number=number, typed=ADA[0])
    assert Client().get(path).status_code == HTTPStatus.NOT_FOUND
    assert not Badge.objects.exists()
    journal = factories.client_of(owner).get("/staff/organisations/shop/").content.decode()
    assert "Created a badge for Player 1." in journal
    assert ADA[0] not in journal


def test_a_player_who_leaves_the_last_roster_takes_the_badge_along(owner: User) -> None:
    event = event_of_day(owner, "Modern")
    path = address_of(badge_for(owner))
    remove(event_id=event.pk, actor=owner, number=in_event(event).number)
    assert Client().get(path).status_code == HTTPStatus.NOT_FOUND


def test_few_and_many_people_take_the_same_number_of_queries(owner: User, day: list[Event]) -> None:
    browser = factories.client_of(owner)
    badge_for(owner)
    few = queries_of(lambda: browser.get(f"{BASE}?who=all"))
    factories.enroll_players(day[0], [f"Someone {number}" for number in range(130)])
    Player.objects.filter(enrollments__event=day[0]).update(organisation=shop())
    make_badges(
        organisation=shop(),
        actor=owner,
        players=list(day[0].enrollments.values_list("player", flat=True)),
    )
    assert queries_of(lambda: browser.get(f"{BASE}?who=all")) == few
    page = flat(browser.get(f"{BASE}?who=all"))
    assert "1–100 of 137" in page
    assert "Someone 129" in flat(browser.get(f"{BASE}?who=all&q=someone+129"))
    printed = browser.get(f"{BASE}print/badges.pdf?who=all")
    assert sheets_of(printed.content) == 17


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_a_number_that_no_database_holds_is_nobody(owner: User, number: int) -> None:
    browser = factories.client_of(owner)
    assert browser.get(f"{BASE}{number}/").status_code == HTTPStatus.NOT_FOUND
    for change in ("renew/", "revoke/"):
        answer = browser.post(f"{BASE}{number}/{change}", follow=True)
        assert "This player has no badge." in answer.content.decode()
