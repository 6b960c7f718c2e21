"""Which kinds each place of the code has decided about, as the lists next to say it."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from domain.kinds import MatchKind, StageKind

LISTS: Mapping[type[Enum], str] = {MatchKind: "matches.txt", StageKind: "stages.txt"}
# Each predicate in the code: the kinds for which it is true, and the others.
Answers = Mapping[str, tuple[str, str]]
MATCHES: Answers = {
    "is_played": ("played", "table bye unpaired"),
    "is_table": ("table", "played bye unpaired"),
    "is_contested": ("played table", "bye unpaired"),
    "is_bye": ("bye", "played table unpaired"),
}
_BRACKETS = "single-elimination double-elimination"
STAGES: Answers = {
    "is_swiss": ("swiss", f"round-robin {_BRACKETS} tables tables-cut"),
    "is_round_robin": ("round-robin", f"swiss {_BRACKETS} tables tables-cut"),
    "is_tables": ("tables tables-cut", f"swiss round-robin {_BRACKETS}"),
    "is_tables_cut": ("tables-cut", f"swiss round-robin {_BRACKETS} tables"),
    "is_elimination": (f"{_BRACKETS} tables-cut", "swiss round-robin tables"),
    "has_set_rounds": ("swiss tables", f"round-robin {_BRACKETS} tables-cut"),
}


def decided(kinds: type[Enum]) -> dict[str, frozenset[str]]:
    """Return the kinds that each listed place has decided about, by "path function"."""
    lines = (Path(__file__).parent / LISTS[kinds]).read_text("utf-8").splitlines()
    rows = [line.split(": ") for line in lines]
    return {place: frozenset(named.split()) for place, named in rows}
