"""The hand-over page: current open matters, and a note that the next person acknowledges."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import DESCRIPTION_LENGTH
from events.core.refusals import RefusedError
from events.floor.actions import acknowledge_hand_over, write_hand_over
from events.floor.hand_over_queries import open_now
from events.web.access import Action, Desk, staff_view
from events.web.forms.sent_forms import made_once


def _show_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, **_numbers: int
) -> HttpResponse:
    return _page(request, desk, refused)


@staff_view(get=Action.SEE, post=Action.ATTEND, refused=_show_refused)
@made_once
def hand_over(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the open matters; on POST, store a note for the next shift."""
    if request.method != "POST":
        return _page(request, desk)
    text = request.POST.get("text", "")
    write_hand_over(**desk.who, text=text)
    messages.success(request, _("The note was saved. The next person acknowledges it here."))
    return redirect("staff:hand-over", desk.event.slug)


@staff_view(post=Action.ATTEND, refused=_show_refused)
def acknowledge(request: HttpRequest, desk: Desk, note: int) -> HttpResponse:
    """Record that the person has read a note and takes over."""
    acknowledge_hand_over(**desk.who, note_id=note)
    messages.success(request, _("You acknowledged the note. The journal names both of you."))
    return redirect("staff:hand-over", desk.event.slug)


def _page(request: HttpRequest, desk: Desk, refused: RefusedError | None = None) -> HttpResponse:
    open = open_now(desk.event, desk.actor, is_head_judge=desk.can["change_penalty"])
    context = {
        "desk": desk,
        "now": timezone.now(),
        "open": open,
        # One button leads: the first note that this person can acknowledge, else the new note.
        "unread": next(
            (
                note.pk
                for note in open.notes
                if note.read_at is None and note.written_by != desk.actor
            ),
            None,
        ),
        "longest": DESCRIPTION_LENGTH,
        "refused": refused,
        "typed": request.POST.get("text", "") if refused else "",
    }
    return render(request, "floor/hand_over.html", context, status=409 if refused else 200)
