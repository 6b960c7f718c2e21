"""Result slips as PDF: which, in which order, with which text."""

import re
from http import HTTPStatus
from itertools import pairwise

import pytest
from pypdf import PageObject

from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import TeamMember
from tests import factories
from tests.events.scenario import start_round
from tests.events.support.paper_files import pages_of, size, texts, url
from tests.events.support.public_events import Played
from tests.events.support.teams import team_event

pytestmark = pytest.mark.django_db

LONGEST = ["寿限無" * 26, "Wolfeschlegelsteinhausen" * 3, "Anna-Maria van " * 5]


@pytest.fixture
def played() -> Played:
    made = Played(["Ann", "Ben", "Cleo", "Dov"])
    made.post(1)
    return made


def codes(pages: list[PageObject]) -> list[list[int]]:
    """The tables of the slips, sheet by sheet, by what a scanner would type."""
    return [[int(one) for one in re.findall(r"T(\d+)R1\b", text)] for text in texts(pages)]


@pytest.mark.parametrize("a_page", [4, 6, 8])
def test_slips_lie_in_the_order_of_the_tables_once_the_stack_is_cut(a_page: int) -> None:
    played = Played([f"Player {number}" for number in range(41)])
    played.pair(1)
    where = url(played.event, "pdf-slips")
    sheets = codes(pages_of(factories.client_of(played.organizer), where, a_page=a_page))
    assert len(sheets) == -(-20 // a_page)
    assert all(len(sheet) <= a_page for sheet in sheets)
    piles = [[sheet[slot] for sheet in sheets if slot < len(sheet)] for slot in range(a_page)]
    assert [table for pile in piles for table in pile] == list(range(1, 21))


def test_one_slip_a_range_and_what_is_outstanding() -> None:
    played = Played([f"Player {number}" for number in range(24)])
    played.post(1)
    client = factories.client_of(played.organizer)
    where = url(played.event, "pdf-slips")
    assert codes(pages_of(client, where, tables="7")) == [[7]]
    assert codes(pages_of(client, where, tables="2, 9-11")) == [[2, 9, 10, 11]]
    for table in set(range(1, 13)) - {3, 8}:
        enter_result(
            event_id=played.event.pk,
            actor=played.organizer,
            number=1,
            table=table,
            slip=Slip.of(2, 0),
        )
    assert codes(pages_of(client, where, outstanding="on")) == [[3, 8]]
    answer = client.get(where, {"outstanding": "on", "tables": "1-2"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "None of these tables is outstanding in round 1." in answer.content.decode()


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ("7000", "None of these tables is used in round 1."),
        ("3 bis", "“bis” is not a table."),
        ("1-90000", "At most 2000 tables"),
    ],
)
def test_a_wrong_table_is_said_and_what_was_typed_stays(
    played: Played, tables: str, said: str
) -> None:
    client = factories.client_of(played.organizer)
    answer = client.get(url(played.event, "pdf-slips"), {"tables": tables, "a_page": "8"})
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in page
    assert f'value="{tables}"' in page
    assert '<option value="8" selected>' in page


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({}, "last game unfinished"),
        ({"draws_allowed": False}, "last game unfinished"),
        ({"games_to_win": 1}, "game unfinished"),
        ({"games_to_win": 3}, "last game unfinished"),
    ],
)
def test_every_slip_asks_for_a_game_that_time_has_ended_and_for_drops(
    columns: dict[str, object], words: str
) -> None:
    played = Played(["Ann", "Ben", "Cleo", "Dov"], **columns)
    played.post(1)
    client = factories.client_of(played.organizer)
    (text,) = texts(pages_of(client, url(played.event, "pdf-slips")))
    assert text.count(f"Time called: {words}") == 2
    assert text.count("Drop") == 2
    assert "Drawn games" in text


@pytest.mark.parametrize("team_size", [2, 3])
def test_slips_of_teams_name_the_members(team_size: int) -> None:
    event, owner = team_event(4, team_size)
    start_round(event, owner, 1)
    (text,) = texts(pages_of(factories.client_of(owner), url(event, "pdf-slips")))
    for name in ("Red", "Anna", "Bruno", "Jin", *(["Chiara"] if team_size == 3 else [])):
        assert name in text
    assert text.count("Time called") == 2


def test_a_seat_without_a_name_has_the_name_of_its_team() -> None:
    event, owner = team_event(2, 3)
    TeamMember.objects.filter(enrollment__name="Red", seat=TeamMember.Seat.C).delete()
    start_round(event, owner, 1)
    (text,) = texts(pages_of(factories.client_of(owner), url(event, "pdf-slips")))
    assert "Chiara" not in text
    assert text.count("Red") == 2


def placed(page: PageObject) -> list[tuple[float, float, float, str]]:
    """Every piece of text with its place and size."""
    found: list[tuple[float, float, float, str]] = []

    def visit(text: str, own: list[float], text_matrix: list[float], *_font: object) -> None:
        if text.strip():
            x = text_matrix[4] * own[0] + own[4]
            y = text_matrix[5] * own[3] + own[5]
            found.append((x, y, abs(text_matrix[3]), text))

    page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize("name", LONGEST)
@pytest.mark.parametrize("a_page", [4, 8])
def test_the_longest_names_stay_in_their_place_on_a_slip(name: str, a_page: int) -> None:
    played = Played(
        [f"{name.strip()}{one}" for one in "ab"], name="An Event Whose Name is Long " * 4
    )
    played.post(1)
    where = url(played.event, "pdf-slips")
    pages = pages_of(factories.client_of(played.organizer), where, a_page=a_page)
    assert len(pages) == 1
    (text,) = texts(pages)
    together = re.sub(r"\s", "", text)
    for one in "ab":
        assert re.sub(r"\s", "", name) + one in together
    pieces = placed(pages[0])
    width, height = size(pages[0])
    assert all(0 < x < width / 2 and height * (1 - 2 / a_page) < y < height for x, y, *_ in pieces)
    left = {(round(y, 1), letters) for x, y, letters, _ in pieces if x < 40}
    lines = sorted(left, reverse=True)
    for (upper, _), (lower, letters) in pairwise(lines):
        assert upper - lower >= 0.75 * letters
