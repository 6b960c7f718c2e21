"""The staff board: moves, breaks that a round's end falls into, undo, rights, thirty people."""

import datetime
import re
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from events.models import (
    Event,
    Organisation,
    OrganisationEntry,
    OrganisationMember,
    Role,
    Round,
    StaffMove,
)
from events.organisations.words import entry_words
from tests import factories
from tests.markup import flat
from tests.queries import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("afternoon")]
BOARD = "/staff/organisations/shop/board/"
MOVE = f"{BOARD}move/"


@pytest.fixture
def shop() -> Organisation:
    return Organisation.objects.create(slug="shop", name="Shop")


@pytest.fixture
def lead(shop: Organisation) -> User:
    account = factories.user("mirela")
    OrganisationMember.objects.create(organisation=shop, user=account, owner=True, head_judge=True)
    return account


def event_of(shop: Organisation, name: str, *staff: str, gone: int | None = None) -> Event:
    """A running event; `gone`: the minutes since its clock of 50 minutes was started."""
    event: Event = factories.EventFactory.create(
        players=4, posted=True, organisation=shop, name=name, time_zone="Europe/Vienna"
    )
    for username in staff:
        account, _made = User.objects.get_or_create(username=username)
        event.staff.create(user=account, judge=True)
    if gone is not None:
        started = timezone.now() - datetime.timedelta(minutes=gone)
        Round.objects.filter(event=event).update(started_at=started)
    return event


def move(browser: Client, username: str, to: str, **more: str) -> str:
    answer = browser.post(MOVE, {"username": username, "to": to, **more}, follow=True)
    return flat(answer)


def place_of(username: str) -> str:
    row = StaffMove.objects.filter(user__username=username, undone_at=None).last()
    assert row is not None
    return row.place.code


def lane(page: str, title: str) -> str:
    """The lane with this heading."""
    return next(
        part
        for part in page.split('<section class="lane')[1:]
        if title in part.split("</header>")[0]
    )


def test_one_button_moves_a_person_and_the_journal_has_it(shop: Organisation, lead: User) -> None:
    main = event_of(shop, "Main Event", "kwame", "sora", gone=10)
    side = event_of(shop, "Modern Side", "hana", gone=30)
    browser = factories.client_of(lead)
    page = flat(browser.get(BOARD))
    assert "kwame" in lane(page, "Main Event")
    # Two taps: the name, then the place.
    assert f'name="to" value="event-{side.pk}"' in lane(page, "Main Event")
    page = move(browser, "kwame", f"event-{side.pk}")
    assert "kwame was moved: Modern Side." in page
    assert "kwame" in lane(page, "Modern Side")
    assert "kwame" not in lane(page, "Main Event")
    assert "not on the staff of this event" in lane(page, "Modern Side")
    page = move(browser, "sora", "area", area="Deck checks")
    assert "sora" in lane(page, "Deck checks")
    assert "is there already" in move(browser, "kwame", f"event-{side.pk}")
    entries = OrganisationEntry.objects.filter(verb="staff-moved").order_by("pk")
    assert [entry_words(entry) for entry in entries] == [
        "Moved kwame: Main Event → Modern Side.",
        "Moved sora: Main Event → Deck checks.",
    ]
    assert "Moved kwame" in flat(browser.get("/staff/organisations/shop/"))
    # A deleted event removes its lane; the person returns to the earlier place.
    StaffMove.objects.filter(event=side).delete()
    assert "kwame" in lane(flat(browser.get(BOARD)), "Main Event")
    assert main.name in page


