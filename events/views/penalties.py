"""Record penalties, remove them, list them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.forms.penalties import PenaltyForm
from events.models import PenaltyKind
from events.selectors.roster import penalties_of
from events.services.errors import RefusedError
from events.services.penalties import BASE_PENALTIES, give_penalty, remove_penalty
from events.views.access import Action, open_desk
from events.views.person import person, posted
from events.views.players import enrollment_or_404


@login_required
@require_safe
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """List every penalty of the event, newest first."""
    desk = open_desk(request, slug)
    context = {"desk": desk, "penalties": penalties_of(desk.event)}
    return render(request, "staff/penalties.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def give(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Record a penalty of a player; the base penalty of the infraction is chosen already."""
    desk = open_desk(request, slug, Action.PENALTY)
    enrollment = enrollment_or_404(desk, number)
    infraction = request.GET.get("infraction", "")
    base = BASE_PENALTIES.get(infraction, PenaltyKind.WARNING)  # type: ignore[call-overload]
    members = enrollment.members.all() if desk.event.is_for_teams else ()
    initial = {"infraction": infraction, "penalty": base}
    form = PenaltyForm(members, posted(request), initial=initial)
    context = {
        "desk": desk,
        "player": enrollment,
        "form": form,
        "earlier": [one for one in enrollment.penalties.all() if one.infraction == infraction],
    }
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            made = give_penalty(
                event_id=desk.event.pk, actor=person(request), number=number, **form.cleaned_data
            )
        except RefusedError as refused:
            form.add_error(None, str(refused))
            status = 409
        else:
            words = _("%(name)s: %(penalty)s for %(infraction)s.") % {
                "name": enrollment.name,
                "penalty": made.get_penalty_display(),
                "infraction": made.get_infraction_display(),
            }
            messages.success(request, words)
            return redirect("staff:player", slug, number)
    return render(request, "staff/give_penalty.html", context, status=status)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, penalty_id: int) -> HttpResponse:
    """Remove a penalty that was recorded by mistake."""
    desk = open_desk(request, slug, Action.PENALTY)
    try:
        gone = remove_penalty(event_id=desk.event.pk, actor=person(request), penalty_id=penalty_id)
    except RefusedError as refused:
        context = {"desk": desk, "penalties": penalties_of(desk.event), "refused": refused}
        return render(request, "staff/penalties.html", context, status=409)
    words = _("The penalty of %(name)s is removed.") % {"name": gone.enrollment.name}
    messages.success(request, words)
    return redirect("staff:penalties", slug)
