"""Reads of programs without an account (docs/reference/api.md)."""

from functools import partial

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext

from events.api import event_values, parts, public_archive
from events.api import rounds as round_values
from events.api import standings as standings_values
from events.api.event_list import FILTERS, events_page
from events.api.reading import BadValueError, reading
from events.api.stream import name_data, tell
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

EVENT = Data(event_values.event_value)
ROUNDS = Data(round_values.rounds, "rounds")
STANDINGS = Data(standings_values.standings, "rows")
BRACKET = Data(parts.bracket, "matches")
PODS = Data(parts.pods, "seats")
DECKLISTS = Data(parts.decklists, "decklists")
ANNOUNCEMENTS = Data(parts.announcements, "announcements")
CLOCK = Data(parts.clock)
REPORT = Data(parts.report)
ARCHIVE = Data(public_archive.public_archive)


def _address(name: str, slug: str) -> str:
    return reverse(f"public:api-{name}", args=[slug])


# The rest is made when somebody asks for it first.
OFTEN = {
    "event": EVENT,
    "rounds": ROUNDS,
    "standings": STANDINGS,
    "bracket": BRACKET,
    "pods": PODS,
    "announcements": ANNOUNCEMENTS,
    "clock": CLOCK,
}


def begin() -> None:
    """Have the data that programs ask for made as soon as it changes."""
    name_data(OFTEN)
    make_when_changed({partial(_address, name): data for name, data in OFTEN.items()}, then=tell)


@reading
def events(request: HttpRequest) -> HttpResponseBase:
    """Every event, newest first, in pages; `?state=`, `from`, `to` and `q` choose among them."""
    if not request.GET and not wants_lines(request):
        return respond(request, event_list.kept(request.path, _first_events))
    asked = {name: request.GET[name] for name in FILTERS if name in request.GET}
    return respond(request, page_of(events_page(asked), "events", as_lines=wants_lines(request)))


def _first_events() -> Page:
    return page_of(events_page({}), "events", as_lines=False)


@reading
def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """An event: its facts, rules and stages."""
    return respond_with(request, slug, EVENT)


@reading
def rounds(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Every posted round with its matches."""
    return respond_with(request, slug, ROUNDS)


@reading
def one_round(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show one posted round with its matches."""
    data = Data(lambda shown: round_values.one_round(shown, number), "matches")
    return respond_with(request, slug, data)


@reading
def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest published standings; `?round=` and `?revision=` choose older ones."""
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
        raise BadValueError(name, gettext("Enter a whole number."))
    return int(asked)


@reading
def bracket(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest bracket."""
    return respond_with(request, slug, BRACKET)


@reading
def pods(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The posted seats of the newest draft."""
    return respond_with(request, slug, PODS)


@reading
def decklists(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Decklists that everybody may read."""
    return respond_with(request, slug, DECKLISTS)


@reading
def announcements(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The current announcements."""
    return respond_with(request, slug, ANNOUNCEMENTS)


@reading
def clock(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The clock of the newest round."""
    return respond_with(request, slug, CLOCK)


@reading
def report(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The final report, once the event is finished."""
    return respond_with(request, slug, REPORT)


@reading
def archive(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The archive with what everybody may know."""
    return respond_with(request, slug, ARCHIVE)
