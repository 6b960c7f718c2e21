"""Key a round's slips a second time, in an entry box that hides the first entries."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from events.audit.actions import undo_verification, verify_slip
from events.audit.queries import verification_of
from events.core.guards import find_round, table_of
from events.core.refusals import RefusedError
from events.core.results.round_rules import check_result, rules_of
from events.core.results.slips import Entry
from events.core.rounds.queries import tables_in
from events.core.seats.table_numbering import tables_value
from events.models import Match, Round
from events.web.access import Action, Desk, staff_view
from events.web.lookups import round_or_404
from events.web.requests import by_htmx
from events.web.staff_pages.entry_box import entry_of, typed_in, with_table


@staff_view(get=Action.ENTER_RESULT)
def page(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the entry box for verification, without the first entries."""
    return _page(request, desk, find_round(desk.event, number, "posted"))


@staff_view(get=Action.ENTER_RESULT)
def count(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show how many slips are outstanding, for everyone who verifies."""
    round = round_or_404(desk, number)
    context = {"desk": desk, "round": round, "verification": verification_of(round, desk.actor)}
    return render(request, "audit/verification_count.html", context)


@staff_view(get=Action.ENTER_RESULT)
def echo(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show how the text in the box is read, before it is entered."""
    text = typed_in(request.GET)
    context: dict[str, object] = {"desk": desk, "number": number}
    try:
        if text:
            round = find_round(desk.event, number, "posted")
            entry, match = _read(round, text)
            rules = rules_of(round)
            at_time = rules.game_at_time(entry.slip.result) if entry.slip else None
            context |= {"entry": entry, "match": match, "rules": rules, "at_time": at_time}
    except RefusedError as refused:
        context["error"] = refused
    return render(request, "staff/entry_echo.html", context)


@staff_view(post=Action.ENTER_RESULT)
def enter(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Save the verification of a slip."""
    text = typed_in(request.POST)
    try:
        round = find_round(desk.event, number, "posted")
        entry, match = _read(round, text)
        if entry.slip is None:
            raise RefusedError(
                _("Enter the table and then the result, for example %(table)d %(score)s.")
                % {"table": entry.table, "score": rules_of(round).example},
                "score",
            )
        verify_slip(**desk.who, number=number, table=entry.table, slip=entry.slip)
    except RefusedError as refused:
        return _answer(request, desk, number, {"error": refused, "text": text}, 422)
    return _answer(request, desk, number, {"match": match, "slip": entry.slip}, HTTPStatus.OK)


@staff_view(post=Action.ENTER_RESULT)
def undo(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Undo this person's newest verification."""
    try:
        match = undo_verification(**desk.who, number=number)
    except RefusedError as refused:
        return _answer(request, desk, number, {"error": refused, "undone": True}, 422)
    return _answer(request, desk, number, {"match": match, "undone": True}, HTTPStatus.OK)


def _read(round: Round, text: str) -> tuple[Entry, Match]:
    """Parse an entry and find its table; RefusedError for an impossible one."""
    typed = with_table(round.event, round.number, text)
    entry = entry_of(round.number, rules_of(round), typed)
    match = table_of(round, entry.table)
    if entry.slip is not None:
        check_result(match, entry.slip.result)
    return entry, match


def _answer(
    request: HttpRequest, desk: Desk, number: int, answer: dict[str, Any], status: int
) -> HttpResponse:
    round = round_or_404(desk, number)
    if not by_htmx(request):
        return _page(request, desk, round, answer, status)
    context = {"desk": desk, "round": round, "answer": answer}
    context["verification"] = verification_of(round, desk.actor)
    return render(request, "audit/verification_answer.html", context, status=status)


def _page(
    request: HttpRequest,
    desk: Desk,
    round: Round,
    answer: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "desk": desk,
        "round": round,
        "rules": rules_of(round),
        "answer": answer,
        "verification": verification_of(round, desk.actor),
        "tables": tables_value(tables_in(round)),
    }
    return render(request, "audit/verification.html", context, status=status)
