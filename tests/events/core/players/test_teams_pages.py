"""Pages of an event of teams: making it, the roster, leaving; and of single players."""

import re
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.players.teams import members_of
from events.models import Enrollment, Event
from events.public_site.page_cache import page_cache
from standings import PROFILES
from tests import factories
from tests.events.scenario import at_table, enter_slips, player, start_round
from tests.events.settings.test_events import FORM
from tests.events.support.paper_files import pages_of, texts
from tests.events.support.team_site import Site, text_of
from tests.events.support.teams import TEAMS, new_team
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget_public_pages() -> None:
    page_cache.forget()


# Making the event, enrolling teams


@pytest.mark.parametrize(("size", "games_to_win"), [("2", 1), ("3", 2)])
def test_an_event_of_teams_is_created(size: str, games_to_win: int) -> None:
    owner = factories.user()
    client = factories.client_of(owner)
    response = client.post("/staff/new/", {**FORM, "team_size": size, "games_to_win": "3"})
    event = Event.objects.get()
    assert response.status_code == 302
    assert (event.team_size, event.games_to_win) == (int(size), games_to_win)
    assert event.profile["use_games"] is False
    again = client.get(f"/staff/e/{event.slug}/settings/")
    assert '<option value="mtr" selected>' in again.content.decode()


def test_the_size_of_teams_is_frozen_with_round_1() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    assert "The team size can't change after round 1 is paired." in site.staff_page("settings/")


def test_a_team_is_enrolled_by_typing_its_members() -> None:
    site = Site(0)
    page = site.staff_page("roster/")
    assert "Add a team" in page
    assert "Team name" in page
    assert "Seat C" in page
    fields: dict[str, Any] = {"seat_a": "Anna", "seat_b": "Bruno", "seat_c": "Chiara"}
    fields["name"] = "Red"
    page = site.post("roster/add/", **fields)
    assert "Red is team number 1." in page
    assert "Anna, Bruno, Chiara" in page
    assert members_of(player(site.event, 1)) == TEAMS["Red"]


def test_who_can_not_be_a_member_is_said_at_the_seat() -> None:
    site = Site(1)
    fields: dict[str, Any] = {"name": "New", "seat_a": "Xeno", "seat_b": "Bruno", "seat_c": "Zoe"}
    response = site.staff.post(site.staff_at + "roster/add/", fields)
    page = response.content.decode()
    assert response.status_code == 422
    assert 'id="id_seat_b_error"' in page
    assert "Bruno is already in the team Red" in page
    assert 'value="Xeno"' in page
    assert site.event.enrollments.count() == 1


def test_a_missing_member_is_asked_for() -> None:
    site = Site(0)
    site.post("roster/add/", 422, name="New", seat_a="Xeno", seat_b="Yuri")
    assert not site.event.enrollments.exists()


def test_two_headed_giants_have_two_seats() -> None:
    site = Site(1, 2)
    assert "Anna, Bruno" in site.staff_page("roster/")
    page = site.staff_page("roster/?add")
    assert "Seat B" in page
    assert "Seat C" not in page


def test_a_pasted_list_of_teams_is_shown_and_enrolled() -> None:
    site = Site(1)
    text = "Team,A,B,C\nBlue,Dora,Emil,Fay\nGreen,Gus,Hana,\nred,Anna,Bruno,Chiara"
    page = site.post("roster/paste/", text=text, check="1")
    assert "Enroll 1 new team" in page
    assert "Blue Dora, Emil, Fay" in page
    assert "The name for seat C is missing." in page
    assert "Already on the roster as number 1, Red." in page
    site.post("roster/paste/", text=text, new="1", confirm="1")
    assert members_of(player(site.event, 2)) == TEAMS["Blue"]
    assert site.event.enrollments.count() == 2


def test_members_are_changed_on_the_teams_page() -> None:
    site = Site(1)
    assert "A Anna B Bruno C Chiara" in site.staff_page("roster/players/1/")
    fields: dict[str, Any] = {"name": "Red", "seat_a": "Anna", "seat_b": "Zoe", "seat_c": "Chiara"}
    page = site.post("roster/players/1/", **fields)
    assert "A Anna B Zoe C Chiara" in page


def test_a_team_is_checked_in_by_a_members_name() -> None:
    site = Site(3)
    page = site.post("roster/check-in/", search="emil")
    assert "Blue is here" in page
    assert player(site.event, 2).checked_in


@pytest.mark.parametrize(
    "path", ["roster/", "roster/check-in/", "rounds/1/print/pairings/", "rounds/1/print/slips/"]
)
def test_lists_of_teams_take_the_same_number_of_queries(path: str) -> None:
    counts = []
    for teams in (2, 4):
        site = Site(teams)
        start_round(site.event, site.owner, 1)
        ask = partial(factories.client_of(site.owner).get, f"/staff/e/{site.event.slug}/{path}")
        counts.append(queries_of(ask))
    assert counts[0] == counts[1]


