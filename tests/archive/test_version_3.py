"""Reports and games in archives: the additions of version 3, its refusals and their places."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from archive.dumping import values_of
from archive.errors import ArchiveError
from archive.loading import read_archive
from archive.versions import least_version
from domain.results import Ending, Game, Side, Winner
from tests.archives import as_bytes, small

Bend = Callable[[dict[str, Any]], object]
AT = "2026-03-14T10:{:02}:00+00:00"


def told() -> dict[str, Any]:
    """The small event: in its first match player 2 reported otherwise and dropped by the slip."""
    archive = small()
    archive["version"] = 3
    archive["rounds"][0]["matches"][0]["reports"] = [
        {"source": "second", "player": 2, "at": AT.format(1), "games": [0, 2, 0]},
        {"by": "desk", "at": AT.format(2), "games": [2, 0, 0], "undone_at": AT.format(3),
         "undone_by": "judge"},
        {"by": "desk", "at": AT.format(4), "games": [1, 2, 0], "drops": ["second"]},
        {
            "source": "correction", "by": "judge", "at": AT.format(5), "stands": True,
            "replaces": 2, "reason": "The slip was read upside down",
            "told": [
                {"winner": "first", "number": 1, "play_first": "second"},
                {"winner": "second", "number": 2, "ending": "conceded"},
                {"winner": "first", "ending": "game-loss", "number": 3, "play_first": "second"},
            ],
        },
    ]  # fmt: skip
    archive["stages"][0]["advance"] = [1, 5]
    archive["rounds"][1]["matches"][2]["players"] = [3]
    archive["rounds"][2]["matches"][0]["players"] = [5, 1]
    archive["drops"] = [{"player": 2, "after_round": 1, "with_report": True}]
    return archive


def _reports(archive: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = archive["rounds"][0]["matches"][0]["reports"]
    return found


def test_what_was_told_is_read() -> None:
    match = read_archive(as_bytes(told())).rounds[0].matches[0]
    first, undone, replaced, official = match.reports
    assert match.result is not None
    assert match.result_of_report(official) == match.result.__class__(
        2, 1, 0, reported_games=(
            Game(Winner.FIRST, number=1, play_first=Side.SECOND),
            Game(Winner.SECOND, Ending.CONCEDED, 2),
            Game(Winner.FIRST, Ending.GAME_LOSS, 3, Side.SECOND),
        ),
    )  # fmt: skip
    assert [one.stands for one in match.reports] == [False, False, False, True]
    said = match.result_of_report(first)
    assert said is not None
    assert said.winner is Winner.SECOND
    assert undone.undone_by == "judge"
    assert replaced.drops == (Side.SECOND,)
    assert official.replaces == 2


def test_what_was_told_is_written_again() -> None:
    archive = told()
    assert values_of(read_archive(as_bytes(archive))) == archive


def test_who_wrote_the_file_stands_in_it_and_may_be_absent() -> None:
    archive = {**told(), "written_by": "Matchslip 0.2.0"}
    read = read_archive(as_bytes(archive))
    assert read.written_by == "Matchslip 0.2.0"
    assert values_of(read) == archive
    assert read_archive(as_bytes(told())).written_by == ""


def test_who_wrote_the_file_makes_no_newer_version_of_it() -> None:
    read = read_archive(as_bytes(small()))
    assert values_of(structs.replace(read, written_by="Matchslip 0.2.0")) == small()


@pytest.mark.parametrize(
    ("archive", "written_by", "path", "words"),
    [
        (small(), "Matchslip 0.2.0", "", "“written_by” is not a valid key"),
        (told(), "M" * 61, "written_by", "the maximum is 60"),
        (told(), 2, "written_by", "text"),
    ],
)
def test_what_is_refused_of_who_wrote_it(
    archive: dict[str, Any], written_by: object, path: str, words: str
) -> None:
    with pytest.raises(ArchiveError) as caught:
        read_archive(as_bytes({**archive, "written_by": written_by}))
    assert caught.value.path == path
    assert words in str(caught.value)


def test_an_archive_without_reports_is_complete() -> None:
    archive = told()
    for one in _reports(archive):
        one.clear()
    del archive["rounds"][0]["matches"][0]["reports"]
    del archive["drops"][0]["with_report"]
    read = read_archive(as_bytes(archive))
    assert read.rounds[0].matches[0].result is not None
    assert values_of(read)["version"] == 1


CASES: dict[str, tuple[Bend, str, str]] = {
    "in version 2": (
        lambda a: a.update(version=2), "rounds[0].matches[0] (round 1, table 1)", "“reports”",
    ),
    "an unknown source": (
        lambda a: _reports(a)[0].update(source="rumour"), "reports[0].source", "“slip”",
    ),
    "nothing stands": (lambda a: _reports(a)[3].pop("stands"), "reports", "Found: 0."),
    "two stand": (lambda a: _reports(a)[2].update(stands=True), "reports", "Found: 2."),
    "something stands without a result": (
        lambda a: (a["rounds"].__delitem__(slice(1, 3)), a.update(drops=[]),
                   a["rounds"][0]["matches"][0].pop("games")),
        "reports",
        "Found: 1.",
    ),
    "what stands was replaced": (
        lambda a: (_reports(a)[3].pop("stands"),
                   _reports(a)[3].update(games=[2, 1, 0]),
                   _reports(a)[2].update(stands=True, games=[2, 1, 0])),
        "reports[2].stands",
        "cannot be official",
    ),
    "what stands was taken back": (
        lambda a: _reports(a)[3].update(undone_at=AT.format(9)), "reports[3].stands",
        "cannot be official",
    ),
    "replaces a later one": (
        lambda a: _reports(a)[3].update(replaces=3), "reports[3].replaces", "earlier",
    ),
    "replaced twice": (
        lambda a: _reports(a)[2].update(replaces=0) or _reports(a)[3].update(replaces=0),
        "reports[3].replaces",
        "already",
    ),
    "no result": (lambda a: _reports(a)[0].pop("games"), "reports[0]", "“games” is missing"),
    "an impossible result": (
        lambda a: _reports(a)[0].update(games=[2, 2, 0]), "reports[0].games", "2-2-0",
    ),
    "another result than the match": (
        lambda a: _reports(a)[3].update(games=[2, 0, 0], told=[]), "reports[3].games", "result",
    ),
    "games that make another result": (
        lambda a: _reports(a)[3]["told"].pop(), "reports[3].told", "2-1",
    ),
    "two second games": (
        lambda a: _reports(a)[3]["told"][2].update(number=2), "reports[3].told", "same number",
    ),
    "a stranger reports": (
        lambda a: _reports(a)[0].update(player=4), "reports[0].player", "Player 4",
    ),
    "the third side drops": (
        lambda a: _reports(a)[2].update(drops=["third"]), "reports[2].drops[0]", "“second”",
    ),
    "a game that nobody finished so": (
        lambda a: _reports(a)[3]["told"][0].update(ending="lost"), "reports[3].told[0].ending",
        "“conceded”",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refuses_with_the_place(name: str) -> None:
    bend, place, words = CASES[name]
    archive = told()
    bend(archive)
    if not place.startswith("rounds"):
        place = f"rounds[0].matches[0].{place} (round 1, table 1)"
    with pytest.raises(ArchiveError) as refused:
        read_archive(as_bytes(archive))
    assert (refused.value.place(), words in str(refused.value)) == (place, True), refused.value


@pytest.mark.parametrize(
    "bend",
    [
        lambda a: _reports(a)[2].pop("drops"),
        lambda a: _reports(a)[3].update(stays=["second"]),
        lambda a: a["drops"][0].update(player=5, after_round=0),
        lambda a: a["drops"][0].update(disqualified=True),
    ],
)
def test_a_drop_with_a_report_needs_one_that_says_so(bend: Bend) -> None:
    archive = told()
    bend(archive)
    if archive["drops"][0]["player"] == 5:
        archive["rounds"] = []
        archive["stages"][0].pop("advance")
    with pytest.raises(ArchiveError) as refused:
        read_archive(as_bytes(archive))
    assert refused.value.place() == "drops[0].with_report"


def test_nobody_reports_a_bye() -> None:
    archive = told()
    bye = archive["rounds"][0]["matches"][2]
    bye["reports"] = copy.deepcopy(_reports(archive))
    with pytest.raises(ArchiveError, match="without an opponent"):
        read_archive(as_bytes(archive))


@pytest.mark.parametrize(
    ("rules", "version"),
    [({}, 1), ({"bye_counts": False}, 3), ({"tiebreakers": ["omw", "match-loss"]}, 3)],
    ids=str,
)
def test_rules_of_other_games_make_an_archive_of_version_3(
    rules: dict[str, Any], version: int
) -> None:
    archive = small()
    archive["event"]["profile"] = {"name": "ours", **rules}
    assert least_version(archive) == version
