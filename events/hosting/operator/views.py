"""The operator's console, for superusers; everyone else gets 404."""

from collections.abc import Sequence
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from domain.limits import MOST_PLAYERS
from domain.written_names import written_name
from events.core.events.today import usual_zone
from events.hosting.operator.actions import limit_organisation
from events.hosting.operator.queries import MOST_LISTED, health, organisations_of, with_sizes
from events.models import Event, Organisation
from events.web.forms.worded_errors import WordedForm
from events.web.requests import person

# Longer lists have a search.
SEARCHED_FROM = 10


class LimitsForm(WordedForm):
    """The limits of an organisation; blank for none."""

    events_a_day = forms.IntegerField(
        label=gettext_lazy("Events per day"), min_value=0, max_value=10_000, required=False
    )
    players_an_event = forms.IntegerField(
        label=gettext_lazy("Players per event"), min_value=1, max_value=MOST_PLAYERS, required=False
    )


Rows = Sequence[tuple[Organisation, LimitsForm]]


def _check_operator(request: HttpRequest) -> None:
    if not person(request).is_superuser:
        raise Http404


@require_safe
@login_required
def console(request: HttpRequest) -> HttpResponse:
    """Show organisations with sizes and limits, and the health of the host."""
    _check_operator(request)
    words = request.GET.get("find", "").strip()
    rows = [(row, _form_of(row)) for row in with_sizes(organisations_of(words))]
    return _show(request, rows, usual_zone(Event.objects.all()), find=words)


def _show(
    request: HttpRequest, rows: Rows, zone: str, *, find: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "health": health(),
        "rows": rows,
        "find": find,
        "searchable": find or len(rows) >= SEARCHED_FROM,
        "largest": MOST_LISTED if len(rows) == MOST_LISTED else None,
        "zone": zone,
    }
    return render(request, "operator/console.html", context, status=status)


def _form_of(organisation: Organisation) -> LimitsForm:
    limits = {name: getattr(organisation, name) for name in LimitsForm.base_fields}
    return LimitsForm(initial=limits, auto_id=f"{organisation.slug}-%s")


@require_POST
@login_required
def limits(request: HttpRequest, organisation: str) -> HttpResponse:
    """Set the limits of an organisation."""
    _check_operator(request)
    form = LimitsForm(request.POST, auto_id=f"{organisation}-%s")
    rows = [(row, form) for row in with_sizes(Organisation.objects.filter(slug=organisation))]
    if not rows:
        raise Http404
    if not form.is_valid():
        zone = usual_zone(Event.objects.filter(organisation=rows[0][0]))
        return _show(request, rows, zone, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    limited = limit_organisation(slug=organisation, actor=person(request), **form.cleaned_data)
    messages.success(
        request, _("The limits of %(name)s were saved.") % {"name": written_name(limited)}
    )
    return redirect("operator")