# Leaving


def test_dropping_one_member_says_that_the_team_is_out() -> None:
    site = Site(2)
    assert "Drop team" in site.staff_page("roster/players/1/")
    assert "Which team member?" in site.staff_page("roster/players/1/?act=drop")
    page = site.post("roster/players/1/drop/", seat="B", reason="ill")
    assert (
        "Bruno dropped. The team can't play without that member. "
        "Red was dropped and did not take part."
    ) in page
    assert player(site.event, 1).state == Enrollment.State.DROPPED
    assert "Bruno dropped: team Red was dropped" in site.staff_page("journal/")


def test_disqualifying_one_member_says_that_the_team_is_out() -> None:
    site = Site(2)
    page = site.post("roster/players/2/disqualify/", seat="C", reason="Cheating")
    assert "The whole team is disqualified because of Fay. Blue was disqualified." in page
    assert player(site.event, 2).state == Enrollment.State.DISQUALIFIED


def test_the_chosen_member_stays_chosen_when_the_drop_asks() -> None:
    site = Site(4)
    start_round(site.event, site.owner, 1)
    enter_slips(site.event, site.owner, 1, "1 wlw", "2 wlw")
    winner = at_table(site.event, 1, 1).first
    path = f"{site.staff_at}roster/players/{winner.number}/drop/"
    page = site.staff.post(path, {"seat": "B", "reason": "ill"}).content.decode()
    assert "answers.winner-drops" in page
    assert player(site.event, winner.number).state == Enrollment.State.ACTIVE
    assert re.search(r'<option value="B"\s+selected>', page), "nothing typed is lost"


def test_a_seat_that_is_not_there_is_refused() -> None:
    site = Site(2, 2)
    site.post("roster/players/1/drop/", 422, seat="C")
    assert player(site.event, 1).state == Enrollment.State.ACTIVE


def test_a_penalty_names_the_member() -> None:
    site = Site(2)
    path = "roster/players/1/penalties/"
    chosen = site.staff_page(f"{path}?infraction=slow-play")
    assert "Team member the whole team A: Anna B: Bruno C: Chiara" in chosen
    fields: dict[str, Any] = {"infraction": "slow-play", "penalty": "warning", "note": "again"}
    page = site.post(path, seat="B", **fields)
    assert "Slow Play: warning : Bruno: again" in page
    page = site.staff_page(f"{path}?infraction=slow-play")
    assert "Already given 1 time in this event: Slow Play: warning : Bruno: again" in page
    site.post(path, 422, seat="D", **fields)
    site.post(path, **fields)
    assert [one.note for one in player(site.event, 1).penalties.all()] == ["Bruno: again", "again"]


# Single players


def single_event() -> tuple[Event, User]:
    event = factories.event_with_players(2, profile=PROFILES["mtr"].to_dict())
    owner = factories.staff_member(event, ["organizer", "head_judge", "scorekeeper"])
    start_round(event, owner, 1)
    return event, owner


WORDS_OF_TEAMS = ("seat", "Seat", "wlw", "Team", "team")


@pytest.mark.parametrize(
    "path", ["roster/", "roster/players/1/", "rounds/1/", "rounds/1/tables/1/"]
)
def test_pages_of_single_players_know_no_seats(path: str) -> None:
    event, owner = single_event()
    page = text_of(factories.client_of(owner).get(f"/staff/e/{event.slug}/{path}"))
    for word in WORDS_OF_TEAMS:
        # “Seating” is a reason for an extension in every event, so only whole words count.
        assert not re.search(rf"\b{word}s?\b", page)


@pytest.mark.parametrize("path", ["rounds/1/print/slips/", "rounds/1/print/pairings/"])
def test_paper_of_single_players_knows_no_seats(path: str) -> None:
    event, owner = single_event()
    pages = pages_of(factories.client_of(owner), f"/staff/e/{event.slug}/{path}")
    for word in WORDS_OF_TEAMS:
        assert word not in " ".join(texts(pages))


def test_a_single_player_has_no_seat_results() -> None:
    event, owner = single_event()
    client = factories.client_of(owner)
    response = client.post(f"/staff/e/{event.slug}/rounds/1/enter/", {"entry": "1 wlw"})
    assert (
        "” is a result by seat, which only teams of three use. Type 21, 2-0-1, d or dl."
        in text_of(response, 422)
    )
    assert not at_table(event, 1, 1).has_result


def test_a_team_that_comes_late_has_its_losses_and_its_members() -> None:
    site = Site(2)
    site.play("1 wlw")
    fields: dict[str, Any] = {"name": "Green", "seat_a": "Gus", "seat_b": "Hana", "seat_c": "Ivo"}
    page = site.post("roster/add/", late="losses", **fields)
    assert "Green is team number 3. 1 assigned loss." in page
    assert members_of(player(site.event, 3)) == new_team("Green").members
