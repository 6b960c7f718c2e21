"""Penalties and appeals of an event."""

import datetime
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from domain.limits import ACCOUNT_LENGTH
from events.api.answer_values import Value
from events.api.declared import (
    EVENT,
    PLAYER,
    Asked,
    Body,
    Call,
    PlainCall,
    Reason,
    call,
    version_of,
)
from events.api.value_types import Seat, Text, one_of
from events.appeals.actions import record_appeal, remove_appeal
from events.core.judging.appeal_queries import appeals_of
from events.core.judging.penalty_actions import change_penalty, give_penalty, remove_penalty
from events.core.judging.penalty_queries import penalty_values
from events.models import (
    Appeal,
    Infraction,
    Penalty,
    PenaltyKind,
    Role,
    TokenScope,
)
from events.web.access import Action

SCOPE = TokenScope.FLOOR
PENALTY = f"{EVENT}/penalties/{{penalty}}"
InfractionCode = Annotated[str, one_of(Infraction)]
PenaltyCode = Annotated[str, one_of(PenaltyKind)]
RoleCode = Annotated[str, one_of(Role)]
UserName = Annotated[str, Meta(max_length=ACCOUNT_LENGTH)]


class PenaltyBody(Asked, frozen=True, kw_only=True):
    """A penalty for an infraction; `seat`: the member of a team.

    It changes no result: enter a game or match loss with the result. Without `penalty`, the
    recommended one is recorded; any other one needs a `note`. `earlier`: the number of the player's
    penalties that the program knows; if the recommendation has changed since, a question follows.
    """

    infraction: InfractionCode
    penalty: PenaltyCode | None = None
    note: Text = ""
    seat: Seat = ""
    earlier: Annotated[int, Meta(ge=0, le=999)] | None = None


class ChangedPenaltyBody(Body, frozen=True, kw_only=True):
    """A new penalty for the same infraction, and the reason."""

    penalty: PenaltyCode
    reason: Text


class PenaltyAnswer(Value, frozen=True, kw_only=True):
    """A penalty by its key, and the version that If-Match takes."""

    id: int
    player: int
    round: int | None
    infraction: InfractionCode
    penalty: PenaltyCode
    given_at: datetime.datetime
    version: str


class Penalties(Value, frozen=True, kw_only=True):
    """Every penalty of an event, oldest first."""

    penalties: tuple[PenaltyAnswer, ...]


class AppealBody(Body, frozen=True, kw_only=True):
    """An appeal: the ruling, the judges who ruled and who heard it, and the outcome.

    `ruled_by` and `heard_by`: user names of the staff.
    """

    ruling: Text
    ruled_by: UserName
    heard_by: UserName
    outcome: Literal["upheld", "changed", "overturned"]
    note: Text = ""


class AppealAnswer(Value, frozen=True, kw_only=True):
    """An appeal by its key."""

    id: int
    player: int
    round: int | None
    outcome: str
    at: datetime.datetime


class StaffValue(Value, frozen=True, kw_only=True):
    """A person on the staff of an event; `account` is the user name to use in an appeal."""

    account: str
    name: str
    roles: tuple[RoleCode, ...]
    hears_appeals: bool


class StaffOfEvent(Value, frozen=True, kw_only=True):
    """The staff of an event, by user name."""

    staff: tuple[StaffValue, ...]


class Appeals(Value, frozen=True, kw_only=True):
    """Every appeal of an event, oldest first."""

    appeals: tuple[AppealAnswer, ...]


@call("penalties", f"GET {EVENT}/penalties", SCOPE, Action.SEE, _("List the penalties"))
def read_penalties(call: PlainCall) -> Penalties:
    """List every penalty of the event, oldest first."""
    rows = Penalty.objects.filter(enrollment__event=call.event).select_related("enrollment")
    return Penalties(penalties=tuple(_penalty(row) for row in rows.order_by("pk")))


@call(
    "give-penalty",
    f"POST {PLAYER}/penalties",
    SCOPE,
    Action.PENALTY,
    _("Record a penalty"),
    sample={"infraction": "slow-play", "penalty": "warning"},
    status=HTTPStatus.CREATED,
    makes={"penalty": "id"},
)
def give(call: Call[PenaltyBody]) -> PenaltyAnswer:
    """Record a penalty of a player in the current round."""
    body = call.body
    return _penalty(
        give_penalty(
            **call.player,
            infraction=Infraction(body.infraction),
            penalty=PenaltyKind(body.penalty) if body.penalty else None,
            note=body.note,
            seat=body.seat,
            earlier=body.earlier,
            given=call.given,
        )
    )


