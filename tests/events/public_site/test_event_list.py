"""The first page, the pages of all events, and the search in them."""

import datetime
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.models import Event, Organisation, Queue, Round, SignUpSettings
from events.public_site.event_list import EventList
from events.public_site.page import Page, pack
from events.public_site.page_cache import page_cache
from events.public_site.reads import listed_events as reads
from events.public_site.reads.events import load_event
from events.roster.drop_actions import disqualify, drop
from tests import factories
from tests.events.support.public_events import Played
from tests.events.support.stages import playoff
from tests.markup import with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
RUNNING, SETUP, FINISHED = Event.State.RUNNING, Event.State.SETUP, Event.State.FINISHED


def in_days(days: int) -> datetime.date:
    return timezone.localdate() + datetime.timedelta(days=days)


def names(page: str) -> list[str]:
    """The events of a page in its order: they are named `E` and a number."""
    return [part.partition("</a>")[0] for part in with_plain_names(page).split('">E ')[1:]]


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == HTTPStatus.OK, address
    return answer.content.decode()


def many(amount: int, **values: object) -> None:
    """Add events without a play of their own."""
    form = factories.event()
    Event.objects.filter(pk=form.pk).delete()
    made = []
    for number in range(amount):
        form.pk, form.slug, form.name = None, f"many-{number}", f"E {number:03}"
        made.append(Event(**{f.attname: getattr(form, f.attname) for f in Event._meta.fields}))
        for name, value in values.items():
            setattr(made[-1], name, value)
    Event.objects.bulk_create(made)


