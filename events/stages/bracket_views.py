"""The bracket of a playoff for staff, and the choice of who plays first."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.basis.comparisons import not_recorded_words
from events.core.basis.queries import departures_of_seats
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.bracket_values import Picture
from events.core.stages.playoff_actions import choose_play
from events.models import Match
from events.stages.playoff_end_actions import end_playoff, resume_playoff
from events.web.access import Action, Desk, staff_view
from events.web.lookups import stage_or_404, to_table
from events.web.version_tokens import posted_token


@staff_view(get=Action.SEE)
def bracket(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show a bracket with every recorded result."""
    picture = _picture(desk, number)
    departures = departures_of_seats(picture.stage)
    not_recorded = not_recorded_words(picture.stage, "seeds")
    context = {
        "desk": desk,
        "picture": picture,
        "departures": departures,
        "not_recorded": not_recorded,
    }
    return render(request, "stages/bracket.html", context)


def _to_bracket(desk: Desk, number: int) -> HttpResponse:
    return redirect("staff:bracket", desk.event.slug, number)


@staff_view(post=Action.CONFIRM_CUT, back=_to_bracket)
def end(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """End a playoff by agreement, with the reason."""
    reason = request.POST.get("reason", "")
    end_playoff(**desk.who, number=number, reason=reason)
    messages.success(request, _("The playoff has ended. The remaining players are tied."))
    return _to_bracket(desk, number)


@staff_view(post=Action.CONFIRM_CUT, back=_to_bracket)
def resume(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Resume a playoff that was ended by agreement."""
    resume_playoff(**desk.who, number=number)
    messages.success(request, _("The playoff continues. Its next round is posted."))
    return _to_bracket(desk, number)


@staff_view(post=Action.ENTER_RESULT, back=to_table)
def choose(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Record who plays first in game 1 of a playoff match."""
    match = choose_play(
        **desk.who,
        number=number,
        table=table,
        first=request.POST.get("first", ""),
        token=posted_token(request),
    )
    first = match.first if match.play_first == Match.PlayFirst.FIRST else match.second
    messages.success(
        request,
        _("%(name)s plays first in game 1.") % {"name": written_name(first) if first else ""},
    )
    return redirect("staff:table", desk.event.slug, number, table)


def _picture(desk: Desk, number: int) -> Picture:
    stage = stage_or_404(desk, number)
    picture = bracket_picture(stage) if stage.is_elimination else None
    if picture is None:
        raise Http404
    return picture
