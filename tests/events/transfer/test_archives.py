"""The site's refusals beyond the format, in the importing person's language."""

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from django.db.models import Choices
from django.utils.translation import override

from domain import kinds, penalties, results
from domain.limits import MOST_WINS
from events.core.refusals import RefusedError
from events.models import Event, Infraction, Match, PenaltyKind, Stage
from events.transfer.archive_files import read_archive
from standings import PROFILES
from tests.archives import as_bytes, small

CASES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "floor of 3": (
        lambda a: a["event"]["rules"].update(floor="3"),
        "event.rules.floor: the floor must be at least 0 and below 1",
    ),
    "win below draw": (
        lambda a: a["event"]["rules"].update(draw=4),
        "event.rules.win: match points must satisfy 1000 >= win >= draw >= loss >= 0 and win > 0",
    ),
    "a profile with a tiebreaker of its own": (
        lambda a: a["event"].update(profile={"tiebreakers": ["luck"]}),
        "event.profile.tiebreakers: 'luck' is not a tiebreaker",
    ),
    "a profile with other points": (
        lambda a: a["event"].update(profile=PROFILES["flesh-and-blood"].to_dict()),
        "event.profile: The points or the minimum percentage differ from “rules”.",
    ),
    "three games of a double-sided match": (
        lambda a: a["event"].update(
            profile=PROFILES["netrunner"].to_dict() | {"draw": 1, "floor": "1/3"}
        ),
        "rounds[0].matches[0].games (round 1, table 1): A double-sided match has at most 2 games.",
    ),
    "no e-mail address": (
        lambda a: a["players"][0].update(email="somebody"),
        "players[0].email: “somebody” is not an email address.",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_refuses_with_the_place(name: str) -> None:
    bend, words = CASES[name]
    archive = small()
    bend(archive)
    with pytest.raises(RefusedError) as refused:
        read_archive(as_bytes(archive))
    assert str(refused.value) == words


def test_a_refusal_is_in_the_language_of_the_reader() -> None:
    archive = small()
    archive["rounds"][0]["matches"][1]["games"] = "2-0"
    with override("ja"), pytest.raises(RefusedError) as refused:
        read_archive(as_bytes(archive))
    assert str(refused.value) == (
        "rounds[0].matches[1].games (第1回戦 テーブル2): "
        "ここには リスト が必要ですが、“2-0” になっています。"
    )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (kinds.EventState, Event.State),
        (kinds.LatePolicy, Event.LatePolicy),
        (kinds.ReEntry, Event.ReEntry),
        (kinds.TeamSize, Event.TeamSize),
        (kinds.StageKind, Stage.Kind),
        (kinds.CutBy, Stage.Cut),
        (kinds.Seating, Stage.Seating),
        (kinds.Leaver, Stage.Leaver),
        (kinds.MatchKind, Match.Kind),
        (results.Side, Match.PlayFirst),
        (penalties.Infraction, Infraction),
        (penalties.PenaltyKind, PenaltyKind),
    ],
)
def test_the_closed_sets_of_the_format_are_those_of_the_tables(
    ours: type[StrEnum | IntEnum], theirs: type[Choices]
) -> None:
    assert [one.value for one in ours] == [value for value in theirs.values if value]
    assert max(Event.GamesToWin.values) == MOST_WINS
