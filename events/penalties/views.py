"""Record penalties, remove them, list them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.core.edit_conflicts import EditConflictError, token_of_values
from events.core.judging.penalty_actions import change_penalty, give_penalty, remove_penalty
from events.core.judging.penalty_queries import earlier_penalties, penalty_values
from events.core.players.queries import penalties_of
from events.core.refusals import RefusedError
from events.models import Enrollment, Infraction, PenaltyKind
from events.penalties.forms import PenaltyForm
from events.penalties.words import infractions_like
from events.web.access import Action, Desk, staff_view
from events.web.lookups import enrollment_or_404
from events.web.requests import posted, to_the_floor


@staff_view(get=Action.SEE)
def penalties(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List every penalty of the event, newest first."""
    return render(request, "penalties/penalties.html", _listed(desk))


@staff_view(get=Action.PENALTY, post=Action.PENALTY)
def give(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Record a penalty of a player: look for the infraction, then see what is proposed for it."""
    enrollment = enrollment_or_404(desk, number)
    if request.method != "POST":
        infractions = infractions_like(request.GET.get("infraction", ""))
        if len(infractions) != 1:
            return _choose(request, desk, enrollment, infractions)
        return _form(request, desk, enrollment, infractions[0])
    return _form(request, desk, enrollment)


def _choose(
    request: HttpRequest, desk: Desk, enrollment: Enrollment, infractions: list[Infraction]
) -> HttpResponse:
    """Let somebody choose among the infractions that the search means, or among all of them."""
    context = {
        "desk": desk,
        "player": enrollment,
        "infractions": Infraction,
        "matching": infractions or list(Infraction),
        "nothing": not infractions,
        "typed": request.GET.get("infraction", ""),
        "proposals": earlier_penalties(desk.event, enrollment).proposals,
        "from_floor": to_the_floor(request),
    }
    return render(request, "penalties/choose_infraction.html", context)


def _form(
    request: HttpRequest, desk: Desk, enrollment: Enrollment, infraction: Infraction | None = None
) -> HttpResponse:
    members = enrollment.members.all() if desk.event.is_for_teams else ()
    earlier = earlier_penalties(desk.event, enrollment)
    proposals, initial = earlier.proposals, {}
    if infraction is not None:
        initial = {"infraction": infraction.value, "penalty": proposals[infraction].value}
    form = PenaltyForm(members, proposals, posted(request), initial=initial)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            made = give_penalty(
                event_id=desk.event.pk,
                actor=desk.actor,
                number=enrollment.number,
                **form.cleaned_data,
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
            if to_the_floor(request):
                return redirect("staff:floor", desk.event.slug)
            return redirect("staff:player", desk.event.slug, enrollment.number)
    chosen = form["infraction"].value()
    context = {
        "desk": desk,
        "player": enrollment,
        "form": form,
        "earlier": earlier,
        "same": [penalty for penalty in earlier.here if penalty.infraction == chosen],
        "proposed": proposals.get(chosen),
        "from_floor": to_the_floor(request),
    }
    return render(request, "penalties/give_penalty.html", context, status=status)


def _show_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, penalty_id: int
) -> HttpResponse:
    """Show the list as it is by now, with what was typed, and why it can't be so."""
    meanwhile = isinstance(refused, EditConflictError)
    context = _listed(desk) | {
        "refused": refused,
        "open": penalty_id,
        "meanwhile": meanwhile,
        "typed": request.POST.get("penalty", ""),
        "reason": request.POST.get("reason", ""),
        "before": request.POST.get("seen", ""),
    }
    return render(request, "penalties/penalties.html", context, status=409)


def _listed(desk: Desk) -> dict[str, Any]:
    listed = [
        (penalty, token_of_values(penalty_values(penalty))) for penalty in penalties_of(desk.event)
    ]
    return {"desk": desk, "penalties": listed, "kinds": PenaltyKind.choices}


@staff_view(post=Action.CHANGE_PENALTY, refused=_show_refused)
def change(request: HttpRequest, desk: Desk, penalty_id: int) -> HttpResponse:
    """Upgrade or downgrade a penalty: the head judge's, with a reason."""
    kind = request.POST.get("penalty", "")
    if kind not in PenaltyKind.values:
        raise RefusedError(_("Choose a penalty."), "penalty")
    changed = change_penalty(
        event_id=desk.event.pk,
        actor=desk.actor,
        penalty_id=penalty_id,
        penalty=PenaltyKind(kind),
        reason=request.POST.get("reason", ""),
        token=request.POST.get("seen", ""),
    )
    words = _("%(name)s: changed to %(penalty)s.") % {
        "name": changed.enrollment.name,
        "penalty": PenaltyKind(kind).label,
    }
    messages.success(request, words)
    return redirect("staff:penalties", desk.event.slug)


@staff_view(post=Action.CHANGE_PENALTY, refused=_show_refused)
def remove(request: HttpRequest, desk: Desk, penalty_id: int) -> HttpResponse:
    """Remove a penalty that was recorded by mistake."""
    gone = remove_penalty(
        event_id=desk.event.pk,
        actor=desk.actor,
        penalty_id=penalty_id,
        token=request.POST.get("seen", ""),
    )
    words = _("The penalty for %(name)s was removed.") % {"name": gone.enrollment.name}
    messages.success(request, words)
    return redirect("staff:penalties", desk.event.slug)
