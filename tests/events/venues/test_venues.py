"""The pages of a venue: rooms, tables by event, condensing, the clock wall."""

import datetime
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.events.finishing_actions import finish_event
from events.core.rounds.pairing_actions import pair_next_round
from events.models import (
    Enrollment,
    Event,
    GivenTable,
    OrganisationEntry,
    OrganisationMember,
    Venue,
    Verb,
)
from events.venues.clock_views import token_of
from events.venues.queries import venue_map
from events.venues.venue_days import venue_day
from tests import factories
from tests.events.scenario import journaled, play_round, start_round
from tests.events.support.venues import event_at, given, venue
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


@pytest.fixture
def place() -> Venue:
    return venue(rows="1-10\n11-20", blocked="5")


def member(place: Venue, name: str, **columns: bool) -> User:
    account = factories.user(name)
    OrganisationMember.objects.create(organisation=place.organisation, user=account, **columns)
    return account


@pytest.fixture
def owner(place: Venue) -> User:
    return member(place, "anna", owner=True, organizer=True)


def test_organizers_change_those_who_pair_give_and_strangers_find_nothing(
    place: Venue, owner: User
) -> None:
    event = event_at(place, 4, owner)
    room = place.rooms.get()
    base = f"/staff/venues/{place.pk}/"
    rows = {"rows": "1-30", "room": "", "blocked_tables": ""}
    organizers = {
        "rooms/": rows | {"rows": "41-50", "room": "Annex"},
        f"rooms/{room.pk}/": rows,
        "name/": {"name": "Pier"},
    }
    givers = {f"events/{event.pk}/tables/": {"tables": "3-4"}, "condense/": {"token": "x"}}
    # A member of another organisation, whose venue has the same name, has no access here.
    stranger = member(venue(slug="club"), "kim", owner=True, organizer=True)
    judge, keeper = member(place, "judge", judge=True), member(place, "kai", scorekeeper=True)
    assert factories.client_of(judge).get(base).status_code == HTTPStatus.OK
    assert Client().get(base).status_code == HTTPStatus.FOUND
    assert factories.client_of(stranger).get(base).status_code == HTTPStatus.NOT_FOUND
    listed = factories.client_of(stranger).get("/staff/venues/").content.decode()
    assert place.name in listed
    assert base not in listed
    for address, fields in {**organizers, **givers}.items():
        assert Client().post(base + address, fields)["Location"].startswith("/login/")
        answer = factories.client_of(stranger).post(base + address, fields)
        assert answer.status_code == HTTPStatus.NOT_FOUND, address
        answer = factories.client_of(judge).post(base + address, fields, follow=True)
        assert "notice error" in answer.content.decode(), address
    for address, fields in organizers.items():
        answer = factories.client_of(keeper).post(base + address, fields, follow=True)
        assert "Only an organizer can change the venue." in answer.content.decode()
    assert given(event) == []
    assert place.rooms.get().rows == "1-10\n11-20"
    factories.client_of(keeper).post(base + f"events/{event.pk}/tables/", {"tables": "3-4"})
    assert given(event) == [3, 4]
    for address, fields in organizers.items():
        answer = factories.client_of(owner).post(base + address, fields)
        assert answer.status_code == HTTPStatus.FOUND, address
    place.refresh_from_db()
    assert (place.name, place.rooms.count()) == ("Pier", 2)
    assert OrganisationEntry.objects.filter(verb="venue").count() == 3
    page = factories.client_of(owner).get("/staff/organisations/shop/").content.decode()
    assert "Changed the venue Pier." in page
    answer = factories.client_of(judge).post("/staff/venues/", {"name": "Mine", "rows": "1-4"})
    assert answer.status_code == HTTPStatus.NOT_FOUND
    other = f"/staff/venues/{stranger.organisations.get().organisation.venues.get().pk}/"
    answer = factories.client_of(stranger).post(
        f"{other}events/{event.pk}/tables/", {"tables": "1"}
    )
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_a_new_venue_takes_the_events_that_name_it(owner: User, place: Venue) -> None:
    organisation = place.organisation
    place.delete()
    first, second, elsewhere = (
        factories.EventFactory.create(
            players=4, posted=True, venue="harbour hall", organisation=one
        )
        for one in (organisation, organisation, venue(slug="club").organisation)
    )
    browser = factories.client_of(owner)
    wrong = browser.post("/staff/venues/", {"name": "Harbour Hall", "rows": "1-x"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not organisation.venues.exists()
    answer = browser.post("/staff/venues/", {"name": "Harbour Hall", "rows": "1-20"}, follow=True)
    page = answer.content.decode()
    made = organisation.venues.get()
    # Both play at tables 1 and 2: the second event uses its own numbers.
    assert [event.mapped_venue for event in Event.objects.filter(mapped_venue=made)] == [made]
    assert "keeps its own tables, because another event uses the same ones." in page
    assert GivenTable.objects.count() == 2
    elsewhere.refresh_from_db()
    assert elsewhere.mapped_venue is None
    assert {first.pk, second.pk} > {GivenTable.objects.first().event_id}  # type: ignore[union-attr]
    twice = browser.post("/staff/venues/", {"name": "harbour HALL", "rows": "1-20"})
    assert "Another venue has this name." in twice.content.decode()
    room = {"rows": "20-30", "room": "", "blocked_tables": ""}
    answer = browser.post(f"/staff/venues/{made.pk}/rooms/", room)
    assert "Table 20 is already in another room." in answer.content.decode()
    browser.post(f"/staff/venues/{made.pk}/rooms/{made.rooms.get().pk}/", {"rows": ""})
    assert not made.rooms.exists()


def test_the_map_shows_every_table_once_and_condensing_moves_events(
    place: Venue, owner: User
) -> None:
    main, side = event_at(place, 8, owner, name="Open"), event_at(place, 4, owner, name="Side")
    play_round(main, owner, 1)
    play_round(side, owner, 1)
    Enrollment.objects.filter(event=main, number__gt=4).update(
        state=Enrollment.State.DROPPED, dropped_after=1
    )
    shown = venue_map(place)
    assert [(line.letter, line.tables, line.spare) for line in shown.events] == [
        ("A", "1–4", 2),
        ("B", "6–7", 0),
    ]
    parts = shown.rooms[0].rows[0].segments
    cells = [(part.tables, part.event.letter if part.event else "") for part in parts]
    assert cells == [("1–4", "A"), ("5", ""), ("6–7", "B"), ("8–10", "")]
    assert [(move.before, move.after) for move in shown.moves] == [("1–4", "1–2"), ("6–7", "3–4")]
    browser = factories.client_of(owner)
    page = browser.get(f"/staff/venues/{place.pk}/").content.decode()
    assert "6–7 → 3–4" in page
    browser.post(f"/staff/venues/{place.pk}/condense/", {"token": shown.token})
    assert (given(main), given(side)) == ([1, 2], [3, 4])
    assert journaled(side, Verb.TABLES_GIVEN)[0].data == {"tables": "3–4", "before": "6–7"}
    stale = browser.post(f"/staff/venues/{place.pk}/condense/", {"token": shown.token}, follow=True)
    assert "The tables changed since you opened this page." in stale.content.decode()
    start_round(side, owner, 2)
    assert side.rounds.get(number=2).seated_before == "6–7"


def test_tables_given_by_hand_stay_until_the_field_is_cleared(place: Venue, owner: User) -> None:
    main = event_at(place, 4, owner)
    address = f"/staff/venues/{place.pk}/events/{main.pk}/tables/"
    browser = factories.client_of(owner)
    browser.post(address, {"tables": "15-18"})
    pair_next_round(event_id=main.pk, actor=owner, number=1)
    assert given(main) == [15, 16, 17, 18]
    assert not venue_map(place).moves
    assert "is not a table" in browser.post(address, {"tables": "x"}, follow=True).content.decode()
    browser.post(address, {"tables": ""})
    assert given(main) == [15, 16]


def test_the_clock_wall_needs_its_address_and_names_only_its_venue(
    place: Venue, owner: User
) -> None:
    main = event_at(place, 4, owner, name="Open")
    start_round(main, owner, 1)
    other = venue(slug="club")
    start_round(event_at(other, 4, owner, name="Elsewhere"), owner, 1)
    wall = f"/clocks/{token_of(place)}/"
    page = Client().get(wall).content.decode()
    assert "Open" in page
    assert "50:00" in page
    assert "Elsewhere" not in page
    assert Client().get(wall[:-2] + ("A/" if wall[-2] != "A" else "B/")).status_code == 404
    few = queries_of(lambda: Client().get(wall))
    for number in range(5):
        start_round(event_at(place, 4, owner, name=f"Side {number}"), owner, 1)
    assert queries_of(lambda: Client().get(wall)) == few


def test_the_map_of_fifty_events_takes_no_more_queries(owner: User, place: Venue) -> None:
    browser = factories.client_of(owner)
    address = f"/staff/venues/{place.pk}/"
    for number in range(2):
        event = event_at(place, 0, owner, name=f"Event {number}")
        GivenTable.objects.create(venue=place, event=event, table=19 + number)
    few = queries_of(lambda: browser.get(address))
    more = [event_at(place, 0, owner, name=f"Event {number}") for number in range(2, 50)]
    tables = [table for table in range(1, 19) if table != 5]
    GivenTable.objects.bulk_create(
        GivenTable(venue=place, event=event, table=table)
        for event, table in zip(more, tables, strict=False)
    )
    assert queries_of(lambda: browser.get(address)) == few


def test_the_map_of_a_day_shows_each_event_on_each_of_its_days(place: Venue, owner: User) -> None:
    today = timezone.localdate()
    yesterday, tomorrow = today - DAY, today + DAY
    long = event_at(place, 8, owner, name="Two-day Open", date=yesterday)
    play_round(long, owner, 1)
    long.rounds.update(posted_at=timezone.now() - DAY)
    start_round(long, owner, 2)
    over = event_at(place, 4, owner, name="Old Cup", date=yesterday)
    play_round(over, owner, 1)
    over.rounds.update(posted_at=timezone.now() - DAY)
    finish_event(event_id=over.pk, actor=owner, early=True, reason="late")
    later = event_at(place, 4, owner, name="Sunday Cup", date=tomorrow + DAY)
    browser = factories.client_of(owner)
    base = f"/staff/venues/{place.pk}/"

    def names(date: datetime.date) -> dict[str, str]:
        shown = venue_map(place, venue_day(place, date))
        return {line.event.name: line.tables for line in shown.events}

    assert names(today) == {"Two-day Open": "1–4"}
    assert names(yesterday) == {"Two-day Open": "1–4", "Old Cup": "6–7"}
    assert names(tomorrow) == {}
    browser.post(f"{base}events/{later.pk}/tables/", {"tables": "15-16"})
    assert names(tomorrow + DAY) == {"Sunday Cup": "15–16"}
    # Tables given by hand are in use from now on, so today's map names their event.
    assert names(today) == {"Two-day Open": "1–4", "Sunday Cup": "15–16"}
    page = browser.get(base).content.decode()
    assert f'rel="prev" href="?date={yesterday}"' in page
    assert f'rel="next" href="?date={tomorrow + DAY}"' in page
    before = browser.get(f"{base}?date={yesterday}").content.decode()
    assert "Old Cup" in before
    assert "Assign by hand" not in before
    assert f'rel="next" href="?date={today}"' in before
    assert 'rel="prev"' not in before
    empty = browser.get(f"{base}?date={tomorrow}").content.decode()
    assert "No event on this day." in empty
    wrong = browser.get(f"{base}?date=soon")
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'value="soon"' in wrong.content.decode()
    assert "Enter a date." in wrong.content.decode()


def test_a_day_of_another_venue_is_not_among_the_days(place: Venue, owner: User) -> None:
    today = timezone.localdate()
    event_at(venue(slug="club"), 4, owner, date=today - DAY)
    day = venue_day(place, None)
    assert (day.previous, day.following, day.date) == (None, None, today)
    event_at(place, 4, owner, date=today)
    address = f"/staff/venues/{place.pk}/?date={today - DAY}"
    browser = factories.client_of(owner)

    def add_old(number: int) -> None:
        old = event_at(place, 2, owner, name=f"Old {number}", date=today - DAY)
        play_round(old, owner, 1)
        old.rounds.update(posted_at=timezone.now() - DAY)

    add_old(0)
    few = queries_of(lambda: browser.get(address))
    for number in range(1, 5):
        add_old(number)
    assert queries_of(lambda: browser.get(address)) == few
