"""The staff of an event."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from events.forms.refusal import show_refusal
from events.forms.staff import RolesForm, StaffForm
from events.models import Role
from events.selectors.people import MemberLine, staff_of
from events.services.errors import RefusedError
from events.services.staff import add_staff, change_staff
from events.views.access import Action, Desk, open_desk
from events.views.person import person, posted

NEW_ROLES = {"roles": [Role.SCOREKEEPER]}


@login_required
@require_http_methods(["GET", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the staff; an organizer adds a person here."""
    action = Action.EDIT_STAFF if request.method == "POST" else Action.SEE
    desk = open_desk(request, slug, action)
    form = StaffForm(posted(request), initial=NEW_ROLES)
    if form.is_valid():
        try:
            added = add_staff(
                event_id=desk.event.pk,
                actor=person(request),
                username=form.cleaned_data["username"],
                roles=form.cleaned_data["roles"],
            )
        except RefusedError as refused:
            show_refusal(form, refused)
        else:
            words = (
                _("%(user)s is invited. Send them the link in the list.")
                if added.invited
                else _("%(user)s is on the staff now.")
            )
            messages.success(request, words % {"user": added.member.user.get_username()})
            return redirect("staff:staff", slug)
    return _show(request, desk, form, status=422 if form.is_bound else 200)


@login_required
@require_POST
def change_member(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Give a member other roles, or none: then the person is off the staff."""
    desk = open_desk(request, slug, Action.EDIT_STAFF)
    form = RolesForm(request.POST)
    if not form.is_valid():
        change = {"change": form, "changed": username}
        return _show(request, desk, StaffForm(initial=NEW_ROLES), status=422, **change)
    actor = person(request)
    try:
        member = change_staff(
            event_id=desk.event.pk,
            actor=actor,
            username=username,
            roles=form.cleaned_data["roles"],
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("staff:staff", slug)
    if member is not None:
        messages.success(request, _("The roles of %(user)s are saved.") % {"user": username})
    else:
        messages.success(request, _("%(user)s is off the staff.") % {"user": username})
        if username == actor.get_username():
            return redirect("staff:events")
    return redirect("staff:staff", slug)


def _show(
    request: HttpRequest, desk: Desk, form: StaffForm, status: int, **more: object
) -> HttpResponse:
    """Show the staff; `change` is a form that was refused, `changed` whose roles it is about."""
    context = {
        "desk": desk,
        "form": form,
        "roles": list(Role),
        "lines": [(line, _invitation(request, desk, line)) for line in staff_of(desk.event)],
        **more,
    }
    return render(request, "staff/staff.html", context, status=status)


def _invitation(request: HttpRequest, desk: Desk, line: MemberLine) -> str:
    """The link by which an invited person chooses a password, for those who may invite.

    Only for accounts that this event's organizers made: whoever holds the link becomes that
    person, in every event.
    """
    if not (line.waiting and line.ours and desk.can["edit_staff"]):
        return ""
    return request.build_absolute_uri(join_path(line.member.user))


def join_path(user: User) -> str:
    """The path of the page on which this account's owner chooses a password."""
    return reverse(
        "join",
        args=[
            urlsafe_base64_encode(force_bytes(user.pk)),
            default_token_generator.make_token(user),
        ],
    )
