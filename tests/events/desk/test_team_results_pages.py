"""Results of teams of three: the desk, the page of a table, corrections."""

import re
from typing import Any

import pytest

from tests.events.scenario import at_table, enter_slips, start_round
from tests.events.support.team_site import Site, names_at
from tests.events.support.teams import TEAMS
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_the_echo_and_the_answer_say_which_seat_won() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    first, second = names_at(site.event, 1)
    words = f"{first} beats {second} 2-1 (A: {first}, B: {second}, C: {first})"
    assert words in site.staff_page("rounds/1/echo/?entry=1+wlw")
    assert f"Now enter seats A, B and C for {first}" in site.staff_page("rounds/1/echo/?entry=1")
    assert "12 wlw" in site.staff_page("rounds/1/")
    page = site.post("rounds/1/enter/", entry="1 wlw")
    assert f"✓ {words}" in page
    assert at_table(site.event, 1, 1).seat_results == "wlw"
    page = site.post("rounds/1/enter/", 409, entry="1 ww-")
    assert "You entered: " + f"{first} beats {second} 2-0 (A: {first}, B: {first}, C: not f" in page
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
        row = f"Winner at seat {seat} {one} {first} {other} {second} Drawn Not finished"
        assert row in page
    page = site.post("rounds/1/tables/1/enter/", seat_a="w", seat_b="l", seat_c="l")
    assert "Table 1: 1-2 (wll) was recorded." in page
    assert at_table(site.event, 1, 1).seat_results == "wll"
    again = flat(site.staff.get(site.staff_at + "rounds/1/tables/1/"))
    assert re.findall(r'name="seat_(.)" value="(.)"[^>]* checked', again) == [
        ("a", "w"),
        ("b", "l"),
        ("c", "l"),
    ]


def test_a_seat_that_is_not_chosen_is_asked_for_and_the_others_stay() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    fields: dict[str, Any] = {"seat_a": "w", "seat_c": "w"}
    response = site.staff.post(site.staff_at + "rounds/1/tables/1/enter/", fields)
    page = flat(response)
    assert response.status_code == 422
    assert "Choose the winner at each seat." in page
    assert re.findall(r'name="seat_(.)" value="(.)"[^>]* checked', page) == [("a", "w"), ("c", "w")]
    assert not at_table(site.event, 1, 1).has_result


def test_another_result_by_tapping_is_asked_about_and_replaces() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    enter_slips(site.event, site.owner, 1, "1 www")
    fields: dict[str, Any] = {"seat_a": "w", "seat_b": "l", "seat_c": "l"}
    response = site.staff.post(site.staff_at + "rounds/1/tables/1/enter/", fields)
    assert response.status_code == 409
    hidden = re.findall(r'type="hidden" name="(score)" value="(\w+)"', flat(response))
    assert hidden == [("score", "wll")]
    [key] = re.findall(r'name="(answers.result-differs:[\d:]+)" value="replace"', flat(response))
    answer: dict[str, Any] = {"score": "wll", key: "replace"}
    site.post("rounds/1/tables/1/enter/", **answer)
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
    assert "Winner at seat A" not in page
    site.post("rounds/1/tables/1/enter/", score="1-0")
    assert at_table(site.event, 1, 1).games == (1, 0, 0)
