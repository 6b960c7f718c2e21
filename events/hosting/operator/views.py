"""The operator's console, for superusers; everybody else finds nothing there."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from domain.limits import MOST_PLAYERS
from events.core.events.usual_zone import usual_zone
from events.hosting.operator.actions import limit_organisation
from events.hosting.operator.queries import health, organisations_with_sizes
from events.models import Event, Organisation
from events.web.forms.worded_errors import WordedForm
from events.web.requests import person


class LimitsForm(WordedForm):
    """The limits of an organisation; blank is none."""

    events_a_day = forms.IntegerField(
        label=gettext_lazy("Events per day"), min_value=0, max_value=10_000, required=False
    )
    players_an_event = forms.IntegerField(
        label=gettext_lazy("Players per event"), min_value=1, max_value=MOST_PLAYERS, required=False
    )


def _check_operator(request: HttpRequest) -> None:
    if not person(request).is_superuser:
        raise Http404


@require_safe
@login_required
def console(request: HttpRequest) -> HttpResponse:
    """Show organisations with sizes and limits, and the health of the host."""
    _check_operator(request)
    rows = [
        (
            organisation,
            LimitsForm(
                initial={
                    "events_a_day": organisation.events_a_day,
                    "players_an_event": organisation.players_an_event,
                },
                auto_id=f"{organisation.slug}-%s",
            ),
        )
        for organisation in organisations_with_sizes()
    ]
    context = {"health": health(), "rows": rows, "zone": usual_zone(Event.objects.all())}
    return render(request, "operator/console.html", context)


@require_POST
@login_required
def limits(request: HttpRequest, organisation: str) -> HttpResponse:
    """Set the limits of an organisation."""
    _check_operator(request)
    form = LimitsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter whole numbers. Leave blank for no limit."))
        return redirect("operator")
    try:
        limited = limit_organisation(slug=organisation, actor=person(request), **form.cleaned_data)
    except Organisation.DoesNotExist as error:
        raise Http404 from error
    messages.success(request, _("The limits of %(name)s were saved.") % {"name": limited.name})
    return redirect("operator")
