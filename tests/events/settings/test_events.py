"""The events of a person, a new one, settings."""

import pytest

from events.models import Event, Role, Round, Stage
from events.web.access import Action
from standings import PROFILES
from standings.profile import Profile
from tests import factories
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.knobs import knobs
from tests.events.support.settings import group_of, save_settings
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Friday Night",
    "date": "2026-05-09",
    "time_zone": "Asia/Tokyo",
    "venue": "Shop",
    "game_format": "Modern",
    "team_size": "1",
    "games_to_win": "2",
    "draws_allowed": "on",
    "round_minutes": "50",
    "platform": "",
    "late_policy": "losses",
    "first_table": "1",
    "paper_size": "a4",
    "restrictions": "",
    "profile": "mtr",
    "rounds": "",
}


@pytest.mark.parametrize(
    "route",
    [
        Route("settings/", Action.EDIT_EVENT),
        Route("settings/rounds/", Action.EDIT_EVENT),
        Route("settings/event/", Action.EDIT_EVENT, "post", {**FORM}),
    ],
    ids=str,
)
def test_access(route: Route) -> None:
    check_access(factories.event(), route)


def test_methods() -> None:
    check_methods(factories.event(), Route("settings/event/", Action.EDIT_EVENT))


def test_create_leads_to_the_desk() -> None:
    person = factories.user()
    client = factories.client_of(person)
    assert client.get("/staff/new/").status_code == 200
    response = client.post("/staff/new/", FORM)
    assert response["Location"] == "/staff/e/friday-night/"
    event = Event.objects.get()
    assert (event.venue, event.time_zone, event.games_to_win) == ("Shop", "Asia/Tokyo", 2)
    assert event.staff.get().user == person
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "required"),
        ("date", "2026-13-40", "valid date"),
        ("time_zone", "Mars/Olympus", "not a time zone"),
        ("round_minutes", "-1", "greater than or equal to 0"),
        ("first_table", "0", "Table numbers start at 1."),
        ("rounds", "99", "less than or equal to 40"),
        ("profile", "none-such", "valid choice"),
        ("games_to_win", "9", "valid choice"),
    ],
)
def test_mistakes_are_shown_and_nothing_typed_is_lost(field: str, value: str, words: str) -> None:
    client = factories.client_of(factories.user())
    data = {**FORM, "name": "Kept Name", field: value}
    response = client.post("/staff/new/", data)
    assert response.status_code == 422
    page = response.content.decode()
    assert words in page
    assert "Asia/Tokyo" in page or field == "time_zone"
    assert not Event.objects.exists()


def test_a_new_event_takes_the_venue_of_the_last_one() -> None:
    client = factories.client_of(factories.user())
    client.post("/staff/new/", FORM)
    page = client.get("/staff/new/").content.decode()
    assert 'value="Asia/Tokyo"' in page
    assert 'value="Shop"' in page


def test_nobody_logged_in_is_led_to_the_login() -> None:
    factories.user()
    client = factories.client_of(None)
    for path in ("/staff/", "/staff/new/"):
        assert client.get(path)["Location"] == f"/login/?next={path}"


def test_settings_keep_what_is_not_changed() -> None:
    event = factories.event(name="Cup", venue="Old Hall", platform="Arena")
    client = factories.client_of(factories.staff_member(event))
    page = client.get(f"/staff/e/{event.slug}/settings/").content.decode()
    assert "Old Hall" in page
    data = {**FORM, "name": "Cup", "platform": "Arena", "rounds": "4", "profile": "one-third"}
    assert save_settings(client, event, data).status_code == 302
    event.refresh_from_db()
    assert event.profile == PROFILES["one-third"].to_dict()
    assert Stage.objects.get(event=event).rounds == 4


def test_a_profile_that_is_no_preset_stays() -> None:
    own = {**PROFILES["one-third"].to_dict(), "name": "imported", "digits": 4}
    event = factories.event(profile=own)
    client = factories.client_of(factories.staff_member(event))
    page = client.get(f"/staff/e/{event.slug}/settings/").content.decode()
    assert ", with custom values" in page
    data = {**FORM, **knobs(Profile.from_dict(own)), "profile": "own", "venue": "New Hall"}
    assert save_settings(client, event, data).status_code == 302
    event.refresh_from_db()
    assert (event.profile, event.venue) == (own, "New Hall")


