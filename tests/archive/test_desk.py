"""Archives hold the desk's data: areas, announcements, certifications, sign-ups, the clock."""

from collections.abc import Callable
from typing import Any

import pytest

from archive.dumping import values_of
from archive.errors import ArchiveError
from archive.loading import archive_of, read_archive
from tests.archives import as_bytes, small

Bend = Callable[[dict[str, Any]], object]
AT = "2026-03-14T10:{:02}:00+00:00"


def kept() -> dict[str, Any]:
    """The small event with everything that a desk keeps of one."""
    archive = small()
    archive["version"] = 3
    archive["event"]["public_names"] = "alias"
    archive["players"][0] |= {"alias": "Ace", "came_from": "sign-up", "paid": True}
    archive["players"][1] |= {"checked_in": True, "checked_in_at": AT.format(1)}
    archive["drops"][0]["silently"] = True
    archive["rounds"][2] |= {
        "started_at": AT.format(0), "paused_at": AT.format(9), "added_seconds": -60,
    }  # fmt: skip
    archive["announcements"] = [
        {"at": AT.format(1), "until": AT.format(9), "en": "Lunch", "ja": "昼休み", "by": "ann"},
        {"at": AT.format(2), "until": AT.format(9), "ja": "終了", "ended_at": AT.format(3)},
    ]
    archive["areas"] = [{"judge": "ann", "first_table": 1, "last_table": 2, "name": "Stage"}]
    archive["certifications"] = [
        {"round": 1, "at": AT.format(4), "agreed": 1, "total": 2, "by": "ann", "reason": "Seen",
         "withdrawn_at": AT.format(5), "withdrawn_by": "ben", "withdrawn_table": 2},
        {"round": 1, "at": AT.format(6), "agreed": 2, "total": 2},
    ]  # fmt: skip
    archive["sign_up"] = {
        "open": True, "deadline": AT.format(0), "capacity": 5, "approval": True,
        "begins": "09:30:00", "fee": "10 EUR", "ask_email": "required", "ask_decklist": "optional",
    }  # fmt: skip
    archive["sign_ups"] = [
        {"name": "Player 1", "at": AT.format(0), "state": "enrolled", "player": 1,
         "email": "a@mail.invalid", "deck": "4 Bolt\n", "approved": True, "because": "Invited",
         "language": "ja", "mailed": "enrolled"},
        {"name": "Late", "at": AT.format(1), "state": "waiting"},
        {"name": "P. One", "at": AT.format(1), "state": "enrolled", "merged_into": 1},
        {"name": "Nobody", "at": AT.format(2), "state": "refused", "reason": "Full"},
    ]  # fmt: skip
    return archive


def test_what_a_desk_keeps_is_read_and_written_again() -> None:
    assert values_of(read_archive(as_bytes(kept()))) == kept()


def test_who_only_computes_with_it_reads_it_the_same() -> None:
    assert archive_of(kept(), lenient=True) == read_archive(as_bytes(kept()))


@pytest.mark.parametrize("key", ["announcements", "areas", "certifications", "sign_up", "sign_ups"])
def test_older_versions_know_nothing_of_it(key: str) -> None:
    archive = small() | {"version": 2, key: kept()[key]}
    with pytest.raises(ArchiveError, match=f"“{key}” is not a valid key here"):
        read_archive(as_bytes(archive))


CASES: dict[str, tuple[Bend, str, str]] = {
    "an area the wrong way round": (
        lambda a: a["areas"][0].update(first_table=3), "areas[0].last_table", "lower number first",
    ),
    "an area of nobody": (lambda a: a["areas"][0].update(judge=" "), "areas[0].judge", "empty"),
    "said to be here and not checked in": (
        lambda a: a["players"][1].pop("checked_in"), "players[1]", "“checked_in” is missing",
    ),
    "an announcement of nothing": (
        lambda a: a["announcements"][1].pop("ja"), "announcements[1]", "“en” is missing",
    ),
    "a round that is not there": (
        lambda a: a["certifications"][1].update(round=4), "certifications[1].round",
        "between 1 and 3",
    ),
    "certified twice": (
        lambda a: a["certifications"][0].pop("withdrawn_at"), "certifications[1]", "already",
    ),
    "certified before it is complete": (
        lambda a: (a["rounds"][2].update(state="posted"), a["certifications"][1].update(round=3)),
        "certifications[1]", "Round 3 is not complete",
    ),
    "signed up as nobody": (
        lambda a: a["sign_ups"][0].update(player=9), "sign_ups[0].player", "Player 9 is not in",
    ),
    "merged with nobody": (
        lambda a: a["sign_ups"][2].update(merged_into=9), "sign_ups[2].merged_into",
        "Player 9 is not in",
    ),
    "merged and a player": (
        lambda a: a["sign_ups"][2].update(player=2), "sign_ups[2].merged_into",
        "cannot be a player itself",
    ),
    "merged and still waiting": (
        lambda a: a["sign_ups"][2].update(state="waiting"), "sign_ups[2].merged_into",
        "cannot be a player itself",
    ),
    "two became the same": (
        lambda a: a["sign_ups"][1].update(player=1), "sign_ups[1]", "Player 1 appears twice",
    ),
    "a team among single players": (
        lambda a: a["sign_ups"][1].update(members=["A", ""]), "sign_ups[1].members",
        "number of items: 0.",
    ),
    "no time of day": (
        lambda a: a["sign_up"].update(begins="noon"), "sign_up.begins", "18:30:00",
    ),
    "an unknown state": (
        lambda a: a["sign_ups"][1].update(state="lost"), "sign_ups[1].state", "“waiting”",
    ),
    "a clock that stands and never ran": (
        lambda a: a["rounds"][2].pop("started_at"), "rounds[2].paused_at (round 3)",
        "clock of round 3",
    ),
    "a clock that stood before it ran": (
        lambda a: a["rounds"][2].update(paused_at="2026-03-14T09:00:00+00:00"),
        "rounds[2].paused_at (round 3)", "clock of round 3",
    ),
    "more than a year more": (
        lambda a: a["rounds"][2].update(added_seconds=10**8),
        "rounds[2].added_seconds (round 3)", "31622400",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refuses_with_the_place(name: str) -> None:
    bend, place, words = CASES[name]
    archive = kept()
    bend(archive)
    with pytest.raises(ArchiveError) as refused:
        read_archive(as_bytes(archive))
    assert (refused.value.place(), words in str(refused.value)) == (place, True), refused.value
