"""Every call of the interface: the schema and the page of documentation are made of this table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from events.api import answer_values as values

Text = str | Promise
EVENT = "/api/v1/events/{event}"


@dataclass(frozen=True, slots=True)
class Query:
    """A value behind the question mark."""

    name: str
    schema: Mapping[str, Any]
    meaning: Text


@dataclass(frozen=True, slots=True)
class Operation:
    """One call. `lines`: the type of a line of NDJSON."""

    name: str
    path: str
    summary: Text
    answer: type[Struct]
    lines: type[Struct]
    queries: Sequence[Query] = field(default=())
    method: str = "GET"


_DATE = {"type": "string", "format": "date"}
_STATE = {"type": "string", "pattern": "^(setup|running|finished)(,(setup|running|finished))*$"}
_ROUND = {"type": "integer", "minimum": 1, "maximum": 9999}
FORMAT = Query("format", {"type": "string", "enum": ["json", "ndjson"]}, _("JSON, or lines"))

READS = (
    Operation(
        "events",
        "/api/v1/events",
        _("List events, newest first"),
        values.Events,
        values.EventLine,
        (
            Query("state", _STATE, _("Setup, running or finished; several with commas")),
            Query("from", _DATE, _("First date")),
            Query("to", _DATE, _("Last date")),
            Query("q", {"type": "string", "maxLength": 80}, _("Words in the name or venue")),
            Query(
                "limit",
                {"type": "integer", "minimum": 1, "maximum": 100},
                _("Events per page, at most 100"),
            ),
            Query(
                "after",
                {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}\.\d{1,18}$"},
                _("The next page: the value of “next”"),
            ),
        ),
    ),
    Operation(
        "event",
        EVENT,
        _("Read an event: its facts, rules and stages"),
        values.EventValue,
        values.EventValue,
    ),
    Operation(
        "rounds",
        f"{EVENT}/rounds",
        _("List the posted rounds with their matches"),
        values.Rounds,
        values.RoundValue,
    ),
    Operation(
        "round",
        f"{EVENT}/rounds/{{number}}",
        _("Read one posted round"),
        values.OneRound,
        values.MatchValue,
    ),
    Operation(
        "standings",
        f"{EVENT}/standings",
        _("Read published standings with exact tiebreakers"),
        values.Standings,
        values.StandingsRow,
        (
            Query("round", _ROUND, _("Standings after this round")),
            Query("revision", _ROUND, _("An older revision of the standings")),
        ),
    ),
    Operation(
        "bracket",
        f"{EVENT}/bracket",
        _("Read the newest bracket"),
        values.Bracket,
        values.BracketMatch,
    ),
    Operation("pods", f"{EVENT}/pods", _("Read the seats of a draft"), values.Pods, values.Seat),
    Operation(
        "decklists",
        f"{EVENT}/decklists",
        _("Read open decklists"),
        values.Decklists,
        values.Decklist,
    ),
    Operation(
        "announcements",
        f"{EVENT}/announcements",
        _("Read current announcements"),
        values.Announcements,
        values.Announcement,
    ),
    Operation("clock", f"{EVENT}/clock", _("Read the clock"), values.Clock, values.Clock),
    Operation(
        "report",
        f"{EVENT}/report",
        _("Read the final report of a finished event"),
        values.Report,
        values.Report,
    ),
    Operation(
        "archive",
        f"{EVENT}/archive",
        _("Export the public archive"),
        values.ArchiveValue,
        values.ArchiveValue,
    ),
)
# Server-sent events, each with the answer as its data.
LISTEN = Operation(
    "stream",
    f"{EVENT}/stream",
    _("Listen for changes"),
    values.News,
    values.News,
)
