"""Re-pairing a posted round: the plans side by side, applying one, undoing it."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.refusals import RefusedError
from events.core.repairing import actions as repairing
from events.core.repairing import swap_actions as swaps
from events.core.repairing.queries import repairing_page, round_to_re_pair
from events.core.seats.table_ranges import read_tables
from events.core.typed_values import whole_number, whole_numbers
from events.models import Repairing
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404


@staff_view(get=Action.REPAIRING)
def plans(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show what can be done about a round; `in` takes players into it, `playing` keeps tables."""
    round = round_or_404(desk, number)
    context: dict[str, object] = {"desk": desk, "round": round, "playing": _playing(request.GET)}
    status = 200
    try:
        keep = read_tables(_playing(request.GET))
        repairable = round_to_re_pair(desk.event, number)
        context["page"] = repairing_page(desk.event, repairable, _numbers(request.GET), keep)
    except RefusedError as refused:
        context["refused"] = refused
        status = 422 if refused.field else 409
    return render(request, "repairing/plans.html", context, status=status)


@staff_view(post=Action.REPAIRING)
def apply(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Apply one plan."""
    joining, playing = _numbers(request.POST), _playing(request.POST)
    try:
        made = repairing.apply_repairing(
            event_id=desk.event.pk,
            actor=desk.actor,
            number=number,
            key=request.POST.get("plan", ""),
            digest=request.POST.get("digest", ""),
            joining=joining,
            keep=read_tables(playing),
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
        asked = urlencode([("in", joins) for joins in joining] + [("playing", playing)])
        return redirect(f"{reverse('staff:plans', args=[desk.event.slug, number])}?{asked}")
    messages.success(request, _applied_words(made))
    return redirect("staff:plans", desk.event.slug, number)


def to_plans(desk: Desk, number: int) -> HttpResponse:
    """Lead to the plans for a round."""
    return redirect("staff:plans", desk.event.slug, number)


@staff_view(post=Action.REPAIRING, back=to_plans)
def undo(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take the newest re-pairing of a round back."""
    asked = whole_number(request.POST.get("repairing", "")) or 0
    if Repairing.objects.filter(
        pk=asked, plan=Repairing.Plan.SWAP, round__event=desk.event
    ).exists():
        swaps.undo_swap(event_id=desk.event.pk, actor=desk.actor, number=number, swap=asked)
    else:
        repairing.undo_repairing(
            event_id=desk.event.pk, actor=desk.actor, number=number, repairing=asked
        )
    messages.success(
        request, _("The re-pairing was undone. All players are back at their previous tables.")
    )
    return to_plans(desk, number)


def to_roster(desk: Desk, **_numbers: int) -> HttpResponse:
    """Lead to the roster."""
    return redirect("staff:roster", desk.event.slug)


@staff_view(post=Action.PAIR, back=to_roster)
def against_bye(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Pair a player who is not in the round with the holder of its bye."""
    asked = request.POST.get("player", "")
    made = repairing.seat_against_bye(
        event_id=desk.event.pk,
        actor=desk.actor,
        number=number,
        player=whole_number(asked) or 0,
    )
    (table,) = [row["table"] for row in made.after]
    messages.success(
        request,
        _("Round %(number)d: the new match is at table %(table)d.")
        % {"number": number, "table": table},
    )
    return to_roster(desk)


def _applied_words(made: Repairing) -> str:
    count = sum(row["table"] is not None for row in made.after)
    words = ngettext(
        "Applied. %(count)d table changed, and players can see it.",
        "Applied. %(count)d tables changed, and players can see them.",
        count,
    )
    return words % {"count": count}


def _numbers(asked: QueryDict) -> list[int]:
    return whole_numbers(asked.getlist("in"))


def _short(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if len(text) < 10]


def _playing(asked: QueryDict) -> str:
    return asked.get("playing", "")[:500].strip()
