"""The pods of a draft: wishes, drawing and posting them, and paper."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from events.forms.stages import WishForm
from events.models import Stage
from events.selectors.pods import meeting_seats, pods_page, seats_by_name
from events.services import pods as services
from events.services.errors import RefusedError
from events.views.access import Action, Desk, open_desk
from events.views.person import person
from events.views.stages import stage_or_404


@login_required
@require_safe
def pods(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the pods of a draft, and what to do next."""
    desk = open_desk(request, slug)
    return _show(request, desk, _draft_or_404(desk, number))


@login_required
@require_POST
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw the pods, or draw them again."""
    desk = open_desk(request, slug, Action.PAIR)
    stage = _draft_or_404(desk, number)
    try:
        drawn = services.draw_stage_pods(
            event_id=desk.event.pk, actor=person(request), stage=number
        )
    except RefusedError as refused:
        return _show(request, desk, stage, status=409, refused=refused)
    messages.success(
        request, _("%(count)d pods are drawn: only staff see them.") % {"count": len(drawn)}
    )
    return redirect("staff:pods", slug, number)


@login_required
@require_POST
def post(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the seats to the players."""
    desk = open_desk(request, slug, Action.POST)
    stage = _draft_or_404(desk, number)
    try:
        services.post_pods(event_id=desk.event.pk, actor=person(request), stage=number)
    except RefusedError as refused:
        return _show(request, desk, stage, status=409, refused=refused)
    messages.success(request, _("The pods are posted: players see their seats."))
    return redirect("staff:pods", slug, number)


@login_required
@require_POST
def wish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Note where somebody has to sit, or that it does not matter any more."""
    desk = open_desk(request, slug, Action.PAIR)
    stage = _draft_or_404(desk, number)
    form = WishForm(request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        try:
            services.wish_for_seat(
                event_id=desk.event.pk,
                actor=person(request),
                stage=number,
                player=typed["player"],
                pod=typed["pod"],
                seat=typed["seat"] if typed["pod"] else None,
            )
        except RefusedError as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            messages.success(request, _("The wish is noted. It holds when the pods are drawn."))
            return redirect("staff:pods", slug, number)
    return _show(request, desk, stage, status=422, form=form)


@login_required
@require_safe
def print_pods(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Print the seats by name, or by pod with `?by=pod`."""
    desk = open_desk(request, slug)
    stage = _draft_or_404(desk, number)
    context = {
        "desk": desk,
        "stage": stage,
        "by_pod": request.GET.get("by") == "pod",
        "page": pods_page(stage),
        "seats": seats_by_name(stage),
    }
    return render(request, "print/pods.html", context)


@login_required
@require_safe
def print_seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Print a seat for everybody at the player meeting: two at a table, by name."""
    desk = open_desk(request, slug)
    context = {"desk": desk, "seats": meeting_seats(desk.event)}
    return render(request, "print/seats.html", context)


def _draft_or_404(desk: Desk, number: int) -> Stage:
    stage = stage_or_404(desk, number)
    if not stage.pods:
        raise Http404
    return stage


def _show(
    request: HttpRequest,
    desk: Desk,
    stage: Stage,
    status: int = 200,
    form: WishForm | None = None,
    **more: Any,
) -> HttpResponse:
    context = {
        "desk": desk,
        "stage": stage,
        "page": pods_page(stage),
        "form": form or WishForm(),
        **more,
    }
    return render(request, "staff/stage_pods.html", context, status=status)
