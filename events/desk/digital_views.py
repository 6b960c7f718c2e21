"""Digital events: tables to look at. All events: the start of the next round."""

import datetime
import zoneinfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.edit_conflicts import token_of_values
from events.core.players.queries import tables_to_check
from events.core.refusals import RefusedError
from events.core.words.venue_times import venue_moment
from events.desk.digital_actions import announce_next, mark_table
from events.desk.round_views import show_round
from events.models import Event, Match
from events.web.access import Action, Desk, staff_view
from events.web.forms.dates import next_moment
from events.web.lookups import round_or_404, to_round
from events.web.version_tokens import posted_token, token_after

# The longest time since an announced start.
LATE = datetime.timedelta(hours=1)


@staff_view(get=Action.SEE)
def check(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """List the tables without a report, each with its mark."""
    round = round_or_404(desk, number)
    context = {
        "desk": desk,
        "round": round,
        "tables": tables_to_check(round) if round.is_posted else [],
        "marks": Match.CHECK_WORDS,
    }
    return render(request, "desk/check_tables.html", context)


def _to_check(desk: Desk, number: int, **_numbers: int) -> HttpResponse:
    return redirect("staff:check-tables", desk.event.slug, number)


@staff_view(post=Action.ENTER_RESULT, back=_to_check)
def mark(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Record what was found at a table."""
    mark_table(
        **desk.who,
        number=number,
        table=table,
        mark=request.POST.get("mark", ""),
        token=posted_token(request),
    )
    return _to_check(desk, number)


def _show_typed(
    request: HttpRequest, desk: Desk, refused: RefusedError, number: int
) -> HttpResponse:
    """Show the round with the typed time, and the time announced meanwhile."""
    round = round_or_404(desk, number)
    more = {
        "next_refused": refused,
        "typed_at": request.POST.get("at", ""),
        "next_seen": token_after(request, refused, token_of_values({"at": round.next_at})),
    }
    return show_round(request, desk, round, status=409, **more)


@staff_view(post=Action.POST_ROUND, refused=_show_typed)
def next_start(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Announce the next round's start in venue time; an empty time withdraws it."""
    typed = request.POST.get("at", "").strip()
    moment = _moment_of(desk.event, typed) if typed else None
    announce_next(**desk.who, number=number, at=moment, token=posted_token(request))
    words = (
        _("The start of round %(number)d was announced: %(time)s.")
        % {"number": number + 1, "time": venue_moment(desk.event, moment)}
        if moment
        else _("The announced start time was withdrawn.")
    )
    messages.success(request, words)
    return to_round(desk, number)


def _moment_of(event: Event, typed: str) -> datetime.datetime:
    try:
        time = forms.TimeField().clean(typed)
    except forms.ValidationError as error:
        raise RefusedError(_("Enter a time, such as 14:30."), "at") from error
    # In the evening, 9:00 means tomorrow, the first round of day 2. A round may also start late.
    return next_moment(time, zoneinfo.ZoneInfo(event.time_zone), timezone.now() - LATE)
