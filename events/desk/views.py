"""The scorekeeper's desk: one screen for the current round."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from domain.results import Result
from domain.table_marks import winning_seat
from domain.written_names import written_name
from events.core.guards import find_round, find_round_or_none, table_of
from events.core.phones import actions
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result, keep_result
from events.core.results.assigned_losses import open_losses
from events.core.results.report_actions import ResultOutcome, undo_last, undo_result
from events.core.results.result_feed import cache_first
from events.core.results.result_questions import ResultQuestionError, SameResultError
from events.core.results.round_rules import check_result, rules_now, rules_of, seat_that_gains
from events.core.results.slips import Entry, Slip, leaving_seats, parse_entry
from events.core.rounds.queries import dropped_by_reports
from events.core.typed_values import row_key
from events.desk.checklist_views import show_checklist
from events.desk.queries import live_parts
from events.desk.round_views import show_round
from events.models import Enrollment, Event, Match, Report, Round
from events.web.access import Action, Desk, source_of, staff_view
from events.web.lookups import round_or_404, to_round
from events.web.requests import by_htmx
from events.web.staff_pages.clock_buttons import press_posted
from events.web.staff_pages.entry_box import REPLACE_MARK, entry_of, typed_in, with_table
from events.web.staff_pages.given_answers import given_answers

MOST_BROUGHT = 100


@staff_view(get=Action.SEE)
def desk(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the newest round, or the checklist before there is one."""
    round = find_round_or_none(desk.event, None)
    if round is not None:
        return show_round(request, desk, round)
    return show_checklist(request, desk)


