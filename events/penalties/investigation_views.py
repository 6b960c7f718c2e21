"""The investigation notes of an event: for its head judges."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from domain.limits import MOST_SMALL
from events.core.judging.penalty_actions import note_investigation, remove_investigation
from events.core.players.scanned_codes import scanned_player
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.models import Enrollment
from events.web.access import Action, Desk, staff_view
from events.web.forms.sent_forms import made_once


def _show_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, **_numbers: int
) -> HttpResponse:
    return _page(request, desk, refused)


@staff_view(get=Action.CHANGE_PENALTY, post=Action.CHANGE_PENALTY, refused=_show_refused)
@made_once
def investigations(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the notes, the newest first; on POST: store another one."""
    if request.method != "POST":
        return _page(request, desk)
    typed = request.POST.get("number", "").strip()
    scanned = scanned_player(desk.event, typed, "number")
    number = scanned.number if scanned else whole_number(typed, MOST_SMALL) if typed else None
    if typed and number is None:
        raise RefusedError(_("Type the number of a player."), "number")
    note_investigation(**desk.who, text=request.POST.get("text", ""), number=number)
    messages.success(request, _("The note was saved. Only head judges can read it."))
    return redirect("staff:investigations", desk.event.slug)


@staff_view(post=Action.CHANGE_PENALTY, refused=_show_refused)
def remove(request: HttpRequest, desk: Desk, note_id: int) -> HttpResponse:
    """Remove a note for good."""
    remove_investigation(**desk.who, note_id=note_id)
    messages.success(request, _("The note was removed for good."))
    return redirect("staff:investigations", desk.event.slug)


def _page(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    notes = list(desk.event.investigation_notes.select_related("written_by"))
    numbers = {note.player_number for note in notes if note.player_number is not None}
    players = Enrollment.objects.filter(event=desk.event, number__in=numbers)
    by_number = {player.number: player for player in players}
    context = {
        "desk": desk,
        "notes": [(note, by_number.get(note.player_number or 0)) for note in notes],
        "refused": refused,
        "typed": request.POST if refused else {},
    }
    return render(request, "penalties/investigations.html", context, status=409 if refused else 200)
