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
from events.services.results import result_text
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
            for words in _overtaken(request, round, resolutions):
                messages.warning(request, words)
            return redirect("staff:round", slug, _go_on(request, desk.event, number))
    context = {
        "desk": desk,
        "round": round,
        "rows": rows,
        "error": error,
        "overtaken": _overtaken(request, round, resolutions),
    }
    return render(request, "staff/complete.html", context, status=422)


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
            if choice in scores and text:
                message = _("Choose one: the result that is typed, or what is chosen below it.")
            elif choice in scores:
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


def _overtaken(request: HttpRequest, round: Round, resolutions: dict[int, Score]) -> list[str]:
    """Say of each answer on the page that a result which came in meanwhile stands instead."""
    answers = _answers(request)
    matches = round.matches.filter(table__in=answers, first_wins__isnull=False)
    words = []
    for match in matches.select_related("reported_by").order_by("table"):
        table, who = match.table or 0, match.reported_by
        if table in resolutions and who == request.user and _holds(match, resolutions[table]):
            continue
        values = {
            "table": table,
            "score": result_text(match),
            "who": who.get_username() if who else "-",
            "typed": answers[table],
        }
        if answers[table]:
            text = _(
                "Table %(table)d has %(score)s from %(who)s by now; your %(typed)s is not used."
            )
        else:
            text = _("Table %(table)d has %(score)s from %(who)s by now; your choice is not used.")
        words.append(text % values)
    return words


def _answers(request: HttpRequest) -> dict[int, str]:
    """Return the tables that were answered on the page, with what was typed for them."""
    answers: dict[int, str] = {}
    for name, value in request.POST.items():
        kind, _dash, table = name.partition("-")
        answer = str(value).strip()
        if kind in ("score", "choice") and answer and table.isdecimal() and len(table) < 7:
            answers[int(table)] = answer[:20] if kind == "score" else answers.get(int(table), "")
    return answers


def _holds(match: Match, score: Score) -> bool:
    """Whether this is the result that a match has."""
    seats = match.seat_results == score.seats
    return seats and (match.games, match.double_loss) == (score.games, score.double_loss)
