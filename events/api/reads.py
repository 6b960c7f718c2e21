"""Declare the public calls; address, schema, documentation and tests are derived from them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from events.api import answer_values as values
from events.api.declared import EVENT, Query
from events.api.public_data import event_values, parts, public_archive
from events.api.public_data import rounds as round_values
from events.api.public_data import standings as standings_values
from events.api.public_data.event_list import FILTERS, events_page
from events.api.reading import BadValueError, reading
from events.api.stream import name_data, stream, tell
from events.public_site.event_list import event_list
from events.public_site.page import Page
from events.public_site.program_data import (
    Data,
    make_when_changed,
    page_of,
    respond_with,
    wants_lines,
)
from events.public_site.responses import respond

Text = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """The declaration of one call. `lines`: the type of a line of NDJSON.

    `data`: prepared as soon as an event changes; without it, the answer is made on request.
    """

    name: str
    path: str
    summary: Text
    answer: type[Struct]
    lines: type[Struct]
    view: Callable[..., HttpResponseBase]
    queries: Sequence[Query] = ()
    data: Data | None = None
    method: str = "GET"


def _part(
    name: str, summary: Text, answer: type[Struct], lines: type[Struct], data: Data, *, often: bool
) -> Read:
    """Declare a part of an event; `often`: prepare it as soon as the event changes."""

    @reading
    def view(request: HttpRequest, slug: str) -> HttpResponseBase:
        return respond_with(request, slug, data)

    return Read(
        name=name,
        path=f"{EVENT}/{name}",
        summary=summary,
        answer=answer,
        lines=lines,
        view=view,
        data=data if often else None,
    )


@reading
def _events(request: HttpRequest) -> HttpResponseBase:
    """Return every event, newest first, in pages; `?state=`, `from`, `to` and `q` filter them."""
    if not request.GET and not wants_lines(request):
        return respond(request, event_list.kept(request.path, _first_events))
    asked = {name: request.GET[name] for name in FILTERS if name in request.GET}
    return respond(request, page_of(events_page(asked), "events", as_lines=wants_lines(request)))


def _first_events() -> Page:
    return page_of(events_page({}), "events", as_lines=False)


EVENT_DATA = Data(event_values.event_value)
STANDINGS = Data(standings_values.standings, "rows")


@reading
def _event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the facts, rules and stages of an event."""
    return respond_with(request, slug, EVENT_DATA)


@reading
def _round(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Return one posted round with its matches."""
    data = Data(lambda shown: round_values.one_round(shown, number), "matches")
    return respond_with(request, slug, data)


@reading
def _standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the newest published standings; `?round=` and `?revision=` select older ones."""
    number, revision = _number(request, "round"), _number(request, "revision")
    if number is None and revision is None:
        return respond_with(request, slug, STANDINGS)
    data = Data(lambda shown: standings_values.standings(shown, number, revision), "rows")
    after = f"?round={number or ''}&revision={revision or ''}"
    return respond_with(request, slug, data, after)


def _number(request: HttpRequest, name: str) -> int | None:
    asked = request.GET.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit()) or len(asked) > 4:
        raise BadValueError(name, _("Enter a whole number."))
    return int(asked)


_DATE = {"type": "string", "format": "date"}
_STATE = {"type": "string", "pattern": "^(setup|running|finished)(,(setup|running|finished))*$"}
_ROUND = {"type": "integer", "minimum": 1, "maximum": 9999}
FORMAT = Query("format", {"type": "string", "enum": ["json", "ndjson"]}, _("JSON, or lines"))
_OF_EVENTS = (
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
)

READS = (
    Read(
        name="events",
        path="/api/v1/events",
        summary=_("List events, newest first"),
        answer=values.Events,
        lines=values.EventLine,
        view=_events,
        queries=_OF_EVENTS,
    ),
    Read(
        name="event",
        path=EVENT,
        summary=_("Read an event: its facts, rules and stages"),
        answer=values.EventValue,
        lines=values.EventValue,
        view=_event,
        data=EVENT_DATA,
    ),
    _part(
        "rounds",
        _("List the posted rounds with their matches"),
        values.Rounds,
        values.RoundValue,
        Data(round_values.rounds, "rounds"),
        often=True,
    ),
    Read(
        name="round",
        path=f"{EVENT}/rounds/{{number}}",
        summary=_("Read one posted round"),
        answer=values.OneRound,
        lines=values.MatchValue,
        view=_round,
    ),
    Read(
        name="standings",
        path=f"{EVENT}/standings",
        summary=_("Read published standings with exact tiebreakers"),
        answer=values.Standings,
        lines=values.StandingsRow,
        view=_standings,
        queries=(
            Query("round", _ROUND, _("Standings after this round")),
            Query("revision", _ROUND, _("An older revision of the standings")),
        ),
        data=STANDINGS,
    ),
    _part(
        "bracket",
        _("Read the newest bracket"),
        values.Bracket,
        values.BracketMatch,
        Data(parts.bracket, "matches"),
        often=True,
    ),
    _part(
        "pods",
        _("Read the seats of a draft"),
        values.Pods,
        values.Seat,
        Data(parts.pods, "seats"),
        often=True,
    ),
    _part(
        "decklists",
        _("Read open decklists"),
        values.Decklists,
        values.Decklist,
        Data(parts.decklists, "decklists"),
        often=False,
    ),
    _part(
        "announcements",
        _("Read current announcements"),
        values.Announcements,
        values.Announcement,
        Data(parts.announcements, "announcements"),
        often=True,
    ),
    _part("clock", _("Read the clock"), values.Clock, values.Clock, Data(parts.clock), often=True),
    _part(
        "report",
        _("Read the final report of a finished event"),
        values.Report,
        values.Report,
        Data(parts.report),
        often=False,
    ),
    _part(
        "archive",
        _("Export the public archive"),
        values.ArchiveValue,
        values.ArchiveValue,
        Data(public_archive.public_archive),
        often=False,
    ),
)
# Server-sent events, each with the answer in its data.
LISTEN = Read(
    name="stream",
    path=f"{EVENT}/stream",
    summary=_("Listen for changes"),
    answer=values.News,
    lines=values.News,
    view=stream,
)


def begin() -> None:
    """Prepare the data that programs request as soon as it changes."""
    often = {read.name: read.data for read in READS if read.data is not None}
    name_data(often)
    make_when_changed({partial(_address, name): data for name, data in often.items()}, then=tell)


def _address(name: str, slug: str) -> str:
    return reverse(f"public:api-{name}", args=[slug])
