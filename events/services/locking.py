"""What every write begins with and ends with."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from events.models import Enrollment, Event, JournalEntry, Match, Round, Verb
from events.services.errors import RefusedError

# What changes something that players see; every other entry leaves their pages as they are.
PUBLIC_VERBS = frozenset(
    {
        Verb.EVENT_CREATED,
        Verb.EVENT_CHANGED,
        Verb.EVENT_FINISHED,
        Verb.EVENT_REOPENED,
        Verb.EVENT_IMPORTED,
        Verb.ENROLLED,
        Verb.ENROLLMENT_CHANGED,
        Verb.ENROLLMENT_REMOVED,
        Verb.DROPPED,
        Verb.REINSTATED,
        Verb.DISQUALIFIED,
        Verb.ROUND_POSTED,
        Verb.ROUND_UNPOSTED,
        Verb.CLOCK_STARTED,
        Verb.EXTENSION_GIVEN,
        Verb.RESULT_CORRECTED,
        Verb.ROUND_COMPLETED,
        Verb.ROUND_REOPENED,
        Verb.STAGES_CHANGED,
        Verb.CUT_CONFIRMED,
        Verb.CUT_TAKEN_BACK,
        Verb.PODS_POSTED,
        Verb.PLAY_CHOSEN,
        Verb.STANDINGS_PUBLISHED,
        Verb.STANDINGS_WITHDRAWN,
    }
)


def lock_event(event_id: int) -> Event:
    """Lock the event's row until the transaction ends and return it as it is now.

    Must be called inside a transaction. On SQLite the transaction itself holds the write lock.
    """
    return Event.objects.select_for_update().get(pk=event_id)


def lock_unfinished(event_id: int) -> Event:
    """Lock the event; RefusedError when it is finished."""
    event = lock_event(event_id)
    if event.state == Event.State.FINISHED:
        raise RefusedError(
            _("The event is finished. Reopen it on the event's page to change something.")
        )
    return event


def write_journal(
    event: Event,
    actor: User | None,
    verb: Verb,
    *,
    round: Round | None = None,
    match: Match | None = None,
    enrollment: Enrollment | None = None,
    **data: Any,
) -> JournalEntry:
    """Append one entry in the caller's transaction and move the event's revisions on.

    A match brings its table and both players, an enrollment the player it is about; `data` must
    be JSON.
    """
    first = match.first if match else enrollment
    second = match.second if match else None
    if first is not None:
        data["first"] = first.name
    if second is not None:
        data["second"] = second.name
    entry = JournalEntry.objects.create(
        event=event,
        actor=actor,
        verb=verb,
        round_number=round.number if round else None,
        table=match.table if match else None,
        first_number=first.number if first else None,
        second_number=second.number if second else None,
        data=data,
    )
    _move_on(event, verb)
    return entry


def write_journal_of_players(
    event: Event,
    actor: User | None,
    verb: Verb,
    told: Sequence[tuple[Enrollment, dict[str, Any]]],
) -> None:
    """Append the same kind of entry for many players at once, each with its own data."""
    if not told:
        return
    JournalEntry.objects.bulk_create(
        [
            JournalEntry(
                event=event,
                actor=actor,
                verb=verb,
                first_number=enrollment.number,
                data={**data, "first": enrollment.name},
            )
            for enrollment, data in told
        ]
    )
    _move_on(event, verb)


def _move_on(event: Event, verb: Verb) -> None:
    changes: dict[str, Any] = {"revision": F("revision") + 1}
    if verb in PUBLIC_VERBS:
        changes["public_revision"] = F("public_revision") + 1
    Event.objects.filter(pk=event.pk).update(**changes)