@staff_view(get=Action.SEE)
def live(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Answer a polling desk: 204 if nothing has changed, else the changed parts."""
    since = revision_shown(request.GET)
    if since == desk.event.revision:
        return HttpResponse(status=204)
    round = find_round_or_none(desk.event, number)
    if round is None:
        return HttpResponse(headers={"HX-Redirect": reverse("staff:desk", args=[desk.event.slug])})
    return HttpResponse(live_parts(request, desk, round, since))


@staff_view(get=Action.SEE)
def echo(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show how the text in the entry box is read, before it is entered."""
    text = typed_in(request.GET)
    context: dict[str, object] = {"desk": desk, "number": number}
    try:
        typed = _read(desk.event, number, text.rstrip(REPLACE_MARK)) if text else None
    except RefusedError as refused:
        context["error"] = refused
    else:
        if typed is not None:
            entry, match = typed
            context |= {"entry": entry, "match": match, "seen": match.result_text}
            rules = context["rules"] = rules_of(match.round)
            context["at_time"] = rules.game_at_time(entry.slip.result) if entry.slip else None
            result = entry.slip.result if entry.slip else _official_result(match)
            context["losses"] = open_losses(match, result)
            context["others"] = _others(match, entry.slip)
            context["by_rank"] = _wins_by_rank(match, entry.slip)
            context["leaving"] = leaving_seats(match, entry.slip)
            context["dropped"] = [written_name(player) for player in dropped_by_reports(match)]
    return render(request, "staff/entry_echo.html", context)


@staff_view(post=Action.ENTER_RESULT)
def enter(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Enter the result in the box; a trailing "!" replaces the shown result."""
    text = typed_in(request.POST)
    seen = request.POST.get("seen") if text.endswith(REPLACE_MARK) else None
    try:
        rules = rules_now(desk.event, number)
        typed = with_table(desk.event, number, text.rstrip(REPLACE_MARK))
        entry = entry_of(number, rules, typed)
        if entry.slip is None:
            raise RefusedError(
                _("Enter the table and then the result, for example %(table)d %(score)s.")
                % {"table": entry.table, "score": rules.example},
                "score",
            )
        settled = enter_result(
            **desk.who,
            number=number,
            table=entry.table,
            slip=entry.slip,
            replace=seen,
            source=source_of(
                desk, Report.Source.SCANNED if entry.is_scanned else Report.Source.TYPED
            ),
            taken=row_key(request.POST.get("taken", "")),
            reports_drops=True,
            given=given_answers(request, desk),
        )
    except SameResultError as same:
        return _answer(request, desk, number, {"same": same, "match": same.match}, HTTPStatus.OK)
    except ResultQuestionError as asked:
        question = {
            "asked": asked,
            "match": asked.match,
            "text": text.rstrip(REPLACE_MARK) if asked.is_conflict else text,
            "seen": asked.match.result_text if asked.is_conflict else seen,
        }
        return _answer(request, desk, number, question, HTTPStatus.CONFLICT)
    except RefusedError as refused:
        return _answer(request, desk, number, {"error": refused, "text": text}, 422)
    if settled.kept:
        return _done(request, desk, settled, {"match": settled.match, "kept": True})
    cache_first(settled.match)
    context: dict[str, object] = {
        "match": settled.match,
        "slip": settled.slip,
        "back": settled.reinstated,
        "text": text.rstrip(REPLACE_MARK),
        "at_time": rules.game_at_time(entry.slip.result),
        "losses": open_losses(settled.match, entry.slip.result),
        "leaving": leaving_seats(settled.match, entry.slip),
    }
    return _done(request, desk, settled, context)


@staff_view(get=Action.ENTER_RESULT)
def missing(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """List results entered at a failed laptop's desk that are missing here."""
    entries: list[dict[str, Any]] = []
    for text in request.GET.getlist("entry")[:MOST_BROUGHT]:
        try:
            entry, match = _read(desk.event, number, text.rstrip(f"{REPLACE_MARK}！"))
        except RefusedError:
            # The table belongs to another round, or the text is not a slip.
            continue
        if entry.slip is None:
            continue
        if match.result is None or not entry.slip.result.equals(match.result):
            entries.append({"text": text, "match": match})
    entries.sort(key=lambda line: line["match"].table or 0)
    return render(request, "desk/completing/missing.html", {"missing": entries})


@staff_view(post=Action.ENTER_RESULT)
def undo(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Undo the result of the given line, or this person's newest entry.

    A line is given by its table and the report that it shows: "12-345".
    """
    table, _dash, report = request.POST.get("line", "").partition("-")
    try:
        if table:
            settled = undo_result(
                **desk.who, number=number, table=parse_entry(table).table, report=row_key(report)
            )
        else:
            settled = undo_last(**desk.who, number=number)
    except RefusedError as refused:
        return _answer(request, desk, number, {"error": refused, "undone": True}, 422)
    context = {
        "match": settled.match,
        "undone": True,
        "back": settled.reinstated,
        "again": settled.dropped,
    }
    return _done(request, desk, settled, context)


@staff_view(post=Action.ENTER_RESULT)
def keep(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Keep the official result of a table against a contradicting report."""
    try:
        table = parse_entry(request.POST.get("table", "")).table
        settled = keep_result(
            **desk.who, number=number, table=table, seen=request.POST.get("seen", "")
        )
    except RefusedError as refused:
        return _answer(request, desk, number, {"error": refused}, 422)
    return _done(request, desk, settled, {"match": settled.match, "kept": True})


def answer_with_desk(
    request: HttpRequest, desk: Desk, number: int, refused: RefusedError | None = None
) -> HttpResponse:
    """Answer a write with the current desk."""
    if refused is None:
        return _answer(request, desk, number, {}, HTTPStatus.OK)
    return _answer(request, desk, number, {"error": refused, "undone": True}, 422)


def _others(match: Match, slip: Slip | None) -> list[Enrollment]:
    """Return the players at a table of three to five who did not win it."""
    winner = winning_seat(slip.result.marks) if slip is not None and match.is_table else None
    if winner is None:
        return []
    return [player for seat, player in enumerate(match.players, 1) if seat != winner]


def _wins_by_rank(match: Match, slip: Slip | None) -> Enrollment | None:
    """Return the player who advances from a drawn table of a cut, the better Swiss rank."""
    if slip is None or not match.round.stage.is_tables_cut or not slip.result.is_draw:
        return None
    seat = seat_that_gains(match.round, slip.result.marks)
    return None if seat is None else match.players[seat - 1]


def _official_result(match: Match) -> Result | None:
    return match.official_report.result_with_games if match.official_report else None


def _read(event: Event, number: int, text: str) -> tuple[Entry, Match]:
    """Parse an entry and find its table; RefusedError for an impossible one."""
    round = find_round(event, number, "playing")
    entry = entry_of(number, rules_of(round), with_table(event, number, text))
    match = table_of(round, entry.table)
    if entry.slip is not None:
        check_result(match, entry.slip.result)
    return entry, match


def _answer(
    request: HttpRequest, desk: Desk, number: int, context: dict[str, object], status: int
) -> HttpResponse:
    """Answer with the current desk, and with the reason if nothing was done."""
    now = desk.as_now()
    round = find_round_or_none(now.event, number)
    if round is None:
        return redirect("staff:desk", now.event.slug)
    return _parts(request, now, round, context, status)


def _done(
    request: HttpRequest, desk: Desk, settled: ResultOutcome, context: dict[str, object]
) -> HttpResponse:
    """Answer a write with the desk; its round and event are current, so no query repeats them."""
    round = settled.match.round
    return _parts(request, Desk(round.event, desk.actor, desk.roles), round, context, HTTPStatus.OK)


def _parts(
    request: HttpRequest, desk: Desk, round: Round, context: dict[str, object], status: int
) -> HttpResponse:
    """Return the changed parts for htmx, or the whole page without it."""
    if not by_htmx(request):
        return show_round(request, desk, round, status, answer=context)
    since = revision_shown(request.POST)
    return HttpResponse(live_parts(request, desk, round, since, answer=context), status=status)


def revision_shown(fields: QueryDict) -> int:
    """Return the revision shown at the desk; -1 if the form has none."""
    shown = row_key(fields.get("since", ""))
    return -1 if shown is None else shown


@staff_view(post=Action.ENTER_RESULT)
def answer_call(request: HttpRequest, desk: Desk, number: int, call_id: int) -> HttpResponse:
    """Mark a player's call as answered."""
    try:
        actions.answer_call(**desk.who, number=number, call_id=call_id)
    except RefusedError as refused:
        return answer_with_desk(request, desk, number, refused)
    return answer_with_desk(request, desk, number)


def _clock_refused(
    request: HttpRequest, desk: Desk, error: RefusedError, number: int
) -> HttpResponse:
    """Show the current desk, and why the clock was not changed."""
    round = find_round_or_none(desk.event, number)
    if round is None or not round.is_posted:
        messages.error(request, str(error))
        return HttpResponse(headers={"HX-Redirect": to_round(desk, number)["Location"]})
    return _clock_answer(request, desk, number, error)


@staff_view(post=Action.CLOCK, refused=_clock_refused)
def clock(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Start the round's clock at the desk, or perform the action `do`."""
    press_posted(request, desk, number)
    return _clock_answer(request, desk, number)


def _clock_answer(
    request: HttpRequest, desk: Desk, number: int, refused: RefusedError | None = None
) -> HttpResponse:
    """Answer a desk with the changes since its shown revision."""
    now = desk.as_now()
    round = round_or_404(now, number)
    parts = live_parts(request, now, round, revision_shown(request.POST), refused=refused)
    if refused:
        return HttpResponse(parts, status=409)
    # The message "Round 2 is posted" is outdated once its clock runs.
    return HttpResponse(parts + render_to_string("parts/messages.html", {"oob": True}, request))
