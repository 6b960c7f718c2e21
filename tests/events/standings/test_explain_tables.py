"""The arithmetic behind the figures of an event at tables of three to five."""

import re
from typing import get_args

import pytest
from django.test import Client

from events.models import Event, Stage
from events.standings.shown_parts import Arithmetic
from standings.explained import Part
from standings.tables.table_profiles import TABLE_PROFILES
from tests.events.tables_of_four.playing import play_tables, table_event
from tests.markup import without_tags

pytestmark = pytest.mark.django_db


def _parts(event: Event, player: int, number: int) -> dict[str, str]:
    address = f"/e/{event.slug}/standings/{number}/players/{player}/"
    page = Client().get(address).content.decode()
    found = re.findall(r'data-part="([^"]+)">(.*?)</section>', page, re.DOTALL)
    return {code: " ".join(without_tags(text).split()) for code, text in found}


def _night(profile: str, players: int = 7, sizes: str = "threes") -> Event:
    event, owner = table_event(players, rounds=2, profile=profile)
    Stage.objects.filter(event=event).update(table_sizes=sizes)
    play_tables(event, owner, 1, {1: "3", 2: "d"})
    play_tables(event, owner, 2, {1: "2", 2: "1"})
    return event


def test_the_players_own_points_are_a_share_of_the_possible_ones() -> None:
    event = _night("five-one")
    rows = event.rounds.get(number=2).snapshots.get().rows
    for row in rows:
        part = _parts(event, row["number"], 2)["mw"]
        points = row["points"]
        word = "point" if points == 1 else "points"
        assert f"{points} {word} / (5 × 2 rounds) =" in part
        assert "Points so far" not in part
        assert ("raised to 20.00" in part) == (points < 2)


def test_a_bye_is_a_line_of_three_opponents_at_the_minimum() -> None:
    event, owner = table_event(9, rounds=1)
    Stage.objects.filter(event=event).update(table_sizes="byes")
    play_tables(event, owner, 1)
    [bye] = event.rounds.get(number=1).matches.filter(kind="bye")
    part = _parts(event, bye.first.number, 1)["omw"]
    assert "1 Bye 3 opponents at the minimum of 20.00 % 3 × 20.00 % 3 × 1/5" in part
    assert "Total 60.00 % 3/5 60.00 % / 3 opponents = 20.00 % exactly 1/5" in part
    assert "No opponents yet" not in part


def test_a_table_of_three_adds_a_line_where_the_rules_say_so() -> None:
    event = _night("addendum")
    short = event.rounds.get(number=1).matches.of_tables().get(table=1)
    assert len(short.players) == 3
    part = _parts(event, short.first.number, 2)["omw"]
    assert "1 Table of three 1 opponent at the minimum of 14.29 % 14.29 % 1/7" in part


def test_tables_and_beaten_opponents_are_counted_round_by_round() -> None:
    event = _night("bye-four")
    seats = event.rounds.get(number=1).matches.of_tables().get(table=1).players
    parts = _parts(event, seats[2].number, 2)
    assert parts["tables"].endswith("Round Counts as 1 1 2 1 Total 2")
    assert "1 2" in parts["beaten"]
    assert "A quarter" not in "".join(parts.values())


# In the column of values: a figure, or several at the minimum, before its exact fraction.
VALUE = re.compile(r"(?:(\d) × )?(\d+\.\d\d) %? ?(?:\d × )?\d+(?:/\d+)?(?= |$)")


@pytest.mark.parametrize("profile", TABLE_PROFILES)
@pytest.mark.parametrize("sizes", ["threes", "byes"])
def test_every_average_adds_up_on_the_page(profile: str, sizes: str) -> None:
    event = _night(profile, 7, sizes)
    averages = 0
    for row in event.rounds.get(number=2).snapshots.get().rows:
        text = _parts(event, row["number"], 2)["omw"]
        lines, _, total = re.sub(r"at the minimum of \S+ %", "", text).partition(" Total ")
        figures = [int(times or 1) * float(value) for times, value in VALUE.findall(lines)]
        assert sum(figures) == pytest.approx(float(total.split()[0]), abs=0.05), text
        averages += 1
    assert averages == 7


def test_each_part_has_an_arithmetic() -> None:
    assert len(Arithmetic) == len(get_args(Part))
