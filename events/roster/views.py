"""The roster: all players or some of them, a new player, players who never came."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.players.enrollment_actions import enroll_player
from events.core.players.joining import why_closed
from events.core.players.leaving_actions import drop_absent
from events.core.players.listed_players import absent_players, shown_enrollments
from events.core.players.scanned_codes import scanned_player
from events.core.progress.recommended_rounds import number_of_rounds
from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.core.rounds.queries import roster_round
from events.core.rounds.unpaired_players import unpaired_in_newest_round
from events.core.seats.table_numbering import tables_value
from events.roster.done import DROPPED, Done, done_before, report_done
from events.roster.late_words import with_first_round
from events.roster.queries import (
    MOST_NAMES,
    Order,
    RosterFilter,
    RosterList,
    filter_of,
    roster_list,
)
from events.templatetags.roster import RosterColumns, state_cells
from events.web.access import Action, Desk, staff_view
from events.web.forms.players import NewPlayerForm
from events.web.forms.refusals import ShowRefusal
from events.web.requests import back_to_desk, posted_numbers
from events.web.staff_pages.given_answers import Ask, given_answers
from events.web.staff_pages.rows_shown import MOST, rows_shown
from events.web.staff_pages.undo_messages import message_with_undo


@staff_view(get=Action.SEE)
def roster(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the players of the event: all, or those that the address asks for.

    A scanned player link or badge in the search leads to the page of its player.
    """
    try:
        player = scanned_player(desk.event, request.GET.get("q", ""))
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("staff:roster", desk.event.slug)
    if player is not None:
        return redirect("staff:player", desk.event.slug, player.number)
    return show_roster(request, desk)


@staff_view(post=Action.EDIT_ROSTER)
def add(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Enroll one player; ask before enrolling a second one of the same name."""
    form = NewPlayerForm(desk.event, desk.event.rounds.exists(), request.POST)
    if not form.is_valid():
        return show_roster(request, desk, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with ShowRefusal(form):
            made = enroll_player(**desk.who, entry=form.entry(), given=given_answers(request, desk))
            words = _("%(name)s is player number %(number)d.")
            words = words % {"name": written_name(made), "number": made.number}
            remove = reverse("staff:player-remove", args=[desk.event.slug, made.number])
            message_with_undo(request, with_first_round(desk.event, made, words), remove)
            return _back_after_adding(request, desk)
    except QuestionsError as asked:
        return show_roster(request, desk, form, HTTPStatus.CONFLICT, asked)
    except UnchangedError:
        return _back_after_adding(request, desk)
    return show_roster(request, desk, form, HTTPStatus.UNPROCESSABLE_ENTITY)


def _back_after_adding(request: HttpRequest, desk: Desk) -> HttpResponse:
    place = "staff:desk" if back_to_desk(request) else "staff:roster"
    return redirect(f"{reverse(place, args=[desk.event.slug])}?added")


def _show_absent(
    request: HttpRequest, desk: Desk, refused: RefusedError | None = None
) -> HttpResponse:
    absent = absent_players(desk.event)
    context = {
        "desk": desk,
        "absent": absent,
        "shown": rows_shown(request, absent),
        "numbers": tables_value(sorted(player.number for player in absent)),
        "refused": refused,
    }
    return render(request, "roster/drop_absent.html", context, status=409 if refused else 200)


@staff_view(get=Action.DROP, post=Action.DROP, refused=_show_absent)
def drop_absent_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Drop everyone who is not checked in, after showing who that is."""
    if request.method != "POST":
        return _show_absent(request, desk)
    numbers = posted_numbers(request)
    dropped = drop_absent(**desk.who, numbers=numbers)
    return report_done(request, desk, RosterFilter(), Done(DROPPED, tuple(dropped)))


def show_roster(
    request: HttpRequest,
    desk: Desk,
    form: NewPlayerForm | None = None,
    status: int = HTTPStatus.OK,
    refused: RefusedError | None = None,
) -> HttpResponse:
    """Answer with the roster; `form` is a refused new player, `refused` another refused write.

    It shows the questions that one of them raised.
    """
    event = desk.event
    filters = filter_of(request.POST if request.method == "POST" else request.GET)
    listed = roster_list(event, filters)
    closed = "" if event.is_finished else why_closed(event)
    asks = form is not None or bool({"add", "added"} & set(request.GET))
    if form is None:
        form = NewPlayerForm(event, listed.started, initial={"name": request.GET.get("add", "")})
        if asks:
            form.fields["name"].widget.attrs["autofocus"] = True
    shown = rows_shown(request, listed.to_show(MOST))
    rows = shown_enrollments(event, shown.rows)
    context = {
        "desk": desk,
        "list": listed,
        "shown": shown,
        "rows": rows,
        "page": listed.page,
        "columns": RosterColumns(
            ticks=not event.is_finished,
            family=filters.order is Order.FAMILY,
            byes=listed.has_byes,
            fee=listed.takes_fee,
            matching=listed.matching,
            states=state_cells(listed.page, rows, says_here=listed.checks_in),
            playing=roster_round(event) if listed.started else None,
        ),
        "form": form,
        "asks": asks or not listed.page.players,
        "rounds": number_of_rounds(event),
        "outside": None if event.is_finished else unpaired_in_newest_round(event),
        "closed": closed,
        "refused": None if isinstance(refused, QuestionsError) else refused,
        "ask": Ask.of(refused),
        "done": _done(request, desk, listed),
    }
    return render(request, "roster/roster.html", context, status=status)


def _done(request: HttpRequest, desk: Desk, listed: RosterList) -> dict[str, object] | None:
    """Return what the person just did with several players, with the first names."""
    done = done_before(request, desk, request.GET.get("done", ""))
    if done is None:
        return None
    numbers = set(done.numbers)
    names = [player.name for player in listed.page.players if player.number in numbers]
    return {
        "what": done.what,
        "token": done.token,
        "count": len(names),
        "names": names[:MOST_NAMES],
        "more": max(0, len(names) - MOST_NAMES),
    }
