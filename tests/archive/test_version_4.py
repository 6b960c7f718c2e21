"""Keys of version 4: phones, the clock before a round, games by phone, players left out."""

from collections.abc import Callable
from typing import Any

import pytest

from archive.dumping import values_of
from archive.errors import ArchiveError
from archive.loading import read_archive
from tests.archives import as_bytes, small

AT, LATER = "2026-03-14T10:00:00+00:00", "2026-03-14T10:30:00+00:00"
Bend = Callable[[dict[str, Any]], object]


def newest() -> dict[str, Any]:
    """The small event with every key of version 4, while its last round is played."""
    archive = small() | {"version": 4}
    archive["event"] |= {
        "show_forecast": True,
        "phones": {"show_recorded": False, "phone_reports": "count", "check_in_from": AT},
        "preparation": {"kind": "draft", "minutes": 45, "started_at": AT, "paused_at": LATER},
        "taken_back": 3,
        "last_number": 9,
    }
    archive["players"].append({"id": 6, "name": "Player 6"})
    archive["drops"].append({"player": 6, "after_round": 0, "left_out": "absent"})
    archive["rounds"][1]["seated_before"] = "1-20"
    game = {"player": 1, "number": 1, "winner": "second", "at": AT}
    archive["rounds"][2]["matches"][0] |= {"game_reports": [game, game | {"undone_at": LATER}]}
    archive["sign_up"] = {"open": True, "held_since": AT, "released_at": LATER}
    return archive


def test_version_4_is_read_and_written_again() -> None:
    assert values_of(read_archive(as_bytes(newest()))) == newest()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_older_versions_know_none_of_its_keys(version: int) -> None:
    with pytest.raises(ArchiveError):
        read_archive(as_bytes(newest() | {"version": version}))


def _left_out(archive: dict[str, Any], **changed: object) -> None:
    archive["drops"][1] |= changed


def _games(archive: dict[str, Any], **changed: object) -> None:
    archive["rounds"][2]["matches"][0]["game_reports"][1] |= changed


@pytest.mark.parametrize(
    ("bend", "words"),
    [
        (lambda archive: _left_out(archive, after_round=1), "drops[1].left_out: Only a player"),
        (lambda archive: _left_out(archive, disqualified=True), "drops[1].left_out: Only a player"),
        (
            lambda archive: archive["event"]["preparation"].pop("started_at"),
            "event.preparation.paused_at: The clock was not running at that time.",
        ),
        (lambda archive: _games(archive, player=3), "Player 3 is not in this match."),
        (
            lambda archive: archive["rounds"][2]["matches"][0]["game_reports"][1].pop("undone_at"),
            "game_reports[1].number (round 3, table 1): 1 appears twice.",
        ),
    ],
)
def test_what_does_not_fit_is_refused(bend: Bend, words: str) -> None:
    archive = newest()
    bend(archive)
    with pytest.raises(ArchiveError) as refused:
        read_archive(as_bytes(archive))
    assert words in str(refused.value)
