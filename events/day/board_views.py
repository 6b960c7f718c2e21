"""The staff board of an organisation's day: place of each person, and moves."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from domain.limits import MOST_KEY
from domain.staff_board import Place, PlaceKind
from domain.written_names import written_name
from events.core.questions.question import Given, UnchangedError
from events.core.read_snapshot import one_snapshot
from events.core.refusals import RefusedError
from events.core.staffing.actions import move_person, undo_move, want_staff
from events.core.staffing.board import staff_board
from events.core.staffing.place_words import clock, place_words
from events.core.staffing.staff_places import events_today, leads_board, zone_of
from events.core.typed_values import whole_number
from events.models import Organisation, StaffMove
from events.web.requests import person
from events.web.staff_pages.given_answers import Ask, posted_answers
from events.web.staff_pages.undo_messages import message_with_undo

BoardView = Callable[Concatenate[HttpRequest, Organisation, ...], HttpResponse]
# Break lengths on the page, in minutes.
BREAKS = (15, 30, 60)
FIRST_AREA = "Desk"


def board_view(view: BoardView) -> Callable[..., HttpResponse]:
    """Open a view to an organisation's members and the staff of its events today.

    Everyone else gets 404. A RefusedError is shown on the board.
    """

    @login_required
    @wraps(view)
    def opened(request: HttpRequest, organisation: str, **numbers: Any) -> HttpResponse:
        known = Organisation.objects.filter(slug=organisation).first()
        if known is None or _leads(person(request), known) is None:
            raise Http404
        try:
            return view(request, known, **numbers)
        except UnchangedError as kept:
            messages.info(request, str(kept))
        except RefusedError as error:
            return _page(request, known, error)
        return redirect("staff:staff-board", known.slug)

    return opened


@require_safe
@board_view
def board(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Show the staff by place, the next round ends, and matters that need a person."""
    with one_snapshot():
        return _page(request, organisation)


@require_POST
@board_view
def move(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Move a person to the place named by `to`."""
    to, minutes = _destination(request)
    moved = move_person(
        organisation=organisation,
        actor=person(request),
        username=request.POST.get("username", ""),
        to=to,
        minutes=minutes,
        at=request.POST.get("at", "").strip(),
        given=Given(posted_answers(request)),
    )
    values = {"name": written_name(moved.user), "place": _words(organisation, moved)}
    if moved.at > timezone.now():
        zone = zone_of([moved.event] if moved.event else [], organisation)
        words = _("Planned for %(name)s at %(at)s: %(place)s.")
        words %= {**values, "at": clock(zone, moved.at)}
    else:
        words = _("%(name)s was moved: %(place)s.") % values
    undo = reverse("staff:staff-move-undo", args=[organisation.slug, moved.pk])
    message_with_undo(request, words, undo)
    return _to_person(organisation, moved)


@require_POST
@board_view
def want(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Set how many people the place named by `to` needs; empty removes the number."""
    place, _minutes = _destination(request)
    typed = request.POST.get("number", "").strip()
    number = whole_number(typed) if typed else 0
    if number is None:
        raise RefusedError(_("Enter a whole number of people."), "number")
    want_staff(organisation=organisation, actor=person(request), place=place, number=number)
    return redirect("staff:staff-board", organisation.slug)


@require_safe
@board_view
def print_list(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Show today's staff as a printable list: each person with place, break and plans."""
    with one_snapshot():
        shown = staff_board(organisation)
    rows = [(lane, each) for lane in shown.lanes for each in lane.people]
    return render(request, "day/board_list.html", {"board": shown, "rows": rows})


@require_POST
@board_view
def undo(request: HttpRequest, organisation: Organisation, move_id: int) -> HttpResponse:
    """Undo the newest move of a person."""
    undone = undo_move(organisation=organisation, actor=person(request), move_id=move_id)
    words = _("The move of %(name)s was undone.")
    messages.success(request, words % {"name": written_name(undone.user)})
    return _to_person(organisation, undone)


def _leads(user: User, organisation: Organisation) -> bool | None:
    return leads_board(user, organisation, events_today(organisation, timezone.now()))


def _words(organisation: Organisation, moved: StaffMove) -> str:
    event = moved.event
    zone = zone_of([event] if event else [], organisation) if moved.until else ""
    until = clock(zone, moved.until) if moved.until else ""
    return place_words(moved.place, event.name if event else "", until)


def _to_person(organisation: Organisation, moved: StaffMove) -> HttpResponse:
    """Redirect to a person's current line on the board, which a phone scrolls to."""
    address = reverse("staff:staff-board", args=[organisation.slug])
    return redirect(f"{address}#p-{moved.user_id}")


def _destination(request: HttpRequest) -> tuple[Place, int]:
    """Parse a form's place and minutes of a break: "event-12", "break-15", "free"."""
    kind, _dash, value = request.POST.get("to", "").partition("-")
    if kind not in tuple(PlaceKind):
        raise RefusedError(_("Choose a place."))
    place = PlaceKind(kind)
    if place is PlaceKind.EVENT:
        return Place(place, whole_number(value, MOST_KEY) or 0), 0
    if place is PlaceKind.AREA:
        return Place(place, area=(value or request.POST.get("area", "")).strip()), 0
    return Place(place), (whole_number(value) or 0) if place is PlaceKind.BREAK else 0


def _page(
    request: HttpRequest, organisation: Organisation, refused: RefusedError | None = None
) -> HttpResponse:
    user = person(request)
    shown = staff_board(organisation)
    ask = Ask.of(refused)
    context = {
        "board": shown,
        "leads": leads_board(user, organisation, shown.events),
        "own": user.pk,
        "areas": shown.areas or (_(FIRST_AREA),),
        "breaks": BREAKS,
        "ask": ask if ask.questions else None,
        "refused": None if ask.questions else refused,
        "typed": request.POST,
    }
    status = HTTPStatus.CONFLICT if refused else HTTPStatus.OK
    return render(request, "day/board.html", context, status=status)