def test_nothing_yet_leads_to_the_first_account(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"] == "/first-organizer/"


def test_a_line_has_the_round_the_players_and_the_hour(client: Client) -> None:
    played, coming = Played(["Anna", "Bob", "Cem"]), factories.event(name="Later", date=in_days(3))
    SignUpSettings.objects.create(
        event=coming, is_open=True, capacity=32, begins=datetime.time(9, 45)
    )
    lines = {line.pk: line for line in reads.first_page().coming}
    assert (lines[coming.pk].players, lines[coming.pk].newest) == (None, None)
    played.post(1)
    (line,) = reads.first_page().running
    assert (line.players, line.newest and line.newest.number) == (3, 1)
    page = " ".join(read(client, "/").split())
    assert "Round 1</b> · 3 players" in page
    assert ">09:45</b>" in page
    playoff(8, 4)
    assert "Semifinals</b> · 8 players" in " ".join(read(client, "/").split())


def test_a_line_of_teams_counts_teams(client: Client) -> None:
    factories.user()
    event = factories.event_with_players(4, team_size=3, date=in_days(1))
    page = read(client, "/")
    assert event.name in page
    assert "4 teams" in page
    assert "4 players" not in page


def test_who_did_not_take_part_is_not_counted_and_who_left_since_is() -> None:
    played = Played(["Anna", "Bob", "Cem", "Dan"], date=in_days(1))
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    drop(**who, number=4)
    assert [line.players for line in reads.first_page().coming] == [3]
    played.play(1)
    disqualify(**who, number=1, reason="Cheating")
    drop(**who, number=2)
    (line,) = reads.first_page().running
    assert line.players == load_event(played.event.slug).players == 3


def test_an_organisation_leads_to_its_open_queues(client: Client) -> None:
    organisation = Organisation.objects.create(slug="harbour", name="Harbour")
    for number, state in enumerate((Queue.State.OPEN, Queue.State.CLOSED), 1):
        Queue.objects.create(
            organisation=organisation,
            number=number,
            name=f"Q {number}",
            date=in_days(0),
            state=state,
        )
    page = read(client, "/o/harbour/")
    assert "/o/harbour/on-demand/1/" in page
    assert "/o/harbour/on-demand/2/" not in page
    assert '<meta property="og:title" content="Harbour">' in page


def test_running_coming_and_past_events_have_their_own_order(client: Client) -> None:
    factories.user()
    for name, state, days in (
        ("old", FINISHED, -30),
        ("abandoned", SETUP, -20),
        ("new", FINISHED, -2),
        ("far", SETUP, 20),
        ("near", SETUP, 0),
        ("run", RUNNING, 0),
    ):
        factories.event(name=f"E {name}", state=state, date=in_days(days), venue="Card Cellar")
    page = read(client, "/")
    assert names(page) == ["run", "near", "far", "new", "abandoned", "old"]
    assert "Card Cellar" in page
    assert "Find an event" not in page


def test_a_past_event_without_a_round_was_not_played_unless_put_off(client: Client) -> None:
    factories.user()
    for name, days in (("gone", -20), ("near", 1), ("put off", -20)):
        event = factories.event(name=f"E {name}", state=SETUP, date=in_days(days))
        SignUpSettings.objects.create(event=event, is_open=name != "gone")
    for address in ("/", "/?list=all"):
        page = read(client, address)
        gone, near, put_off = sorted(page.split('">E ')[1:])
        assert "not played" in gone
        assert "state-setup" not in gone
        assert "/sign-up/" not in gone
        assert "not played" not in near
        # The headings of the first page show it.
        assert ("state-setup" in near) is (address != "/")
        assert "/sign-up/" in near
        assert "not played" not in put_off
        assert "/sign-up/" in put_off


def test_few_and_many_events_take_the_same_queries(client: Client) -> None:
    factories.user()
    factories.event()
    few = queries_of(lambda: client.get("/"))
    many(200, state=FINISHED, date=in_days(-3))
    assert queries_of(lambda: client.get("/")) == few
    assert "Find an event" in read(client, "/")


def test_older_pages_have_each_event_once(client: Client) -> None:
    many(150, state=FINISHED, date=in_days(-3))
    Event.objects.filter(name__gte="E 100").update(date=in_days(-1))
    listed: list[str] = []
    address: str | None = "/?list=all"
    pages = 0
    while address:
        page = read(client, address)
        listed += names(page)
        pages += 1
        follows = page.partition('href="?before=')[2].partition('"')[0]
        address = f"/?before={follows}" if follows else None
    assert pages == 3
    assert sorted(listed) == [f"{number:03}" for number in range(150)]
    assert listed[0] == "149"


@pytest.mark.parametrize(
    "place", ["1", "2026-13-01.1", "2026-01-01", "2026-01-01.x", "2026-01-01.٣", "9" * 60]
)
def test_a_place_that_is_none_is_not_found(client: Client, place: str) -> None:
    assert client.get("/", {"before": place}).status_code == HTTPStatus.NOT_FOUND


def test_a_page_by_its_number_leads_to_all_events(client: Client) -> None:
    answer = client.get("/?page=2")
    assert (answer.status_code, answer["Location"]) == (301, "/?list=all")


def test_a_search_goes_on_where_it_stopped(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    many(30, state=FINISHED, date=in_days(-3), venue="Café Łódź")
    monkeypatch.setattr(reads, "SEARCHED_AT_ONCE", 10)
    page = read(client, "/?q=lodz+E+003+cafe")
    assert names(page) == []
    assert "Search the older ones." in page
    for _page in range(2):
        follows = page.partition("&amp;before=")[2].partition('"')[0]
        page = read(client, f"/?q=lodz+E+003+cafe&before={follows}")
    assert names(page) == ["003"]
    assert "&amp;before=" not in page
    assert "No event matches" in read(client, "/?q=nowhere&before=2020-01-01.1")


@pytest.mark.sqlite
def test_no_list_looks_through_all_events() -> None:
    with CaptureQueriesContext(connection) as asked:
        reads.first_page()
        reads.older_events((in_days(0), 7))
        reads.search_events("modern", (in_days(0), 7))
    events = [query["sql"] for query in asked if 'FROM "events_event"' in query["sql"]]
    assert len(events) == 6
    for statement in events:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
            plan = "\n".join(row[3] for row in cursor)
        assert "SEARCH events_event USING" in plan, plan
        assert "TEMP B-TREE" not in plan, plan


def test_a_posted_round_does_not_make_the_first_page_again(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_SECONDS = 600
    event = factories.event(name="E 1", date=in_days(0), state=RUNNING)
    held = EventList()
    try:
        before = held.first_page()
        monkeypatch.setattr("events.public_site.event_list.LOOK_EVERY", 0)
        Event.objects.filter(pk=event.pk).update(public_revision=99)
        held.look()
        assert held.first_page() is before
        Event.objects.filter(pk=event.pk).update(state=FINISHED)
        held.look()
        assert held.first_page() is not before
    finally:
        page_cache.event_list = {}


def test_a_new_list_makes_no_page_until_it_is_asked_for(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_SECONDS = 600
    event = factories.event(name="E 1", date=in_days(0), state=RUNNING)
    monkeypatch.setattr("events.public_site.event_list.LOOK_EVERY", 0)
    made: list[str] = []

    def counted(text: str) -> Page:
        made.append(text)
        return pack(text)

    monkeypatch.setattr("events.public_site.event_list.pack", counted)
    held = EventList()
    try:
        held.first_page()
        assert page_cache.find("/", "en") is not None
        assert page_cache.find("/", "ja") is None
        assert len(made) == 1
        Event.objects.filter(pk=event.pk).update(state=FINISHED)
        held.look()
        assert page_cache.find("/", "en") is None, "the page of the list before is not served"
        assert len(made) == 1
        page = held.first_page()
        assert page is not None
        assert page_cache.find("/", "en") is page
        assert len(made) == 2
    finally:
        page_cache.event_list = {}


def test_a_running_event_shows_the_time_left_of_its_round(client: Client) -> None:
    factories.user()
    event = factories.event(state=RUNNING, date=in_days(0), round_minutes=50)
    round = factories.RoundFactory.create(event=event, posted=True)
    assert 'class="clock"' not in read(client, "/")
    Round.objects.filter(pk=round.pk).update(started_at=timezone.now())
    assert 'data-minutes="50"' in read(client, "/")
    Event.objects.filter(pk=event.pk).update(platform="MTGO")
    assert 'class="clock"' not in read(client, "/")
    Event.objects.filter(pk=event.pk).update(platform="")
    Round.objects.filter(pk=round.pk).update(state=Round.State.COMPLETE)
    assert 'class="clock"' not in read(client, "/")