def test_a_best_of_one_event_shows_its_preset() -> None:
    client = factories.client_of(factories.user())
    client.post("/staff/new/", {**FORM, "games_to_win": "1", "profile": "dci-1999"})
    event = Event.objects.get()
    assert event.profile["use_games"] is False
    page = client.get(f"/staff/e/{event.slug}/settings/")
    [part] = group_of(page, "rules").parts
    assert part.form["profile"].value() == "dci-1999"


def test_frozen_settings_are_shown_but_can_not_be_changed() -> None:
    event = factories.event_with_players(4, venue="Old Hall", rounds=3)
    factories.RoundFactory.create(event=event)
    client = factories.client_of(factories.staff_member(event))
    page = client.get(f"/staff/e/{event.slug}/settings/").content.decode()
    assert "The rule profile can&#x27;t change after round 1" in page
    data = {**FORM, "venue": "New Hall", "profile": "one-third", "rounds": "9"}
    assert save_settings(client, event, data).status_code == 302
    event.refresh_from_db()
    assert event.venue == "New Hall"
    assert event.profile == PROFILES["mtr"].to_dict()
    assert event.stages.get().rounds == 3


def test_settings_of_a_finished_event_are_refused_with_the_reason() -> None:
    event = factories.event(state="finished")
    client = factories.client_of(factories.staff_member(event))
    response = save_settings(client, event, FORM)
    assert response.status_code == 422
    assert "finished" in response.content.decode()


def test_the_list_says_what_comes_next_in_a_fixed_number_of_queries() -> None:
    person = factories.user()
    client = factories.client_of(person)
    counts = []
    for size in (1, 3):
        for _event in range(size):
            event = factories.event_with_players(4)
            event.staff.create(user=person, judge=True)
            players = list(event.enrollments.all())
            made = factories.RoundFactory.create(event=event, posted=True)
            made.matches.create(first=players[0], second=players[1], table=1)
        counts.append(queries_of(lambda: client.get("/staff/")))
        page = client.get("/staff/").content.decode()
        assert page.count("Round 1: 1 result outstanding") == size if size == 1 else 4
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("state", "rounds", "players", "step"),
    [
        ("setup", [], 0, "Add players"),
        ("setup", [], 4, "Pair round 1"),
        ("running", [Round.State.UNPOSTED], 4, "Post round 1"),
        ("running", ["posted"], 4, "Complete round 1"),
        ("running", ["complete"], 4, "Round 1 complete: continue"),
        ("finished", ["complete"], 4, "View event"),
    ],
)
def test_next_steps(state: str, rounds: list[str], players: int, step: str) -> None:
    event = factories.event_with_players(players, state=state)
    for number, round_state in enumerate(rounds, 1):
        factories.RoundFactory.create(event=event, number=number, state=round_state)
    client = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    assert step in client.get("/staff/").content.decode()
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = client.get("/staff/").content.decode()
    assert "View event" in page
    assert (step in page) == (step == "View event")


def test_a_judge_is_told_of_outstanding_results() -> None:
    event = factories.event_with_players(2)
    made = factories.RoundFactory.create(event=event, posted=True)
    first, second = event.enrollments.all()
    made.matches.create(first=first, second=second, table=1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    assert "Round 1: 1 result outstanding" in client.get("/staff/").content.decode()


def test_the_list_counts_everybody_who_took_part() -> None:
    event = factories.event_with_players(5)
    for number, dropped_after in ((1, 0), (2, 1), (3, 2)):
        event.enrollments.filter(number=number).update(state="dropped", dropped_after=dropped_after)
    client = factories.client_of(factories.staff_member(event))
    assert "4 players" in client.get("/staff/").content.decode()


def test_others_events_are_not_listed() -> None:
    factories.event(name="Secret Cup")
    page = factories.client_of(factories.user()).get("/staff/").content.decode()
    assert "Secret Cup" not in page
    assert "You are not on the staff of an event yet." in page


def test_who_has_left_comes_back_as_the_rules_of_the_event_say_unless_chosen() -> None:
    client = factories.client_of(factories.user())
    for more, stands in (
        ({"platform": ""}, "cut"),
        ({"platform": "Arena"}, "pairing"),
        ({"platform": "Arena", "re_entry": "cut"}, "cut"),
    ):
        client.post("/staff/new/", {**FORM, **more})
        event = Event.objects.latest("id")
        assert event.re_entry == stands
        assert save_settings(client, event, {**FORM, **more}).status_code == 302
        event.refresh_from_db()
        assert event.re_entry == stands
