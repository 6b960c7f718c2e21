"""The one door of every write: transaction, event locked, state checked, journal, revisions."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from events.models import Enrollment, Event, JournalEntry, Match, Round, Verb
from events.public.shelf import built_after_commit
from events.rules.errors import RefusedError

# Who waits for SQLite's write lock looks for it every tenth of a second.
TURN_SECONDS = 0.12

# What changes something that players see; every other entry leaves their pages as they are.
PUBLIC_VERBS = frozenset(
    {
        Verb.EVENT_CREATED,
        Verb.EVENT_CHANGED,
        Verb.EVENT_FINISHED,
        Verb.EVENT_REOPENED,
        Verb.EVENT_IMPORTED,
        Verb.FACTS_CHANGED,
        Verb.DECKLIST_CHANGED,
        Verb.ENROLLED,
        Verb.ENROLLMENT_CHANGED,
        Verb.ENROLLMENT_REMOVED,
        Verb.ENROLLMENTS_MERGED,
        Verb.DROPPED,
        Verb.REINSTATED,
        Verb.DISQUALIFIED,
        Verb.ROUND_POSTED,
        Verb.ROUND_UNPOSTED,
        Verb.PAIRINGS_REPAIRED,
        Verb.REPAIR_UNDONE,
        Verb.ANNOUNCED,
        Verb.ANNOUNCEMENT_ENDED,
        Verb.CLOCK_STARTED,
        Verb.CLOCK_PAUSED,
        Verb.CLOCK_RESUMED,
        Verb.CLOCK_CHANGED,
        Verb.CLOCK_STOPPED,
        Verb.EXTENSION_GIVEN,
        Verb.NEXT_ANNOUNCED,
        Verb.RESULT_CORRECTED,
        Verb.ROUND_COMPLETED,
        Verb.ROUND_REOPENED,
        Verb.ANNOUNCED_CHANGED,
        Verb.STAGES_CHANGED,
        Verb.PLAYOFF_ENDED,
        Verb.PLAYOFF_RESUMED,
        Verb.CUT_CONFIRMED,
        Verb.CUT_TAKEN_BACK,
        Verb.PODS_POSTED,
        Verb.SEATS_CHANGED,
        Verb.MATCH_MOVED,
        Verb.PLAY_CHOSEN,
        Verb.STANDINGS_PUBLISHED,
        Verb.STANDINGS_WITHDRAWN,
    }
)


# What a desk is told line by line; after everything else it takes the whole list.
LINE_VERBS = frozenset(
    {
        Verb.RESULT_ENTERED,
        Verb.RESULT_UNDONE,
        Verb.RESULT_DISPUTED,
        Verb.RESULT_KEPT,
        Verb.DROPPED,
        Verb.REINSTATED,
        Verb.EXTENSION_GIVEN,
        Verb.TABLE_ATTENDED,
        Verb.TABLE_LEFT,
        Verb.TURNS_BEGUN,
        Verb.TURNS_TAKEN_BACK,
        Verb.AREAS_CHANGED,
        Verb.CLOCK_STARTED,
        Verb.CLOCK_PAUSED,
        Verb.CLOCK_RESUMED,
        Verb.CLOCK_CHANGED,
        Verb.CLOCK_STOPPED,
        Verb.CHECKED_IN,
        Verb.TABLE_CHECKED,
        Verb.NEXT_ANNOUNCED,
        Verb.RESULT_REPORTED,
        Verb.REPORT_TAKEN_BACK,
        Verb.CALLED,
        Verb.CALL_ANSWERED,
        Verb.ADDRESS_ISSUED,
        Verb.GATE_ANSWERED,
        Verb.GATE_PASSED,
    }
)


@dataclass(frozen=True, slots=True)
class Write:
    """A write to one event that is under way: the event as it is now, locked, and who writes.

    Whoever is handed one may write to that event until the transaction ends.
    """

    event: Event
    actor: User | None

    def journal(
        self,
        verb: Verb,
        *,
        round: Round | None = None,
        match: Match | None = None,
        enrollment: Enrollment | None = None,
        **data: Any,
    ) -> JournalEntry:
        """Append one entry and move the event's revisions on.

        A match brings its table and both players, an enrollment the player it is about; `data`
        must be JSON.
        """
        first = match.first if match else enrollment
        second = match.second if match else None
        if first is not None:
            data["first"] = first.name
        if second is not None:
            data["second"] = second.name
        entry = JournalEntry.objects.create(
            event=self.event,
            actor=self.actor,
            verb=verb,
            round_number=round.number if round else None,
            table=match.table if match else None,
            first_number=first.number if first else None,
            second_number=second.number if second else None,
            data=data,
        )
        self._move_on(verb)
        return entry

    def journal_of_players(
        self, verb: Verb, told: Sequence[tuple[Enrollment, dict[str, Any]]]
    ) -> None:
        """Append the same kind of entry for many players at once, each with its own data."""
        if not told:
            return
        JournalEntry.objects.bulk_create(
            [
                JournalEntry(
                    event=self.event,
                    actor=self.actor,
                    verb=verb,
                    first_number=enrollment.number,
                    data={**data, "first": enrollment.name},
                )
                for enrollment, data in told
            ]
        )
        self._move_on(verb)

    def _move_on(self, verb: Verb) -> None:
        changes: dict[str, Any] = {"revision": F("revision") + 1}
        if verb in PUBLIC_VERBS:
            changes["public_revision"] = F("public_revision") + 1
        if verb not in LINE_VERBS:
            changes["whole_revision"] = F("revision") + 1
        Event.objects.filter(pk=self.event.pk).update(**changes)
        # The row is locked: what the caller holds may be told on without reading it again.
        self.event.revision += 1
        if verb not in LINE_VERBS:
            self.event.whole_revision = self.event.revision
        if verb in PUBLIC_VERBS:
            built_after_commit(self.event.pk)


@contextmanager
def open_event(event_id: int, actor: User | None, *, finished: bool = False) -> Iterator[Write]:
    """Open a write to an event: everything until the end of the block happens, or nothing.

    The event's row is locked (on SQLite the transaction itself holds the write lock). Raises
    RefusedError when the event is finished, unless `finished` says that this may write to such
    an event too.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event_id)
        if event.is_finished and not finished:
            raise RefusedError(
                _("The event is finished. Reopen it on the event's page to change something.")
            )
        yield Write(event, actor)


