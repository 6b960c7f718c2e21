"""The look of an organisation: the form of its owners."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from domain.limits import MOST_LOGO_BYTES
from events.core.refusals import RefusedError
from events.models import OrganisationMember
from events.organisations.forms import LookForm
from events.organisations.look_actions import LookData, change_look, look_values
from events.organisations.views import organisation_view
from events.web.forms.refusals import ShowRefusal
from events.web.version_tokens import VersionToken


@require_http_methods(["GET", "POST"])
@organisation_view
def look(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Show and change logo, colour, words and contact."""
    if not member.owner:
        raise RefusedError(_("Only an owner can change this."))
    here = member.organisation
    sent = request.POST if request.method == "POST" else None
    values = look_values(here)
    seen = VersionToken(sent, values)
    form = LookForm(sent, request.FILES or None, initial=values)
    if sent is not None and form.is_valid():
        with ShowRefusal(form, seen):
            change_look(
                organisation_id=here.pk,
                actor=member.user,
                data=LookData(**{name: form.cleaned_data[name] for name in values}),
                logo=_logo(form.cleaned_data),
                token=seen.before,
            )
            messages.success(request, _("The look was saved. Your running events now use it."))
            return redirect("staff:organisation-look", here.slug)
    context = {"organisation": here, "form": form, "seen": seen.value}
    status = HTTPStatus.OK if sent is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "organisations/look.html", context, status=status)


def _logo(cleaned: dict[str, Any]) -> bytes | None:
    """Return the picture that was sent, empty to remove it, None to keep the one there is."""
    upload = cleaned["logo"]
    if isinstance(upload, UploadedFile):
        content: bytes = upload.read(MOST_LOGO_BYTES + 1)
        return content
    return b"" if cleaned["remove_logo"] else None
