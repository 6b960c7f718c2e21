"""Show and remove the data about one player, and delete a whole event."""

from functools import partial
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from domain.written_names import written, written_name
from events.core.journal.queries import entries_in
from events.core.refusals import RefusedError
from events.hosting.backups import BackupError, make_backup
from events.hosting.backups.retention import backups_folder
from events.hosting.personal_data.actions import check_name, pseudonymize_player
from events.hosting.personal_data.actions import delete_event as delete
from events.hosting.personal_data.closed_series import (
    closed_series_of,
    removable_line,
    remove_from_closed_series,
)
from events.hosting.personal_data.queries import other_events_of, personal_data
from events.models import OrganisationMember, Series
from events.series.queries import series_rows
from events.web.access import Action, Desk, staff_view
from events.web.lookups import enrollment_or_404
from events.web.members import managers, member_view

BEFORE_DELETION = "before-deletion"


def _show_person(
    request: HttpRequest, desk: Desk, refused: RefusedError | None = None, *, number: int
) -> HttpResponse:
    enrollment = enrollment_or_404(desk, number)
    context = {
        "desk": desk,
        "player": enrollment,
        "elsewhere": other_events_of(enrollment).count(),
        "backups": bool(settings.BACKUP_SECONDS),
        "refused": refused,
        "typed": request.POST.get("typed", ""),
    }
    status = 422 if refused is not None else 200
    return render(request, "hosting/personal.html", context, status=status)


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT, refused=_show_person)
def personal(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the actions on a player's personal data; a POST removes the data."""
    enrollment_or_404(desk, number)
    if request.method != "POST":
        return _show_person(request, desk, number=number)
    player = pseudonymize_player(**desk.who, number=number, typed=request.POST.get("typed", ""))
    words = _("The personal data was deleted. The player is now shown as %(name)s.")
    messages.success(request, words % {"name": written_name(player)})
    return redirect("staff:player", desk.event.slug, number)


@staff_view(get=Action.EDIT_EVENT)
def export_person(_request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Download all data of the event about one player as JSON."""
    data = personal_data(enrollment_or_404(desk, number))
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"{desk.event.slug}-player-{number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _show_deletion(
    request: HttpRequest, desk: Desk, refused: RefusedError | None = None
) -> HttpResponse:
    event = desk.event
    context = {
        "desk": desk,
        "refused": refused,
        "typed": request.POST.get("typed", ""),
        "players": event.enrollments.count(),
        "rounds": event.rounds.count(),
        "entries": entries_in(event),
        "all_series": closed_series_of(event),
    }
    status = 422 if refused is not None else 200
    return render(request, "hosting/delete_event.html", context, status=status)


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT, refused=_show_deletion)
def delete_event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show what is deleted with the event; a POST with its name makes a backup and deletes it."""
    if request.method != "POST":
        return _show_deletion(request, desk)
    typed = request.POST.get("typed", "")
    check_name(desk.event, typed)
    try:
        backup = make_backup(backups_folder(), kind=BEFORE_DELETION)
    except BackupError as error:
        words = _("Nothing was deleted because the backup failed: %(why)s")
        raise RefusedError(words % {"why": error}) from error
    name = delete(**desk.who, typed=typed)
    words = _("%(event)s was deleted. A backup made before the deletion is in %(file)s.")
    messages.success(request, words % {"event": name, "file": backup.path.name})
    return redirect("staff:events")


_members = partial(member_view, back="staff:series-list")


@require_http_methods(["GET", "HEAD", "POST"])
@_members(managers)
def series_person(
    request: HttpRequest, member: OrganisationMember, number: int, index: int
) -> HttpResponse:
    """Show what a removal would replace; a POST with the person's name removes the person."""
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
