"""Clock of a draft or of deck construction: start it, pause it, add time, remove it."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.limits import MOST_ADDED_SECONDS, MOST_MINUTES
from events.core.clock.actions import check_same_clock, this_second
from events.core.clock.preparation_clock import Preparation, preparation_of
from events.core.clock.round_clock import MINUTE, clock_of
from events.core.event_write import Write, event_write
from events.core.refusals import RefusedError
from events.models import DraftCall, Event, Verb

FIELDS = (
    "preparation",
    "preparation_minutes",
    "preparation_started_at",
    "preparation_paused_at",
    "preparation_added_seconds",
)
MOST_CHANGE = 120


def start_preparation(*, event_id: int, actor: User, kind: str, minutes: int) -> None:
    """Start the clock of a draft or of deck construction now; construction follows a draft.

    RefusedError while a round is being played, and if that clock already runs.
    """
    with event_write(event_id, actor) as write:
        begin_preparation(write, kind, minutes)


def begin_preparation(write: Write, kind: str, minutes: int) -> None:
    """Start the clock as a part of a write, like start_preparation, without calling a draft."""
    event = write.event
    if kind not in tuple(Event.Preparation):
        raise RefusedError(_("Choose draft or deck construction."), "kind")
    if not 1 <= minutes <= MOST_MINUTES:
        words = _("Enter a time between 1 and %(most)d minutes.")
        raise RefusedError(words % {"most": MOST_MINUTES}, "minutes")
    if event.rounds.being_played().exists():
        raise RefusedError(_("A round is in progress and has its own clock."))
    if event.preparation == kind:
        raise RefusedError(_("This clock was already started. Nothing was changed."))
    if kind == Event.Preparation.DRAFT:
        _end_call(event)
    event.preparation, event.preparation_minutes = kind, minutes
    event.preparation_started_at = this_second()
    event.preparation_paused_at, event.preparation_added_seconds = None, 0
    keep_preparation(write, "started", minutes=minutes)


def pause_preparation(*, event_id: int, actor: User, token: str) -> None:
    """Pause the clock; `token` is the version token of the form."""
    with event_write(event_id, actor) as write:
        if checked_preparation(write.event, token).paused_at is not None:
            raise RefusedError(_("The clock is already paused."))
        write.event.preparation_paused_at = this_second()
        keep_preparation(write, "paused")


def resume_preparation(*, event_id: int, actor: User, token: str) -> None:
    """Resume a paused clock; the pause is added to its time."""
    with event_write(event_id, actor) as write:
        event = write.event
        paused_at = checked_preparation(event, token).paused_at
        if paused_at is None:
            raise RefusedError(_("The clock is already running."))
        pause = int((this_second() - paused_at).total_seconds())
        seconds = min(event.preparation_added_seconds + pause, MOST_ADDED_SECONDS)
        event.preparation_added_seconds, event.preparation_paused_at = seconds, None
        keep_preparation(write, "resumed")


def extend_preparation(*, event_id: int, actor: User, minutes: int, token: str) -> None:
    """Add `minutes`, or remove them if negative (up to 120)."""
    with event_write(event_id, actor) as write:
        event = write.event
        checked_preparation(event, token)
        seconds = event.preparation_added_seconds + minutes * MINUTE
        if not minutes or abs(minutes) > MOST_CHANGE or seconds > MOST_ADDED_SECONDS:
            raise RefusedError(_("Enter 1 to 120 minutes."), "minutes")
        if event.preparation_minutes * MINUTE + seconds < 0:
            raise RefusedError(_("There is not that much time left to remove."), "minutes")
        event.preparation_added_seconds = seconds
        keep_preparation(write, "changed", minutes=minutes)


def end_preparation(*, event_id: int, actor: User, token: str) -> None:
    """Remove the clock: players no longer see it."""
    with event_write(event_id, actor) as write:
        kind = checked_preparation(write.event, token).kind
        _clear(write.event)
        keep_preparation(write, "ended", kind=kind)


def forget_preparation(event: Event) -> None:
    """Remove the clock as a part of the write that posts a round."""
    if event.preparation:
        _clear(event)
        event.save(update_fields=FIELDS)


def _end_call(event: Event) -> None:
    DraftCall.objects.filter(event=event).delete()


def _clear(event: Event) -> None:
    _end_call(event)
    event.preparation, event.preparation_minutes = "", 0
    event.preparation_started_at = event.preparation_paused_at = None
    event.preparation_added_seconds = 0


def keep_preparation(
    write: Write, done: str, *, kind: str = "", minutes: int = 0, pod: int | None = None
) -> None:
    """Save the clock, and journal what was done with it or with one pod."""
    write.event.save(update_fields=FIELDS)
    shown = str(kind or write.event.preparation)
    more = {} if pod is None else {"pod": pod}
    data: dict[str, Any] = {"kind": shown, "done": done, "minutes": minutes, **more}
    write.journal(Verb.PREPARATION_TIMED, **data)


def checked_preparation(event: Event, token: str) -> Preparation:
    """Return the timed preparation; RefusedError unless its clock is as the form showed it."""
    running = preparation_of(event)
    if running is None:
        raise RefusedError(_("No draft or deck construction clock is running."))
    check_same_clock(clock_of(running), token)
    return running
