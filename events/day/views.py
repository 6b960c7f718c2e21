"""The day page: a person's running events, matters that concern all of them, other events."""

import zoneinfo
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from domain.limits import MOST_SMALL, MOST_TABLE
from events.core.events.queries import OwnEventLine, Step
from events.core.organisations.open_invitations import invitations_of
from events.core.read_snapshot import one_snapshot
from events.core.staffing.own_places import own_places
from events.core.staffing.round_ends import (
    EventEnd,
    EventStart,
    event_ends,
    event_starts,
    in_order,
)
from events.core.typed_values import whole_number, whole_numbers
from events.day.broadcast import Outcome, announce_to_all, take_down_all
from events.day.floor import day_floor, scanned_matches, tables_numbered
from events.day.forms import AnnounceForm
from events.day.people import in_two_events
from events.day.queries import (
    DayRow,
    announced_today,
    badges_of_day,
    boards_of_day,
    day_rows,
    day_rows_and_stamp,
    day_stamp,
    other_events,
    venues_today,
)
from events.day.queues_today import queues_today
from events.day.words import CERTAINTY, action_words, need_words, staff_of_the_day, step_words
from events.models import Announcement, Event, Role
from events.models.roles import role_words
from events.web.access import Action, may
from events.web.forms.dates import soon
from events.web.requests import person

# Permissions for an event's next step.
STEPS = {
    Step.LOOK: Action.SEE,
    Step.ENROLL: Action.EDIT_ROSTER,
    Step.PAIR: Action.PAIR,
    Step.POST: Action.POST_ROUND,
    Step.RESULTS: Action.ENTER_RESULT,
    Step.COMPLETE: Action.COMPLETE,
    Step.GO_ON: Action.PUBLISH,
}
# A longer list is not useful for action; the heading counts all.
MOST_PEOPLE = 100
# Any organizer can invite a name, so only the newest are shown.
MOST_INVITATIONS = 20


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row in words: its needs, and the button of its next action.

    `settle`: the page that changes a table shared with another event; empty without one.
    """

    row: DayRow
    needs: list[tuple[str, str]]
    action: str
    address: str
    settle: str = ""


@login_required
@require_safe
def day(request: HttpRequest) -> HttpResponse:
    """Show today's events with their needs, and a page of the others."""
    with one_snapshot():
        return _page(request, person(request))


@login_required
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Return today's rows if anything has changed since the page's stamp."""
    user = person(request)
    with one_snapshot():
        if request.GET.get("stamp") == day_stamp(user):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        order = whole_numbers(request.GET.get("order", "").split("-"))
        rows, stamp = day_rows_and_stamp(user, order)
        context = {**_today(rows), "stamp": stamp}
    return render(request, "day/running.html", context)


@login_required
@require_safe
def queues(request: HttpRequest) -> HttpResponse:
    """Return today's on-demand queues."""
    shown = queues_today(person(request))
    if not shown:
        return HttpResponse()
    return render(request, "day/queues.html", {"queues": shown})


@require_POST
@login_required
def announce(request: HttpRequest) -> HttpResponse:
    """Announce a text in the chosen events, each in a transaction of its own."""
    user = person(request)
    form = AnnounceForm(_announcing(day_rows(user)), request.POST)
    if not form.is_valid():
        return _page(request, user, form)
    outcome = announce_to_all(
        events=form.chosen,
        actor=user,
        until=form.cleaned_data["until"],
        text_en=form.cleaned_data["text_en"],
        text_ja=form.cleaned_data["text_ja"],
    )
    if not outcome.done:
        for event, refused in outcome.refused:
            form.add_error(None, f"{event.name}: {refused}")
        return _page(request, user, form)
    words = ngettext(
        "Announced in %(count)d event: %(events)s. Take it down below.",
        "Announced in %(count)d events: %(events)s. Take it down below.",
        len(outcome.done),
    )
    _report(request, outcome, words)
    return redirect("staff:events")


@require_POST
@login_required
def take_down(request: HttpRequest) -> HttpResponse:
    """Remove an announcement from every event in which this person may."""
    user = person(request)
    events = [event.pk for event in _announcing(day_rows(user))]
    keys = whole_numbers(request.POST.getlist("announcement"))
    announcements = Announcement.objects.filter(pk__in=keys, event__in=events)
    outcome = take_down_all(
        announcements=announcements.select_related("event").order_by("pk"), actor=user
    )
    words = ngettext(
        "The announcement was taken down in %(count)d event: %(events)s.",
        "The announcement was taken down in %(count)d events: %(events)s.",
        len(outcome.done),
    )
    _report(request, outcome, words)
    return redirect("staff:events")


def _report(request: HttpRequest, outcome: Outcome, words: str) -> None:
    """Report the events in which an act succeeded, and why others refused it."""
    if outcome.done:
        names = _(", ").join(event.name for event in outcome.done)
        messages.success(request, words % {"count": len(outcome.done), "events": names})
    for event, refused in outcome.refused:
        messages.error(request, f"{event.name}: {refused}")


