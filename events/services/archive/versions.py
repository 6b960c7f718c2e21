"""What the two versions of the format can say: the keys that only version 2 has."""

from collections.abc import Iterable, Mapping
from typing import Any

from events.models import Stage

FORMAT = "event-archive"
FIRST, SECOND = 1, 2
VERSIONS = (FIRST, SECOND)

KINDS = {
    FIRST: (Stage.Kind.SWISS.value, Stage.Kind.SINGLE_ELIMINATION.value),
    SECOND: tuple(Stage.Kind.values),
}
# By the part of the file that they stand in.
ONLY_SECOND: Mapping[str, tuple[str, ...]] = {
    "event": ("team_size", "show_chances"),
    "players": ("members",),
    "stages": (
        "extra_round",
        "last_by_standings",
        "pods",
        "pods_posted_at",
        "wishes",
        "cut",
        "seating",
        "third_place",
        "leaver",
        "games_to_win",
        "round_minutes",
        "seed",
        "bracket",
        "bracket_seats",
    ),
    "rounds": ("order", "again", "before"),
    "matches": ("slot", "play_first", "seats"),
}


def only_in(part: str, version: int) -> tuple[str, ...]:
    """Return the keys of a part that this version has and version 1 has not."""
    return ONLY_SECOND[part] if version >= SECOND else ()


def least_version(archive: Mapping[str, Any]) -> int:
    """Return the lowest version that can say what an archive (JSON values) holds."""
    stages = archive["stages"]
    matches = (match for one in archive["rounds"] for match in one["matches"])
    needs_second = (
        any(stage["kind"] not in KINDS[FIRST] or "rounds" not in stage for stage in stages)
        or _says_more("event", [archive["event"]])
        or _says_more("players", archive["players"])
        or _says_more("stages", stages)
        or _says_more("rounds", archive["rounds"])
        or _says_more("matches", matches)
    )
    return SECOND if needs_second else FIRST


def _says_more(part: str, items: Iterable[Mapping[str, Any]]) -> bool:
    keys = frozenset(ONLY_SECOND[part])
    return any(not keys.isdisjoint(item) for item in items)
