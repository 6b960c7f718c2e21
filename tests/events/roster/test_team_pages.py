"""Teams and their members on players' pages, on paper and in the report."""

import re
from http import HTTPStatus

import pytest

from events.public_site.page_cache import page_cache
from tests import factories
from tests.events.scenario import at_table, start_round
from tests.events.support.paper_files import pages_of, texts, url
from tests.events.support.team_site import Site, names_at
from tests.events.support.teams import TEAMS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget_public_pages() -> None:
    page_cache.forget()


def test_players_find_their_team_by_their_own_name() -> None:
    site = Site(4)
    start_round(site.event, site.owner, 1)
    page = site.public_page("pairings/")
    for name, members in TEAMS.items():
        assert (", ".join(members) in page) is (name != "Black")
    found = site.public_page("pairings/?q=hana")
    row = found[found.index("Table Team Opponent") : found.index("No name in this round")]
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
    assert f"{second} {', '.join(TEAMS[second])}" in site.public_page(f"players/{number}/")


@pytest.mark.parametrize(("size", "words"), [(2, "Two-Headed Giant teams"), (3, "teams of three")])
def test_the_event_and_its_rules_say_what_counts(size: int, words: str) -> None:
    site = Site(2, size)
    assert words in site.public_page("")
    assert "teams so far 2" in site.public_page("")
    page = site.public_page("rules/")
    assert "Only team results count. Game scores are not used." in page
    assert ("Teams of three: a team wins the match if two of its seats win." in page) is (size == 3)
    assert "Game-win percentage" not in page


# Paper and the report


def test_paper_names_the_members_and_asks_for_the_seats() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    first, second = names_at(site.event, 1)
    client = factories.client_of(site.owner)
    (page,) = texts(pages_of(client, url(site.event, "pdf-slips")))
    assert "Mark the winner of each seat, or both for a draw." in page
    for seat, name, other in zip("ABC", TEAMS[first], TEAMS[second], strict=True):
        assert re.search(rf"\b{seat}\s+{name}\s+{other}\b", page)
    for by in ("name", "table"):
        (page,) = texts(pages_of(client, url(site.event, "pdf-pairings"), by=by))
        assert "Anna, Bruno, Chiara" in page
        assert "Dora, Emil, Fay" in page


def test_slips_of_teams_of_three_are_four_or_six_a_sheet() -> None:
    site = Site()
    start_round(site.event, site.owner, 1)
    answer = factories.client_of(site.owner).get(url(site.event, "pdf-slips"), {"a_page": 8})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    choices = answer.context["slips_form"].fields["a_page"].choices
    assert [value for value, _label in choices] == [4, 6]


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