def _page(request: HttpRequest, user: User, form: AnnounceForm | None = None) -> HttpResponse:
    rows, stamp = day_rows_and_stamp(user)
    running = [row.event for row in rows if row.event.is_running]
    announcing = _announcing(rows)
    if form is None and announcing:
        zone = zoneinfo.ZoneInfo(announcing[0].time_zone)
        form = AnnounceForm(announcing, initial={"until": soon(zone)})
    venues = {row.event.venue for row in rows if row.event.venue}
    doubles = in_two_events(running)
    boards = boards_of_day(rows)
    context = {
        **_today(rows),
        "stamp": stamp,
        "running": running,
        "players": sum(row.line.players for row in rows if row.event.is_running),
        "today": timezone.localdate(),
        "venue": venues.pop() if len(venues) == 1 else "",
        "doubles": [(double, CERTAINTY[double.certainty]) for double in doubles[:MOST_PEOPLE]],
        "all_doubles": len(doubles),
        "twice": any(row.shared for row in rows),
        "hall": sorted((row for row in rows if row.tables), key=lambda row: row.tables[0]),
        "announced": announced_today(rows) if announcing else [],
        "venues_today": venues_today(user, rows),
        "badges_of": badges_of_day(user, rows),
        "form": form if len(announcing) > 1 else None,
        "staff": staff_of_the_day(rows) if len(rows) > 1 else [],
        "ends": _turns([row.event for row in rows]) if len(rows) > 1 else [],
        "boards": boards,
        "own_places": own_places(user) if boards else [],
        "queues": queues_today(user),
        "invitations": [
            (invitation, role_words(invitation.roles))
            for invitation in invitations_of(user)[:MOST_INVITATIONS]
        ],
        **_others(request, user, rows),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form and form.is_bound else HTTPStatus.OK
    return render(request, "day/day.html", context, status=status)


def _others(request: HttpRequest, user: User, rows: Sequence[DayRow]) -> dict[str, Any]:
    """Return the requested page of the other events, searched by name or venue."""
    find = request.GET.get("find", "").strip()
    page = max(whole_number(request.GET.get("page", ""), MOST_SMALL) or 1, 1)
    others = other_events(user, rows, find, page)
    lines = [(line, step_words(line, _own_step(line))) for line in others.lines]
    return {"find": find, "others": others, "lines": lines}


def _announcing(rows: Sequence[DayRow]) -> list[Event]:
    """Return the running events in which a person may announce."""
    return [
        row.event for row in rows if row.event.is_running and may(row.line.roles, Action.ANNOUNCE)
    ]


def _turns(events: Sequence[Event]) -> list[EventEnd | EventStart]:
    """Return the ends of rounds and the starts of today's events, earliest first."""
    return in_order(event_ends(events, timezone.now()), event_starts(events))


def _own_step(line: OwnEventLine) -> Step:
    """Return the next step of an event if this person may take it, else Step.LOOK."""
    return line.next_step if may(line.roles, STEPS[line.next_step]) else Step.LOOK


def _today(rows: Sequence[DayRow]) -> dict[str, Any]:
    """Return the rows shown on the page, and their order, which the next update preserves."""
    return {"rows": _shown(rows), "order": "-".join(str(row.event.pk) for row in rows)}


def _shown(rows: Sequence[DayRow]) -> list[ShownRow]:
    shown = []
    for row in rows:
        step = _own_step(row.line)
        words, address = action_words(row, step), _address(row, step)
        shown.append(ShownRow(row, need_words(row), words, address, _settle(row)))
    return shown


def _settle(row: DayRow) -> str:
    """Return the page that reassigns tables; an unposted round is paired again."""
    if not row.shared or row.round is None:
        return ""
    at = [row.event.slug, row.round.number]
    if row.round.is_posted:
        return reverse("staff:table", args=[*at, row.shared[0].first])
    return reverse("staff:round", args=at)


def _address(row: DayRow, step: Step) -> str:
    """Return the page of the next action: the floor for a judge, unless results differ."""
    slug = row.event.slug
    if step == Step.RESULTS and row.line.roles == {Role.JUDGE} and not row.conflicts:
        return reverse("staff:floor", args=[slug])
    if row.round is None or step == Step.LOOK:
        return reverse("staff:desk", args=[slug])
    return reverse("staff:round", args=[slug, row.round.number])


@login_required
@require_safe
def floor(request: HttpRequest) -> HttpResponse:
    """Show the tables that need a judge; a table number redirects to that table's page.

    That page has the results, the extension and the penalties. If several events use the number,
    all of these tables are shown.
    """
    user = person(request)
    typed = request.GET.get("table", "").strip()
    number = whole_number(typed, MOST_TABLE) if typed else None
    with one_snapshot():
        matches = tables_numbered(user, number) if number else scanned_matches(user, typed)
        if len(matches) == 1:
            match = matches[0]
            return redirect("staff:table", match.round.event.slug, match.round.number, match.table)
        context = {
            "floor": day_floor(user),
            "typed": typed,
            "is_number": number is not None,
            "matches": matches,
            "own_places": own_places(user),
        }
    return render(request, "day/floor.html", context)
