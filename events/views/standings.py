"""The standings as the desk sees them: always the live truth."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.forms.profiles import profile_name
from events.selectors.chances import live_chances
from events.selectors.standings import live_standings
from events.services import finishing, publishing
from events.services.errors import RefusedError
from events.views.access import Action, open_desk
from events.views.person import person


@login_required
@require_GET
def standings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show the standings after a round, the newest complete one unless it is named."""
    desk = open_desk(request, slug)
    page = live_standings(desk.event, number)
    if page is None and number is not None:
        raise Http404
    context: dict[str, object] = {"desk": desk, "page": page}
    if page is not None:
        context["chances"] = live_chances(desk.event, page.round.number)
        context["rules"] = profile_name(page.profile)
    return render(request, "staff/standings.html", context)


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the standings after a round to the players."""
    desk = open_desk(request, slug, Action.PUBLISH)
    try:
        snapshot = publishing.publish_standings(
            event_id=desk.event.pk, actor=person(request), number=number
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("staff:desk", slug)
    messages.success(
        request,
        _("The standings after round %(number)d are published (revision %(revision)d).")
        % {"number": number, "revision": snapshot.revision},
    )
    if request.POST.get("back") == "desk":
        return redirect("staff:desk", slug)
    return redirect("staff:standings-after", slug, number)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Hide the standings after a round from the players."""
    desk = open_desk(request, slug, Action.WITHDRAW)
    try:
        publishing.withdraw_standings(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            reason=request.POST.get("reason", ""),
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request,
            _("The standings after round %(number)d are withdrawn.") % {"number": number},
        )
    return redirect("staff:standings-after", slug, number)


@login_required
@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Finish the event and publish its final standings."""
    desk = open_desk(request, slug, Action.FINISH)
    try:
        finishing.finish_event(
            event_id=desk.event.pk, actor=person(request), early=bool(request.POST.get("early"))
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("staff:desk", slug)
    messages.success(request, _("The event is finished. The final report is ready."))
    return redirect("staff:report", slug)


@login_required
@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a finished event again."""
    desk = open_desk(request, slug, Action.FINISH)
    try:
        finishing.reopen_event(
            event_id=desk.event.pk,
            actor=person(request),
            reason=request.POST.get("reason", ""),
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The event is open again."))
    return redirect("staff:desk", slug)
