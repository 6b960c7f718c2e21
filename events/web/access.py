"""The permissions: one table, and the check in front of every staff view.

docs/reference/roles.md shows the same table to people; a test compares the two.
"""

from collections.abc import Callable
from contextlib import nullcontext
from enum import StrEnum
from functools import cached_property, wraps
from typing import Any, Concatenate, TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from domain.written_names import written
from events.core.compiled.queries import MEMBER
from events.core.read_snapshot import one_snapshot
from events.core.refusals import RefusedError
from events.core.words.entry_nouns import nouns_of
from events.models import Event, Report, Role
from events.web.requests import by_htmx, person

DeskView = Callable[Concatenate[HttpRequest, "Desk", ...], HttpResponse]
View = Callable[..., HttpResponse]


class Action(StrEnum):
    """Permissions that a staff member can have."""

    SEE = "see"
    EDIT_EVENT = "edit-event"
    EDIT_STAGES = "edit-stages"
    CHANGE_ANNOUNCED = "change-announced"
    EDIT_STAFF = "edit-staff"
    EDIT_ROSTER = "edit-roster"
    CHECK_IN = "check-in"
    DROP = "drop"
    REINSTATE = "reinstate"
    DISQUALIFY = "disqualify"
    PENALTY = "penalty"
    CHANGE_PENALTY = "change-penalty"
    APPEAL = "appeal"
    DECKS = "decks"
    PAIR = "pair"
    POST_ROUND = "post"
    CLOCK = "clock"
    ANNOUNCE = "announce"
    REPAIRING = "re-pair"
    EXTEND = "extend"
    ATTEND = "attend"
    ASSIGN = "assign"
    ENTER_RESULT = "enter-result"
    CORRECT = "correct"
    COMPLETE = "complete"
    CERTIFY = "certify"
    CERTIFY_ALONE = "certify-alone"
    PUBLISH = "publish"
    WITHDRAW = "withdraw"
    GO_OVER = "go-over"
    CONFIRM_CUT = "confirm-cut"
    FINISH = "finish"
    EXPORT = "export"


_ORGANIZER = Role.ORGANIZER
_HEAD_JUDGE = Role.HEAD_JUDGE
_JUDGE = Role.JUDGE
_SCOREKEEPER = Role.SCOREKEEPER
_DESK = frozenset({_ORGANIZER, _HEAD_JUDGE, _SCOREKEEPER})
_EVERYBODY = frozenset(Role)
_LAST_WORD = frozenset({_ORGANIZER, _HEAD_JUDGE})

# The head judge has the last word on rulings and scorekeeping (rules, 1.7 and 1.9).
ALLOWED: dict[Action, frozenset[Role]] = {
    Action.SEE: _EVERYBODY,
    Action.EDIT_EVENT: frozenset({_ORGANIZER}),
    Action.EDIT_STAGES: _LAST_WORD,
    Action.CHANGE_ANNOUNCED: frozenset({_HEAD_JUDGE}),
    Action.EDIT_STAFF: _LAST_WORD,
    Action.EDIT_ROSTER: _DESK,
    Action.CHECK_IN: _EVERYBODY,
    Action.DROP: _DESK,
    Action.REINSTATE: frozenset({_HEAD_JUDGE}),
    Action.DISQUALIFY: _LAST_WORD,
    Action.PENALTY: _EVERYBODY,
    Action.CHANGE_PENALTY: frozenset({_HEAD_JUDGE}),
    Action.APPEAL: _EVERYBODY,
    Action.DECKS: _EVERYBODY,
    Action.PAIR: _DESK,
    Action.POST_ROUND: _DESK,
    Action.CLOCK: _DESK,
    Action.ANNOUNCE: _DESK,
    Action.REPAIRING: _LAST_WORD,
    Action.EXTEND: _EVERYBODY,
    Action.ATTEND: _EVERYBODY,
    Action.ASSIGN: _LAST_WORD,
    Action.ENTER_RESULT: _EVERYBODY,
    Action.CORRECT: _LAST_WORD,
    Action.COMPLETE: _DESK,
    Action.CERTIFY: _DESK,
    Action.CERTIFY_ALONE: frozenset({_HEAD_JUDGE}),
    Action.PUBLISH: _DESK,
    Action.WITHDRAW: _LAST_WORD,
    Action.GO_OVER: _LAST_WORD,
    Action.CONFIRM_CUT: _LAST_WORD,
    Action.FINISH: _LAST_WORD,
    Action.EXPORT: _EVERYBODY,
}


def may(roles: frozenset[Role], action: Action) -> bool:
    """Return whether these roles allow this."""
    return bool(ALLOWED[action] & roles)


class EventActor(TypedDict):
    """The event and the actor, as actions take them: `action(**desk.who, ...)`."""

    event_id: int
    actor: User


