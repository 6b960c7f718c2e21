import gzip
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from domain.results import Result
from events.core.clock.actions import start_clock
from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import extend_time
from events.core.standings.actions import withdraw_standings
from events.models import Enrollment, FactSheet, Match, SignUpSettings
from events.public_site.calendar_file import escaped, folded
from events.roster.drop_actions import reinstate
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.support.public_events import Played, long_names
from tests.markup import without_tags

pytestmark = pytest.mark.django_db

FIVE = ["Anna Rossi", "José García", "田中 太郎", "Łukasz Żółć", "Bob O'Connor"]
KILOBYTE = 1024


def read(client: Client, address: str, **headers: Any) -> str:
    answer = client.get(address, **headers)
    assert answer.status_code == HTTPStatus.OK, address
    return answer.content.decode()


def visible(page: str) -> str:
    """The words of a page: no tags, single spaces."""
    body = re.sub(r"<template.*?</template>", " ", page[page.index("<main") :], flags=re.S)
    return re.sub(r"\s+", " ", without_tags(body))


def lines(page: str) -> dict[int, str]:
    """The lines of a list, by the number of the player."""
    page = page[page.index("<tbody>") :]
    found = re.findall(r"<tr>(.*?players/(\d+)/.*?)(?=<tr>|</tbody)", page, flags=re.S)
    return {int(number): visible(f"<main>{line}").strip() for line, number in found}


def test_an_event_page_says_what_the_event_is(client: Client) -> None:
    played = Played(
        FIVE, venue="Card Cellar", game_format="Modern", restrictions="Nobody <under> 13.", rounds=1
    )
    words = visible(read(client, played.url()))
    parts = ("Card Cellar", "Modern", "Nobody &lt;under&gt; 13.", "players so far 5", "1 round")
    for part in parts:
        assert part in words
    assert "not posted yet" in words
    assert "First time at a tournament?" in words
    assert "UTC" not in words, "no time is announced"
    played.play(1)
    played.publish(1)
    address, pairings = played.url(), played.url("pairings")
    assert read(client, address) == read(client, pairings), "one page, and no redirect"
    about = played.url("about")
    tab = read(client, address).partition(f'<a href="{about}">')[2].partition("</a>")[0]
    assert visible(f"<main>{tab}").strip() == "Event"
    finish_event(event_id=played.event.pk, actor=played.organizer)
    words = visible(read(client, address))
    assert "first of 5 players" in words
    assert "First time at a tournament?" not in words
    assert "Winner · " in words
    assert "Play a sound" not in words


def test_an_event_page_answers_what_a_newcomer_asks(client: Client) -> None:
    played = Played(FIVE, venue="Old Hall", time_zone="Asia/Tokyo")
    FactSheet.objects.create(
        event=played.event,
        address="1-2 Quay; Pier, 4",
        map_link="https:" + "//maps.example/x",
        schedule="08:30 Doors\n13:00-14:00 Lunch",
        contact="desk@shop.example",
        organizer_word="Bring <sleeves>.",
        prizes_handed_out="after the final",
        ends_at="01:30",
    )
    SignUpSettings.objects.create(
        event=played.event, is_open=True, capacity=8, begins="18:30", fee="$5"
    )
    page = read(client, played.url())
    words = visible(page)
    parts = ("of 8 places left 3", "entry $5", "start 18:30", "ends about 01:30")
    for part in (*parts, "13:00–14:00 Lunch"):
        assert part in words
    assert 'href="mailto:desk@shop.example"' in page
    assert "Bring &lt;sleeves&gt;." in words
    assert f'href="/me/{played.event.slug}/sign-up/"' in page
    file = client.get(f"/e/{played.event.slug}/event.ics")
    assert file["Content-Type"] == "text/calendar; charset=utf-8"
    date = played.event.date
    text = file.content.decode().replace("\r\n ", "")
    assert f"DTSTART:{date:%Y%m%d}T093000Z\r\nDTEND:{date:%Y%m%d}T163000Z" in text
    assert "LOCATION:Old Hall\\, 1-2 Quay\\; Pier\\, 4\r\n" in text
    assert "DESCRIPTION:08:30 Doors\\n13:00-14:00 Lunch" in text


