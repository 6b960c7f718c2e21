"""The pods of a draft: wishes, drawing and posting them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.basis.comparisons import not_recorded_words
from events.core.basis.queries import departures_of_seats
from events.core.edit_conflicts import token_of_values
from events.core.players.queries import typed_player
from events.core.refusals import RefusedError
from events.core.stages import pod_actions
from events.core.stages.plans import seats_values
from events.core.stages.pod_queries import pods_page
from events.models import Stage
from events.stages.forms import SeatsForm, SizesForm, WishForm
from events.web.access import Action, Desk, staff_view
from events.web.forms.refusals import ShowRefusal
from events.web.forms.sent_forms import made_once
from events.web.lookups import stage_or_404
from events.web.version_tokens import posted_token


@staff_view(get=Action.SEE)
def pods(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the pods of a draft, and what to do next."""
    return _show(request, desk, _pods_or_404(desk, number))


def _show_refused(
    request: HttpRequest, desk: Desk, refused: RefusedError, number: int
) -> HttpResponse:
    stage = _pods_or_404(desk, number)
    return _show(request, desk, stage, status=409, refused=refused, sizes=SizesForm(request.POST))


@staff_view(post=Action.PAIR, refused=_show_refused)
@made_once
def draw(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Draw the pods, or draw them again."""
    stage = _pods_or_404(desk, number)
    form = SizesForm(request.POST)
    if not form.is_valid():
        return _show(request, desk, stage, status=422, sizes=form)
    drawn = pod_actions.draw_stage_pods(**desk.who, stage=number, **form.cleaned_data)
    words = ngettext(
        "%(count)d pod was drawn. Only staff can see it.",
        "%(count)d pods were drawn. Only staff can see them.",
        len(drawn),
    )
    messages.success(request, words % {"count": len(drawn)})
    return redirect("staff:pods", desk.event.slug, number)


@staff_view(post=Action.POST_ROUND)
def change(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Let two players of a draft change places."""
    stage = _pods_or_404(desk, number)
    form = SeatsForm(request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        with ShowRefusal(form):
            pod_actions.change_seats(
                **desk.who,
                stage=number,
                player=typed_player(desk.event, typed["player"]),
                other=typed_player(desk.event, typed["other"], "other"),
                reason=typed["reason"],
                token=posted_token(request),
            )
            messages.success(request, _("The players swapped seats."))
            return redirect("staff:pods", desk.event.slug, number)
    return _show(request, desk, stage, status=422, seats=form)


@staff_view(post=Action.POST_ROUND, refused=_show_refused)
def post(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Post the pods, so that players see their seats."""
    _pods_or_404(desk, number)
    pod_actions.post_pods(**desk.who, stage=number)
    messages.success(request, _("The pods are posted. Players can see their seats."))
    return redirect("staff:pods", desk.event.slug, number)


@staff_view(post=Action.PAIR)
def wish(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Store the seat that a player needs, or remove it."""
    stage = _pods_or_404(desk, number)
    form = WishForm(request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        with ShowRefusal(form):
            pod_actions.wish_for_seat(
                **desk.who,
                stage=number,
                player=typed_player(desk.event, typed["player"]),
                pod=typed["pod"],
                seat=typed["seat"] if typed["pod"] else None,
            )
            messages.success(
                request, _("The request was saved. It applies when the pods are drawn.")
            )
            return redirect("staff:pods", desk.event.slug, number)
    return _show(request, desk, stage, status=422, form=form)


def _pods_or_404(desk: Desk, number: int) -> Stage:
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
        "seats_seen": token_of_values(seats_values(stage)),
        "sizes": SizesForm(),
        "seats": SeatsForm(),
        "departures": departures_of_seats(stage),
        "not_recorded": not_recorded_words(stage, "pods"),
        **more,
    }
    return render(request, "stages/stage_pods.html", context, status=status)
