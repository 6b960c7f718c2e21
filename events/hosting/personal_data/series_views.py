"""Remove a person from the final standings of a series whose events were deleted."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from domain.written_names import written
from events.core.refusals import RefusedError
from events.hosting.personal_data.closed_series import removable_line, remove_from_closed_series
from events.models import OrganisationMember, Series
from events.series.queries import series_rows
from events.web.members import managers, member_view

_members = partial(member_view, back="staff:series-list")


@require_http_methods(["GET", "HEAD", "POST"])
@_members(managers)
def series_person(
    request: HttpRequest, member: OrganisationMember, number: int, index: int
) -> HttpResponse:
    """Show what a removal replaces; a POST with the person's name removes the person."""
    series = get_object_or_404(Series, organisation=member.organisation_id, number=number)
    removable_line(series, index)
    refused = None
    if request.method == "POST":
        try:
            name = remove_from_closed_series(
                series=series, actor=member.user, index=index, typed=request.POST.get("typed", "")
            )
        except RefusedError as error:
            refused = error
        else:
            words = _("The personal data was deleted. The player is now shown as %(name)s.")
            messages.success(request, words % {"name": written(name)})
            return redirect("staff:series", member.organisation.slug, number)
    context = {
        "organisation": member.organisation,
        "series": series,
        "index": index,
        "row": series_rows(series)[index],
        "typed": request.POST.get("typed", ""),
        "refused": refused,
    }
    status = HTTPStatus.OK if refused is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "hosting/series_person.html", context, status=status)