@given(st.text(max_size=200))
def test_no_line_of_a_calendar_is_longer_than_75_octets(text: str) -> None:
    line = f"SUMMARY:{escaped(text)}"
    pieces = folded(line).split("\r\n")
    assert all(len(piece.encode("utf-8", "surrogatepass")) <= 75 for piece in pieces)
    assert "".join([pieces[0], *(piece[1:] for piece in pieces[1:])]) == line


def test_pairings_show_both_records_of_the_rounds_before(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"])
    played.play(1)
    played.publish(1)
    played.post(2)
    words = " ".join(lines(read(client, played.url("pairings"))).values())
    records = sorted(re.findall(r"\d-\d-\d", words))
    assert records == ["0-1-0"] * 4 + ["1-0-0"] * 4


def test_pairings_of_a_digital_event_show_the_opponent_s_platform_id(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"], platform="Arena", game_format="Standard")
    for player in played.players:
        player.platform_id = f"iD{player.name}#7"
        player.save()
    played.post(1)
    page = read(client, played.url("pairings"))
    found = lines(page)
    for match in Match.objects.select_related("first", "second"):
        assert match.second is not None
        assert f"iD{match.second.name}#7" in found[match.first.number]
        assert f"iD{match.first.name}#7" in found[match.second.number]
        card = visible(read(client, played.url("players", match.first.number)))
        assert f"Arena: iD{match.second.name}#7" in card
        assert "Standard" in card


def test_standings_show_what_was_published(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"])
    played.play(1)
    assert "No standings are published yet" in visible(read(client, played.url("standings")))
    played.publish(1)
    page = read(client, played.url("standings"))
    assert "Standings after round 1" in visible(page)
    found = list(lines(page).values())
    assert [line.split()[2] for line in found] == ["3", "3", "0", "0"]
    assert found[0].split()[3:] == ["1-0-0", "33.00", "66.67", "33.33"]
    assert all(line.split()[0].endswith("*") for line in found)
    assert "Their order was drawn by lot" in visible(page)


def test_standings_that_are_not_published_lead_to_the_posted_pairings(client: Client) -> None:
    played = Played(FIVE)
    button = f'<a class="button" href="{played.url("pairings")}">View pairings</a>'
    assert button not in read(client, played.url("standings"))
    played.post(1)
    assert button in read(client, played.url("standings"))
    assert button not in read(client, played.url("pairings"))


def test_a_single_published_round_leads_to_no_other(client: Client) -> None:
    played = Played(FIVE)
    played.play(1)
    played.publish(1)
    played.play(2)
    assert 'class="rounds"' not in read(client, played.url("standings"))
    assert 'class="rounds"' in read(client, played.url("pairings"))
    played.publish(2)
    assert 'class="rounds"' in read(client, played.url("standings"))


def test_a_second_publication_is_called_a_revision(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"])
    played.play(1)
    played.publish(1)
    assert "revision" not in visible(read(client, played.url("standings")))
    withdraw_standings(
        event_id=played.event.pk, actor=played.organizer, number=1, reason="a mistake"
    )
    played.publish(1)
    assert "revision 2" in visible(read(client, played.url("standings")))


def test_a_player_s_page_shows_table_opponents_and_published_results(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"])
    played.play(1)
    played.publish(1)
    played.post(2)
    match = Match.objects.select_related("first", "second").get(round__number=1, table=1)
    assert match.second is not None
    winner = visible(read(client, played.url("players", match.first.number)))
    assert "Won 2-1" in winner
    assert "pending" in winner
    assert "place after round 1" in winner
    assert "3 match points" in winner
    now = Match.objects.get(Q(first=match.first) | Q(second=match.first), round__number=2)
    assert f"Round 2, table {now.table} " in winner
    assert "Lost 1-2" in visible(read(client, played.url("players", match.second.number)))


def test_who_came_back_after_the_standings_is_not_called_dropped(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"])
    played.play(1)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer, "number": 1}
    drop(**who)
    played.publish(1)
    assert "dropped" in visible(read(client, played.url("players", 1)))
    reinstate(**who)
    played.post(2)
    page = visible(read(client, played.url("players", 1)))
    assert "Round 2, table" in page
    assert "dropped" not in page


def test_a_time_extension_is_on_the_clock_of_that_table_only(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla", "Dan"])
    played.post(1)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer, "number": 1}
    start_clock(**who)
    here, there = Match.objects.filter(round__number=1).select_related("second").order_by("table")
    assert here.second is not None
    mine = played.url("players", here.second.number)
    assert 'data-minutes="50"' in read(client, mine)
    extend_time(**who, table=1, minutes=7)
    page = read(client, mine)
    assert 'data-minutes="57"' in page
    assert "This table has a time extension of 7 minutes" in visible(page)
    other = read(client, played.url("players", there.first.number))
    assert 'data-minutes="50"' in other
    assert "has a time extension" not in visible(other)
    assert 'data-minutes="50"' in read(client, played.url("pairings"))


def test_byes_and_assigned_losses_are_named_on_the_player_s_page(client: Client) -> None:
    played = Played(["Anna", "Bob", "Carla"])
    played.play(1)
    holder = Match.objects.get(kind=Match.Kind.BYE)
    assert "Bye" in visible(read(client, played.url("players", holder.first.number)))
    round = holder.round
    for row in round.posted_rows or []:
        row["kind"] = "unpaired" if row["kind"] == "bye" else row["kind"]
    round.save()
    words = visible(read(client, played.url("players", holder.first.number)))
    assert "Assigned loss" in words


def test_the_rules_page_says_points_order_and_floor(client: Client) -> None:
    played = Played(FIVE)
    words = visible(read(client, played.url("rules")))
    assert "win 3, draw 1, loss 0" in words
    assert "counts as at least 0.33," in words
    order = [words.index(code) for code in ("(OMW%)", "(GW%)", "(OGW%)")]
    assert order == sorted(order)
    profile = played.event.profile | {"floor": "1/3", "use_games": False}
    type(played.event).objects.update(profile=profile)
    words = visible(read(client, played.url("rules")))
    assert "counts as at least 1/3," in words
    assert "GW%" not in words.replace("(OMW%)", "")


def test_times_are_those_of_the_venue(client: Client) -> None:
    played = Played(FIVE, time_zone="Asia/Tokyo")
    round = played.post(1)
    assert round.posted_at is not None
    hour = (round.posted_at.hour + 9) % 24
    page = read(client, played.url("pairings"))
    assert f" {hour:02}:{round.posted_at.minute:02}</time>" in page
    assert "+09:00" in page


@pytest.mark.parametrize(("players", "most"), [(100, 20), (1200, 100)])
def test_pages_are_light(client: Client, players: int, most: int) -> None:
    played = Played(long_names(players), platform="Arena")
    Enrollment.objects.bulk_update(
        [
            Enrollment(pk=one.pk, platform_id=f"Zq{one.number * 7919 % 99991}#{one.number}")
            for one in played.players
        ],
        ["platform_id"],
    )

    def check_light(page: str) -> None:
        answer = client.get(played.url(page), headers={"accept-encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip", page
        assert gzip.decompress(answer.content).decode().count("Xylo") >= players, page
        assert len(answer.content) < most * KILOBYTE, page

    round = played.post(1)
    check_light("pairings")
    check_light("projector")
    factories.report_round(round, Result(2, 1))
    played.finish_round(1)
    played.publish(1)
    check_light("standings")


def test_the_number_of_queries_does_not_grow_with_the_field(client: Client) -> None:
    sizes = []
    for size in (4, 40):
        sizes.append(Played([f"Player {number}" for number in range(size)]))
        sizes[-1].play(1)
        sizes[-1].publish(1)
        sizes[-1].post(2)
    for address in ((), ("pairings",), ("standings",), ("players", 1), ("rules",)):
        counts = []
        for played in sizes:
            with CaptureQueriesContext(connection) as queries:
                read(client, played.url(*address))
            counts.append(len(queries))
        assert counts[0] == counts[1], address
        assert counts[0] <= 14, address
