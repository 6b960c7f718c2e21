"""The staff board: planned moves, wanted numbers, starts of events, the list to print."""

import datetime
import re
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.models import Event, Organisation, OrganisationEntry, SignUpSettings, StaffMove
from events.organisations.words import entry_words
from tests import factories
from tests.events.day.test_staff_board import (
    BOARD,
    MOVE,
    event_of,
    lane,
    lead,
    move,
    place_of,
    shop,
)
from tests.markup import flat
from tests.queries import queries_of

__all__ = ["lead", "shop"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("afternoon")]
WANT = f"{BOARD}want/"
LIST = f"{BOARD}list/"
MINUTE = datetime.timedelta(minutes=1)


def test_a_planned_move_is_in_both_lanes_and_takes_effect_by_itself(
    shop: Organisation, lead: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_of(shop, "Main Event", "kwame", "sora", gone=10)
    side = event_of(shop, "Modern Side", "hana", gone=10)
    browser = factories.client_of(lead)
    page = move(browser, "kwame", f"event-{side.pk}", at="14:30")
    assert "Planned for kwame at 14:30: Modern Side." in page
    assert "14:30 → Modern Side" in lane(page, "Main Event")
    assert "kwame from 14:30" in lane(page, "Modern Side")
    # The person's phone shows it.
    own = flat(factories.client_of(User.objects.get(username="kwame")).get("/staff/day/floor/"))
    assert "From 14:30: Modern Side." in own
    entry = OrganisationEntry.objects.latest("pk")
    assert entry_words(entry) == "Planned a move of kwame at 14:30: Modern Side."
    then = timezone.now() + 31 * MINUTE
    monkeypatch.setattr(timezone, "now", lambda: then)
    page = flat(browser.get(BOARD))
    assert "from 14:30" not in page
    assert "since 14:30" in lane(page, "Modern Side")
    assert "kwame" not in lane(page, "Main Event")


def test_a_plan_is_cancelled_and_leaves_the_newest_move_alone(
    shop: Organisation, lead: User
) -> None:
    event_of(shop, "Main Event", "kwame", gone=10)
    browser = factories.client_of(lead)
    move(browser, "kwame", "area-Desk")
    move(browser, "kwame", "break-15", at="15:00")
    made, planned = StaffMove.objects.order_by("pk")
    assert planned.until == planned.at + 15 * MINUTE
    browser.post(f"{BOARD}moves/{planned.pk}/undo/")
    entry = OrganisationEntry.objects.latest("pk")
    assert entry_words(entry).startswith(
        "Cancelled the planned move of kwame at 15:00: Break until"
    )
    move(browser, "kwame", "home", at="18:00")
    browser.post(f"{BOARD}moves/{made.pk}/undo/")
    assert place_of("kwame") == "home", "the plan is still there"
    assert "kwame" in lane(flat(browser.get(BOARD)), "Main Event")


@pytest.mark.parametrize("typed", ["13:59", "14:00", "25:00", "soon", "2026-11-28"])
def test_a_plan_for_no_later_time_is_refused(shop: Organisation, lead: User, typed: str) -> None:
    event_of(shop, "Main Event", "kwame", gone=10)
    page = move(factories.client_of(lead), "kwame", "free", at=typed)
    assert "Enter a time of today that is later than 14:00, such as 14:30." in page
    assert not StaffMove.objects.exists()


def test_a_time_after_midnight_is_of_the_same_night(shop: Organisation, lead: User) -> None:
    event_of(shop, "Main Event", "kwame", gone=10)
    move(factories.client_of(lead), "kwame", "home", at="01:30")
    night = StaffMove.objects.get().at - timezone.now()
    assert datetime.timedelta(hours=11) < night < datetime.timedelta(hours=12)


def test_no_break_collides_with_a_round_that_relies_on_the_person(
    shop: Organisation, lead: User
) -> None:
    # Both rounds end in about 20 minutes; kwame is at the desk, and is the side event's only staff.
    main = event_of(shop, "Main Event", "kwame", "sora", gone=35)
    side = event_of(shop, "Modern Side", "kwame", gone=35)
    browser = factories.client_of(lead)
    move(browser, "sora", f"event-{main.pk}")
    move(browser, "kwame", "area-Desk")
    answer = browser.post(MOVE, {"username": "kwame", "to": "break-30"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "The round of Modern Side ends about" in flat(answer)
    # Another judge is at the side event: nothing there relies on kwame.
    side.staff.create(user=factories.user("hana"), judge=True)
    assert "kwame was moved" in move(browser, "kwame", "break-30")
    move(browser, "kwame", "area-Desk")
    # A planned move sends kwame to the main event before the break is over.
    move(browser, "kwame", f"event-{main.pk}", at="14:10")
    answer = browser.post(MOVE, {"username": "kwame", "to": "break-30"})
    assert "The round of Main Event ends about" in flat(answer)
    # A later break is compared with the round ends at its own time.
    answer = browser.post(MOVE, {"username": "kwame", "to": "break-30", "at": "14:05"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "kwame" in move(browser, "kwame", "break-30", at="16:00")


def test_wanted_numbers_mark_short_events_and_propose_a_person(
    shop: Organisation, lead: User
) -> None:
    main = event_of(shop, "Main Event", "kwame", "sora", "ines", gone=0)
    side = event_of(shop, "Modern Side", "hana", gone=35)
    browser = factories.client_of(lead)
    browser.post(WANT, {"to": f"event-{side.pk}", "number": "2"})
    browser.post(WANT, {"to": f"event-{main.pk}", "number": "2"})
    page = flat(browser.get(BOARD))
    assert "1 here · 2 wanted" in lane(page, "Modern Side")
    assert lane(page, "Modern Side").startswith(" short")
    assert "3 here · 2 wanted" in lane(page, "Main Event")
    assert re.search(r"The round of Modern Side ends about \d\d:\d\d, with 1 of 2 people", page)
    assert re.search(rf'name="to" value="event-{side.pk}" data-once><span>Move', page)
    entry = OrganisationEntry.objects.latest("pk")
    assert entry_words(entry) == "Main Event wants 2 people."
    browser.post(WANT, {"to": f"event-{side.pk}", "number": ""})
    assert entry_words(OrganisationEntry.objects.latest("pk")) == (
        "Modern Side wants no particular number of people."
    )
    assert not re.search(r"\d wanted", lane(flat(browser.get(BOARD)), "Modern Side"))
    browser.post(WANT, {"to": "area-Desk", "number": "1"})
    assert "0 here · 1 wanted" in lane(flat(browser.get(BOARD)), "Desk")


def test_only_leaders_set_wanted_numbers_within_bounds(shop: Organisation, lead: User) -> None:
    side = event_of(shop, "Modern Side", "hana", gone=35)
    place = f"event-{side.pk}"
    judge = factories.client_of(User.objects.get(username="hana"))
    answer = judge.post(WANT, {"to": place, "number": "2"})
    assert "Only an owner, an organizer or a head judge" in flat(answer)
    stranger = factories.client_of(factories.user("kim"))
    for address in (WANT, LIST):
        assert stranger.get(address).status_code in (
            HTTPStatus.NOT_FOUND,
            HTTPStatus.METHOD_NOT_ALLOWED,
        )
    assert stranger.post(WANT, {"to": place}).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(LIST)["Location"].startswith("/login/")
    browser = factories.client_of(lead)
    for to, number in ((place, "100"), (place, "x"), ("free", "1"), ("event-0", "1"), ("", "1")):
        answer = browser.post(WANT, {"to": to, "number": number})
        assert answer.status_code == HTTPStatus.CONFLICT, (to, number)
    assert not shop.wanted_staff.exists()


def starting(shop: Organisation, name: str, at: str, *staff: str) -> Event:
    event: Event = factories.EventFactory.create(
        organisation=shop, name=name, time_zone="Europe/Vienna", date=timezone.now().date(),
        players=3,
    )  # fmt: skip
    for username in staff:
        event.staff.create(user=User.objects.get(username=username), judge=True)
    begins = datetime.time.fromisoformat(at)
    SignUpSettings.objects.update_or_create(event=event, defaults={"begins": begins})
    return event


def test_events_that_only_start_today_are_among_the_ends(shop: Organisation, lead: User) -> None:
    event_of(shop, "Main Event", "kwame", gone=40)
    starting(shop, "Pauper at Noon", "14:20", "kwame")
    starting(shop, "Sealed", "19:00", "kwame")
    for browser, address in (
        (factories.client_of(lead), BOARD),
        (factories.client_of(User.objects.get(username="kwame")), "/staff/"),
    ):
        page = flat(browser.get(address))
        ends = page[page.index('id="ends"') :].split("</nav>")[0]
        assert ends.index("Main Event") < ends.index("Pauper at Noon") < ends.index("Sealed")
        assert "starts with 3 players so far" in ends
    page = flat(factories.client_of(lead).get(BOARD))
    assert "Pauper at Noon starts at 14:20, with 0 of 1 person" in page
    assert "Sealed starts at" not in page.split('id="ends"')[0]
    assert "starts at 19:00" in lane(page, "Sealed")


def test_the_list_to_print_has_everybody_with_place_and_plan(
    shop: Organisation, lead: User
) -> None:
    side = event_of(shop, "Modern Side", "hana", gone=10)
    event_of(shop, "Main Event", "kwame", gone=10)
    browser = factories.client_of(lead)
    move(browser, "kwame", f"event-{side.pk}", at="14:30")
    page = flat(browser.get(LIST))
    for text in ("kwame", "hana", "Main Event", "14:30 → Modern Side", 'id="print"'):
        assert text in page
    few = queries_of(lambda: browser.get(LIST))
    for number in range(4):
        event_of(shop, f"Event {number}", *(f"judge-{number}-{at}" for at in range(3)), gone=20)
    assert queries_of(lambda: browser.get(LIST)) <= few
