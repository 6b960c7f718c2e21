"""Finish an event, and reopen it."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.event_write import Write, event_write
from events.core.events.announced_value_actions import What, check_head_judge, keep_change
from events.core.progress.queries import current_stage, stage_statuses
from events.core.refusals import RefusedError
from events.core.results.delayed_results import show_delayed, waiting_results
from events.core.seats.venue_tables import release_tables
from events.core.standings.actions import publish_round
from events.core.typed_values import needed_reason
from events.models import Event, Verb


def finish_event(*, event_id: int, actor: User, early: bool = False, reason: str = "") -> Event:
    """Close the event and publish its final standings.

    Refused while a round is open, or before the announced number of rounds unless `early`. Only a
    head judge can end it with fewer rounds than announced, with a reason that players can read
    (rules, 4.2).
    """
    with event_write(event_id, actor) as write:
        event = write.event
        last = event.rounds.order_by("-number").first()
        if last is None:
            raise RefusedError(_("No round has been played. Pair round 1 first."))
        if not last.is_complete:
            raise RefusedError(
                _("Complete round %(number)d before you finish the event.")
                % {"number": last.number}
            )
        unfinished = is_unfinished(event)
        if unfinished and not early:
            raise RefusedError(
                _("Not every announced round has been played. Check the box to finish early."),
                "early",
            )
        now = timezone.now()
        why: dict[str, Any] = _change_what_was_announced(write, reason, now) if unfinished else {}
        publish_round(write, last, "")
        waiting = waiting_results(event)
        event.state = Event.State.FINISHED
        event.finished_at = now
        event.save(update_fields=["state", "finished_at"])
        release_tables(event)
        for feature, _at in waiting:
            # The final standings include these results, so none is delayed any longer.
            show_delayed(write, feature)
        write.journal(Verb.EVENT_FINISHED, early=unfinished, **why)
    return event


def _change_what_was_announced(write: Write, reason: str, now: datetime) -> dict[str, Any]:
    """Record the announced rounds and stages that are not played, and why, as a part of a write.

    The records have the moment of finishing, by which reopening finds them again. Returns the
    journal data. RefusedError for a person who is not head judge, and without a reason.
    """
    check_head_judge(write)
    reason = needed_reason(reason)
    for status in stage_statuses(write.event):
        stage = status.stage
        if status.played and not status.over and status.planned is not None:
            keep_change(
                write,
                What.ROUNDS,
                reason,
                stage=stage.number,
                before=status.planned,
                after=status.played,
                at=now,
            )
            if stage.has_set_rounds:
                stage.rounds, stage.extra_round = status.played, False
                stage.save(update_fields=["rounds", "extra_round"])
        elif not status.played:
            keep_change(
                write,
                What.STAGE_REMOVED,
                reason,
                stage=stage.number,
                before=stage.rounds,
                at=now,
            )
    return {"reason": reason}


def reopen_event(*, event_id: int, actor: User, reason: str) -> Event:
    """Reopen a finished event, to correct it or to play on.

    Rounds and stages that an early finish gave up are announced again.
    """
    with event_write(event_id, actor, finished=True) as write:
        event = write.event
        if not event.is_finished:
            raise RefusedError(_("The event is not finished."))
        reason = needed_reason(reason)
        _announce_again(event)
        event.state = Event.State.RUNNING
        event.finished_at = None
        event.save(update_fields=["state", "finished_at"])
        write.journal(Verb.EVENT_REOPENED, reason=reason)
    return event


def _announce_again(event: Event) -> None:
    """Undo the changes of announced rounds and stages that an early finish made."""
    if event.finished_at is None:
        return
    given_up = event.announced_changes.filter(at=event.finished_at)
    for change in given_up.filter(what=What.ROUNDS):
        stages = event.stages.filter(number=change.stage or 0, rounds=change.after)
        stages.update(rounds=change.before)
    given_up.delete()


def is_unfinished(event: Event) -> bool:
    """Return whether an announced round or stage has not been played."""
    status = current_stage(event)
    if status is None:
        return False
    later = event.stages.filter(number__gt=status.stage.number).exists()
    return not status.over or status.needs_cut or later
