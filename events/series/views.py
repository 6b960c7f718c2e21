"""The series of an organisation for its members."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.core.refusals import RefusedError
from events.core.typed_values import row_key
from events.models import OrganisationMember, Series
from events.series import actions, queries
from events.series.forms import SeriesForm
from events.web.forms.refusals import ShowRefusal
from events.web.requests import person, posted

MemberView = Callable[Concatenate[HttpRequest, OrganisationMember, ...], HttpResponse]


def member_view(*, manages: bool) -> Callable[[MemberView], Callable[..., HttpResponse]]:
    """Open a view to the members of an organisation; `manages`: to owners and organizers.

    A stranger finds nothing there. A RefusedError is shown on the list of series.
    """

    def decorate(view: MemberView) -> Callable[..., HttpResponse]:
        @login_required
        @wraps(view)
        def opened(request: HttpRequest, organisation: str, **numbers: Any) -> HttpResponse:
            members = OrganisationMember.objects.select_related("organisation", "user")
            user = person(request)
            member = members.filter(organisation__slug=organisation, user=user).first()
            if member is None:
                raise Http404
            try:
                if manages and not (member.owner or member.organizer):
                    raise RefusedError(_("Your role can't do this. Ask an owner."))
                return view(request, member, **numbers)
            except RefusedError as error:
                messages.error(request, str(error))
                return redirect("staff:series-list", member.organisation.slug)

        return opened

    return decorate


@require_safe
@member_view(manages=False)
def listed(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """List the series of an organisation."""
    context = {
        "organisation": member.organisation,
        "all_series": list(queries.all_series(member.organisation)),
        "can_manage": member.owner or member.organizer,
    }
    return render(request, "series/list.html", context)


@require_safe
@member_view(manages=False)
def series(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Show the standings with full names, the events, and what can be added."""
    row = _series(member, number)
    can_manage = member.owner or member.organizer
    context = {
        "organisation": member.organisation,
        "series": row,
        "rows": queries.series_rows(row),
        "events": list(queries.events_of(row)),
        "others": queries.other_events(row) if can_manage and not row.is_over else [],
        "can_manage": can_manage,
        "full_names": True,
    }
    return render(request, "series/series.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member_view(manages=True)
def new(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Create a series."""
    today = timezone.localdate()
    initial = {"first_date": today, "last_date": today.replace(month=12, day=31)}
    form = SeriesForm(posted(request), initial=initial)
    if form.is_bound and form.is_valid():
        row = actions.open_series(
            organisation=member.organisation, actor=member.user, values=form.values
        )
        return redirect("staff:series", member.organisation.slug, row.number)
    return _form(request, member, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@member_view(manages=True)
def change(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Change the rules of a series."""
    row = _series(member, number)
    form = SeriesForm(posted(request), instance=row)
    if form.is_bound and form.is_valid():
        with ShowRefusal(form):
            actions.change_series(series=row, actor=member.user, values=form.values)
            messages.success(request, _("The series was saved."))
            return redirect("staff:series", member.organisation.slug, number)
    return _form(request, member, form, row)


@require_POST
@member_view(manages=True)
def choose(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Put an event into a series, or keep it out."""
    actions.choose_event(
        series=_series(member, number),
        actor=member.user,
        event_id=row_key(request.POST.get("event", "")) or 0,
        included="included" in request.POST,
    )
    return redirect("staff:series", member.organisation.slug, number)


@require_POST
@member_view(manages=True)
def over(request: HttpRequest, member: OrganisationMember, number: int) -> HttpResponse:
    """Declare a series over, or open it again."""
    row = _series(member, number)
    if "again" in request.POST:
        actions.open_again(series=row, actor=member.user)
        messages.success(request, _("The standings follow the events again."))
    else:
        actions.declare_over(series=row, actor=member.user)
        messages.success(request, _("The standings are final. Open the series again to change it."))
    return redirect("staff:series", member.organisation.slug, number)


def _form(
    request: HttpRequest, member: OrganisationMember, form: SeriesForm, row: Series | None
) -> HttpResponse:
    context = {"organisation": member.organisation, "form": form, "series": row}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "series/settings.html", context, status=status)


def _series(member: OrganisationMember, number: int) -> Series:
    return get_object_or_404(Series, organisation=member.organisation_id, number=number)
