"""Completing a round: what happens to each table without a result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from domain.limits import MOST_TABLE
from events.core.refusals import RefusedError
from events.core.results.slips import Slip, parse_slip, plain_words
from events.core.rounds import actions as rounds
from events.core.rounds.guards import check_result, find_round_or_none, rules_of
from events.core.rounds.queries import outstanding_matches
from events.core.seats.table_ranges import read_tables, tables_text
from events.core.typed_values import whole_number
from events.core.words.stage_words import completed_words, posted_words
from events.models import Event, Match, Round
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404

NO_SHOWS = {
    "double-loss": Slip.of(0, 0, double_loss=True),
    "no-show-both": Slip.of(
        0, 0, double_loss=True, drop_first=True, drop_second=True, no_show=True
    ),
}
# How a no-show is typed where each table has one line.
NO_SHOW_CODES = {"no-show-first": "n1", "no-show-second": "n2", "no-show-both": "n12"}
# Instead of a table's number: what holds for every table of which nothing else is said.
ALL = "all"
# Of more tables the page asks once for all, with a line for each exception.
MOST_IN_FULL = 12


@staff_view(get=Action.COMPLETE, post=Action.COMPLETE)
def complete(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Complete a round; each table without a result is resolved here."""
    round = round_or_404(desk, number)
    missing = outstanding_matches(round)
    if request.method == "GET" and round.state != Round.State.POSTED:
        return redirect("staff:round", desk.event.slug, number)
    if request.method == "GET":
        rows = [(match, "", "", "") for match in missing]
        context = {"desk": desk, "round": round, "rows": rows, **_shown(request, round, missing)}
        return render(request, "desk/complete.html", context)
    resolutions, rows = _read_resolutions(request, round, missing)
    error, for_all = None, _for_all(request, round)
    if not any(message for *_rest, message in rows) and not for_all.message:
        try:
            rounds.complete_round(
                event_id=desk.event.pk,
                actor=desk.actor,
                number=number,
                resolutions=resolutions,
            )
        except RefusedError as refused:
            error = refused
        else:
            messages.success(request, completed_words(round))
            for words in _overtaken(request, round, resolutions):
                messages.warning(request, words)
            return redirect("staff:round", desk.event.slug, _go_on(request, desk.event, number))
    context = {
        "desk": desk,
        "round": round,
        "rows": rows,
        **_shown(request, round, missing),
        "error": error,
        "overtaken": _overtaken(request, round, resolutions),
        "staying": {match.table for match in missing if f"stays-{match.table}" in request.POST},
    }
    return render(request, "desk/complete.html", context, status=422)


