"""Access to the pages of an organisation: members, by what their roles allow."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from events.core.refusals import RefusedError
from events.models import OrganisationMember
from events.web.requests import person

MemberView = Callable[Concatenate[HttpRequest, OrganisationMember, ...], HttpResponse]
Right = Callable[[OrganisationMember], bool]


def everybody(member: OrganisationMember) -> bool:
    """Allow every member."""
    return bool(member.pk)


def managers(member: OrganisationMember) -> bool:
    """Allow owners and organizers."""
    return member.owner or member.organizer


def member_view(right: Right, *, back: str) -> Callable[[MemberView], Callable[..., HttpResponse]]:
    """Open a view to the members of an organisation with a right; a stranger finds nothing.

    A RefusedError that the view lets through is shown on the page `back` of the organisation, which
    every member may read.
    """

    def decorate(view: MemberView) -> Callable[..., HttpResponse]:
        @login_required
        @wraps(view)
        def opened(request: HttpRequest, organisation: str, **numbers: Any) -> HttpResponse:
            members = OrganisationMember.objects.select_related("organisation", "user")
            theirs = members.filter(organisation__slug=organisation, user=person(request))
            member = theirs.first()
            if member is None:
                raise Http404
            try:
                if not right(member):
                    raise RefusedError(_("Your role can't do this. Ask an owner."))
                return view(request, member, **numbers)
            except RefusedError as error:
                messages.error(request, str(error))
                return redirect(back, member.organisation.slug)

        return opened

    return decorate
