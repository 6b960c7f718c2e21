"""Taking back what no longer follows from the standings it was made from."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from events.core.basis.basis_words import departure_done
from events.core.basis.take_back_actions import take_back
from events.web.access import Action, Desk, staff_view


@staff_view(post=Action.WITHDRAW)
def take_back_made(request: HttpRequest, desk: Desk, code: str, number: int) -> HttpResponse:
    """Take back a cut, seeds, pods or a pairing; lead to where it is made again."""
    made = take_back(
        event_id=desk.event.pk,
        actor=desk.actor,
        code=code,
        number=number,
        reason=request.POST.get("reason", ""),
    )
    messages.success(request, departure_done(made))
    if made.is_cut:
        return redirect("staff:cut", desk.event.slug, number)
    if made.is_pods:
        return redirect("staff:pods", desk.event.slug, number)
    return redirect("staff:desk", desk.event.slug)
