"""The day page: what runs now with what it needs, and the other events."""

import datetime
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.clock.actions import start_clock
from events.day.people import Certainty, in_two_events
from events.day.queries import day_rows
from events.models import (
    Call,
    Enrollment,
    Event,
    Player,
    Report,
    Role,
    Round,
    SignUpSettings,
    Stage,
)
from tests import factories
from tests.events.scenario import at_table, event_with_owner, report, start_round
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def today() -> datetime.date:
    return timezone.now().date()


def playing(user: User, players: int = 4, **columns: object) -> Event:
    """An event in its first round, with this account as its organizer."""
    event = factories.EventFactory.create(players=players, posted=True, **columns)
    event.staff.create(user=user, organizer=True, scorekeeper=True)
    return event


def shown(user: User, path: str = "/staff/") -> str:
    answer = factories.client_of(user).get(path)
    assert answer.status_code == HTTPStatus.OK
    return flat(answer)


@pytest.mark.parametrize(
    ("state", "rounds", "players", "step"),
    [
        ("setup", [], 0, "Add players"),
        ("setup", [], 4, "Pair round 1"),
        ("running", [Round.State.UNPOSTED], 4, "Post round 1"),
        ("running", ["posted"], 4, "Complete round 1"),
        ("running", ["complete"], 4, "Continue event"),
        ("finished", ["complete"], 4, "View event"),
    ],
)
def test_next_steps(state: str, rounds: list[str], players: int, step: str) -> None:
    event = factories.event_with_players(players, state=state)
    for number, round_state in enumerate(rounds, 1):
        factories.RoundFactory.create(event=event, number=number, state=round_state)
    assert step in shown(factories.staff_member(event, Role.SCOREKEEPER))
    page = shown(factories.staff_member(event, Role.JUDGE))
    assert "View event" in page
    assert (step in page) == (step == "View event")


def test_a_judge_enters_results_on_the_floor() -> None:
    event = playing(factories.user())
    page = shown(factories.staff_member(event, Role.JUDGE))
    assert f'/staff/e/{event.slug}/floor/">Enter results' in page


def test_the_page_counts_everybody_who_took_part() -> None:
    event = factories.event_with_players(5)
    for number, dropped_after in ((1, 0), (2, 1), (3, 2)):
        event.enrollments.filter(number=number).update(state="dropped", dropped_after=dropped_after)
    assert "4 players" in shown(factories.staff_member(event))


def test_others_events_are_not_listed_and_nothing_runs_for_a_new_account() -> None:
    playing(factories.user(), name="Secret Cup")
    page = shown(factories.user())
    assert "Secret Cup" not in page
    assert "You are not on the staff of an event yet." in page
    assert 'id="day"' not in page


def test_one_event_has_no_cards_for_several() -> None:
    user = factories.user()
    playing(user)
    page = shown(user)
    assert "Announce to several events" not in page
    assert "Staff today" not in page
    playing(user)
    page = shown(user)
    assert "Announce to several events" in page
    assert "Staff today" in page
    assert page.count("(organizer, scorekeeper)") == 1, "once for both events"


def test_the_first_page_after_a_login_is_cheap() -> None:
    user = factories.user()
    client = factories.client_of(user)
    assert queries_of(lambda: client.get("/staff/")) <= 7, (
        "one for queues, one for invitations, one for the tabs"
    )
    event = playing(user)
    assert queries_of(lambda: client.get("/staff/")) <= 15, "with one that runs"
    Round.objects.filter(event=event).update(state=Round.State.COMPLETE)
    assert queries_of(lambda: client.get("/staff/")) <= 13, "between rounds: no table, no call"


def test_few_and_many_events_take_the_same_number_of_queries() -> None:
    user = factories.user()
    client = factories.client_of(user)
    counts = []
    for more in (2, 6):
        for _event in range(more):
            event = playing(user)
            factories.staff_member(event, Role.JUDGE)
            match = at_table(event, 1, 1)
            Call.objects.create(
                match=match, enrollment=match.first, kind=Call.Kind.JUDGE, at=timezone.now()
            )
        counts.append(queries_of(lambda: client.get("/staff/")))
    assert counts[0] == counts[1]
    stamp = client.get("/staff/").context["stamp"]
    unchanged = lambda: client.get("/staff/day/live/", {"stamp": stamp})  # noqa: E731
    assert queries_of(unchanged, HTTPStatus.NO_CONTENT) <= 4


