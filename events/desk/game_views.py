"""Enter a match game by game, and penalize players missing from their table."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.results import Side
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.result_questions import ResultQuestionError, SameResultError
from events.core.results.round_rules import rules_of
from events.core.results.slips import Slip
from events.desk.game_forms import games_form
from events.desk.table_views import show_table
from events.desk.tardiness_actions import (
    game_loss_for_tardiness,
    match_loss_for_tardiness,
    warning_for_tardiness,
)
from events.models import Report
from events.web.access import Action, Desk, source_of, staff_view
from events.web.lookups import find_table
from events.web.staff_pages.given_answers import given_answers
from events.web.staff_pages.undo_messages import message_result

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@staff_view(post=Action.ENTER_RESULT)
def report_games(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Enter the result of one table game by game."""
    round, match = find_table(desk, number, table)
    form = games_form(match, rules_of(round), data=request.POST)
    if round.by_seats or not form.is_valid():
        return show_table(request, desk, round, match, status=422, games=form)
    slip = Slip(
        form.result,
        drop_first=bool(request.POST.get("drop_first")),
        drop_second=bool(request.POST.get("drop_second")),
    )
    try:
        settled = enter_result(
            **desk.who,
            number=number,
            table=table,
            slip=slip,
            replace=request.POST.get("seen") or None,
            source=source_of(desk, Report.Source.CLICKED),
            given=given_answers(request, desk),
        )
    except SameResultError as same:
        return show_table(request, desk, round, same.match, status=409, same=same, games=form)
    except ResultQuestionError as asked:
        return show_table(
            request,
            desk,
            round,
            asked.match,
            status=409,
            told_against=asked,
            typed=request.POST,
            games=form,
        )
    except RefusedError as refused:
        return show_table(request, desk, round, match, status=422, refused=refused, games=form)
    message_result(request, settled, table, slip)
    return redirect("staff:round", desk.event.slug, number)


@staff_view(post=Action.PENALTY)
def absent(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Apply the rules on tardiness to a player missing from the table."""
    round, match = find_table(desk, number, table)
    side, penalty = request.POST.get("side", ""), _TARDINESS.get(request.POST.get("loss", ""))
    try:
        if side not in list(Side) or penalty is None:
            raise RefusedError(_("Choose a player and a penalty."))
        apply, words = penalty
        apply(**desk.who, number=number, table=table, side=Side(side))
    except RefusedError as refused:
        return show_table(request, desk, round, match, status=422, refused=refused)
    name = match.names[0 if side == Side.FIRST else 1]
    messages.success(request, words % {"name": name})
    return redirect("staff:table", desk.event.slug, number, table)


# The action for each penalty, and the message that follows.
_TARDINESS: dict[str, tuple[Callable[..., object], "_StrPromise"]] = {
    "warning": (warning_for_tardiness, gettext_lazy("%(name)s received a warning for tardiness.")),
    "game": (
        game_loss_for_tardiness,
        gettext_lazy("%(name)s received a game loss for tardiness. Include it in the result."),
    ),
    "match": (
        match_loss_for_tardiness,
        gettext_lazy("%(name)s received a match loss for tardiness and was dropped as a no-show."),
    ),
    "stays": (
        partial(match_loss_for_tardiness, stays=True),
        gettext_lazy(
            "%(name)s received a match loss for tardiness and stays in for the next round."
        ),
    ),
}
