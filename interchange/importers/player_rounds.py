"""Lists of players with their rounds, as Pokédata and others have them (JSON)."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from archive.errors import _
from interchange.importing import Importer
from interchange.json_access import inner, text, whole
from interchange.tables.column_words import RESULT_WORDS, compact
from interchange.tables.headings import meaning_of
from interchange.tables.plausibility import is_nobody
from interchange.values import FoundEvent, Printed, Source, Subject
from interchange.wall_charts.chart_cells import Mark
from interchange.wall_charts.meetings import History, Meeting, add_meetings

LEAST_PLAYERS = 2
WIN = 3
# "Ada Quill [DE]"
_COUNTRY = re.compile(r"\s*\[[A-Z]{2,3}\]$")
_OPPONENT = ("opponent", "opponent_name", "opponentName", "name", "player", "vs", "against")
_MARKS = {
    **dict.fromkeys(RESULT_WORDS["first"], Mark.WON),
    **dict.fromkeys(RESULT_WORDS["second"], Mark.LOST),
    **dict.fromkeys(RESULT_WORDS["draw"], Mark.DREW),
    **dict.fromkeys(RESULT_WORDS["bye"], Mark.BYE),
}
# A round before a player arrived, or without an opponent.
_LATE = {"late", "noshow", "absent", "unpaired", "none"}


def _people(value: Any) -> list[dict[str, Any]]:
    """Return the list of named players of a file, some with rounds against named opponents."""
    lists = [value] if isinstance(value, list) else [*value.values()]
    for part in lists:
        rows = [row for row in part if isinstance(row, dict)] if isinstance(part, list) else []
        if len(rows) >= LEAST_PLAYERS and any(map(_rounds, rows)) and all(map(_name, rows)):
            return rows
    return []


def _name(row: dict[str, Any]) -> str:
    key = next((key for key in row if meaning_of(str(key)) == "first"), "")
    return text(row, key)


def _rounds(row: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Return the rounds of a player by number; empty if they name no opponents."""
    held = next((value for key, value in row.items() if _are_rounds(key)), None)
    listed = dict(enumerate(held, start=1)) if isinstance(held, list) else held
    if not isinstance(listed, dict):
        return {}
    rounds = {
        whole(round, "round", "number") or int(number): round
        for number, round in listed.items()
        if isinstance(round, dict) and str(number).isdecimal()
    }
    named = [round for round in rounds.values() if _opponent(round) and "result" in round]
    return rounds if named else {}


def _are_rounds(key: Any) -> bool:
    return meaning_of(str(key).removesuffix("s")) == "round" or str(key) in ("matches", "history")


def _opponent(round: dict[str, Any]) -> str:
    return text(round, *_OPPONENT) or text(inner(round, "opponent"), "name", "player")


def _recognizes(source: Source) -> bool:
    return isinstance(source.json, dict | list) and bool(_people(source.json))


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(profiles=("pokemon", "mtr", "one-third"), final_order=True)
    histories = []
    for at, row in enumerate(_people(source.json), start=1):
        key = _name(row)
        if key in event.persons:
            event.note(Subject.PERSON, key, _("Two players have this name. Check who plays whom."))
            continue
        person = event.person(key, _COUNTRY.sub("", key))
        dropped = whole(row, "drop", "dropped")
        person.dropped_after = dropped if dropped and dropped > 0 else None
        _standing(event, key, row)
        meetings = {number: _meeting(event, key, round) for number, round in _rounds(row).items()}
        histories.append(History(key, at, meetings))
    add_meetings(event, histories)
    return [event]


def _meeting(event: FoundEvent, key: str, round: dict[str, Any]) -> Meeting:
    opponent, shown = _opponent(round), text(round, "result")
    mark = _MARKS.get(compact(shown), Mark.NONE)
    if shown and not mark:
        words = _("“%(text)s” is not a result.")
        event.note(Subject.RESULT, event.persons[key].name, words, text=shown[:20])
    if is_nobody(opponent) or compact(opponent) in _LATE:
        came = mark in (Mark.WON, Mark.BYE)
        return Meeting("", Mark.BYE if came else Mark.ABSENT)
    return Meeting(opponent, mark, table=whole(round, "table") or None)


def _standing(event: FoundEvent, key: str, row: dict[str, Any]) -> None:
    counts = [whole(inner(row, "record"), kind) for kind in ("wins", "losses", "ties")]
    wins, losses, ties = counts
    record = None if wins is None or losses is None else (wins, losses, ties or 0)
    points = None if record is None else Fraction(WIN * record[0] + record[2])
    rank = whole(row, "placing", "place", "rank", "standing")
    event.printed.append(Printed(key, rank, points, {}, record))


IMPORTER = Importer("player-rounds", "Pokédata", _recognizes, _read)
