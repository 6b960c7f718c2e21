"""Sign-ups: their settings, the waiting list, and the desk's decisions."""

import datetime
from typing import Annotated, Any, Literal

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from domain.limits import MOST_PLAYERS, SHORT_LENGTH
from events.api.answer_values import Value
from events.api.declared import EVENT, Body, Call, PlainCall, Reason, call, version_of
from events.core.edit_conflicts import columns_of
from events.core.players.waiting_list import sign_up_settings
from events.core.players.waiting_list_actions import (
    accept_all,
    accept_sign_up,
    change_sign_up,
    refuse_sign_up,
)
from events.core.sign_ups.queries import sign_ups_page
from events.models import Event, SignUp, TokenScope
from events.web.access import Action

ROSTER = TokenScope.ROSTER
SIGN_UP = f"{EVENT}/sign-ups/{{sign_up}}"
Ask = Literal["", "optional", "required"]
SignUpState = Literal["asked", "waiting", "enrolled", "refused", "cancelled"]


class SignUpBody(Body, frozen=True, kw_only=True):
    """Settings for sign-ups; omitted ones are unchanged. `capacity` null: no limit."""

    is_open: bool | UnsetType = UNSET
    deadline: Annotated[datetime.datetime, Meta(tz=True)] | UnsetType | None = UNSET
    capacity: Annotated[int, Meta(ge=0, le=MOST_PLAYERS)] | UnsetType | None = UNSET
    approval: bool | UnsetType = UNSET
    fee: Annotated[str, Meta(max_length=SHORT_LENGTH)] | UnsetType = UNSET
    ask_reading: Ask | UnsetType = UNSET
    ask_email: Ask | UnsetType = UNSET
    ask_platform_id: Ask | UnsetType = UNSET
    ask_decklist: Ask | UnsetType = UNSET


class SignUpAnswer(Value, frozen=True, kw_only=True):
    """Settings for sign-ups, and the version that If-Match takes. `capacity` null: no limit."""

    is_open: bool
    deadline: datetime.datetime | None
    capacity: int | None
    approval: bool
    fee: str
    ask_reading: Ask
    ask_email: Ask
    ask_platform_id: Ask
    ask_decklist: Ask
    version: str


class SignUpValue(Value, frozen=True, kw_only=True):
    """A sign-up of a player or team.

    `player`: the player's number once enrolled. `doubts`: points that the desk should check first.
    """

    id: int
    name: str
    state: SignUpState
    at: datetime.datetime
    members: tuple[str, ...]
    doubts: tuple[str, ...]
    reason: str
    player: int | None


class SignUpsAnswer(Value, frozen=True, kw_only=True):
    """The open sign-ups in order, then the closed ones.

    `free` null: no limit.
    """

    free: int | None
    sign_ups: tuple[SignUpValue, ...]


class AcceptedAnswer(Value, frozen=True, kw_only=True):
    """How many sign-ups were accepted."""

    accepted: int


SETTINGS = tuple(SignUpBody.__struct_fields__)


@call("sign-up", f"GET {EVENT}/sign-up", ROSTER, Action.SEE, _("Read how players sign up"))
def read_settings(call: PlainCall) -> SignUpAnswer:
    """Read the settings for sign-ups, with the version."""
    return _settings(call.event)


def _settings(event: Event) -> SignUpAnswer:
    values = columns_of(sign_up_settings(event), SETTINGS)
    return SignUpAnswer(**values, version=version_of(values))


@call(
    "change-sign-up",
    f"PATCH {EVENT}/sign-up",
    ROSTER,
    Action.EDIT_EVENT,
    _("Change how players sign up"),
    sample={"is_open": True, "capacity": 32},
    needs_version=True,
)
def change(call: Call[SignUpBody]) -> SignUpAnswer:
    """Open, close or change the sign-up form; new places go to the waiting list in order."""
    sent = {name: getattr(call.body, name) for name in SETTINGS}
    changes = {name: value for name, value in sent.items() if value is not UNSET}
    values: dict[str, Any] = columns_of(sign_up_settings(call.event), SETTINGS) | changes
    change_sign_up(**call.who, values=values, token=call.token)
    return _settings(call.event)


@call("sign-ups", f"GET {EVENT}/sign-ups", ROSTER, Action.EDIT_ROSTER, _("List the sign-ups"))
def read_sign_ups(call: PlainCall) -> SignUpsAnswer:
    """List the sign-ups with points that the desk should check first."""
    page = sign_ups_page(call.event)
    lines = [*page.asked, *page.waiting]
    rows = [_value(line.sign_up, line.doubts) for line in lines]
    return SignUpsAnswer(
        free=page.free, sign_ups=(*rows, *(_value(sign_up) for sign_up in page.over))
    )


@call(
    "accept-sign-up",
    f"POST {SIGN_UP}/accept",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Accept a sign-up"),
)
def accept(call: Call[Reason]) -> SignUpValue:
    """Give a sign-up a place, or one on the waiting list; `reason`: why it is allowed to play."""
    key, reason = call.numbers["sign_up"], call.body.reason
    return _value(accept_sign_up(**call.who, sign_up_id=key, because=reason))


@call(
    "refuse-sign-up",
    f"POST {SIGN_UP}/refuse",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Refuse a sign-up"),
    sample={"reason": "the event is for members"},
)
def refuse(call: Call[Reason]) -> SignUpValue:
    """Refuse a sign-up; the reason is shown to the player."""
    key, reason = call.numbers["sign_up"], call.body.reason
    return _value(refuse_sign_up(**call.who, sign_up_id=key, reason=reason))


@call(
    "accept-all-sign-ups",
    f"POST {EVENT}/sign-ups/accept",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Accept every sign-up that raises no question"),
)
def accept_every_one(call: PlainCall) -> AcceptedAnswer:
    """Accept all sign-ups that await the desk and have no doubts."""
    return AcceptedAnswer(accepted=accept_all(**call.who))


def _value(sign_up: SignUp, doubts: Any = ()) -> SignUpValue:
    return SignUpValue(
        id=sign_up.pk,
        name=sign_up.name,
        state=sign_up.state,  # type: ignore[arg-type]
        at=sign_up.at,
        members=tuple(sign_up.members),
        doubts=tuple(map(str, doubts)),
        reason=sign_up.reason,
        player=sign_up.enrollment.number if sign_up.enrollment else None,
    )
