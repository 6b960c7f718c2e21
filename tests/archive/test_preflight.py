"""Archives hold the answers to the pre-flight check, and the subject of each answer."""

from collections.abc import Callable
from typing import Any

import pytest

from archive.dumping import values_of
from archive.errors import ArchiveError
from archive.loading import archive_of, read_archive
from archive.preflight import ABOUT
from domain.kinds import PreflightCode
from tests.archives import as_bytes, small

Bend = Callable[[list[dict[str, Any]]], object]
AT = "2026-03-14T10:00:00+00:00"


def answered() -> dict[str, Any]:
    """The small event with an answer of every shape, the first of them about round 1."""
    archive = small()
    archive["version"] = 3
    archive["calls"] = [
        {"round": 1, "player": 1, "kind": kind, "at": AT} for kind in ("judge", "wrong")
    ]
    about: list[dict[str, Any]] = [
        {"line": "drops", "people": "0123456789abcdef" * 2},
        {"line": "winner-drops", "player": 1, "by": "ann", "reason": "Seen"},
        {"line": "early-result", "match": 1, "reports": [0]},
        {"line": "present-no-show", "match": 1, "reports": [0], "player": 2},
        {"line": "loss-not-shown", "match": 1, "reports": [0], "player": 2,
         "penalty": "game-loss"},
        {"line": "called-wrong", "call": 1},
        {"line": "disqualified-plays", "match": 3},
        {"line": "correction", "round": 2, "match": 1, "match_round": 1, "reports": [0]},
    ]  # fmt: skip
    archive["gate_answers"] = [{"round": 1, "at": AT} | answer for answer in about]
    return archive


def test_answers_are_read_and_written_again() -> None:
    assert values_of(read_archive(as_bytes(answered()))) == answered()
    assert archive_of(answered(), lenient=True) == read_archive(as_bytes(answered()))


def test_every_line_says_what_it_is_about() -> None:
    assert set(ABOUT) == set(PreflightCode)


def test_older_versions_know_nothing_of_it() -> None:
    archive = small() | {"version": 2, "gate_answers": answered()["gate_answers"][:1]}
    with pytest.raises(ArchiveError, match="“gate_answers” is not a valid key here"):
        read_archive(as_bytes(archive))


CASES: dict[str, tuple[Bend, str, str]] = {
    "an unknown line": (lambda a: a[0].update(line="rain"), "gate_answers[0].line", "“drops”"),
    "a round that is not there": (
        lambda a: a[1].update(round=4), "gate_answers[1].round", "between 1 and 3",
    ),
    "nobody's": (
        lambda a: a[1].update(player=9), "gate_answers[1].player", "Player 9 is not in “players”",
    ),
    "about nothing": (lambda a: a[0].pop("people"), "gate_answers[0]", "“people” is missing"),
    "about a match without its report": (
        lambda a: a[2].pop("reports"), "gate_answers[2]", "“reports” is missing",
    ),
    "about more than it asks": (
        lambda a: a[0].update(player=1), "gate_answers[0]", "“player” is not a valid key here",
    ),
    "no hash": (lambda a: a[0].update(people="x"), "gate_answers[0].people", ""),
    "a match of nobody": (
        lambda a: a[2].update(match=2), "gate_answers[2].match", "no opponent in round 1",
    ),
    "a bye": (
        lambda a: a[6].update(match=5), "gate_answers[6].match", "no opponent in round 1",
    ),
    "a report that is not there": (
        lambda a: a[2].update(reports=[1]), "gate_answers[2].reports[0]", "between 0 and 0",
    ),
    "a report twice": (
        lambda a: a[2].update(reports=[0, 0]), "gate_answers[2].reports[1]", "between 0 and 0",
    ),
    "a call for a judge": (
        lambda a: a[5].update(call=0), "gate_answers[5].call", "No player disputed",
    ),
    "a call that is not there": (
        lambda a: a[5].update(call=2), "gate_answers[5].call", "No player disputed",
    ),
    "twice": (lambda a: a.append(dict(a[2])), "gate_answers[8]", "early-result appears twice"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refuses_with_the_place(name: str) -> None:
    bend, place, words = CASES[name]
    archive = answered()
    bend(archive["gate_answers"])
    with pytest.raises(ArchiveError) as refused:
        read_archive(as_bytes(archive))
    assert refused.value.place() == place
    assert words in str(refused.value)