def test_a_break_that_the_own_round_end_falls_into_is_asked_about(
    shop: Organisation, lead: User
) -> None:
    # Fifty minutes and the usual five turns: the round ends in about 20 minutes.
    event_of(shop, "Main Event", "kwame", gone=35)
    event_of(shop, "Modern Side", "hana", gone=0)
    browser = factories.client_of(lead)
    assert "hana was moved: Break until" in move(browser, "hana", "break-30")
    answer = browser.post(MOVE, {"username": "kwame", "to": "break-30"})
    assert answer.status_code == HTTPStatus.CONFLICT
    page = flat(answer)
    assert re.search(
        r"The round of Main Event ends about \d\d:\d\d, during the break of kwame", page
    )
    assert re.search(r"From \d\d:\d\d on, no round end falls into the break", page)
    assert not StaffMove.objects.filter(user__username="kwame").exists()
    key = re.search(r'name="(answers\.break-collides:[^"]+)"', page)
    assert key is not None
    page = move(browser, "kwame", "break-30", **{key[1]: "wait"})
    assert "Nothing was changed: No break now." in page
    move(browser, "kwame", "break-30", **{key[1]: "shorter"})
    short = StaffMove.objects.get(user__username="kwame")
    assert short.until is not None
    # Until five minutes before the end, on the minute.
    assert 13 <= (short.until - short.at).total_seconds() / 60 <= 15
    entry = OrganisationEntry.objects.latest("pk")
    assert entry.data["answers"] == ["break-collides:shorter"]
    move(browser, "kwame", "break-30", **{key[1]: "send"})
    page = flat(browser.get(BOARD))
    assert "kwame is on a break until" in page, "the board warns as long as it collides"
    back = re.search(r'value="(event-\d+)" data-once><span>Call back', page)
    assert back is not None
    move(browser, "kwame", back[1])
    assert "kwame is on a break" not in flat(browser.get(BOARD))


def test_the_newest_move_is_undone_and_no_older_one(shop: Organisation, lead: User) -> None:
    event_of(shop, "Main Event", "kwame", gone=10)
    browser = factories.client_of(lead)
    move(browser, "kwame", "area-Desk")
    page = move(browser, "kwame", "free")
    first, second = StaffMove.objects.order_by("pk")
    notice = page.partition("kwame was moved: Free.")[2].partition("lanes")[0]
    assert f'action="{BOARD}moves/{second.pk}/undo/"' in notice, "the message undoes it"
    answer = browser.post(f"{BOARD}moves/{first.pk}/undo/")
    assert "kwame was moved again" in flat(answer)
    answer = browser.post(f"{BOARD}moves/{second.pk}/undo/", follow=True)
    assert "The move of kwame was undone." in flat(answer)
    assert place_of("kwame") == "area-Desk"
    assert "already undone" in flat(browser.post(f"{BOARD}moves/{second.pk}/undo/"))
    browser.post(f"{BOARD}moves/{first.pk}/undo/")
    assert "kwame" in lane(flat(browser.get(BOARD)), "Main Event")
    entry = OrganisationEntry.objects.latest("pk")
    assert entry_words(entry) == "Undid a move of kwame: Desk → Main Event."


def test_leaders_move_others_judges_themselves_and_strangers_find_nothing(
    shop: Organisation, lead: User
) -> None:
    event = event_of(shop, "Main Event", "kwame", "sora", gone=10)
    assert Client().get(BOARD)["Location"].startswith("/login/")
    stranger = factories.user("kim")
    OrganisationMember.objects.create(
        organisation=Organisation.objects.create(slug="club", name="Club"),
        user=stranger,
        owner=True,
    )
    for answer in (
        factories.client_of(stranger).get(BOARD),
        factories.client_of(stranger).post(MOVE, {"username": "kwame", "to": "free"}),
    ):
        assert answer.status_code == HTTPStatus.NOT_FOUND
    judge = factories.client_of(User.objects.get(username="kwame"))
    page = flat(judge.get(BOARD))
    assert page.count('<details class="person"') == 1, "one's own place"
    assert "Add person" not in page
    assert "Only an owner, an organizer or a head judge" in move(judge, "sora", "free")
    assert move(judge, "kwame", "break-15")
    assert place_of("kwame") == "break"
    head = factories.staff_member(event, Role.HEAD_JUDGE)
    move(factories.client_of(head), "sora", "home")
    assert place_of("sora") == "home"
    browser = factories.client_of(lead)
    added_at = reverse("staff:staff", args=[event.slug])
    assert f'<a href="{added_at}">Main Event</a>' in flat(browser.get(BOARD))
    assert "not on the staff" in move(browser, "kim", "free")
    for wrong in (
        "",
        "event-0",
        "event-x",
        "break-1",
        "break-999",
        "area",
        "moon",
        f"event-{2**63}",
    ):
        answer = browser.post(MOVE, {"username": "sora", "to": wrong})
        assert answer.status_code == HTTPStatus.CONFLICT, wrong
    assert browser.get(MOVE).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert StaffMove.objects.count() == 2


