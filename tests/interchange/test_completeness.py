"""A file holds all that it announces, and nothing of it is dropped because it is not there yet."""

import json

import pytest

from interchange.json_access import date_in
from tests.interchange.reading import matches, notes, only
from tests.interchange.test_formats import trf_line

COMING_BYE = "\n".join(
    [
        "012 Open",
        "042 26/11/03",
        "062 4",
        "142 5",
        trf_line(1, "Lovelace, Ada", "1.0", 1, ["   2 w 1", "0000 - H"]),
        trf_line(2, "Ito, Bob", "0.0", 3, ["   1 b 0"]),
        trf_line(3, "Falk, Ed", "1.0", 2, ["   4 w 1"]),
        trf_line(4, "Moe, Flo", "0.0", 4, ["   3 b 0"]),
    ]
)


def match(table: int) -> dict[str, object]:
    return {
        "RoundNumber": 1,
        "TableNumber": table,
        "Player1": f"Ada {table}",
        "Player2": f"Bob {table}",
        "ResultString": f"Ada {table} won 2-0-0",
        "DateCreated": "2026-10-04T12:00:00Z",
    }


def test_a_bye_for_a_coming_round_drops_nobody() -> None:
    event = only(COMING_BYE, "trf")
    assert len(event.archive.rounds) == 1
    assert event.archive.drops == ()
    assert notes(event) == [
        "round 2: The round is not paired yet. Its byes are not imported; award them here."
    ]
    assert event.archive.event.date.isoformat() == "2026-11-03"


def test_a_report_of_fewer_players_than_it_announces_is_doubted() -> None:
    event = only(COMING_BYE.replace("062 4", "062 9"), "trf")
    assert [doubt.text(str) for doubt in event.event.doubts] == [
        "players: The file should have 9, but has 4. Download the complete file."
    ]


@pytest.mark.parametrize(
    ("head", "doubt"),
    [
        (
            {"RecordsTotal": 9},
            "rows: The file should have 9, but has 2. Download the complete file.",
        ),
        ({"HasMore": True}, "rows: The file says that there are more pages."),
        ({"RecordsTotal": 2, "HasMore": False}, ""),
    ],
)
def test_one_page_of_several_is_doubted(head: dict[str, object], doubt: str) -> None:
    event = only(json.dumps(head | {"Content": [match(1), match(2)]}), "melee")
    assert len(matches(event)) == 2
    assert event.archive.event.date.isoformat() == "2026-10-04"
    doubts = " ".join(item.text(str) for item in event.event.doubts)
    assert doubts.startswith(doubt)
    assert bool(doubts) is bool(doubt)


@pytest.mark.parametrize(
    "text",
    [
        "2026/11/03",
        "2026-11-03T10:00",
        "03.11.2026",
        "20261103",
        "3 November 2026",
        "Nov 3, 2026",
        "November 3rd 2026",
    ],
)
def test_a_date_is_read_however_it_is_written(text: str) -> None:
    date = date_in(text)
    assert date is not None
    assert date.isoformat() == "2026-11-03"


def test_a_day_above_twelve_is_no_month() -> None:
    date = date_in("23/11/2026")
    assert date is not None
    assert date.isoformat() == "2026-11-23"
