"""The bracket of a playoff for staff, on paper, and who plays first."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from events.models import Match
from events.selectors.brackets import Picture, bracket_picture
from events.services.errors import RefusedError
from events.services.playoff import choose_play
from events.views.access import Action, Desk, open_desk
from events.views.person import person
from events.views.stages import stage_or_404


@login_required
@require_safe
def bracket(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a bracket with everything that has come in."""
    desk = open_desk(request, slug)
    picture = _picture(desk, number)
    return render(request, "staff/bracket.html", {"desk": desk, "picture": picture})


@login_required
@require_safe
def print_bracket(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Print a bracket as it is now."""
    desk = open_desk(request, slug)
    return render(request, "print/bracket.html", {"desk": desk, "picture": _picture(desk, number)})


@login_required
@require_POST
def choose(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Record who plays first in game 1 of a playoff match."""
    desk = open_desk(request, slug, Action.ENTER_RESULT)
    try:
        match = choose_play(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            table=table,
            first=request.POST.get("first", ""),
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("staff:desk", slug)
    first = match.first if match.play_first == Match.PlayFirst.FIRST else match.second
    messages.success(
        request,
        _("%(name)s plays first in game 1.") % {"name": first.name if first else ""},
    )
    return redirect("staff:table", slug, number, table)


def _picture(desk: Desk, number: int) -> Picture:
    stage = stage_or_404(desk, number)
    picture = bracket_picture(stage) if stage.is_elimination else None
    if picture is None:
        raise Http404
    return picture