def _go_on(request: HttpRequest, event: Event, number: int) -> int:
    """Return the round to show after a complete one: in a playoff the one that followed from it."""
    following = find_round_or_none(event, number + 1)
    if following is None:
        return number
    messages.success(request, posted_words(following))
    return following.number


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer for one table, or for all: as chosen and typed, and the slip that it makes.

    `slip` is None without an answer, or for an answer that is not possible (`message`).
    """

    choice: str = ""
    text: str = ""
    stays: bool = False
    slip: Slip | None = None
    message: str = ""


def _shown(request: HttpRequest, round: Round, missing: list[Match]) -> dict[str, Any]:
    """Return how the page asks: of many tables once, with a line for each exception."""
    return {
        "rules": rules_of(round),
        "is_short": len(missing) > MOST_IN_FULL,
        "for_all": _for_all(request, round),
        "tables": tables_text(match.table for match in missing if match.table is not None),
    }


def _for_all(request: HttpRequest, round: Round) -> Answer:
    return _answer_of(request, round, ALL)


def _answer_of(request: HttpRequest, round: Round, of: str) -> Answer:
    """Read what is said of one table, or of ALL."""
    choice = request.POST.get(f"choice-{of}", "")
    text = request.POST.get(f"score-{of}", "").strip()
    stays = f"stays-{of}" in request.POST
    scores = {
        "no-show-first": Slip.of(0, round.games_to_win, drop_first=True, no_show=True),
        "no-show-second": Slip.of(round.games_to_win, 0, drop_second=True, no_show=True),
    }
    if not round.stage.is_elimination:
        scores |= NO_SHOWS
    slip, message = None, ""
    try:
        if choice in scores and text:
            message = _("Choose one: the entered result or an option below it.")
        elif choice in scores:
            slip = _dropping(scores[choice], stays=stays)
        elif text:
            slip = _typed(round, text, scores)
            check_result(round, slip.result)
    except RefusedError as refused:
        slip, message = None, str(refused)
    return Answer(choice, text, stays, slip, message)


def _typed(round: Round, text: str, scores: Mapping[str, Slip]) -> Slip:
    """Return the slip of a typed result, or of a no-show typed as "n1", or "n1 s" who stays."""
    words = plain_words(text)
    code, stays = "".join(words), False
    if code.endswith("s"):
        code, stays = code.removesuffix("s"), True
    choice = {value: key for key, value in NO_SHOW_CODES.items()}.get(code, "")
    if choice in scores:
        return _dropping(scores[choice], stays=stays)
    return parse_slip(words, rules_of(round))


def _read_resolutions(
    request: HttpRequest, round: Round, missing: list[Match]
) -> tuple[dict[int, Slip], list[tuple[Match, str, str, str]]]:
    """Return the decisions by table, and each row with choice, text and error to show again.

    The choice for all applies to tables without their own answer, if the page showed them as
    missing.
    """
    resolutions: dict[int, Slip] = {}
    rows: list[tuple[Match, str, str, str]] = []
    for_all = _for_all(request, round)
    seen = _seen_tables(request) if for_all.slip is not None else set()
    for match in missing:
        table = match.table or 0
        answer = _answer_of(request, round, str(table))
        slip, message = answer.slip, answer.message
        if slip is None and not message:
            slip = for_all.slip if table in seen else None
            if slip is None and not for_all.message:
                message = _("Choose an outcome for this table.")
        if slip is not None:
            resolutions[table] = slip
        rows.append((match, answer.choice, answer.text, message))
    return resolutions, rows


def _seen_tables(request: HttpRequest) -> set[int]:
    """Return the tables that the page showed as missing; none for what no page sends."""
    try:
        return set(read_tables(request.POST.get("tables", "")))
    except RefusedError:
        return set()


def _dropping(slip: Slip, *, stays: bool) -> Slip:
    """Return the slip of a no-show: who asks to stay before the round ends does not drop (2.9)."""
    return replace(slip, drop_first=False, drop_second=False) if stays else slip


def _overtaken(request: HttpRequest, round: Round, resolutions: dict[int, Slip]) -> list[str]:
    """Say of each answer on the page that a result which came in meanwhile stands instead."""
    answers = _answers(request)
    matches = round.matches.reported().filter(table__in=answers)
    words = []
    for match in matches.select_related("official_report__account").order_by("table"):
        table, official = match.table or 0, match.official_report
        own = official is not None and official.account == request.user
        if own and table in resolutions and _holds(match, resolutions[table]):
            continue
        values = {
            "table": table,
            "score": match.result_text,
            "who": official.who if official else "-",
            "typed": answers[table],
        }
        if answers[table]:
            text = _(
                "Table %(table)d already has %(score)s, entered by %(who)s. Your %(typed)s was "
                "not used."
            )
        else:
            text = _(
                "Table %(table)d already has %(score)s, entered by %(who)s. Your choice "
                "was not used."
            )
        words.append(text % values)
    return words


def _answers(request: HttpRequest) -> dict[int, str]:
    """Return the tables that were answered on the page, with what was typed for them."""
    answers: dict[int, str] = {}
    for name, value in request.POST.items():
        box, _dash, of = name.partition("-")
        answer, table = str(value).strip(), whole_number(of, MOST_TABLE)
        if box in ("score", "choice") and answer and table is not None:
            answers[table] = answer[:20] if box == "score" else answers.get(table, "")
    return answers


def _holds(match: Match, slip: Slip) -> bool:
    """Whether this is the result that a match has."""
    return match.result is not None and slip.result.equals(match.result)
