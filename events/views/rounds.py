"""One round: its draft, posting it, its clock, completing it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import pairings
from events.models import Event, Round
from events.selectors.drafts import draft_context
from events.selectors.rounds import (
    find_round_or_none,
    round_page,
)
from events.selectors.stages import next_step as next_step_of
from events.services import draft_changes, drafting, rounds
from events.services.errors import RefusedError
from events.views.access import Action, Desk, open_desk
from events.views.person import person


@login_required
@require_GET
def round_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a round in the state it is in."""
    desk = open_desk(request, slug)
    return show_round(request, desk, round_or_404(desk, number))


def show_round(
    request: HttpRequest, desk: Desk, round: Round, status: int = 200, **more: Any
) -> HttpResponse:
    """Answer with the page of a round: the draft, the desk, or the results."""
    page = round_page(desk.event, round)
    context: dict[str, Any] = {"desk": desk, "page": page, "round": round, **more}
    if round.state == Round.State.DRAFT:
        context |= draft_context(desk.event, round, page)
        return render(request, "staff/draft.html", context, status=status)
    if round.state == Round.State.POSTED:
        return render(request, "staff/desk.html", context, status=status)
    context |= next_step(desk.event, page.is_latest, round)
    follows = round.stage.is_elimination and page.numbers[-1] == round.number + 1
    context["may_reopen"] = page.is_latest or follows
    return render(request, "staff/round.html", context, status=status)


def next_step(event: Event, is_latest: bool, round: Round) -> dict[str, Any]:
    """Return what follows a complete round: whether it is published, and the one next step."""
    newest = round.snapshots.order_by("-revision").first()
    published = newest if newest is not None and not newest.withdrawn else None
    step = next_step_of(event) if is_latest else None
    more = step is not None and step.code == "pair"
    return {
        "published": published,
        "step": step,
        "next_number": round.number + 1 if more else None,
        "may_finish": is_latest and event.state != Event.State.FINISHED,
        "next_hash": pairings.seed_hash(event.next_seed),
    }


@login_required
@require_POST
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair a round as a draft."""
    desk = open_desk(request, slug, Action.PAIR)
    return _act(
        request,
        desk,
        number,
        lambda: drafting.pair_next_round(
            event_id=desk.event.pk, actor=person(request), number=number
        ),
        _("Round %(number)d is paired as a draft: only staff see it."),
    )


@login_required
@require_POST
def repair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair a draft again, from a new seed or from one that is typed."""
    desk = open_desk(request, slug, Action.PAIR)
    typed = request.POST.get("seed", "").strip()
    if typed and not (typed.isdecimal() and len(typed) < 20 and int(typed) < 2**63):
        messages.error(
            request, _("A seed is a whole number below 2^63; leave it empty to draw one.")
        )
        return redirect("staff:round", slug, number)
    return _act(
        request,
        desk,
        number,
        lambda: drafting.repair_draft(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            seed=int(typed) if typed else None,
        ),
        _("Round %(number)d is paired again."),
    )


@login_required
@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Throw a draft away."""
    desk = open_desk(request, slug, Action.PAIR)
    return _act(
        request,
        desk,
        number,
        lambda: drafting.discard_draft(
            event_id=desk.event.pk, actor=person(request), number=number
        ),
        _("The draft of round %(number)d is thrown away."),
        to_desk=True,
    )


@login_required
@require_POST
def change_draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a draft by hand: swap two players, move a table, add or take out a player."""
    desk = open_desk(request, slug, Action.PAIR)
    change = request.POST.get("change", "")
    try:
        done = _change(request, desk.event.pk, number, change)
    except RefusedError as refused:
        return show_round(
            request,
            desk,
            round_or_404(desk, number),
            status=422,
            refused=refused,
            change=change,
            typed=request.POST,
        )
    messages.success(request, done)
    return redirect("staff:round", slug, number)


def _change(request: HttpRequest, event_id: int, number: int, change: str) -> str:
    """Do one change to a draft and return what happened, in words."""
    actor = person(request)
    if change == "swap":
        first, second = _typed_number(request, "first"), _typed_number(request, "second")
        draft_changes.swap_players(
            event_id=event_id, actor=actor, number=number, first=first, second=second
        )
        return _("The two players have changed places.")
    if change == "table":
        table, to = _typed_number(request, "table"), _typed_number(request, "to")
        draft_changes.set_table(event_id=event_id, actor=actor, number=number, table=table, to=to)
        return _("The match has moved.")
    player = _typed_number(request, "player")
    if change == "add":
        draft_changes.add_to_draft(event_id=event_id, actor=actor, number=number, player=player)
        return _("The player is in the draft.")
    if change == "take-out":
        draft_changes.take_out_of_draft(
            event_id=event_id, actor=actor, number=number, player=player
        )
        return _("The player is out of the draft.")
    raise Http404


def _typed_number(request: HttpRequest, name: str) -> int:
    """Read a number from a field that may hold "12 Rossi", as the browser completes it."""
    text = request.POST.get(name, "").strip().split(" ")[0]
    if not text.isdecimal() or len(text) > 9:
        raise RefusedError(_("Choose from the list, or type the number."), name)
    return int(text)


@login_required
@require_POST
def post(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a draft to the players."""
    desk = open_desk(request, slug, Action.POST)
    return _act(
        request,
        desk,
        number,
        lambda: rounds.post_round(event_id=desk.event.pk, actor=person(request), number=number),
        _("Round %(number)d is posted: players see it."),
    )


@login_required
@require_POST
def unpost(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a posted round back to a draft."""
    desk = open_desk(request, slug, Action.WITHDRAW)
    return _act(
        request,
        desk,
        number,
        lambda: rounds.unpost_round(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            reason=request.POST.get("reason", ""),
        ),
        _("Round %(number)d is a draft again: players no longer see it."),
    )


@login_required
@require_POST
def clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start the clock of a round."""
    desk = open_desk(request, slug, Action.POST)
    return _act(
        request,
        desk,
        number,
        lambda: rounds.start_clock(event_id=desk.event.pk, actor=person(request), number=number),
        _("The clock of round %(number)d runs."),
    )


@login_required
@require_POST
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the completion of a round back."""
    desk = open_desk(request, slug, Action.COMPLETE)
    return _act(
        request,
        desk,
        number,
        lambda: rounds.reopen_round(event_id=desk.event.pk, actor=person(request), number=number),
        _("Round %(number)d is open again."),
    )


def round_or_404(desk: Desk, number: int) -> Round:
    """Return a round of the event; Http404 when there is none."""
    round = find_round_or_none(desk.event, number)
    if round is None:
        raise Http404
    return round


def _act(
    request: HttpRequest,
    desk: Desk,
    number: int,
    action: Callable[[], object],
    done: str,
    *,
    to_desk: bool = False,
) -> HttpResponse:
    """Do one thing to a round, say what happened, and go back to it."""
    try:
        action()
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, done % {"number": number})
    exists = desk.event.rounds.filter(number=number).exists()
    if to_desk or not exists:
        return redirect("staff:desk", desk.event.slug)
    return redirect("staff:round", desk.event.slug, number)
