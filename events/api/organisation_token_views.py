"""The page of an organisation's access tokens: create one, show it once, revoke it."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from events.api.token_actions import (
    make_organisation_token,
    revoke_organisation_token,
    token_makers,
)
from events.api.token_views import TokenForm
from events.core.events.today import usual_zone
from events.models import OrganisationMember
from events.web.forms.refusals import ShowRefusal
from events.web.members import managers, member_view
from events.web.requests import posted

_members = partial(member_view, back="staff:organisation")


@require_http_methods(["GET", "HEAD", "POST"])
@_members(managers)
def tokens(request: HttpRequest, member: OrganisationMember) -> HttpResponse:
    """Show the access tokens; on POST, create one and show it once."""
    form = TokenForm(posted(request))
    secret = ""
    if form.is_valid():
        with ShowRefusal(form):
            _token, secret = make_organisation_token(
                organisation=member.organisation, actor=member.user, **form.cleaned_data
            )
            form = TokenForm()
    known = member.organisation.access_tokens.filter(revoked_at=None).select_related("made_by")
    context = {
        "organisation": member.organisation,
        "form": form,
        "secret": secret,
        "tokens": known,
        "makers": set(token_makers(member.organisation.pk).values_list("user", flat=True)),
        "zone": usual_zone(member.organisation.events.all()),
    }
    status = 422 if form.errors else 200
    return render(request, "api/organisation_tokens.html", context, status=status)


@require_POST
@_members(managers)
def revoke(request: HttpRequest, member: OrganisationMember, token_id: int) -> HttpResponse:
    """Revoke an access token of the organisation."""
    revoked = revoke_organisation_token(
        organisation=member.organisation, actor=member.user, token_id=token_id
    )
    messages.success(request, _("The access token %(name)s was revoked.") % {"name": revoked.name})
    return redirect("staff:organisation-tokens", member.organisation.slug)
