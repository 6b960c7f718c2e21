"""The scorekeeper's desk: one screen for the round that is being played."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.models import Event, Match
from events.selectors.proposal import number_of_rounds
from events.selectors.roster import to_disqualify
from events.selectors.rounds import (
    RoundPage,
    dropped_by_slips,
    find_round_or_none,
    moved_with,
    round_page,
)
from events.selectors.stages import next_step
from events.services.errors import RefusedError
from events.services.results import (
    ResultConflictError,
    enter_result,
    result_text,
    undo_last,
    undo_result,
)
from events.services.score import Entry, parse_entry
from events.services.states import check_result, posted_of, table_of
from events.views.access import Action, Desk, open_desk
from events.views.person import person
from events.views.rounds import show_round

REPLACE_MARK = "!"


@login_required
@require_GET
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the newest round, or what to do before there is one."""
    desk = open_desk(request, slug)
    round = find_round_or_none(desk.event, None)
    if round is not None:
        return show_round(request, desk, round)
    players = desk.event.enrollments.filter(state="active").count()
    context = {
        "desk": desk,
        "players": players,
        "planned": number_of_rounds(desk.event),
        "step": next_step(desk.event),
        "stages": desk.event.stages.order_by("number"),
        "to_disqualify": to_disqualify(desk.event),
    }
    return render(request, "staff/desk_setup.html", context)


@login_required
@require_GET
def live(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer a desk that watches: nothing while nothing has changed, else the live parts."""
    desk = open_desk(request, slug)
    if request.GET.get("since") == str(desk.event.revision):
        return HttpResponse(status=204)
    round = find_round_or_none(desk.event, number)
    if round is None:
        return HttpResponse(headers={"HX-Redirect": reverse("staff:desk", args=[slug])})
    return render(request, "staff/desk_live.html", _context(desk, round_page(desk.event, round)))


@login_required
@require_GET
def echo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say what the text in the entry box means, before it is entered."""
    desk = open_desk(request, slug)
    text = _typed(request.GET)
    context: dict[str, object] = {"desk": desk, "number": number}
    try:
        found = _read(desk.event, number, text.rstrip(REPLACE_MARK)) if text else None
    except RefusedError as refused:
        context["error"] = refused
    else:
        if found is not None:
            entry, match = found
            context |= {"entry": entry, "match": match, "seen": result_text(match)}
            context["dropped"] = [one.name for one in dropped_by_slips(desk.event, match)]
    return render(request, "staff/entry_echo.html", context)


@login_required
@require_POST
def enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Enter what the box holds; a trailing "!" replaces the result that was shown."""
    desk = open_desk(request, slug, Action.ENTER_RESULT)
    text = _typed(request.POST)
    seen = request.POST.get("seen") if text.endswith(REPLACE_MARK) else None
    try:
        entry, match = _read(desk.event, number, text.rstrip(REPLACE_MARK))
        if entry.score is None:
            raise RefusedError(
                _("Type the result after the table, for example %(table)d 21.")
                % {"table": entry.table},
                "score",
            )
        match = enter_result(
            event_id=desk.event.pk,
            actor=person(request),
            number=number,
            table=entry.table,
            score=entry.score,
            replace=seen,
        )
    except ResultConflictError as conflict:
        asked = {
            "conflict": conflict,
            "match": conflict.match,
            "text": text.rstrip(REPLACE_MARK),
            "seen": result_text(conflict.match),
        }
        return _answer(request, desk, number, asked, 200 if conflict.same else 409)
    except RefusedError as refused:
        return _answer(request, desk, number, {"error": refused, "text": text}, 422)
    back, _left = moved_with(desk.event, match)
    context = {"match": match, "score": entry.score, "back": back}
    return _answer(request, desk, number, context, 200)


@login_required
@require_POST
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take back the result of the table that is named, or the last one this person entered."""
    desk = open_desk(request, slug, Action.ENTER_RESULT)
    typed = request.POST.get("table", "")
    try:
        if typed:
            table = parse_entry(typed).table
            match = undo_result(
                event_id=desk.event.pk, actor=person(request), number=number, table=table
            )
        else:
            match = undo_last(event_id=desk.event.pk, actor=person(request), number=number)
    except RefusedError as refused:
        return _answer(request, desk, number, {"error": refused, "undone": True}, 422)
    back, again = moved_with(desk.event, match)
    context = {"match": match, "undone": True, "back": back, "again": again}
    return _answer(request, desk, number, context, 200)


def _typed(fields: QueryDict) -> str:
    """Return what the entry box holds; a Japanese keyboard's mark counts as the plain one."""
    return fields.get("entry", "").strip().replace("！", REPLACE_MARK)


def _read(event: Event, number: int, text: str) -> tuple[Entry, Match]:
    """Parse an entry and find its table; RefusedError for whatever can't be."""
    entry = parse_entry(text)
    round = posted_of(event, number)
    match = table_of(round, entry.table)
    if entry.score is not None:
        check_result(round, entry.score)
    return entry, match


def _answer(
    request: HttpRequest, desk: Desk, number: int, context: dict[str, object], status: int
) -> HttpResponse:
    """Answer an entry: the parts that changed for htmx, the whole page without it."""
    event = Event.objects.get(pk=desk.event.pk)
    desk = Desk(event, desk.roles)
    round = find_round_or_none(event, number)
    if round is None:
        return redirect("staff:desk", event.slug)
    if not request.headers.get("HX-Request"):
        return show_round(request, desk, round, status, answer=context)
    page = _context(desk, round_page(event, round)) | {"answer": context}
    return render(request, "staff/entry_answer.html", page, status=status)


def _context(desk: Desk, page: RoundPage) -> dict[str, object]:
    return {"desk": desk, "page": page, "round": page.round}
