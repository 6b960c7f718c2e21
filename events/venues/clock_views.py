"""The clock wall: the clocks of all events of a venue on one screen, by a private address."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from events.core.seats.table_numbering import tables_text
from events.core.signed_tokens import row_of_token, signed_token
from events.models import Event, GivenTable, Round, Venue

_SALT = "matchslip.clock-wall"


@dataclass(slots=True)
class WallLine:
    """An event on the clock wall: its newest posted round and its tables as ranges."""

    event: Event
    round: Round
    tables: str = ""


def token_of(venue: Venue) -> str:
    """Return the secret part of the address of a venue's clock wall."""
    return signed_token(_SALT, venue)


@require_safe
def clock_wall(request: HttpRequest, token: str) -> HttpResponse:
    """Show the clocks of the running events of a venue, without a login."""
    venue = row_of_token(_SALT, token, Venue.objects.all())
    if venue is None:
        raise Http404
    context = {"venue": venue, "lines": wall_lines(venue)}
    response = render(request, "venues/clocks.html", context)
    response["Cache-Control"] = "private, no-store"
    response["Content-Language"] = translation.get_language() or ""
    return response


def wall_lines(venue: Venue) -> list[WallLine]:
    """Return the events of a venue whose round is posted, by name. Two queries."""
    posted = Round.objects.filter(
        event__mapped_venue=venue, event__state=Event.State.RUNNING, state=Round.State.POSTED
    )
    rounds = posted.select_related("stage", "event").defer("posted_rows", "proof")
    lines = {round.event_id: WallLine(round.event, round) for round in rounds.order_by("number")}
    tables: dict[int, list[int]] = {key: [] for key in lines}
    for key, table in GivenTable.objects.filter(event__in=lines).values_list("event", "table"):
        tables[key].append(table)
    for key, line in lines.items():
        line.tables = tables_text(tables[key])
    return sorted(lines.values(), key=lambda line: (line.event.name, line.event.pk))