@call(
    "change-penalty",
    f"PATCH {PENALTY}",
    SCOPE,
    Action.CHANGE_PENALTY,
    _("Change a penalty"),
    sample={"penalty": "game-loss", "reason": "second warning"},
    needs_version=True,
)
def change(call: Call[ChangedPenaltyBody]) -> PenaltyAnswer:
    """Upgrade or downgrade a penalty; the journal records the earlier value and the reason."""
    key, body = call.numbers["penalty"], call.body
    given = change_penalty(
        **call.who,
        penalty_id=key,
        penalty=PenaltyKind(body.penalty),
        reason=body.reason,
        token=call.token,
    )
    return _penalty(given)


@call(
    "remove-penalty",
    f"DELETE {PENALTY}",
    SCOPE,
    Action.CHANGE_PENALTY,
    _("Remove a penalty"),
    takes_version=True,
)
def remove(call: PlainCall) -> PenaltyAnswer:
    """Remove a penalty recorded by mistake; return it as it was."""
    rows = Penalty.objects.filter(enrollment__event=call.event).select_related("enrollment")
    row = rows.filter(pk=call.numbers["penalty"]).first()
    if row is None:
        raise Http404
    removed = _penalty(row)
    remove_penalty(**call.who, penalty_id=row.pk, token=call.token)
    return removed


def _penalty(penalty: Penalty) -> PenaltyAnswer:
    return PenaltyAnswer(
        id=penalty.pk,
        player=penalty.enrollment.number,
        round=penalty.round_number,
        infraction=penalty.infraction,
        penalty=penalty.penalty,
        given_at=penalty.given_at,
        version=version_of(penalty_values(penalty)),
    )


@call("staff", f"GET {EVENT}/staff", SCOPE, Action.SEE, _("List the staff of an event"))
def read_staff(call: PlainCall) -> StaffOfEvent:
    """List the judges of the event and the hearers of appeals, by user name."""
    members = call.event.staff.select_related("user")
    return StaffOfEvent(
        staff=tuple(
            StaffValue(
                account=member.user.get_username(),
                name=member.user.get_full_name(),
                roles=tuple(sorted(member.roles)),
                hears_appeals=member.head_judge or member.hears_appeals,
            )
            for member in members
        )
    )


@call("appeals", f"GET {EVENT}/appeals", SCOPE, Action.SEE, _("List the appeals"))
def read_appeals(call: PlainCall) -> Appeals:
    """List every appeal of the event, oldest first."""
    return Appeals(appeals=tuple(_appeal(row) for row in appeals_of(call.event)))


@call(
    "record-appeal",
    f"POST {PLAYER}/appeals",
    SCOPE,
    Action.APPEAL,
    _("Record an appeal"),
    sample={
        "ruling": "the trigger was missed",
        "ruled_by": "bea",
        "heard_by": "anna",
        "outcome": "upheld",
    },
    status=HTTPStatus.CREATED,
    makes={"appeal": "id"},
)
def record(call: Call[AppealBody]) -> AppealAnswer:
    """Record the outcome of an appeal in the newest posted round."""
    body = call.body
    made = record_appeal(
        **call.player,
        ruling=body.ruling,
        ruled_by=body.ruled_by,
        heard_by=body.heard_by,
        outcome=body.outcome,
        note=body.note,
    )
    return _appeal(made)


@call(
    "remove-appeal",
    f"POST {EVENT}/appeals/{{appeal}}/remove",
    SCOPE,
    Action.CHANGE_PENALTY,
    _("Remove an appeal"),
    sample={"reason": "recorded twice"},
)
def remove_one_appeal(call: Call[Reason]) -> AppealAnswer:
    """Remove an appeal recorded by mistake; return it as it was."""
    key = call.numbers["appeal"]
    row = next((row for row in appeals_of(call.event) if row.pk == key), None)
    if row is None:
        raise Http404
    removed = _appeal(row)
    remove_appeal(**call.who, appeal_id=key, reason=call.body.reason)
    return removed


def _appeal(appeal: Appeal) -> AppealAnswer:
    return AppealAnswer(
        id=appeal.pk,
        player=appeal.enrollment.number,
        round=appeal.round_number,
        outcome=appeal.outcome,
        at=appeal.at,
    )
