"""The events of a person, a new one, settings."""

import pytest

from events.models import Event, Stage
from events.web.access import Action
from standings import PROFILES
from standings.profile import Profile
from tests import factories
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.knobs import knobs
from tests.events.support.settings import group_of, save_settings

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
        ("name", "", "Enter the name of the event."),
        ("date", "2026-13-40", "Enter a date in “Date”, such as 2026-11-27."),
        ("time_zone", "Mars/Olympus", "not a time zone"),
        ("round_minutes", "-1", "Enter 0 or more in “"),
        ("first_table", "0", "Table numbers start at 1."),
        ("rounds", "99", "Enter a whole number from 1 to 40 in “Number of rounds”."),
        ("profile", "none-such", "Choose an option in “Rule profile”."),
        ("games_to_win", "9", "Choose an option in “"),
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
    assert client.get("/staff/new/")["Location"] == "/login/?next=/staff/new/"


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
