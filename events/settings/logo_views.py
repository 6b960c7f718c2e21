"""Upload and remove the logo of an event."""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from domain.limits import MOST_LOGO_BYTES
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.logo_actions import change_logo
from events.core.refusals import RefusedError
from events.web.access import Action, Desk, staff_view


@staff_view(get=Action.EDIT_EVENT, post=Action.EDIT_EVENT)
def logo(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the logo and the form for another one; `remove` removes it."""
    error = ""
    if request.method == "POST":
        error = _changed(request, desk)
        if not error:
            return redirect("staff:logo", desk.event.slug)
    context = {"desk": desk, "sheet": fact_sheet_of(desk.event), "error": error}
    return render(request, "settings/logo.html", context, status=422 if error else 200)


def _changed(request: HttpRequest, desk: Desk) -> str:
    """Store or remove the logo; return what is wrong with the file, if anything."""
    content, done = b"", _("The logo was removed.")
    if "remove" not in request.POST:
        upload = request.FILES.get("logo")
        if not isinstance(upload, UploadedFile):
            return _("Choose a file.")
        content, done = upload.read(MOST_LOGO_BYTES + 1), _("The logo is on the event page.")
        if not content:
            return _("This file is empty.")
    try:
        change_logo(event_id=desk.event.pk, actor=desk.actor, content=content)
    except RefusedError as refused:
        return str(refused)
    messages.success(request, done)
    return ""
