"""The pages of an event of teams: roster, desk, players' pages, paper and report."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import Enrollment, Event
from events.services.publishing import publish_standings
from events.services.rounds import complete_round
from events.services.teams import members_of
from events.views.public import forget
from standings import PROFILES
from tests import factories
from tests.events.scenario import at_table, enter_slips, player, start_round
from tests.events.teams import TEAMS, new_team, team_event
from tests.events.views.test_events import FORM

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget_public_pages() -> None:
    forget()


class Site:
    """An event of teams, its organizer in a browser and a player in another."""

    def __init__(self, teams: int = 2, size: int = 3, **values: Any) -> None:
        self.event, self.owner = team_event(teams, size, **values)
        self.staff, self.anybody = factories.client_of(self.owner), Client()
        self.staff_at = f"/staff/e/{self.event.slug}/"
        self.public_at = f"/e/{self.event.slug}/"

    def staff_page(self, path: str, status: int = 200) -> str:
        return text_of(self.staff.get(self.staff_at + path), status)

    def public_page(self, path: str) -> str:
        return text_of(self.anybody.get(self.public_at + path))

    def post(self, path: str, status: int = 200, **fields: str) -> str:
        response = self.staff.post(self.staff_at + path, fields, follow=True)
        return text_of(response, status)

    def play(self, *slips: str) -> None:
        """Play round 1 with these slips and publish its standings."""
        start_round(self.event, self.owner, 1)
        enter_slips(self.event, self.owner, 1, *slips)
        complete_round(event_id=self.event.pk, actor=self.owner, number=1)
        publish_standings(event_id=self.event.pk, actor=self.owner, number=1)


def text_of(response: Any, status: int = 200) -> str:
    """The page as people read it, spaces folded; the status must be as expected."""
    found: HttpResponse = response
    assert found.status_code == status
    parts = getattr(found, "streaming_content", None)
    content = b"".join(parts) if parts is not None else found.content
    plain = re.sub(r"<[^>]*>", " ", content.decode())
    return re.sub(r"\s+", " ", html.unescape(plain)).replace("\u2011", "-")


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
    assert 'value="mtr" required id="id_profile_0" checked' in again.content.decode()


def test_the_size_of_teams_is_frozen_with_round_1() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    assert "Whether teams play is frozen: round 1 is paired." in site.staff_page("settings/")


def test_a_team_is_enrolled_by_typing_its_members() -> None:
    site = Site(0)
    page = site.staff_page("roster/")
    assert "Add a team" in page
    assert "Name of the team" in page
    assert "Seat C" in page
    fields = {"name": "Red", "seat_a": "Anna", "seat_b": "Bruno", "seat_c": "Chiara"}
    page = site.post("roster/add/", **fields)
    assert "Red is number 1." in page
    assert "Anna, Bruno, Chiara" in page
    assert members_of(player(site.event, 1)) == TEAMS["Red"]


def test_who_can_not_be_a_member_is_said_at_the_seat() -> None:
    site = Site(1)
    fields = {"name": "New", "seat_a": "Xeno", "seat_b": "Bruno", "seat_c": "Zoe"}
    response = site.staff.post(site.staff_at + "roster/add/", fields)
    page = response.content.decode()
    assert response.status_code == 422
    assert 'id="id_seat_b_error"' in page
    assert "Bruno stands in the team Red already" in page
    assert 'value="Xeno"' in page
    assert site.event.enrollments.count() == 1


def test_a_missing_member_is_asked_for() -> None:
    site = Site(0)
    site.post("roster/add/", 422, name="New", seat_a="Xeno", seat_b="Yuri")
    assert not site.event.enrollments.exists()


def test_two_headed_giants_have_two_seats() -> None:
    site = Site(1, 2)
    page = site.staff_page("roster/")
    assert "Anna, Bruno" in page
    assert "Seat B" in page
    assert "Seat C" not in page


def test_a_pasted_list_of_teams_is_shown_and_enrolled() -> None:
    site = Site(1)
    text = "Team,A,B,C\nBlue,Dora,Emil,Fay\nGreen,Gus,Hana,\nred,Anna,Bruno,Chiara"
    page = site.post("roster/paste/", text=text, check="1")
    assert "1 player is new." in page
    assert "Blue Dora, Emil, Fay" in page
    assert "There is no name for seat C." in page
    assert "Already enrolled as number 1, Red." in page
    site.post("roster/paste/", text=text, new="1", confirm="1")
    assert members_of(player(site.event, 2)) == TEAMS["Blue"]
    assert site.event.enrollments.count() == 2


def test_members_are_changed_on_the_teams_page() -> None:
    site = Site(1)
    assert "A Anna B Bruno C Chiara" in site.staff_page("roster/players/1/")
    fields = {"name": "Red", "seat_a": "Anna", "seat_b": "Zoe", "seat_c": "Chiara"}
    page = site.post("roster/players/1/", **fields)
    assert "A Anna B Zoe C Chiara" in page


def test_a_team_is_checked_in_by_a_members_name() -> None:
    site = Site(3)
    page = site.post("roster/check-in/", search="emil")
    assert "Blue is checked in." in page
    assert player(site.event, 2).checked_in


@pytest.mark.parametrize(
    "path", ["roster/", "roster/check-in/", "rounds/1/print/pairings/", "rounds/1/print/slips/"]
)
def test_lists_of_teams_take_the_same_number_of_queries(path: str) -> None:
    counts = []
    for teams in (2, 4):
        site = Site(teams)
        start_round(site.event, site.owner, 1)
        with CaptureQueriesContext(connection) as found:
            site.staff_page(path)
        counts.append(len(found))
    assert counts[0] == counts[1]


# Leaving


def test_dropping_one_member_says_that_the_team_is_out() -> None:
    site = Site(2)
    assert "Who of the team?" in site.staff_page("roster/players/1/")
    page = site.post("roster/players/1/drop/", seat="B", reason="ill")
    assert "Bruno leaves: a team can't play without. Red is dropped and did not take part." in page
    assert player(site.event, 1).state == Enrollment.State.DROPPED
    assert "Bruno left: the team Red was dropped" in site.staff_page("journal/")


def test_disqualifying_one_member_says_that_the_team_is_out() -> None:
    site = Site(2)
    page = site.post("roster/players/2/disqualify/", seat="C", reason="Cheating")
    assert "Because of Fay the whole team is out. Blue is disqualified." in page
    assert player(site.event, 2).state == Enrollment.State.DISQUALIFIED


def test_a_seat_that_is_not_there_is_refused() -> None:
    site = Site(2, 2)
    site.post("roster/players/1/drop/", 422, seat="C")
    assert player(site.event, 1).state == Enrollment.State.ACTIVE


# The desk


def names_at(event: Event, table: int) -> tuple[str, str]:
    match = at_table(event, 1, table)
    assert match.second is not None
    return match.first.name, match.second.name


def test_the_echo_and_the_answer_say_which_seat_won() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    first, second = names_at(site.event, 1)
    words = f"{first} beats {second} 2-1 (A: {first}, B: {second}, C: {first})"
    assert words in site.staff_page("rounds/1/echo/?entry=1+wlw")
    assert f"Now seats A, B and C, as {first} did" in site.staff_page("rounds/1/echo/?entry=1")
    assert "12 wlw" in site.staff_page("rounds/1/")
    page = site.post("rounds/1/enter/", entry="1 wlw")
    assert f"✓ {words}" in page
    assert at_table(site.event, 1, 1).seat_results == "wlw"
    page = site.post("rounds/1/enter/", 409, entry="1 ww-")
    assert "You typed: " + f"{first} beats {second} 2-0 (A: {first}, B: {first}, C: not f" in page
    page = site.post("rounds/1/enter/", entry="1 ww-!", seen="wlw")
    assert at_table(site.event, 1, 1).seat_results == "ww-"
    page = site.post("rounds/1/undo/")
    assert f"Undone. {words}" in page


def test_an_intentional_draw_stays_one() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    first, second = names_at(site.event, 1)
    page = site.staff_page("rounds/1/echo/?entry=1+d")
    assert f"{first} and {second} draw by agreement" in page
    site.post("rounds/1/enter/", entry="1 d")
    assert at_table(site.event, 1, 1).games == (0, 0, 3)


def test_no_seat_is_drawn_without_draws() -> None:
    site = Site(draws_allowed=False)
    start_round(site.event, site.owner, 1)
    page = site.post("rounds/1/enter/", 422, entry="1 wwd")
    assert "no seat can be drawn" in page
    page = site.staff.get(site.staff_at + "rounds/1/tables/1/").content.decode()
    assert 'value="d"' not in page
    assert 'value="-"' in page


def test_the_table_has_a_row_for_each_seat() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    first, second = names_at(site.event, 1)
    page = site.staff_page("rounds/1/tables/1/")
    for seat, one, other in zip("ABC", TEAMS[first], TEAMS[second], strict=True):
        row = f"Seat {seat}: who won? {one} {first} {other} {second} drawn not finished"
        assert row in page
    page = site.post("rounds/1/tables/1/enter/", seat_a="w", seat_b="l", seat_c="l")
    assert "Table 1: 1-2 (wll) is recorded." in page
    assert at_table(site.event, 1, 1).seat_results == "wll"
    again = site.staff.get(site.staff_at + "rounds/1/tables/1/").content.decode()
    assert re.findall(r'name="seat_(.)" value="(.)"[^>]* checked', again) == [
        ("a", "w"),
        ("b", "l"),
        ("c", "l"),
    ]


def test_a_seat_that_is_not_chosen_is_asked_for_and_the_others_stay() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    fields = {"seat_a": "w", "seat_c": "w"}
    response = site.staff.post(site.staff_at + "rounds/1/tables/1/enter/", fields)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Choose who won at each seat." in page
    assert re.findall(r'name="seat_(.)" value="(.)"[^>]* checked', page) == [("a", "w"), ("c", "w")]
    assert not at_table(site.event, 1, 1).has_result


def test_another_result_by_tapping_is_asked_about_and_replaces() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    enter_slips(site.event, site.owner, 1, "1 www")
    fields = {"seat_a": "w", "seat_b": "l", "seat_c": "l"}
    response = site.staff.post(site.staff_at + "rounds/1/tables/1/enter/", fields)
    assert response.status_code == 409
    hidden = re.findall(
        r'type="hidden" name="(score|seen)" value="(\w+)"', response.content.decode()
    )
    assert hidden == [("score", "wll"), ("seen", "www")]
    site.post("rounds/1/tables/1/enter/", **dict(hidden))
    assert at_table(site.event, 1, 1).seat_results == "wll"


def test_seats_are_corrected_after_the_round() -> None:
    site = Site()
    site.play("1 www")
    site.post("rounds/1/tables/1/correct/", score="llw", reason="slip misread")
    match = at_table(site.event, 1, 1)
    assert (match.games, match.seat_results) == ((1, 2, 0), "llw")
    assert "1-2 (llw)" in site.staff_page("rounds/1/")


def test_a_table_of_two_headed_giants_has_its_members_and_buttons() -> None:
    site = Site(2, 2)
    start_round(site.event, site.owner, 1)
    page = site.staff_page("rounds/1/tables/1/")
    assert "Anna, Bruno" in page
    assert "Seat A" not in page
    site.post("rounds/1/tables/1/enter/", score="1-0")
    assert at_table(site.event, 1, 1).games == (1, 0, 0)


# What players see


def test_players_find_their_team_by_their_own_name() -> None:
    site = Site(4)
    start_round(site.event, site.owner, 1)
    page = site.public_page("pairings/")
    for name, members in TEAMS.items():
        assert (", ".join(members) in page) is (name != "Black")
    found = site.public_page("pairings/?q=hana")
    row = found[found.index("Table Player Opponent") :]
    assert "Green" in row
    assert row.count(", ") == 4  # the members of one team and of its opponent


def test_a_name_that_nobody_has_finds_no_team() -> None:
    site = Site(4)
    start_round(site.event, site.owner, 1)
    assert "Gus, Hana, Ivo" not in site.public_page("pairings/?q=olga")


def test_standings_and_the_own_page_name_the_members() -> None:
    site = Site(2)
    site.play("1 wlw")
    winner = at_table(site.event, 1, 1).first
    page = site.public_page("standings/")
    assert f"{winner.name} {', '.join(TEAMS[winner.name])} 3 1-0-0" in page
    assert "GW%" not in page
    page = site.public_page(f"players/{winner.number}/")
    members = " ".join(f"{s} {m}" for s, m in zip("ABC", TEAMS[winner.name], strict=True))
    assert members in page
    assert "Won 2-1" in page
    page = site.staff_page("standings/")
    assert ", ".join(TEAMS[winner.name]) in page


def test_the_own_page_names_the_members_of_the_opponent() -> None:
    site = Site(2)
    start_round(site.event, site.owner, 1)
    first, second = names_at(site.event, 1)
    number = site.event.enrollments.get(name=first).number
    assert f"{second} 0-0-0 {', '.join(TEAMS[second])}" in site.public_page(f"players/{number}/")


@pytest.mark.parametrize(("size", "words"), [(2, "Two-Headed Giant teams"), (3, "teams of three")])
def test_the_event_and_its_rules_say_what_counts(size: int, words: str) -> None:
    site = Site(2, size)
    assert words in site.public_page("")
    assert "Teams 2" in site.public_page("")
    page = site.public_page("rules/")
    assert "Only the results of the teams count: the scores of games are not used." in page
    assert ("two seats that win" in page) is (size == 3)
    assert "Game-win percentage" not in page


# Paper and the report


def test_paper_names_the_members_and_asks_for_the_seats() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    first, second = names_at(site.event, 1)
    page = site.staff_page("rounds/1/print/slips/")
    assert "Seats won" in page
    for seat, one, other in zip("ABC", TEAMS[first], TEAMS[second], strict=True):
        assert f"{seat} {one} – {other}" in page
    for by in ("name", "table"):
        page = site.staff_page(f"rounds/1/print/pairings/?by={by}")
        assert "Anna, Bruno, Chiara" in page
        assert "Dora, Emil, Fay" in page


def test_the_report_names_the_members_and_the_seats() -> None:
    site = Site(2)
    site.play("1 wlw")
    page = site.staff_page("report/")
    assert "Anna, Bruno, Chiara" in page
    assert "Seats won by the first-named team" in page
    assert "2-1 wlw" in page
    assert "teams of three (seats A, B, C), draws allowed" in page
    sheet = site.staff.get(site.staff_at + "report/csv/standings/").content.decode("utf-8-sig")
    head, first, _second = sheet.splitlines()
    assert "Number,Name,Seat A,Seat B,Seat C,State" in head
    winner = at_table(site.event, 1, 1).first
    assert ",".join((winner.name, *TEAMS[winner.name], "playing")) in first
    sheet = site.staff.get(site.staff_at + "report/csv/matches/").content.decode("utf-8-sig")
    assert "Seats won by team 1" in sheet
    assert ",2,1,0,wlw," in sheet
    response = site.staff.get(site.staff_at + "report/xlsx/")
    assert response.status_code == 200


# Single players


def single_event() -> tuple[Event, User]:
    event = factories.event_with_players(2, profile=PROFILES["mtr"].to_dict())
    owner = factories.staff_member(event, ["organizer", "head_judge", "scorekeeper"])
    start_round(event, owner, 1)
    return event, owner


@pytest.mark.parametrize(
    "path",
    [
        "roster/",
        "roster/players/1/",
        "rounds/1/",
        "rounds/1/tables/1/",
        "rounds/1/print/slips/",
        "rounds/1/print/pairings/",
    ],
)
def test_pages_of_single_players_know_no_seats(path: str) -> None:
    event, owner = single_event()
    page = text_of(factories.client_of(owner).get(f"/staff/e/{event.slug}/{path}"))
    for word in ("seat", "Seat", "wlw", "Team", "team"):
        assert word not in page


def test_a_single_player_has_no_seat_results() -> None:
    event, owner = single_event()
    client = factories.client_of(owner)
    response = client.post(f"/staff/e/{event.slug}/rounds/1/enter/", {"entry": "1 wlw"})
    assert "only teams of three have them" in text_of(response, 422)
    assert not at_table(event, 1, 1).has_result


def test_a_team_that_comes_late_has_its_losses_and_its_members() -> None:
    site = Site(2)
    site.play("1 wlw")
    fields = {"name": "Green", "seat_a": "Gus", "seat_b": "Hana", "seat_c": "Ivo"}
    page = site.post("roster/add/", late="losses", **fields)
    assert "Green is number 3. 1 assigned loss." in page
    assert members_of(player(site.event, 3)) == new_team("Green").members