def test_what_needs_a_person_comes_first_and_an_update_keeps_the_order() -> None:
    user = factories.user()
    quiet, calm, called, done = (
        playing(user, name=name, first_table=table)
        for table, name in zip((1, 11, 21, 31), "abcd", strict=True)
    )
    for event in (quiet, calm):
        start_clock(event_id=event.pk, actor=user, number=1)
    calm.rounds.update(started_at=timezone.now() - datetime.timedelta(minutes=20))
    match = at_table(called, 1, 21)
    Call.objects.create(match=match, enrollment=match.first, kind="judge", at=timezone.now())
    report(done, user, 1)
    rows = day_rows(user)
    assert [row.event for row in rows] == [done, called, calm, quiet]
    page = shown(user)
    assert page.count("button primary") == 1
    assert "All results in" in page
    assert "1 call" in page
    order = "-".join(str(row.event.pk) for row in reversed(rows))
    answer = factories.client_of(user).get("/staff/day/live/", {"stamp": "", "order": order})
    assert [line.row.event for line in answer.context["rows"]] == [quiet, calm, called, done]
    client = factories.client_of(user)
    seen = {"stamp": answer.context["stamp"]}
    assert client.get("/staff/day/live/", seen).status_code == HTTPStatus.NO_CONTENT
    Event.objects.filter(pk=calm.pk).update(revision=99)
    assert client.get("/staff/day/live/", seen).status_code == HTTPStatus.OK


def test_conflicts_of_phones_and_of_slips_are_counted_once_a_table() -> None:
    event, owner = event_with_owner(8, private_pages=True, phone_reports="desk")
    start_round(event, owner, 1)
    for table, wins in ((1, (2, 0)), (2, (2, 2))):
        match = at_table(event, 1, table)
        for source, side, won in zip(
            ("first", "second"), (match.first, match.second), wins, strict=True
        ):
            Report.objects.create(
                match=match,
                source=source,
                enrollment=side,
                at=timezone.now(),
                first_wins=won,
                second_wins=2 - won,
                drawn_games=0,
            )
    (row,) = day_rows(owner)
    assert (row.conflicts, row.reported, row.total) == (1, 0, 4)
    assert "Decide 1 result" in shown(owner)


@pytest.mark.parametrize(
    ("venues", "platform", "shared"),
    [(("Hall", "hall"), "", True), (("Hall", "Shop"), "", False), (("", ""), "Arena", False)],
)
def test_a_table_that_two_events_use_is_named_with_what_settles_it(
    venues: tuple[str, str], platform: str, shared: bool
) -> None:
    user = factories.user()
    first, second = (playing(user, venue=venue, platform=platform) for venue in venues)
    page = shown(user)
    assert ("Table 1–2 used twice" in page) == shared
    assert ("No table is used twice." in page) != shared
    for event in (first, second):
        assert (f'/staff/e/{event.slug}/rounds/1/tables/1/">Change tables' in page) == shared
    assert f"1–2 also used by {second.name}" in page or not shared


