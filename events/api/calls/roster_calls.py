"""Players of an event: enroll, check in, drop, reinstate."""

from http import HTTPStatus
from typing import Annotated, Any, Literal, cast

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from domain.limits import EMAIL_LENGTH, MOST_AWARDED_BYES, NAME_LENGTH
from events.api.answer_values import Value
from events.api.declared import EVENT, PLAYER, Body, Call, PlainCall, call
from events.api.value_types import Text
from events.core.players.actions import check_in
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.same_person import enrolled_words, left_player
from events.core.refusals import RefusedError
from events.models import Enrollment, TokenScope
from events.roster.drop_actions import drop, reinstate
from events.web.access import Action

ROSTER = TokenScope.ROSTER
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]


class PlayerBody(Body, frozen=True, kw_only=True):
    """A player to enroll; `another_person`: not the player of that name who dropped."""

    name: Name
    email: Annotated[str, Meta(max_length=EMAIL_LENGTH)] = ""
    phonetic_name: Name = ""
    platform_id: Name = ""
    awarded_byes: Annotated[int, Meta(ge=0, le=MOST_AWARDED_BYES)] = 0
    members: Annotated[tuple[Name, ...], Meta(max_length=3)] = ()
    another_person: bool = False


class DropBody(Body, frozen=True, kw_only=True):
    """Why a player drops or comes back."""

    reason: Text = ""


class PlayerAnswer(Value, frozen=True, kw_only=True):
    """A player by number."""

    number: int
    state: Literal["active", "dropped", "disqualified"]
    checked_in: bool


@call(
    "enroll",
    f"POST {EVENT}/players",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Enroll a player"),
    sample={"name": "Zoe New"},
    status=HTTPStatus.CREATED,
)
def enroll_player(call: Call[PlayerBody]) -> PlayerAnswer:
    """Enroll a player."""
    body = call.body
    entry = NewEnrollment(
        name=body.name,
        email=body.email,
        reading=body.phonetic_name,
        platform_id=body.platform_id,
        awarded_byes=body.awarded_byes,
        members=body.members,
    )
    left = None if body.another_person else left_player(call.event, entry)
    if left is not None:
        known = left.name, left.number, left.state, left.dropped_after
        raise RefusedError(enrolled_words(*known))
    [enrollment] = enroll(**call.who, entries=[entry])
    return _player(enrollment)


def _player(enrollment: Enrollment) -> PlayerAnswer:
    return PlayerAnswer(
        number=enrollment.number,
        state=cast(Any, enrollment.state),
        checked_in=enrollment.checked_in,
    )


@call("check-in", f"POST {PLAYER}/check-in", ROSTER, Action.CHECK_IN, _("Check in a player"))
def check_in_player(call: PlainCall) -> PlayerAnswer:
    """Mark a player as present."""
    return _player(check_in(**call.player))


@call("undo-check-in", f"DELETE {PLAYER}/check-in", ROSTER, Action.CHECK_IN, _("Undo a check-in"))
def undo_check_in(call: PlainCall) -> PlayerAnswer:
    """Mark a player as not present."""
    return _player(check_in(**call.player, present=False))


@call(
    "drop",
    f"POST {PLAYER}/drop",
    ROSTER,
    Action.DROP,
    _("Drop a player"),
    sample={"reason": "ill"},
)
def drop_player(call: Call[DropBody]) -> PlayerAnswer:
    """Drop a player."""
    return _player(drop(**call.player, reason=call.body.reason))


@call(
    "reinstate",
    f"POST {PLAYER}/reinstate",
    ROSTER,
    Action.REINSTATE,
    _("Reinstate a player"),
    sample={"reason": "dropped by mistake"},
)
def reinstate_player(call: Call[DropBody]) -> PlayerAnswer:
    """Let a dropped player play on."""
    return _player(reinstate(**call.player, reason=call.body.reason))
