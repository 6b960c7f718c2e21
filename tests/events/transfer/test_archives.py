"""The site's refusals beyond the format, in the importing person's language."""

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from django.db.models import Model
from django.utils.translation import override

from domain import kinds, penalties, results
from domain.limits import MOST_WINS
from events.core.refusals import RefusedError
from events.models import Event, Match, Penalty, Stage
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
    ("ours", "model", "column"),
    [
        (kinds.EventState, Event, "state"),
        (kinds.LatePolicy, Event, "late_policy"),
        (kinds.ReEntry, Event, "re_entry"),
        (kinds.Paper, Event, "paper_size"),
        (kinds.TeamSize, Event, "team_size"),
        (kinds.StageKind, Stage, "kind"),
        (kinds.CutBy, Stage, "cut_by"),
        (kinds.Seating, Stage, "seating"),
        (kinds.Leaver, Stage, "leaver"),
        (kinds.MatchKind, Match, "kind"),
        (results.Side, Match, "play_first"),
        (penalties.Infraction, Penalty, "infraction"),
        (penalties.PenaltyKind, Penalty, "penalty"),
    ],
)
def test_the_closed_sets_of_the_format_are_those_of_the_tables(
    ours: type[StrEnum | IntEnum], model: type[Model], column: str
) -> None:
    field: Any = model._meta.get_field(column)
    assert [one.value for one in ours] == [value for value, _words in field.flatchoices if value]


def test_the_longest_match_of_the_format_is_that_of_the_tables() -> None:
    assert max(Event.GamesToWin.values) == MOST_WINS