def test_people_in_two_running_events_with_how_certain_that_is() -> None:
    user = factories.user()
    first, second = playing(user), playing(user, platform="Arena")
    third = playing(user, platform="Arena")
    for place, event in enumerate((first, second, third)):
        for enrollment in event.enrollments.all():
            name = f"Person {enrollment.number} of {place}"
            Enrollment.objects.filter(pk=enrollment.pk).update(name=name)
    known = Player.objects.create(name="Ada", email="ada@example.org")
    first.enrollments.filter(number=1).update(player=known, name="Ada")
    second.enrollments.filter(number=3).update(player=known, name="Ada W.")
    second.enrollments.filter(number=4).update(platform_id="Bo#1")
    third.enrollments.filter(number=4).update(platform_id="bo#1", state="active")
    first.enrollments.filter(number=2).update(name="Cleo")
    third.enrollments.filter(number=2).update(name="ＣＬＥＯ")
    third.enrollments.filter(number=3).update(name="Dag", state="dropped", dropped_after=1)
    first.enrollments.filter(number=3).update(name="Dag")
    doubles = in_two_events([first, second, third])
    assert {(double.name, double.certainty) for double in doubles} == {
        ("Ada", Certainty.EMAIL),
        ("Person 4 of 1", Certainty.PLATFORM_ID),
        ("Cleo", Certainty.NAME),
    }
    assert all(double.at_two_tables for double in doubles)
    page = shown(user)
    assert "Playing in two events" in page
    assert "the same name, perhaps another person" in page
    assert in_two_events([first]) == []


def test_members_of_teams_play_too() -> None:
    user = factories.user()
    alone, team = playing(user), playing(user, trios=True)
    team.enrollments.update(name="Team")
    alone.enrollments.filter(number=1).update(name="Player 001 B")
    (double,) = in_two_events([alone, team])
    assert [place.event for place in double.playing] == [alone, team]


def test_the_other_events_are_few_paged_and_found_by_name() -> None:
    user = factories.user()
    for number in range(1, 13):
        event = factories.event(
            name=f"Old {number:02}", state="finished", date=datetime.date(2025, 1, number)
        )
        event.staff.create(user=user, organizer=True)
    coming = factories.event(name="Coming", date=today() + datetime.timedelta(days=30))
    coming.staff.create(user=user, organizer=True)
    page = shown(user)
    assert [name in page for name in ("Coming", "Old 12", "Old 04", "Old 03")] == [
        True,
        True,
        True,
        False,
    ]
    assert "Old 03" in shown(user, "/staff/?page=2")
    found = shown(user, "/staff/?find=old+01")
    assert "Old 01" in found
    assert "Old 12" not in found
    assert "No event matches." in shown(user, "/staff/?find=nothing&page=x")


def test_an_event_to_come_says_when_it_begins_and_that_players_can_sign_up() -> None:
    user = factories.user()
    events = [factories.event(date=today() + datetime.timedelta(days=days)) for days in (0, 30)]
    for event in events:
        event.staff.create(user=user, organizer=True)
        settings = SignUpSettings(event=event, is_open=True, begins=datetime.time(10, 30))
        settings.save()
    page = shown(user)
    assert page.count("10:30") == page.count("Sign-up open") == 2
    SignUpSettings.objects.update(deadline=timezone.now() - datetime.timedelta(hours=1))
    assert "Sign-up open" not in shown(user)


def test_an_event_that_is_due_today_is_on_the_page_by_the_date_of_its_venue() -> None:
    user = factories.user()
    now = datetime.datetime(2026, 11, 23, 20, 0, tzinfo=datetime.UTC)
    for zone, date in (("UTC", 23), ("Asia/Tokyo", 24), ("Asia/Tokyo", 23), ("UTC", 24)):
        event = factories.event(
            name=f"{zone} {date}", time_zone=zone, date=datetime.date(2026, 11, date)
        )
        event.staff.create(user=user, organizer=True)
    names = {row.event.name for row in day_rows(user, now=now)}
    assert names == {"UTC 23", "Asia/Tokyo 24"}


def test_the_next_step_of_a_stage_without_a_clock_is_to_enter() -> None:
    user = factories.user()
    event = playing(user, round_minutes=0)
    Stage.objects.filter(event=event).update(rounds=3)
    page = shown(user)
    assert "no time limit" in page
    assert "of 3" in page
    assert "Enter results" in page


@pytest.mark.parametrize("path", ["", "day/live/", "day/announce/", "day/take-down/"])
def test_nobody_logged_in_is_led_to_the_login(path: str) -> None:
    factories.user()
    writes = "announce" in path or "down" in path
    answer = (Client().post if writes else Client().get)(f"/staff/{path}")
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"].startswith("/login/")
