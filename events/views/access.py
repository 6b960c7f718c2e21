"""Who may see or do what: one table, and the helper every staff view opens with.

docs/roles.md shows the same table to people; a test compares the two.
"""

from enum import StrEnum

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from events.models import Event, Role, StaffMember
from events.views.person import person


class Action(StrEnum):
    """What a staff member may be allowed to do."""

    SEE = "see"
    EDIT_EVENT = "edit-event"
    EDIT_STAFF = "edit-staff"
    EDIT_ROSTER = "edit-roster"
    CHECK_IN = "check-in"
    DROP = "drop"
    REINSTATE = "reinstate"
    DISQUALIFY = "disqualify"
    PENALTY = "penalty"
    PAIR = "pair"
    POST = "post"
    EXTEND = "extend"
    ENTER_RESULT = "enter-result"
    CORRECT = "correct"
    COMPLETE = "complete"
    PUBLISH = "publish"
    WITHDRAW = "withdraw"
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
    Action.EDIT_STAFF: frozenset({_ORGANIZER}),
    Action.EDIT_ROSTER: _DESK,
    Action.CHECK_IN: _EVERYBODY,
    Action.DROP: _DESK,
    Action.REINSTATE: _LAST_WORD,
    Action.DISQUALIFY: _LAST_WORD,
    Action.PENALTY: frozenset({_ORGANIZER, _HEAD_JUDGE, _JUDGE}),
    Action.PAIR: _DESK,
    Action.POST: _DESK,
    Action.EXTEND: _EVERYBODY,
    Action.ENTER_RESULT: _EVERYBODY,
    Action.CORRECT: _LAST_WORD,
    Action.COMPLETE: _DESK,
    Action.PUBLISH: _DESK,
    Action.WITHDRAW: _LAST_WORD,
    Action.CONFIRM_CUT: _LAST_WORD,
    Action.FINISH: _LAST_WORD,
    Action.EXPORT: _EVERYBODY,
}


def may(roles: frozenset[Role], action: Action) -> bool:
    """Return whether somebody with these roles may do this."""
    return bool(ALLOWED[action] & roles)


class Desk:
    """An event and what the person at hand may do in it."""

    def __init__(self, event: Event, roles: frozenset[Role]) -> None:
        self.event = event
        self.roles = roles

    @property
    def can(self) -> dict[str, bool]:
        """Every action, by its name with underscores, for templates: `desk.can.edit_event`."""
        return {action.value.replace("-", "_"): may(self.roles, action) for action in Action}


def open_desk(request: HttpRequest, slug: str, action: Action = Action.SEE) -> Desk:
    """Return the event for a member of its staff who may do `action`.

    Raises Http404 when there is no such event or the person is not on its staff (a stranger
    can't tell the two apart), PermissionDenied when the role does not allow it. Views that call
    it carry `login_required`.
    """
    member = (
        StaffMember.objects.select_related("event")
        .filter(event__slug=slug, user=person(request))
        .first()
    )
    if member is None:
        raise Http404
    if not may(member.roles, action):
        names = ", ".join(str(role.label) for role in Role if role in ALLOWED[action])
        raise PermissionDenied(
            _("This needs another role: %(roles)s. Ask the organizer.") % {"roles": names}
        )
    return Desk(member.event, member.roles)
