"""One table: its result by tapping, its time extension, its history, its correction."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.adapters import records_before
from events.models import Match, Round
from events.selectors.brackets import who_chooses
from events.selectors.rounds import moved_with, sides, table_history
from events.services import results, rounds
from events.services.errors import RefusedError
from events.services.results import ResultConflictError, result_text
from events.services.score import SEATS, Score, parse_score, plain_words, possible_scores
from events.services.states import table_of
from events.services.teams import members_of, seat_field
from events.views.access import Action, Desk, open_desk
from events.views.person import person
from events.views.rounds import round_or_404


@login_required
@require_GET
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show one table."""
    desk = open_desk(request, slug)
    round, match = _find(desk, number, table)
    return _show(request, desk, round, match)


@login_required
@require_POST
def enter(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Enter the result of one table from the buttons of its page."""
    desk = open_desk(request, slug, Action.ENTER_RESULT)
    round, match = _find(desk, number, table)
    try:
        score = _typed_score(request)
        match = results.enter_result(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            table=table,
            score=score,
            replace=request.POST.get("seen") or None,
        )
    except ResultConflictError as conflict:
        return _show(
            request, desk, round, conflict.match, status=409, conflict=conflict, typed=request.POST
        )
    except RefusedError as refused:
        return _show(request, desk, round, match, status=422, refused=refused, typed=request.POST)
    messages.success(
        request, _("Table %(table)d: %(score)s is recorded.") % {"table": table, "score": score}
    )
    _say_who_moved(request, desk, match)
    return redirect("staff:round", slug, number)


@login_required
@require_POST
def undo(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take the result of one table back."""
    desk = open_desk(request, slug, Action.ENTER_RESULT)
    try:
        match = results.undo_result(
            event_id=desk.event.pk, actor=person(request), number=number, table=table
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Table %(table)d: the result is undone.") % {"table": table})
        _say_who_moved(request, desk, match, undone=True)
    return redirect("staff:table", slug, number, table)


@login_required
@require_POST
def extend(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Set the time extension of one table."""
    desk = open_desk(request, slug, Action.EXTEND)
    text = request.POST.get("minutes", "")
    try:
        if not text.isdecimal() or len(text) > 4:
            raise RefusedError(_("An extension is a whole number of minutes."), "minutes")
        rounds.extend_time(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            table=table,
            minutes=int(text),
        )
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request,
            _("Table %(table)d has %(minutes)d more minutes.")
            % {"table": table, "minutes": int(text)},
        )
    return redirect("staff:table", slug, number, table)


@login_required
@require_POST
def correct(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Correct the result of a complete round."""
    desk = open_desk(request, slug, Action.CORRECT)
    round, match = _find(desk, number, table)
    try:
        score = _typed_score(request)
        results.correct_result(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            table=table,
            score=score,
            reason=request.POST.get("reason", ""),
        )
    except RefusedError as refused:
        return _show(request, desk, round, match, status=422, refused=refused, typed=request.POST)
    messages.success(
        request,
        _("Round %(number)d, table %(table)d is corrected to %(score)s. Pairings stay as they are.")
        % {"number": number, "table": table, "score": score},
    )
    later = desk.event.rounds.filter(number__gt=number, state=Round.State.DRAFT).first()
    if later is not None:
        messages.warning(
            request,
            _("The draft of round %(number)d was paired from the old result: pair it again.")
            % {"number": later.number},
        )
    return redirect("staff:round", slug, number)


def _say_who_moved(request: HttpRequest, desk: Desk, match: Match, *, undone: bool = False) -> None:
    """Say who drops and who plays on with what was just done to a result."""
    back, left = moved_with(desk.event, match)
    for name in back:
        messages.info(request, _("%(name)s plays on.") % {"name": name})
    for name in left:
        words = _("%(name)s is dropped again.") if undone else _("%(name)s is dropped.")
        messages.info(request, words % {"name": name})


def _typed_score(request: HttpRequest) -> Score:
    words = plain_words(request.POST.get("score", "") or _typed_seats(request))
    if not words:
        raise RefusedError(_("Choose or type a result."), "score")
    drops = {name for name in ("drop_first", "drop_second") if request.POST.get(name)}
    score = parse_score(words)
    return Score(
        *score.games,
        double_loss=score.double_loss,
        drop_first=score.drop_first or "drop_first" in drops,
        drop_second=score.drop_second or "drop_second" in drops,
        seats=score.seats,
    )


def _typed_seats(request: HttpRequest) -> str:
    """Return what was chosen at the seats of teams of three: "wlw"; empty without that."""
    chosen = [request.POST.get(seat_field(seat), "") for seat in SEATS]
    if any(chosen) and not all(chosen):
        raise RefusedError(_("Choose who won at each seat."), "score")
    return "".join(chosen)


def _seat_rows(match: Match, typed: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return what the page asks of each seat: who plays there, what was chosen or stands."""
    standing = dict(zip(SEATS, match.seat_results, strict=False))
    first = members_of(match.first)
    second = members_of(match.second) if match.second else ()
    return [
        {
            "seat": seat,
            "field": seat_field(seat),
            "first": one,
            "second": other,
            "typed": typed.get(seat_field(seat), standing.get(seat, "")),
        }
        for seat, one, other in zip_longest(SEATS, first, second, fillvalue="")
    ]


def _find(desk: Desk, number: int, table: int) -> tuple[Round, Match]:
    round = round_or_404(desk, number)
    try:
        return round, table_of(round, table)
    except RefusedError as refused:
        raise Http404(str(refused)) from refused


def _show(
    request: HttpRequest, desk: Desk, round: Round, match: Match, status: int = 200, **more: Any
) -> HttpResponse:
    event = desk.event
    context = {
        "desk": desk,
        "round": round,
        "match": match,
        "sides": sides(match, records_before(round)),
        "history": table_history(event, round, match),
        "scores": possible_scores(round.games_to_win, round.draws_allowed),
        "extensions": (2, 3, 5, 10),
        "seen": result_text(match),
        "chooser": who_chooses(round, match),
        "seat_rows": _seat_rows(match, more.get("typed", {})) if round.by_seats else [],
        **more,
    }
    return render(request, "staff/table.html", context, status=status)
