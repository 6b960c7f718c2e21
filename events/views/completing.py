"""Completing a round: what happens to each table without a result."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from events.models import Event, Match, Round
from events.selectors.rounds import outstanding_matches
from events.services import rounds
from events.services.errors import RefusedError
from events.services.score import Score, parse_score, plain_words
from events.services.states import check_result
from events.views.access import Action, open_desk
from events.views.person import person
from events.views.rounds import round_or_404

NO_SHOWS = {
    "double-loss": Score(0, 0, double_loss=True),
    "no-show-both": Score(0, 0, double_loss=True, drop_first=True, drop_second=True),
}


@login_required
@require_http_methods(["GET", "POST"])
def complete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Complete a round; each table without a result is resolved here."""
    desk = open_desk(request, slug, Action.COMPLETE)
    round = round_or_404(desk, number)
    missing = outstanding_matches(round)
    if request.method == "GET" and round.state != Round.State.POSTED:
        return redirect("staff:round", slug, number)
    if request.method == "GET":
        rows = [(match, "", "", "") for match in missing]
        return render(request, "staff/complete.html", {"desk": desk, "round": round, "rows": rows})
    resolutions, rows = _read_resolutions(request, round, missing)
    error: RefusedError | None = None
    if not any(message for *_rest, message in rows):
        try:
            rounds.complete_round(
                event_id=desk.event.pk,
                actor=person(request),
                number=number,
                resolutions=resolutions,
            )
        except RefusedError as refused:
            error = refused
        else:
            messages.success(request, _("Round %(number)d is complete.") % {"number": number})
            return redirect("staff:round", slug, _go_on(request, desk.event, number))
    return render(
        request,
        "staff/complete.html",
        {"desk": desk, "round": round, "rows": rows, "error": error},
        status=422,
    )


def _go_on(request: HttpRequest, event: Event, number: int) -> int:
    """Return the round to show after a complete one: in a playoff the one that followed from it."""
    if not event.rounds.filter(number=number + 1).exists():
        return number
    posted = _("Round %(number)d is posted: players see it.")
    messages.success(request, posted % {"number": number + 1})
    return number + 1


def _read_resolutions(
    request: HttpRequest, round: Round, missing: list[Match]
) -> tuple[dict[int, Score], list[tuple[Match, str, str, str]]]:
    """Return what is decided by table, and each row with choice, text and error to show again."""
    resolutions: dict[int, Score] = {}
    rows: list[tuple[Match, str, str, str]] = []
    scores = {
        "no-show-first": Score(0, round.games_to_win, drop_first=True),
        "no-show-second": Score(round.games_to_win, 0, drop_second=True),
    }
    if not round.stage.is_elimination:
        scores |= NO_SHOWS
    for match in missing:
        choice = request.POST.get(f"choice-{match.table}", "")
        text = request.POST.get(f"score-{match.table}", "").strip()
        message = ""
        try:
            if choice in scores:
                resolutions[match.table or 0] = scores[choice]
            elif text:
                score = parse_score(plain_words(text))
                check_result(round, score)
                resolutions[match.table or 0] = score
            else:
                message = _("Choose what happens to this table.")
        except RefusedError as refused:
            message = str(refused)
        rows.append((match, choice, text, message))
    return resolutions, rows