@contextmanager
def open_new_event(make: Callable[[], Event], actor: User | None) -> Iterator[Write]:
    """Open a write to an event that `make` inserts; nobody else sees it before the end."""
    with transaction.atomic():
        yield Write(make(), actor)


@contextmanager
def open_slice() -> Iterator[None]:
    """Open a short write of a part of an event that nobody sees yet (`Event.importing_since`).

    Afterwards everybody who waits gets a turn.
    """
    with transaction.atomic():
        yield
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        time.sleep(TURN_SECONDS)


@contextmanager
def open_imported(event_id: int, actor: User | None) -> Iterator[Write]:
    """Open the last write of an import: with its end the event is there for everybody."""
    with transaction.atomic():
        event = Event.every.select_for_update().get(pk=event_id)
        event.importing_since = None
        event.save(update_fields=["importing_since"])
        yield Write(event, actor)


@contextmanager
def open_events(events: QuerySet[Event], actor: User) -> Iterator[list[Write]]:
    """Open one write to several events, finished ones too, in the order of their keys."""
    with transaction.atomic():
        yield [Write(event, actor) for event in events.select_for_update().order_by("pk")]


def hold_off(what: str) -> None:
    """Let nobody else past this line for the same `what` until the transaction ends.

    For what is looked up and then inserted where a lock on one event does not help: a user name,
    an e-mail address. On SQLite the transaction itself holds the write lock.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"matchslip {what}"])


@contextmanager
def open_accounts() -> Iterator[None]:
    """Open a write to accounts: nobody adds one between the look and the insert."""
    with transaction.atomic():
        hold_off("accounts")
        yield
