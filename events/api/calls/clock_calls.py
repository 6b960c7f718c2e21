"""The clock of a round: start, pause, resume, add time, start again, stop."""

import datetime
from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from events.api.answer_values import Value
from events.api.declared import ROUND, Body, Call, PlainCall, Sent, call
from events.core.clock import actions
from events.core.clock.round_clock import ClockState, clock_of
from events.models import Round, TokenScope
from events.web.access import Action

SCOPE, CLOCK = TokenScope.FLOOR, f"{ROUND}/clock"


class MinutesBody(Body, frozen=True, kw_only=True):
    """Minutes to add to the round; negative to take time away."""

    minutes: Annotated[int, Meta(ge=-actions.MOST_MINUTES, le=actions.MOST_MINUTES)]


class ClockAnswer(Value, frozen=True, kw_only=True):
    """The clock of a round, and the version that If-Match takes.

    `ends_at` is null while it is paused, has not started, or has no limit.
    """

    round: int
    state: ClockState
    minutes: int
    added_seconds: int
    started_at: datetime.datetime | None
    paused_at: datetime.datetime | None
    ends_at: datetime.datetime | None
    version: str


def _seen(call: Call[Sent]) -> str:
    """Return the version named by the program, or else the current one."""
    current = clock_of(call.posted_round).token
    call.check_version(current)
    return current


def _clock(round: Round) -> ClockAnswer:
    clock = clock_of(round)
    return ClockAnswer(
        round=round.number,
        state=clock.state(),
        minutes=clock.minutes,
        added_seconds=clock.added_seconds,
        started_at=clock.started_at,
        paused_at=clock.paused_at,
        ends_at=None if clock.paused_at else clock.end(),
        version=clock.token,
    )


@call("round-clock", f"GET {CLOCK}", SCOPE, Action.SEE, _("Read the clock of a round"))
def read_clock(call: PlainCall) -> ClockAnswer:
    """Read the clock of a posted round with its version."""
    return _clock(call.posted_round)


@call("start-clock", f"POST {CLOCK}/start", SCOPE, Action.CLOCK, _("Start the clock"))
def start(call: PlainCall) -> ClockAnswer:
    """Start the clock of a posted round; refused if it was already started."""
    return _clock(actions.start_clock(**call.who, **call.numbers))


@call(
    "pause-clock",
    f"POST {CLOCK}/pause",
    SCOPE,
    Action.CLOCK,
    _("Pause the clock"),
    takes_version=True,
)
def pause(call: PlainCall) -> ClockAnswer:
    """Pause the clock."""
    return _clock(actions.pause_clock(**call.who, **call.numbers, token=_seen(call)))


@call(
    "resume-clock",
    f"POST {CLOCK}/resume",
    SCOPE,
    Action.CLOCK,
    _("Resume the clock"),
    takes_version=True,
)
def resume(call: PlainCall) -> ClockAnswer:
    """Resume a paused clock; every table gets the time of the pause back."""
    return _clock(actions.resume_clock(**call.who, **call.numbers, token=_seen(call)))


@call(
    "add-time",
    f"POST {CLOCK}/add",
    SCOPE,
    Action.CLOCK,
    _("Add time to a round"),
    sample={"minutes": 5},
    takes_version=True,
)
def add(call: Call[MinutesBody]) -> ClockAnswer:
    """Add time to the whole round, or take time away."""
    minutes = call.body.minutes
    return _clock(actions.add_time(**call.who, **call.numbers, minutes=minutes, token=_seen(call)))


@call(
    "restart-clock",
    f"POST {CLOCK}/restart",
    SCOPE,
    Action.CLOCK,
    _("Start the clock again"),
    takes_version=True,
)
def restart(call: PlainCall) -> ClockAnswer:
    """Start the clock again from the full time."""
    return _clock(actions.restart_clock(**call.who, **call.numbers, token=_seen(call)))


@call(
    "stop-clock",
    f"POST {CLOCK}/stop",
    SCOPE,
    Action.CLOCK,
    _("Stop the clock"),
    takes_version=True,
)
def stop(call: PlainCall) -> ClockAnswer:
    """Undo the start of the clock."""
    return _clock(actions.stop_clock(**call.who, **call.numbers, token=_seen(call)))
