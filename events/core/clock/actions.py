"""Clock of a round: start it, pause it, add or remove time, restart it."""

import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import MOST_ADDED_SECONDS
from events.core.clock.round_clock import MINUTE, Clock, clock_of
from events.core.event_write import event_write
from events.core.guards import find_round
from events.core.refusals import RefusedError
from events.models import Event, Round, Verb

CLOCK_FIELDS = ("started_at", "paused_at", "added_seconds")
MOST_MINUTES = 120


def start_clock(*, event_id: int, actor: User, number: int) -> Round:
    """Start the clock of a posted round now. Refused if it was started before."""
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number, "playing")
        if round.started_at is not None:
            raise RefusedError(
                _("The clock of round %(number)d was already started. Nothing was changed.")
                % {"number": number}
            )
        round.started_at = this_second()
        round.save(update_fields=CLOCK_FIELDS)
        write.journal(Verb.CLOCK_STARTED, round=round, again=False)
    return round


def restart_clock(*, event_id: int, actor: User, number: int, token: str) -> Round:
    """Start the clock again from the full time; `token` is the version token of the form."""
    with event_write(event_id, actor) as write:
        round = _check_token(write.event, number, token)
        before = round.started_at
        forget_clock(round)
        round.started_at = this_second()
        round.save(update_fields=CLOCK_FIELDS)
        write.journal(Verb.CLOCK_STARTED, round=round, again=True, before=_iso_moment(before))
    return round


def stop_clock(*, event_id: int, actor: User, number: int, token: str) -> Round:
    """Undo the start of the clock, as if it had not been started."""
    with event_write(event_id, actor) as write:
        round = _check_token(write.event, number, token)
        before = round.started_at
        forget_clock(round)
        round.save(update_fields=CLOCK_FIELDS)
        write.journal(Verb.CLOCK_STOPPED, round=round, before=_iso_moment(before))
    return round


def pause_clock(*, event_id: int, actor: User, number: int, token: str) -> Round:
    """Pause the clock."""
    with event_write(event_id, actor) as write:
        round = _check_token(write.event, number, token)
        if round.paused_at is not None:
            raise RefusedError(_("The clock is already paused."))
        round.paused_at = this_second()
        round.save(update_fields=CLOCK_FIELDS)
        write.journal(Verb.CLOCK_PAUSED, round=round)
    return round


def resume_clock(*, event_id: int, actor: User, number: int, token: str) -> Round:
    """Resume a paused clock; every table gets the time of the pause."""
    with event_write(event_id, actor) as write:
        round = _check_token(write.event, number, token)
        if round.paused_at is None:
            raise RefusedError(_("The clock is already running."))
        pause = int((this_second() - round.paused_at).total_seconds())
        round.added_seconds = min(round.added_seconds + pause, MOST_ADDED_SECONDS)
        round.paused_at = None
        round.save(update_fields=CLOCK_FIELDS)
        write.journal(Verb.CLOCK_RESUMED, round=round, seconds=pause)
    return round


def add_time(*, event_id: int, actor: User, number: int, minutes: int, token: str) -> Round:
    """Add `minutes` to the whole round, or remove them if negative (up to 120)."""
    with event_write(event_id, actor) as write:
        round = _check_token(write.event, number, token)
        if not minutes or abs(minutes) > MOST_MINUTES:
            raise RefusedError(_("Enter 1 to 120 minutes."), "minutes")
        if not round.minutes:
            raise RefusedError(_("This round has no time limit."))
        round.added_seconds += minutes * MINUTE
        if round.added_seconds > MOST_ADDED_SECONDS:
            raise RefusedError(_("Enter 1 to 120 minutes."), "minutes")
        if round.minutes * MINUTE + round.added_seconds < 0:
            raise RefusedError(_("The round has no time left to remove."), "minutes")
        round.save(update_fields=CLOCK_FIELDS)
        write.journal(Verb.CLOCK_CHANGED, round=round, minutes=minutes)
    return round


def forget_clock(round: Round) -> None:
    """Reset the clock to its state before the start, as a part of a write; the caller saves."""
    round.started_at = round.paused_at = None
    round.added_seconds = 0


def this_second() -> datetime.datetime:
    """Return the current time in whole seconds, from which every screen counts."""
    return timezone.now().replace(microsecond=0)


def _iso_moment(moment: datetime.datetime | None) -> str:
    return moment.isoformat() if moment else ""


def _check_token(event: Event, number: int, token: str) -> Round:
    """Return the round; RefusedError unless its clock is as the form showed it."""
    round = find_round(event, number, "playing")
    if round.started_at is None:
        raise RefusedError(
            _("The clock of round %(number)d has not been started.") % {"number": number}
        )
    check_same_clock(clock_of(round), token)
    return round


def check_same_clock(clock: Clock, token: str) -> None:
    """Raise RefusedError unless `token` is the version token of this clock."""
    if clock.token != token:
        raise RefusedError(
            _("The clock changed a moment ago. Check it, then press again if needed.")
        )