def test_two_needs_name_two_people_and_a_late_round_when_it_should_have_ended(
    shop: Organisation, lead: User
) -> None:
    event_of(shop, "Main Event", "kwame", "sora", gone=10)
    for name, gone in (("Modern Side", 40), ("Pauper", 80)):
        event_of(shop, name, gone=gone)
    browser = factories.client_of(lead)
    for name in ("kwame", "sora"):
        move(browser, name, "free")
    page = flat(browser.get(BOARD))
    needs = page.partition('aria-label="Needs you"')[2].partition("</section>")[0]
    assert set(re.findall(r'name="username" value="(\w+)"', needs)) >= {"kwame", "sora"}
    assert re.search(r"The round of Pauper was expected to end at \d\d:\d\d, and no staff", needs)


def test_what_needs_a_person_has_the_button_that_settles_it(shop: Organisation, lead: User) -> None:
    event_of(shop, "Main Event", "kwame", "sora", gone=0)
    empty = event_of(shop, "Modern Side", gone=40)
    browser = factories.client_of(lead)
    move(browser, "sora", "free")
    page = flat(browser.get(BOARD))
    assert re.search(r"The round of Modern Side ends about \d\d:\d\d, and no staff is there", page)
    assert re.search(rf'value="sora">\s*<button class="s" name="to" value="event-{empty.pk}"', page)
    now = timezone.now()
    ago = datetime.timedelta(minutes=1)
    StaffMove.objects.filter(user__username="sora").update(
        kind="break", at=now - 40 * ago, until=now - 8 * ago
    )
    StaffMove.objects.create(
        organisation=shop, user=User.objects.get(username="kwame"), kind="area", area="Desk",
        at=now - 175 * ago,
    )  # fmt: skip
    page = flat(browser.get(BOARD))
    assert "(8 min ago)" in page
    assert "kwame works without a break" in page
    assert 'name="to" value="break-15"' in page


def test_thirty_people_and_ten_events_cost_as_many_queries_as_few(
    shop: Organisation, lead: User
) -> None:
    event_of(shop, "Event 1", "judge-1", "judge-2", gone=20)
    browser = factories.client_of(lead)
    move(browser, "judge-1", "free")
    few = queries_of(lambda: browser.get(BOARD))
    for number in range(2, 11):
        event_of(shop, f"Event {number}", *(f"judge-{number}-{at}" for at in range(3)), gone=20)
        move(browser, f"judge-{number}-0", "break-15")
    page = flat(browser.get(BOARD))
    assert page.count('<details class="person"') == 29
    assert page.count('<section class="lane') == 12
    assert queries_of(lambda: browser.get(BOARD)) <= few
    assert few <= 16


def test_today_and_a_judge_s_phone_show_the_next_end_and_the_own_place(
    shop: Organisation, lead: User
) -> None:
    first = event_of(shop, "Main Event", "kwame", "sora", "mirela", gone=10)
    event_of(shop, "Modern Side", "kwame", "mirela", gone=40)
    waiting = event_of(shop, "Pauper", "kwame", "mirela")
    judge = factories.client_of(User.objects.get(username="kwame"))
    page = flat(judge.get("/staff/"))
    ends = page[page.index('id="ends"') :]
    assert ends.index("Modern Side") < ends.index("Main Event") < ends.index("Pauper")
    assert f'href="{BOARD}"' in page
    assert "Your place since" not in page
    move(factories.client_of(lead), "kwame", f"event-{waiting.pk}")
    for address in ("/staff/", "/staff/day/floor/", f"/staff/e/{first.slug}/floor/"):
        page = flat(judge.get(address))
        assert re.search(r"Your place since \d\d:\d\d: Pauper", page), address
        assert f'href="{BOARD}"' in page
    move(judge, "kwame", "break-15")
    assert "You are on a break until" in flat(judge.get("/staff/day/floor/"))


def test_yesterday_s_places_are_forgotten(shop: Organisation, lead: User) -> None:
    event_of(shop, "Main Event", "kwame", gone=10)
    browser = factories.client_of(lead)
    move(browser, "kwame", "home")
    long_ago = timezone.now() - datetime.timedelta(hours=25)
    StaffMove.objects.update(at=long_ago)
    assert "kwame" in lane(flat(browser.get(BOARD)), "Main Event")
    assert "Your place" not in flat(browser.get("/staff/day/floor/"))