class Desk:
    """An event, the current person, and what that person may do in it."""

    def __init__(self, event: Event, actor: User, roles: frozenset[Role]) -> None:
        self.event = event
        self.actor = actor
        self.roles = roles

    @property
    def who(self) -> EventActor:
        """The event and the actor, as actions take them."""
        return {"event_id": self.event.pk, "actor": self.actor}

    def as_now(self) -> "Desk":
        """Return the desk with its event as it is now, after a write or a refusal."""
        return Desk(Event.objects.get(pk=self.event.pk), self.actor, self.roles)

    @cached_property
    def can(self) -> dict[str, bool]:
        """Every action, by its name with underscores, for templates: `desk.can.edit_event`."""
        return {action.value.replace("-", "_"): may(self.roles, action) for action in Action}

    def check(self, action: Action) -> None:
        """Raise PermissionDenied, which names the people to ask, unless the person may do this."""
        if not may(self.roles, action):
            raise PermissionDenied(_whom_to_ask(self.event, action))


def source_of(desk: Desk, way: Report.Source) -> Report.Source:
    """Return the source of a result that this person enters: the desk's, or the floor judge's.

    `way`: how the desk enters it.
    """
    return way if _DESK & desk.roles else Report.Source.JUDGE


def to_desk(desk: Desk, **_numbers: Any) -> HttpResponse:
    """Lead back to the desk of the event."""
    return redirect("staff:desk", desk.event.slug)


def staff_view(
    *,
    get: Action | None = None,
    post: Action | None = None,
    back: View = to_desk,
    refused: View | None = None,
) -> Callable[[DeskView], View]:
    """Open a view of one event to its staff: `get` and `post` are the permissions that it needs.

    A page that is only read is read in one snapshot.

    The view takes the request, the Desk and the other values in the address. A visitor who is not
    logged in is sent to the login page; a method without a permission is refused; a stranger gets
    the same "not found" as for an event that does not exist; staff without the permission get a
    refusal that names the roles. Staff see a "not found" of the view with the event's navigation
    around it.

    A RefusedError that the view lets through becomes an answer here: `refused(request, desk, error,
    **numbers)` shows the page with it; without that it is shown on the page that `back(desk,
    **numbers)` leads to. `numbers` are the other values in the address, by name.
    """
    actions = {"GET": get, "HEAD": get, "POST": post}
    methods = [method for method, action in actions.items() if action is not None]

    def decorate(view: DeskView) -> View:
        @login_required
        @wraps(view)
        def opened(request: HttpRequest, slug: str, **numbers: Any) -> HttpResponse:
            action = actions.get(request.method or "")
            if action is None:
                return _only_a_button(request, slug, methods)
            with nullcontext() if request.method == "POST" else one_snapshot():
                desk = _open_desk(request, slug, action)
                with nouns_of(desk.event):
                    return answered(request, desk, numbers)

        def answered(request: HttpRequest, desk: Desk, numbers: dict[str, Any]) -> HttpResponse:
            try:
                return view(request, desk, **numbers)
            except RefusedError as error:
                if refused is not None:
                    return refused(request, desk, error, **numbers)
                messages.error(request, str(error))
                return back(desk, **numbers)
            except Http404:
                return render(request, "staff/not_found.html", {"desk": desk}, status=404)

        return opened

    return decorate


def _only_a_button(request: HttpRequest, slug: str, methods: list[str]) -> HttpResponse:
    """Answer a person who opens the address of a form as a page.

    Staff read that nothing was done; any other visitor gets the bare refusal, whatever the event.
    """
    answer = HttpResponseNotAllowed(methods)
    if request.method == "GET" and not by_htmx(request):
        try:
            desk = _open_desk(request, slug, Action.SEE)
        except Http404:
            return answer
        answer.content = render_to_string("staff/not_done.html", {"desk": desk}, request)
    return answer


def _open_desk(request: HttpRequest, slug: str, action: Action) -> Desk:
    """Return the event for a member of its staff who may do `action`.

    Raises Http404 when there is no such event or the person is not on its staff (a stranger can't
    distinguish the two), PermissionDenied when the role does not allow it.
    """
    actor = person(request)
    member = MEMBER.first(slug, actor.pk)
    if member is None:
        raise Http404
    if not may(member.roles, action):
        raise PermissionDenied(_whom_to_ask(member.event, action))
    return Desk(member.event, actor, member.roles)


def _whom_to_ask(event: Event, action: Action) -> str:
    """Say which roles an action needs, and who has one of them here."""
    roles = ", ".join(str(role.label) for role in Role if role in ALLOWED[action])
    staff = event.staff.select_related("user")
    able = [member.user.get_username() for member in staff if may(member.roles, action)]
    if not able:
        words = _(
            "This action requires a different role: %(roles)s. No staff member here has "
            "it. Ask the organizer."
        )
        return words % {"roles": roles}
    words = _("This action requires a different role: %(roles)s. Ask %(names)s.")
    return words % {"roles": roles, "names": ", ".join(map(written, able))}
