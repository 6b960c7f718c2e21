"""One table: enter its result by buttons, extend its time, correct it, see its history."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.results import SEATS, Side
from events.core.adapters import records_before
from events.core.basis.basis_words import departure_words
from events.core.basis.departure import Departure
from events.core.basis.queries import open_departures
from events.core.edit_conflicts import token_of_values
from events.core.journal.queries import table_history
from events.core.players.teams import members_of, seat_field
from events.core.progress.edited_tables import swap_values, table_values
from events.core.refusals import RefusedError
from events.core.repairing.queries import can_be_better, swap_at
from events.core.results import actions as results
from events.core.results import report_actions as reports
from events.core.results.assigned_losses import open_losses
from events.core.results.match_rules import MatchRules
from events.core.results.result_questions import ResultQuestionError, SameResultError
from events.core.results.round_rules import result_pad, rules_of, slip_text
from events.core.results.slips import Slip, leaving_seats, parse_slip, plain_words
from events.core.results.table_slips import ENDINGS, typed_places
from events.core.rounds.queries import sides, tables_around
from events.core.stages.bracket_queries import who_chooses
from events.core.standings import correction_actions as corrections
from events.core.typed_values import row_key
from events.core.words.result_words import short_words
from events.desk.game_forms import games_form
from events.desk.table_pad import pad_of_table
from events.models import Event, Match, Report, Round, Stage
from events.web.access import Action, Desk, source_of, staff_view
from events.web.lookups import find_table, to_table
from events.web.requests import to_the_floor
from events.web.staff_pages.clock_buttons import extend_posted
from events.web.staff_pages.given_answers import given_answers
from events.web.staff_pages.undo_messages import message_moves, message_result, message_with_undo
from events.web.version_tokens import posted_token, token_after


@staff_view(get=Action.SEE)
def table(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Show one table."""
    round, match = find_table(desk, number, table)
    return show_table(request, desk, round, match)


