"""Printed PDFs, read back out of the files."""

import base64
import io
import random
import re
from functools import partial
from http import HTTPStatus
from itertools import pairwise

import pytest
from pypdf import PdfReader

from domain.names import fold, listed_name
from events.core.rounds.actions import post_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods
from events.models import Event
from events.paper import table_numbers
from events.paper.slips import qr_code
from events.simulation.names import make_names
from tests import factories
from tests.events.scenario import start_round
from tests.events.support.doors import EVERYBODY, address, check_refusals, check_wrong_method
from tests.events.support.paper_files import (
    EVENT,
    ROUND,
    heights_of,
    letter_size,
    pages_of,
    size,
    texts,
    url,
)
from tests.events.support.public_addresses import unset
from tests.events.support.public_events import Played, long_names
from tests.events.support.stages import DOUBLE, SINGLE, finish_round, staged
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

SCRIPTS = [
    "安藤 健司",
    "髙橋 さくら",
    "王小明",
    "陳怡君",
    "김민준",
    "Łukasz Żółć",
    "Nguyễn Ngọc Ánh",
    "Дмитрий Ђокић",
    "Γιώργος Παπαδόπουλος",
    "José Ñandú",
]
A4, LETTER = (595, 842), (612, 792)


@pytest.fixture
def played() -> Played:
    made = Played(SCRIPTS, name="Grand Open 東京")
    made.play(1)
    return made


def test_who_may_print(played: Played) -> None:
    people = {
        role: factories.client_of(factories.staff_member(played.event, role)) for role in EVERYBODY
    }
    for name in ("paper", *ROUND, *EVENT):
        where = url(played.event, name)
        check_refusals("get", where, EVERYBODY, played.event)
        check_wrong_method("get", where, played.event)
        with unset():
            for role, client in people.items():
                assert client.get(where).status_code == HTTPStatus.OK, (role, name)


@pytest.mark.parametrize("name", [*ROUND, "pdf-pods", "pdf-bracket"])
def test_what_is_not_there_is_not_found(played: Played, name: str) -> None:
    client = factories.client_of(played.organizer)
    answer = client.get(address(played.event, name, number=7))
    assert answer.status_code == HTTPStatus.NOT_FOUND
    if name in ("pdf-pods", "pdf-bracket"):
        answer = client.get(address(played.event, name, number=1))
        assert answer.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(("paper", "expected"), [("a4", A4), ("letter", LETTER)])
def test_every_page_says_names_event_and_number_on_the_paper_of_the_event(
    played: Played, paper: str, expected: tuple[int, int]
) -> None:
    Event.objects.update(paper_size=paper)
    client = factories.client_of(played.organizer)
    for name in (*ROUND, *EVENT):
        pages = pages_of(client, url(played.event, name))
        read = texts(pages)
        for number, (page, text) in enumerate(zip(pages, read, strict=True), 1):
            assert size(page) == expected, name
            assert re.search(rf"\b{number} ?/ ?{len(pages)}\b", text), name
            assert "Grand Open 東京" in text, name
            if name in ROUND:
                assert re.search(r"[Rr]ound 1\b", text), name
        if name in (*ROUND, "pdf-seats", "pdf-sign-in", "pdf-labels"):
            check_every_script(fold("\n".join(read)), name)


def check_every_script(found: str, name: str) -> None:
    """Check that names of every script can be read back."""
    for one in SCRIPTS:
        # Text extraction separates letters with two marks; on paper they are whole.
        if "ễ" not in one:
            assert fold(one) in found or fold(listed_name(one)) in found, (name, one)


def test_both_languages(played: Played) -> None:
    client = factories.client_of(played.organizer)
    answer = client.get(url(played.event, "pdf-slips"), headers={"Accept-Language": "ja"})
    found = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert "第1回戦" in found
    assert "時間切れ" in found
    assert "Round" not in found


def test_twelve_hundred_players_by_name_take_at_most_14_sheets() -> None:
    names = make_names(1200, random.Random(3))
    played = Played(names)
    played.pair(1)
    client, where = factories.client_of(played.organizer), url(played.event, "pdf-pairings")
    queries: tuple[dict[str, int], ...] = ({}, {"columns": 3})
    for query in queries:
        pages = pages_of(client, where, **query)
        assert len(pages) <= 14, query
        found = "\n".join(texts(pages))
        assert [name for name in names if name.split()[0] not in found] == [], query
        assert "not posted" in found, query


def test_names_of_forty_letters_in_three_columns_take_14_sheets_too() -> None:
    played = Played(long_names(1200))
    played.pair(1)
    where = url(played.event, "pdf-pairings")
    assert len(pages_of(factories.client_of(played.organizer), where, columns=3)) <= 14


