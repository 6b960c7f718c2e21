"""Swap two tables, or players of two tables, of a posted round that sat at the wrong places."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.phones.queries import typed_table
from events.core.players.queries import typed_player
from events.core.refusals import RefusedError
from events.core.repairing import swap_actions as swaps
from events.core.typed_values import whole_number
from events.desk.table_views import show_table
from events.models import Repairing, Round
from events.web.access import Action, Desk, staff_view
from events.web.lookups import find_table, to_table
from events.web.version_tokens import posted_token


@staff_view(post=Action.REPAIRING)
def swap(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Swap the whole table with another one, or one of its players with another player."""
    round, match = find_table(desk, number, table)
    try:
        made = _swap(request, desk, round, table)
    except RefusedError as refused:
        more = {"refused": refused, "typed_swap": request.POST}
        return show_table(request, desk, round, match, status=422, **more)
    messages.success(
        request, _("Swapped. Players see the change. Print the slips for both tables again.")
    )
    for first, second in swaps.have_met(made):
        words = _("%(first)s and %(second)s have already played each other.")
        messages.warning(
            request, words % {"first": written_name(first), "second": written_name(second)}
        )
    return redirect("staff:table", desk.event.slug, number, table)


def _swap(request: HttpRequest, desk: Desk, round: Round, table: int) -> Repairing:
    token, number = posted_token(request), round.number
    if "player" not in request.POST:
        typed = request.POST.get("other", "").strip()
        other = typed_table(round, typed)
        if other is None:
            raise RefusedError(_("Enter a different table number."), "other")
        return swaps.swap_tables(**desk.who, number=number, table=table, other=other, token=token)
    return swaps.swap_seats(
        **desk.who,
        number=number,
        table=table,
        player=whole_number(request.POST["player"]) or 0,
        other=typed_player(desk.event, request.POST.get("other", ""), "other"),
        token=token,
    )


@staff_view(post=Action.REPAIRING, back=to_table)
def undo(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Undo the newest swap of the round."""
    swaps.undo_swap(**desk.who, number=number, swap=whole_number(request.POST.get("swap", "")) or 0)
    messages.success(
        request, _("The swap was undone. All players are back at their previous tables.")
    )
    return to_table(desk, number, table)