@staff_view(post=Action.ENTER_RESULT)
def enter(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Enter a table's result from the buttons of its page."""
    round, match = find_table(desk, number, table)
    try:
        slip = _typed_slip(match, request.POST)
        settled = results.enter_result(
            **desk.who,
            number=number,
            table=table,
            slip=slip,
            replace=request.POST.get("seen") or None,
            source=source_of(desk, Report.Source.CLICKED),
            given=given_answers(request, desk),
        )
    except SameResultError as same:
        return show_table(request, desk, round, same.match, status=409, same=same)
    except ResultQuestionError as asked:
        return show_table(
            request,
            desk,
            round,
            asked.match,
            status=409,
            asked=asked,
            typed=request.POST,
            leaving=request.POST.getlist("drop"),
        )
    except RefusedError as refused:
        return show_table(
            request, desk, round, match, status=422, refused=refused, typed=request.POST
        )
    message_result(request, settled, table, slip)
    if to_the_floor(request):
        return redirect("staff:floor", desk.event.slug)
    return redirect("staff:round", desk.event.slug, number)


@staff_view(get=Action.ENTER_RESULT)
def say(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Describe the pad's result in words, before it is saved."""
    round, match = find_table(desk, number, table)
    context: dict[str, Any] = {"desk": desk, "match": match}
    try:
        slip = _typed_slip(match, request.GET)
    except RefusedError as refused:
        context["refused"] = refused
    else:
        context["slip"] = slip
        context["seat_drops"] = leaving_seats(match, slip)
        context["at_time"] = rules_of(round).game_at_time(slip.result)
    return render(request, "desk/table/say.html", context)


@staff_view(post=Action.ENTER_RESULT, back=to_table)
def undo(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Undo the result of one table."""
    settled = reports.undo_result(
        **desk.who, number=number, table=table, report=row_key(request.POST.get("report", ""))
    )
    messages.success(request, _("Table %(table)d: the result is undone.") % {"table": table})
    message_moves(request, settled, undone=True)
    return to_table(desk, number, table)


@staff_view(post=Action.EXTEND, back=to_table)
def extend(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Set the time extension of one table."""
    _round, before = find_table(desk, number, table)
    minutes = extend_posted(request, desk, number, table)
    _round, extended = find_table(desk, number, table)
    words = ngettext(
        "Table %(table)d has a time extension of %(minutes)d minute.",
        "Table %(table)d has a time extension of %(minutes)d minutes.",
        minutes,
    )
    fields: dict[str, str | int] = {
        "minutes": before.extension_minutes,
        "reason": before.extension_reason,
        "seen": token_of_values(table_values(extended, "minutes")),
        "back": request.POST.get("back", ""),
    }
    message_with_undo(request, words % {"table": table, "minutes": minutes}, request.path, fields)
    if to_the_floor(request):
        return redirect("staff:floor", desk.event.slug)
    return to_table(desk, number, table)


@staff_view(post=Action.CORRECT)
def correct(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Correct the result of a complete round."""
    round, match = find_table(desk, number, table)
    try:
        slip = _typed_slip(match, request.POST)
        corrections.correct_result(
            **desk.who,
            number=number,
            table=table,
            slip=slip,
            reason=request.POST.get("reason", ""),
            token=posted_token(request),
        )
    except RefusedError as refused:
        more = {"refused": refused, "typed": request.POST}
        more["result_seen"] = token_after(request, refused, _marks_of_result(match))
        return show_table(request, desk, round, match, status=422, **more)
    event = Event.objects.get(pk=desk.event.pk)
    departed = open_departures(event)
    words = _(
        "Round %(number)d, table %(table)d was corrected to %(score)s. The pairings did not change."
    )
    if any(departure.is_made_from_results for departure in departed):
        words = _("Round %(number)d, table %(table)d was corrected to %(score)s.")
    messages.success(
        request,
        words
        % {"number": number, "table": table, "score": short_words(match, slip.result, str(slip))},
    )
    for departure in departed:
        messages.warning(request, departure_words(departure))
    return redirect(_after_correction(event, number, departed))


def _marks_of_result(match: Match) -> str:
    return token_of_values(table_values(match, "score"))


def _after_correction(event: Event, number: int, departed: Sequence[Departure]) -> str:
    """Return the next page: a decision that no longer follows, a round to improve, or the round."""
    for departure in departed:
        if departure.is_cut or departure.is_pods:
            name = "staff:cut" if departure.is_cut else "staff:pods"
            return reverse(name, args=[event.slug, departure.number])
        if departure.is_made_from_results and departure.round is not None:
            return reverse("staff:round", args=[event.slug, departure.round.number])
    played = event.rounds.filter(
        number__gt=number, state=Round.State.POSTED, stage__kind=Stage.Kind.SWISS
    ).first()
    if played is not None and can_be_better(event, played.number):
        return reverse("staff:plans", args=[event.slug, played.number])
    return reverse("staff:round", args=[event.slug, number])


def _typed_slip(match: Match, typed: QueryDict) -> Slip:
    """Return the slip as typed, as chosen at the seats, or from the pad, in this order."""
    rules = rules_of(match.round)
    if match.is_table:
        return _typed_table(match, typed, rules)
    words = plain_words(typed.get("score", "") or _typed_seats(typed))
    words = words or plain_words(
        slip_text(
            typed.get("result", ""),
            rules,
            timed=bool(typed.get("timed")),
            conceded=bool(typed.get("conceded")),
        )
    )
    if not words:
        raise RefusedError(_("Choose or enter a result."), "score")
    slip = parse_slip(words, rules)
    return replace(
        slip,
        drop_first=slip.drop_first or bool(typed.get("drop_first")),
        drop_second=slip.drop_second or bool(typed.get("drop_second")),
    )


def _typed_table(match: Match, typed: QueryDict, rules: MatchRules) -> Slip:
    """Return the slip as typed or as entered on the pad of a table of three to five."""
    drew = "".join(sorted(seat for seat in typed.getlist("drew") if seat.isdecimal()))
    score = typed.get("score", "") or (f"d{drew}" if drew else typed.get("result", ""))
    words = plain_words(score or typed_places(typed.getlist("place")))
    if not words:
        raise RefusedError(_("Choose who won, or a draw."), "score")
    ended = [mark for mark in typed.getlist("ended") if mark in ENDINGS]
    if len(ended) > 1:
        raise RefusedError(_("Choose one way in which the game ended."), "score")
    words += ended
    if leaving := "".join(sorted(seat for seat in typed.getlist("drop") if seat.isdecimal())):
        words.append(f"x{leaving}")
    return parse_slip(words, rules, match.table or 0)


def _typed_seats(typed: Mapping[str, str]) -> str:
    """Return the choices at the seats of a team of three: "wlw"; empty without any."""
    chosen = [typed.get(seat_field(seat), "") for seat in SEATS]
    if any(chosen) and not all(chosen):
        raise RefusedError(_("Choose the winner at each seat."), "score")
    return "".join(chosen)


def _seat_rows(match: Match, typed: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return a row per seat: its players, and the chosen or recorded result."""
    reported = dict(zip(SEATS, match.seat_results, strict=False))
    first = members_of(match.first)
    second = members_of(match.second) if match.second else ()
    return [
        {
            "seat": seat,
            "field": seat_field(seat),
            "first": member,
            "second": other,
            "typed": typed.get(seat_field(seat), reported.get(seat, "")),
        }
        for seat, member, other in zip_longest(SEATS, first, second, fillvalue="")
    ]


def show_table(
    request: HttpRequest, desk: Desk, round: Round, match: Match, status: int = 200, **more: Any
) -> HttpResponse:
    """Show the page of one table; `more` is refused input to show again."""
    event = desk.event
    rules = rules_of(round)
    if match.official_report:
        prefetch_related_objects([match.official_report], "games")
    reported = match.official_report.result_with_games if match.official_report else None
    losses = open_losses(match, reported) if match.is_contested else []
    telling = match.is_played and not round.by_seats
    records = records_before(round)
    before, after = tables_around(round, match.table or 0)
    context = {
        "desk": desk,
        "round": round,
        "match": match,
        "losses": losses,
        "reported": reported,
        "games": games_form(match, rules, losses) if telling else None,
        "may_be_late": match.is_played and not match.has_result and desk.can["penalty"],
        "absent_sides": list(zip(Side, match.names, strict=True)) if match.is_played else [],
        **(pad_of_table(match, reported, records, more.get("typed")) if match.is_table else {}),
        "sides": sides(match, records),
        "has_records": bool(records),
        "history": table_history(event, round, match),
        "rules": rules,
        "pad": None if round.by_seats or match.is_table else result_pad(rules),
        "extensions": (1, 2, 3, 5, 10),
        "extension_reasons": Match.EXTENSION_WORDS,
        "seen": match.result_text,
        "result_seen": _marks_of_result(match),
        "from_floor": to_the_floor(request),
        "table_before": before,
        "table_after": after,
        "chooser": who_chooses(round, match),
        "swapped": swap_at(match) if desk.can["re_pair"] and round.is_posted else None,
        "swap_seen": token_of_values(swap_values(match)),
        "draws_allowed": round.draws_allowed,
        "seat_rows": _seat_rows(match, more.get("typed", {})) if round.by_seats else [],
        **more,
    }
    return render(request, "desk/table/table.html", context, status=status)