@pytest.mark.parametrize("players", [54, 100, 104])
def test_no_sheet_is_blank(players: int) -> None:
    played = Played([f"Player {number}" for number in range(players)])
    played.pair(1)
    where = url(played.event, "pdf-pairings")
    for columns in (2, 3):
        found = texts(pages_of(factories.client_of(played.organizer), where, columns=columns))
        assert all("Player " in text for text in found), (columns, len(found))


def test_wrong_table_numbers_are_said(played: Played) -> None:
    client = factories.client_of(played.organizer)
    answer = client.get(url(played.event, "pdf-tables"), {"tables": "x"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "“x” is not a table." in answer.content.decode()


def test_the_number_of_queries_does_not_grow() -> None:
    counts: dict[str, list[int]] = {name: [] for name in (*ROUND, *EVENT)}
    for players in (4, 24):
        played = Played([f"Player {number}" for number in range(players)])
        played.play(1)
        client = factories.client_of(played.organizer)
        for name, asked in counts.items():
            with unset():
                client.get(url(played.event, name))
                asked.append(queries_of(partial(client.get, url(played.event, name))))
    for name, (few, many) in counts.items():
        assert few == many <= 14, name


def test_the_poster_has_the_address_of_the_event(played: Played) -> None:
    client = factories.client_of(played.organizer)
    (text,) = texts(pages_of(client, url(played.event, "pdf-poster")))
    assert f"http://testserver/e/{played.event.slug}/" in text


def test_table_numbers_are_as_many_as_the_players_need_or_as_asked() -> None:
    played = Played([f"Player {number}" for number in range(9)], name="Open", first_table=11)
    client = factories.client_of(played.organizer)
    pages = pages_of(client, url(played.event, "pdf-tables"))
    numbers = [re.findall(r"\b1[1-9]\b", text) for text in texts(pages)]
    assert numbers == [["11", "12"], ["13", "14"]]
    assert len(pages_of(client, url(played.event, "pdf-tables"), tables="1-9", a_page=8)) == 2


def test_each_table_sign_has_the_address_of_its_table_as_a_code() -> None:
    played = Played([f"Player {number}" for number in range(4)], name="Open")
    made = table_numbers(played.event, [3, 4], 1, lambda table: f"https://x.example/{table}/")
    assert [sign["number"] for sign in made.data["tables"]] == [3, 4]
    assert made.data["tables"][0]["code"] == qr_code("https://x.example/3/")


def test_who_dropped_is_on_no_list_to_sign(played: Played) -> None:
    played.event.enrollments.filter(name="王小明").update(state="dropped", dropped_after=1)
    client = factories.client_of(played.organizer)
    for name in ("pdf-sign-in", "pdf-labels", "pdf-seats"):
        assert "王小明" not in "".join(texts(pages_of(client, url(played.event, name))))


@pytest.mark.parametrize(("kind", "players"), [(SINGLE, 8), (DOUBLE, 8), (SINGLE, 32)])
def test_a_bracket_names_everybody_in_it(kind: str, players: int) -> None:
    event, owner = staged(players, StagePlan(kind=kind))
    start_round(event, owner, 1)
    finish_round(event, owner, 1)
    where = address(event, "pdf-bracket", number=1)
    check_refusals("get", where, EVERYBODY, event)
    pages = pages_of(factories.client_of(owner), where)
    found = "\n".join(texts(pages))
    assert all(f"Player {number:03}" in found for number in range(1, players + 1))
    assert len(pages) == 1
    assert "The higher seed chooses who plays first in game 1." in " ".join(found.split())


def test_no_box_of_a_bracket_of_32_stands_on_another() -> None:
    event, owner = staged(32, StagePlan(kind=SINGLE, third_place=True))
    start_round(event, owner, 1)
    (page,) = pages_of(factories.client_of(owner), address(event, "pdf-bracket", number=1))
    heights = heights_of(page, "Player 0", "Third place")
    names, (third,) = heights["Player 0"], heights["Third place"]
    assert len(names) == 32
    assert min(upper - lower for upper, lower in pairwise(names)) > 7
    assert third < min(names) - 7


def test_draft_seats_by_name_and_by_pod() -> None:
    event, owner = staged(12, StagePlan(rounds=3, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    where = address(event, "pdf-pods", number=1)
    check_refusals("get", where, EVERYBODY, event)
    for query in ({}, {"by": "pod"}):
        (text,) = texts(pages_of(factories.client_of(owner), where, **query))
        assert text.count("Player 0") == 12
        assert "not posted" in text
        assert re.findall(r"\bPod \d", text) == (["Pod 1", "Pod 2"] if query else [])


def test_a_list_is_in_large_letters_where_it_fits_on_one_sheet_or_is_asked_to() -> None:
    letters = {}
    for players in (34, 40):
        played = Played([f"Player {number}" for number in range(players)])
        played.pair(1)
        client = factories.client_of(played.organizer)
        for query in ({}, {"columns": "3"}, {"columns": "1"}):
            page = pages_of(client, url(played.event, "pdf-pairings"), **query)[0]
            letters[players, query.get("columns")] = letter_size(page, "Player ")
    assert letters[34, None] == letters[34, "1"] == letters[40, "1"]
    assert letters[40, None] < letters[34, None]
    assert letters[40, "3"] < letters[34, "3"]


def test_the_overview_offers_what_there_is() -> None:
    event = factories.event()
    owner = factories.staff_member(event)
    page = factories.client_of(owner).get(address(event, "paper")).content.decode()
    assert "No players are enrolled yet." in page
    assert "slips.pdf" not in page
    played = Played(SCRIPTS)
    played.play(1)
    played.pair(2)
    client = factories.client_of(played.organizer)
    page = client.get(address(played.event, "paper")).content.decode()
    assert "rounds/2/print/slips.pdf" in page
    assert "standings/" not in re.sub(r"<nav.*?</nav>", "", page, flags=re.S)
    page = client.get(address(played.event, "paper"), {"round": "1"}).content.decode()
    assert "standings/1/print/standings.pdf" in page


def test_a_preview_shows_the_first_sheet_and_how_many_there_are() -> None:
    made = Played([f"Player {number}" for number in range(1, 15)], name="Open")
    made.post(1)
    browser = factories.client_of(made.organizer)
    overview = browser.get(url(made.event, "paper")).content.decode()
    pairings, slips = (url(made.event, name) for name in ("pdf-pairings", "pdf-slips"))
    assert f'href="{pairings}?columns=3&amp;preview=1"' in overview
    answer = browser.get(slips, {"a_page": "4", "preview": "1"})
    page = " ".join(answer.content.decode().split())
    assert "2 sheets of A4" in page
    assert f'href="{slips}?a_page=4"' in page
    encoded = page.partition("data:image/png;base64,")[2].partition('"')[0]
    assert base64.b64decode(encoded).startswith(b"\x89PNG")


def test_print_stands_beside_the_next_step() -> None:
    played = Played(SCRIPTS)
    client = factories.client_of(played.organizer)
    where = f"/staff/e/{played.event.slug}/"
    for move, word in ((played.pair, "Post round 1"), (None, "Complete round 1")):
        if move:
            move(1)
        else:
            post_round(event_id=played.event.pk, actor=played.organizer, number=1)
        page = client.get(where).content.decode()
        before, _, more = page.partition('<details class="more-actions">')
        assert word in before
        assert "slips.pdf" in before
        assert "slips.pdf" not in more


def test_pairings_are_in_the_order_of_the_names_or_of_the_tables() -> None:
    names = ["Anna Rossi", "Bob <b>", "Carla Vega", "Dan Moor", "Élodie"]
    played = Played(names)
    played.pair(1)
    client, where = factories.client_of(played.organizer), url(played.event, "pdf-pairings")
    for query in ({}, {"columns": "3"}):
        (text,) = texts(pages_of(client, where, **query))
        firsts = re.findall(r"^(?:\d|–) (.*?) 0-0-0", text, flags=re.M)
        assert firsts == ["<b>, Bob", "Élodie", "Moor, Dan", "Rossi, Anna", "Vega, Carla"]
    (text,) = texts(pages_of(client, where, by="table"))
    assert re.findall(r"^(\d|–) \w", text, flags=re.M) == ["1", "2", "–"]
    assert "Bye" in text


def test_standings_say_when_players_see_something_else(played: Played) -> None:
    client, where = factories.client_of(played.organizer), url(played.event, "pdf-standings")
    assert "differs from what players see" in texts(pages_of(client, where))[0]
    played.publish(1)
    assert "differs from what players see" not in texts(pages_of(client, where))[0]


def test_seats_of_nobody_say_so() -> None:
    event = factories.event()
    client = factories.client_of(factories.staff_member(event))
    (text,) = texts(pages_of(client, url(event, "pdf-seats")))
    assert "No players are enrolled yet." in text


def test_lists_by_name_are_in_order_of_the_family_name(played: Played) -> None:
    played.event.enrollments.update(reading="", sort_name="")
    first, second, third = played.event.enrollments.order_by("number")[:3]
    for player, name, chosen in (
        (first, "Zoe Abel", ""),
        (second, "Ana Fernández de la Vega", "Fernández de la Vega, Ana"),
        (third, "Ana Zorn", ""),
    ):
        player.name, player.sort_name = name, chosen
        player.save(update_fields=["name", "sort_name"])
    client = factories.client_of(played.organizer)
    for name in ("pdf-sign-in", "pdf-pairings"):
        found = " ".join("\n".join(texts(pages_of(client, url(played.event, name)))).split())
        places = [found.index(one) for one in ("Abel, Zoe", "Fernández de la", "Zorn, Ana")]
        assert places == sorted(places), name
