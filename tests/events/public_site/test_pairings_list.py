"""The list of pairings for players: one order everywhere, and the search without scripts."""

import re
from urllib.parse import quote

import pytest
from django.test import Client

from events.models import Match
from tests.events.public_site.test_public_pages import FIVE, lines, read
from tests.events.support.public_events import Played
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_pairings_have_a_line_for_each_player_by_family_name(client: Client) -> None:
    played = Played(FIVE)
    played.post(1)
    page = read(client, played.url("pairings"))
    assert re.findall(r"<a class=p href=[^>]*>(.*?)</a>", page) == [
        "José <b>García</b>",
        "Bob <b>O&#x27;Connor</b>",
        "Anna <b>Rossi</b>",
        "Łukasz <b>Żółć</b>",
        "<b>田中</b> 太郎",
    ]
    assert "Player <small>by family name</small>" in page
    wall = read(client, played.url("projector"))
    listed = ["García", "O&#x27;Connor", "Rossi", "Żółć", "田中"]
    assert re.findall(r"<span class=n translate=no>([^ ,<]*)", wall) == listed


def test_a_newcomer_learns_how_to_find_the_table_while_a_round_is_posted(client: Client) -> None:
    played = Played(FIVE)
    hint = '<details class="first-time no-print">'
    assert hint not in read(client, played.url("pairings"))
    played.post(1)
    for address in (played.url("pairings"), played.url(), played.url("pairings", 1)):
        page = read(client, address)
        assert page.count(hint) == 1, address
        assert page.index('id="mine"') < page.index(hint), "a known player hides it"


def test_the_big_screen_tells_players_of_the_same_name_apart(client: Client) -> None:
    played = Played(["Hana Kovács", "Anna Rossi", "Hana Kovács", "Bob Stone"])
    played.post(1)
    wall = read(client, played.url("projector"))
    shown = re.findall(r"<span class=n translate=no>(.*?)</span><span class=t>", wall)
    assert shown == [
        "Kovács, Hana #1",
        "Kovács, Hana #3",
        "Rossi, Anna",
        "Stone, Bob",
    ]


def test_a_chosen_sort_name_decides_place_and_letters_of_a_line(client: Client) -> None:
    played = Played(["Ana de la Vega", "Zoe Adams", "Bo Dean", "Cy Young"])
    played.event.enrollments.filter(name="Ana de la Vega").update(sort_name="la Vega, Ana de")
    played.post(1)
    page = read(client, played.url("pairings"))
    assert re.findall(r"<a class=p href=[^>]*>(.*?)</a>", page) == [
        "Zoe <b>Adams</b>",
        "Bo <b>Dean</b>",
        "Ana de <b>la Vega</b>",
        "Cy <b>Young</b>",
    ]
    found = lines(page)
    for match in Match.objects.select_related("first", "second"):
        if match.second is None:
            assert "Bye" in found[match.first.number]
            continue
        for own, other in ((match.first, match.second), (match.second, match.first)):
            line = found[own.number]
            assert line.startswith(f"{match.table} ")
            assert other.name.replace("'", "&#x27;") in line
            assert "0-0-0" not in line, "in round 1 everybody has the same zeros"


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("ross", {"Anna <b>Rossi</b>"}),
        ("ANNA r", {"Anna <b>Rossi</b>"}),
        ("garcia", {"José <b>García</b>"}),
        ("jose", {"José <b>García</b>"}),
        ("zolc", {"Łukasz <b>Żółć</b>"}),
        ("太郎", {"<b>田中</b> 太郎"}),
        ("田", {"<b>田中</b> 太郎"}),
        ("ｂｏｂ", {"Bob <b>O&#x27;Connor</b>"}),
        ("connor", {"Bob <b>O&#x27;Connor</b>"}),
        ("ossi", set()),
        ("<script>", set()),
    ],
)
def test_search_works_without_scripts(client: Client, search: str, found: set[str]) -> None:
    played = Played(FIVE)
    played.post(1)
    page = read(client, played.url("pairings") + f"?q={quote(search)}")
    assert {*re.findall(r"<a class=p href=[^>]*>(.*?)</a>", page)} == found
    assert ('data-none-of="#list" hidden' in flat(page)) is bool(found)
    assert "<script>" not in page[page.index("<main") :].split("</main>")[0]
