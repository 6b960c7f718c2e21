"""Re-pairing a posted round: its problems, the plans side by side, applying one, undoing it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.core.clock.round_clock import clock_of
from events.core.guards import has_results, table_of
from events.core.journal.queries import entries_since, newest_entry
from events.core.phones.queries import typed_table
from events.core.refusals import RefusedError
from events.core.repairing import actions as repairing
from events.core.repairing import swap_actions as swaps
from events.core.repairing.actions import MOST_EXTENSION
from events.core.repairing.options import NewTable, RepairingOption
from events.core.repairing.queries import repairing_page, round_to_re_pair
from events.core.repairing.repairing_words import applied_words, undone_words
from events.core.seats.table_numbering import read_tables
from events.core.typed_values import row_key, whole_number, whole_numbers
from events.models import Repairing
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404, to_round
from events.web.staff_pages.rows_shown import RowsShown, rows_shown

# A re-pairing with more new tables is shown in parts.
MOST_TABLES, PAGE_OF_TABLES = 650, 200


@staff_view(get=Action.REPAIRING)
def plans(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Compare what can be done about a round; `in` adds players to it, `playing` keeps tables."""
    return _show(request, desk, number, request.GET)


def _show(
    request: HttpRequest,
    desk: Desk,
    number: int,
    typed: QueryDict,
    refused: RefusedError | None = None,
) -> HttpResponse:
    """Show the page with what was typed; `refused`: why a plan was not applied."""
    round = round_or_404(desk, number)
    context: dict[str, object] = {"desk": desk, "round": round, "playing": _playing(typed)}
    status = 409 if refused else 200
    try:
        keep = read_tables(_playing(typed))
        playing = round_to_re_pair(desk.event, number)
        page = repairing_page(desk.event, playing, _numbers(typed), keep)
        context |= {
            "page": page,
            "plans": [(plan, _tables_shown(request, plan)) for plan in page.changing],
            "seen": newest_entry(desk.event),
            "can_unpost": desk.can["withdraw"] and not has_results(playing),
            "missed": min(clock_of(playing).minutes_gone, MOST_EXTENSION),
            "next_number": number + 1,
        }
    except RefusedError as impossible:
        context["impossible"] = impossible
        status = 422 if impossible.field else 409
    if refused is not None:
        since = row_key(typed.get("seen", ""))
        context |= {"refused": refused, "typed": typed, "chosen": typed.get("plan", "")}
        context["since"] = [] if since is None else entries_since(desk.event, since)
    return render(request, "repairing/plans.html", context, status=status)


def _tables_shown(
    request: HttpRequest, plan: RepairingOption
) -> RowsShown[tuple[NewTable, bool, bool]]:
    """Return the tables of a plan that the address asks for: of a very large round a part."""
    return rows_shown(request, plan.rows, most=MOST_TABLES, page=PAGE_OF_TABLES)


@staff_view(post=Action.REPAIRING)
def apply(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Apply one plan."""
    typed = request.POST
    try:
        made = repairing.apply_repairing(
            **desk.who,
            number=number,
            key=typed.get("plan", ""),
            digest=typed.get("digest", ""),
            joining=_numbers(typed),
            keep=read_tables(_playing(typed)),
            minutes=whole_number(typed.get("minutes", "")) or 0,
            **_reason(typed),
        )
    except RefusedError as refused:
        return _show(request, desk, number, typed, refused)
    messages.success(request, applied_words(made))
    return to_plans(desk, number)


@staff_view(post=Action.REPAIRING)
def leave(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Leave a round unchanged, for a recorded reason."""
    try:
        repairing.leave_round(**desk.who, number=number, **_reason(request.POST))
    except RefusedError as refused:
        return _show(request, desk, number, request.POST, refused)
    words = _("Round %(number)d stays as it is. Continue with its results.")
    messages.success(request, words % {"number": number})
    return to_round(desk, number)


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
        undone = swaps.undo_swap(**desk.who, number=number, swap=asked)
    else:
        undone = repairing.undo_repairing(**desk.who, number=number, repairing=asked)
    messages.success(request, undone_words(undone))
    return to_plans(desk, number)


@staff_view(get=Action.REPAIRING, back=to_plans)
def seats(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Lead to the table where players sat down at wrong seats: `table`."""
    round = round_or_404(desk, number)
    table = typed_table(round, request.GET.get("table", "").strip())
    if table is None:
        raise RefusedError(_("Enter a table number."), "table")
    table_of(round, table)
    answer = redirect("staff:table", desk.event.slug, number, table)
    answer["Location"] += "#swap"
    return answer


def to_roster(desk: Desk, **_numbers: int) -> HttpResponse:
    """Lead to the roster."""
    return redirect("staff:roster", desk.event.slug)


@staff_view(post=Action.PAIR, back=to_roster)
def against_bye(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Pair a player who is not in the round with the holder of its bye."""
    asked = request.POST.get("player", "")
    made = repairing.seat_against_bye(**desk.who, number=number, player=whole_number(asked) or 0)
    (table,) = made.tables
    messages.success(
        request,
        _("Round %(number)d: the new match is at table %(table)d.")
        % {"number": number, "table": table},
    )
    return to_roster(desk)


def _reason(typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the reason and the version token that a form sent."""
    return {"reason": typed.get("reason", ""), "token": typed.get("token")}


def _numbers(asked: QueryDict) -> list[int]:
    return whole_numbers(asked.getlist("in"))


def _playing(asked: QueryDict) -> str:
    return asked.get("playing", "")[:500].strip()
