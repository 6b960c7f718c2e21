"""Several players of the roster at once: check in, mark as paid, drop, and undo each of them."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.core.typed_values import whole_numbers
from events.roster import selection_actions as actions
from events.roster.done import (
    CHECKED_IN,
    DROPPED,
    EXPECTED,
    PAID,
    Done,
    done_before,
    report_done,
    to_roster,
)
from events.roster.queries import active_players, filter_of
from events.web.access import Action, Desk, staff_view
from events.web.requests import posted_numbers
from events.web.staff_pages.given_answers import Ask, given_answers


def _refused(request: HttpRequest, desk: Desk, refused: RefusedError) -> HttpResponse:
    messages.error(request, str(refused))
    return to_roster(desk, filter_of(request.POST))


@staff_view(post=Action.CHECK_IN, refused=_refused)
def check_in_selected(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Check in the selected players; with `undo`, take that back."""
    if "undo" in request.POST:
        words = ngettext_lazy(
            "%(count)d player is no longer checked in.",
            "%(count)d players are no longer checked in.",
            "count",
        )
        return _undo(request, desk, CHECKED_IN, actions.undo_check_in, words)
    return _report(request, desk, CHECKED_IN, actions.check_in_players)


@staff_view(post=Action.CHECK_IN, refused=_refused)
def check_in_again(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Expect every player again, such as on a second day; with `undo`, all are here as before."""
    if "undo" in request.POST:
        words = ngettext_lazy(
            "%(count)d player is checked in.", "%(count)d players are checked in.", "count"
        )
        return _undo(request, desk, EXPECTED, actions.check_in_players, words)
    numbers = actions.expect_everybody(**desk.who)
    return report_done(request, desk, filter_of(request.POST), Done(EXPECTED, tuple(numbers)))


@staff_view(post=Action.EDIT_ROSTER, refused=_refused)
def mark_selected_paid(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Mark the selected players as paid; with `undo`, take that back."""
    if "undo" in request.POST:
        words = ngettext_lazy(
            "%(count)d player is marked as unpaid.",
            "%(count)d players are marked as unpaid.",
            "count",
        )
        return _undo(request, desk, PAID, actions.undo_paid, words)
    return _report(request, desk, PAID, actions.mark_players_paid)


@staff_view(post=Action.EDIT_ROSTER, refused=_refused)
def undo_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Remove the players of a list that was just enrolled."""
    removed = actions.undo_enroll(**desk.who, numbers=posted_numbers(request))
    words = ngettext(
        "%(count)d player was removed from the roster.",
        "%(count)d players were removed from the roster.",
        len(removed),
    )
    if desk.event.is_for_teams:
        words = ngettext(
            "%(count)d team was removed from the roster.",
            "%(count)d teams were removed from the roster.",
            len(removed),
        )
    messages.success(request, words % {"count": len(removed)})
    return redirect("staff:roster", desk.event.slug)


def _drop_refused(request: HttpRequest, desk: Desk, refused: RefusedError) -> HttpResponse:
    """Show the questions before the drop; any other refusal leads back to the roster."""
    if isinstance(refused, QuestionsError):
        return _show_drop(request, desk, refused)
    return (
        to_roster(desk, filter_of(request.POST))
        if isinstance(refused, UnchangedError)
        else _refused(request, desk, refused)
    )


@staff_view(post=Action.DROP, refused=_drop_refused)
def drop_selected(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show who would be dropped; with `confirm` drop them, with `undo` take that back."""
    if "undo" in request.POST:
        words = ngettext_lazy(
            "%(count)d player is back in the event.",
            "%(count)d players are back in the event.",
            "count",
        )
        return _undo(request, desk, DROPPED, actions.undo_drop, words)
    if "confirm" in request.POST:
        given = given_answers(request, desk)
        return _report(request, desk, DROPPED, partial(actions.drop_players, given=given))
    return _show_drop(request, desk)


def _show_drop(
    request: HttpRequest, desk: Desk, asked: QuestionsError | None = None
) -> HttpResponse:
    players = active_players(desk.event, _numbers(request))
    if not players:
        raise RefusedError(_("Select at least one player who is still playing."))
    context = {
        "desk": desk,
        "players": players,
        "filters": filter_of(request.POST),
        "ask": Ask.of(asked),
    }
    status = HTTPStatus.CONFLICT if asked else HTTPStatus.OK
    return render(request, "roster/drop_selected.html", context, status=status)


def _numbers(request: HttpRequest) -> list[int]:
    return whole_numbers(request.POST.getlist("number"))


def _report(
    request: HttpRequest, desk: Desk, what: str, write: Callable[..., list[int]]
) -> HttpResponse:
    """Change the selected players, and lead to the roster, which reports it with an undo button."""
    numbers = write(**desk.who, numbers=_numbers(request))
    return report_done(request, desk, filter_of(request.POST), Done(what, tuple(numbers)))


def _undo(
    request: HttpRequest, desk: Desk, what: str, write: Callable[..., list[int]], words: Promise
) -> HttpResponse:
    """Undo the action that the form names, and report how many players; `words` take the count."""
    done = done_before(request, desk, request.POST["undo"])
    if done is None or done.what != what:
        raise RefusedError(_("This can't be undone: it has changed since."))
    numbers = write(**desk.who, numbers=done.numbers)
    messages.success(request, words % {"count": len(numbers)})
    return to_roster(desk, filter_of(request.POST))
