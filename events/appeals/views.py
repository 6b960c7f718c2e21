"""Appeals: listed, recorded, removed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.appeals.actions import record_appeal, remove_appeal
from events.appeals.forms import AppealForm
from events.core.judging.appeal_queries import appeals_of
from events.core.players.queries import typed_player
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.requests import posted


@staff_view(get=Action.SEE, post=Action.APPEAL)
@made_once
def appeals(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the appeals of the event; a POST records one."""
    form = AppealForm(
        desk.event, posted(request), initial={"player": request.GET.get("player", "")}
    )
    if form.is_valid():
        with ShowRefusal(form):
            data = {name: value for name, value in form.cleaned_data.items() if name != "player"}
            made = record_appeal(
                **desk.who, number=typed_player(desk.event, form.cleaned_data["player"]), **data
            )
            words = _("The appeal by %(name)s was recorded.") % {
                "name": written_name(made.enrollment)
            }
            messages.success(request, words)
            return redirect("staff:appeals", desk.event.slug)
    context = {"desk": desk, "form": form, "appeals": appeals_of(desk.event)}
    return render(request, "appeals/appeals.html", context, status=422 if form.is_bound else 200)


def _to_appeals(desk: Desk, **_numbers: int) -> HttpResponse:
    return redirect("staff:appeals", desk.event.slug)


@staff_view(post=Action.CHANGE_PENALTY, back=_to_appeals)
def remove(request: HttpRequest, desk: Desk, appeal_id: int) -> HttpResponse:
    """Remove an appeal that was recorded by mistake."""
    reason = request.POST.get("reason", "")
    gone = remove_appeal(**desk.who, appeal_id=appeal_id, reason=reason)
    words = _("The appeal by %(name)s was removed.") % {"name": written_name(gone.enrollment)}
    messages.success(request, words)
    return _to_appeals(desk)
