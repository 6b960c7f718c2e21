"""One player as the desk sees them, and what can be done with them."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from events.forms.refusal import show_refusal
from events.forms.roster import ChangePlayerForm
from events.models import Enrollment, Penalty
from events.selectors.roster import find_enrollment, player_page
from events.services.departures import disqualify, drop, reinstate
from events.services.enrollment import EnrollmentData, change_enrollment, check_in, remove
from events.services.errors import RefusedError
from events.services.penalties import infractions_by_penalty
from events.services.teams import member_at, members_of
from events.views.access import Action, Desk, open_desk
from events.views.person import person


@login_required
@require_http_methods(["GET", "POST"])
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one player; a POST changes name, e-mail, platform ID, byes and fixed table."""
    action = Action.EDIT_ROSTER if request.method == "POST" else Action.SEE
    desk = open_desk(request, slug, action)
    enrollment = enrollment_or_404(desk, number)
    form = _form(request, desk, enrollment)
    if form.is_valid():
        try:
            change_enrollment(
                event_id=desk.event.pk,
                actor=person(request),
                number=number,
                data=form.data_of_player(),
            )
        except RefusedError as refused:
            show_refusal(form, refused)
        else:
            messages.success(request, _("The changes are saved."))
            return redirect("staff:player", slug, number)
    return _show(request, desk, enrollment, form, 422 if form.is_bound else 200)


@login_required
@require_POST
def check_in_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check the player in; with `absent`, take it back."""
    desk = open_desk(request, slug, Action.CHECK_IN)
    present = "absent" not in request.POST

    def write() -> str:
        one = check_in(
            event_id=desk.event.pk, actor=person(request), number=number, present=present
        )
        words = _("%(name)s is checked in.") if present else _("%(name)s is not checked in.")
        return words % {"name": one.name}

    return _act(request, desk, number, write)


@login_required
@require_POST
def drop_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Drop the player; with `seat`, the team because that member leaves."""
    desk = open_desk(request, slug, Action.DROP)

    def write() -> str:
        reason = request.POST.get("reason", "").strip()[:300]
        seat = request.POST.get("seat", "")
        one = drop(
            event_id=desk.event.pk, actor=person(request), number=number, reason=reason, seat=seat
        )
        if one.left_after:
            words = _("%(name)s is dropped after round %(round)d.") % {
                "name": one.name,
                "round": one.left_after,
            }
        else:
            words = _("%(name)s is dropped and did not take part.") % {"name": one.name}
        return _with_member(_("%(member)s leaves: a team can't play without."), one, seat, words)

    return _act(request, desk, number, write)


@login_required
@require_POST
def reinstate_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let the player play on."""
    desk = open_desk(request, slug, Action.REINSTATE)

    def write() -> str:
        reason = request.POST.get("reason", "").strip()[:300]
        one = reinstate(event_id=desk.event.pk, actor=person(request), number=number, reason=reason)
        return _("%(name)s plays on.") % {"name": one.name}

    return _act(request, desk, number, write)


@login_required
@require_POST
def disqualify_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Disqualify the player, with the reason; with `seat`, the team because of that member."""
    desk = open_desk(request, slug, Action.DISQUALIFY)

    def write() -> str:
        reason = request.POST.get("reason", "").strip()[:300]
        seat = request.POST.get("seat", "")
        one = disqualify(
            event_id=desk.event.pk, actor=person(request), number=number, reason=reason, seat=seat
        )
        words = _("%(name)s is disqualified.") % {"name": one.name}
        return _with_member(_("Because of %(member)s the whole team is out."), one, seat, words)

    return _act(request, desk, number, write)


@login_required
@require_POST
def remove_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the player off the roster, before round 1."""
    desk = open_desk(request, slug, Action.EDIT_ROSTER)
    enrollment = enrollment_or_404(desk, number)
    try:
        name = remove(event_id=desk.event.pk, actor=person(request), number=number)
    except RefusedError as refused:
        return _show_refused(request, desk, enrollment, refused)
    messages.success(request, _("%(name)s is off the roster.") % {"name": name})
    return redirect("staff:roster", slug)


def _with_member(text: str, team: Enrollment, seat: str, words: str) -> str:
    """Say of a team which member it is about; `words` alone of a player or a whole team."""
    member = member_at(team, seat)
    return f"{text % {'member': member}} {words}" if member else words


def enrollment_or_404(desk: Desk, number: int) -> Enrollment:
    """The player with this number in the event; Http404 when there is none."""
    found = find_enrollment(desk.event, number)
    if found is None:
        raise Http404(_("There is no player with the number %(number)d.") % {"number": number})
    return found


def _act(request: HttpRequest, desk: Desk, number: int, write: Callable[[], str]) -> HttpResponse:
    """Do it and say so on the player's page, or show there why it can't be done."""
    enrollment = enrollment_or_404(desk, number)
    try:
        words = write()
    except RefusedError as refused:
        return _show_refused(request, desk, enrollment, refused)
    messages.success(request, words)
    return redirect("staff:player", desk.event.slug, number)


def _form(request: HttpRequest, desk: Desk, enrollment: Enrollment) -> ChangePlayerForm:
    before = EnrollmentData(
        name=enrollment.name,
        email=enrollment.player.email,
        platform_id=enrollment.platform_id,
        awarded_byes=enrollment.awarded_byes,
        fixed_table=enrollment.fixed_table,
        members=members_of(enrollment) if desk.event.is_for_teams else (),
    )
    data = request.POST if request.method == "POST" and "name" in request.POST else None
    return ChangePlayerForm(desk.event, desk.event.rounds.exists(), before, data)


def _show(
    request: HttpRequest,
    desk: Desk,
    enrollment: Enrollment,
    form: ChangePlayerForm,
    status: int,
    refused: RefusedError | None = None,
) -> HttpResponse:
    page = player_page(desk.event, enrollment)
    context = {
        "desk": desk,
        "form": form,
        "player": enrollment,
        "page": page,
        "members": enrollment.members.all() if desk.event.is_for_teams else (),
        "groups": infractions_by_penalty() if desk.can["penalty"] else [],
        "refused": refused,
        "reason": request.POST.get("reason", "") or _reason(page.disqualification),
    }
    return render(request, "staff/player.html", context, status=status)


def _reason(penalty: Penalty | None) -> str:
    """What a disqualification that is recorded says of its reason."""
    if penalty is None:
        return ""
    return ": ".join(filter(None, (penalty.get_infraction_display(), penalty.note)))


def _show_refused(
    request: HttpRequest, desk: Desk, enrollment: Enrollment, refused: RefusedError
) -> HttpResponse:
    form = _form(request, desk, enrollment)
    return _show(request, desk, enrollment, form, 422 if refused.field else 409, refused)
