"""Open every write: transaction, event locked, state checked, journal, revisions."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from archive.records import ArchivedEntry
from events.core.compiled import CompiledQuery
from events.core.journal_chain import chain_entries, changes_results, seal_results, with_program
from events.core.metrics import LOCK_WAIT
from events.core.namesakes import NAMING_VERBS, journaled_names, mark_namesakes
from events.core.refusals import RefusedError
from events.core.revisions import LINE_VERBS, PUBLIC_VERBS
from events.models import Enrollment, Event, JournalEntry, Match, Queue, Redaction, Round, Verb

# A writer that waits for SQLite's write lock tries every tenth of a second, so a turn is a little
# longer. A turn follows each slice while others write, and an occasional one while nobody does.
TURN_SECONDS = 0.12
ALONE_SECONDS = 0.6
REDACTED_AT_ONCE = 500
_LINE, LINE_SECONDS = threading.Lock(), 1.5
# Every write runs this at least once: it advances the event's revisions.
_MOVE_ON = """
UPDATE events_event SET
    revision = revision + 1,
    journal_link = %s,
    public_revision = CASE WHEN %s THEN public_revision + 1 ELSE public_revision END,
    whole_revision = CASE WHEN %s THEN revision + 1 ELSE whole_revision END
WHERE id = %s
"""
_announced_to: list[Callable[[int], None]] = []
_recorded_to: list[Callable[[Event, Sequence[JournalEntry]], None]] = []


def subscribe(announce: Callable[[int], None]) -> None:
    """Register `announce`, called with an event's key when a write changes public data."""
    if announce not in _announced_to:
        _announced_to.append(announce)


def subscribe_entries(record: Callable[[Event, Sequence[JournalEntry]], None]) -> None:
    """Register `record`, called in the transaction of a write with its journal entries.

    Only for events to which a program listens (`Event.hook_kinds`); others cost nothing.
    """
    if record not in _recorded_to:
        _recorded_to.append(record)


@dataclass(frozen=True, slots=True)
class Write:
    """An event write in progress: the current event, locked, and the user who writes.

    Code that receives a Write may change that event until the transaction ends. `sealing`: entries
    after which results are sealed.
    """

    event: Event
    actor: User | None
    sealing: list[JournalEntry] = field(default_factory=list, repr=False, compare=False)

    def journal(
        self,
        verb: Verb,
        *,
        round: Round | None = None,
        match: Match | None = None,
        enrollment: Enrollment | None = None,
        other: Enrollment | None = None,
        **data: Any,
    ) -> JournalEntry:
        """Append one entry and advance the event's revisions.

        A match adds table and players, an enrollment its player, `other` a second one; `data` is
        JSON.
        """
        first, second = (match.first, match.second) if match else (enrollment, other)
        data |= journaled_names(first=first, second=second)
        if match and match.is_table:
            data["seats"] = [player.number for player in match.players]
        entry = JournalEntry(
            event=self.event,
            actor=self.actor,
            verb=verb,
            round_number=round.number if round else None,
            table=match.table if match else None,
            first_number=first.number if first else None,
            second_number=second.number if second else None,
            data=with_program(data),
        )
        chain_entries(self.event, [entry])
        entry.save(force_insert=True)
        # In a bracket, a recorded result is public at once (Stage.follows_results).
        follows = bool(match and match.slot) and self.event.show_recorded
        self._move_on(verb, is_public=verb in PUBLIC_VERBS or follows)
        self._record([entry], round)
        return entry

    def journal_of_players(
        self, verb: Verb, entries: Sequence[tuple[Enrollment, dict[str, Any]]]
    ) -> None:
        """Append the same kind of entry for many players at once, each with its own data."""
        if not entries:
            return
        made = [
            JournalEntry(
                event=self.event,
                actor=self.actor,
                verb=verb,
                first_number=enrollment.number,
                data=with_program({**data, **journaled_names(first=enrollment)}),
            )
            for enrollment, data in entries
        ]
        chain_entries(self.event, made)
        JournalEntry.objects.bulk_create(made)
        self._move_on(verb, is_public=verb in PUBLIC_VERBS)
        self._record(made)

    def redact(
        self, change: Callable[[dict[str, Any], dict[str, int | None]], dict[str, Any]]
    ) -> None:
        """Remove a person's words from the event's journal; nothing else of an entry changes.

        `change` returns the new data of an entry; it takes the old, and the numbers of the players
        by "first" and "second". The caller appends an entry that records the redaction.
        """
        redaction = Redaction.objects.create(event=self.event)
        for entry in JournalEntry.objects.filter(event=self.event).iterator(REDACTED_AT_ONCE):
            numbers = {"first": entry.first_number, "second": entry.second_number}
            data = change(entry.data, numbers)
            if data != entry.data:
                JournalEntry.objects.filter(pk=entry.pk).update(data=data)
        redaction.delete()

    def _record(self, entries: Sequence[JournalEntry], round: Round | None = None) -> None:
        if any(changes_results(entry, round) for entry in entries):
            self.sealing.append(entries[-1])
        if self.event.hook_kinds:
            for record in _recorded_to:
                record(self.event, entries)

    def _move_on(self, verb: Verb, *, is_public: bool) -> None:
        if verb in NAMING_VERBS:
            mark_namesakes(self.event)
        with connection.cursor() as cursor:
            link = None if self.event.journal_link is None else bytes(self.event.journal_link)
            moved = [link, is_public, verb not in LINE_VERBS, self.event.pk]
            cursor.execute(_MOVE_ON, moved)
        # The row is locked, so the caller can pass on its own copy without reading it again.
        self.event.revision += 1
        if verb not in LINE_VERBS:
            self.event.whole_revision = self.event.revision
        if is_public:
            for announce in _announced_to:
                announce(self.event.pk)


@contextmanager
def _turn() -> Iterator[None]:
    """Line up for SQLite's write lock with the other writers of this process.

    A writer that waits for the lock itself sleeps up to a tenth of a second between attempts. With
    ten scorekeepers, some would time out. A writer that already holds the lock does not line up.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    # After this time SQLite itself decides which writer gets the lock.
    mine = _LINE.acquire(timeout=LINE_SECONDS)
    try:
        yield
    finally:
        if mine:
            _LINE.release()


_LOCKED = CompiledQuery(
    "tests.bench desk: one result entered",
    lambda event: Event.objects.select_for_update().filter(pk=event),
    int,
)


@contextmanager
def event_write(event_id: int, actor: User | None, *, finished: bool = False) -> Iterator[Write]:
    """Open a write to an event: everything until the end of the block happens, or nothing.

    The event's row is locked (on SQLite the transaction itself holds the write lock). Raises
    RefusedError if the event is finished, unless `finished` allows a write to a finished event.
    """
    began = time.perf_counter()
    with _turn(), transaction.atomic():
        event = _LOCKED.first(event_id)
        LOCK_WAIT.observe(time.perf_counter() - began)
        if event is None:
            raise Event.DoesNotExist
        if event.is_finished and not finished:
            if actor is None:
                # Only staff can reopen an event, not a player's phone.
                raise RefusedError(_("The event is finished."))
            raise RefusedError(
                _("The event is finished. To change anything, reopen it on the event page.")
            )
        write = Write(event, actor)
        yield write
        seal_results(write.event, write.sealing)


@contextmanager
def new_event_write(make: Callable[[], Event], actor: User | None) -> Iterator[Write]:
    """Open a write to an event that `make` inserts; no other transaction sees it before the end."""
    with _turn(), transaction.atomic():
        yield Write(make(), actor)


def show_again(event_id: int) -> None:
    """Have the public pages of an event rebuilt, because their contents were computed again.

    Nobody changed the event, so the journal has no entry and its revision stays.
    """
    events = Event.objects.filter(pk=event_id)
    events.update(public_revision=F("public_revision") + 1)
    for announce in _announced_to:
        announce(event_id)


class _Turns(threading.local):
    """When this thread last yielded the lock of SQLite, and the data version that it then saw."""

    version = -1
    given = 0.0

    def give(self) -> None:
        """Leave the write lock free for a moment, unless nobody else wrote for a while."""
        # Others get it only in a pause: a long job without one lets them time out.
        if connection.vendor != "sqlite" or connection.in_atomic_block:
            return
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            version = int(cursor.fetchone()[0])
        if version != self.version or time.monotonic() - self.given >= ALONE_SECONDS:
            time.sleep(TURN_SECONDS)
            self.given = time.monotonic()
        self.version = version


turns = _Turns()


@contextmanager
def slice_write() -> Iterator[None]:
    """Open a short write without journal entries.

    For a part of an event that nobody sees yet (`Event.importing_since`), or for values computed
    behind the pages. Other waiting writers get a turn between two slices.
    """
    with _turn(), transaction.atomic():
        yield
    turns.give()


def import_journal(event: Event, entries: Sequence[ArchivedEntry]) -> None:
    """Write journal entries of an archive into an event that is not visible yet."""
    JournalEntry.objects.bulk_create(
        JournalEntry(
            event=event,
            verb=Verb.TOLD_ELSEWHERE,
            round_number=entry.round,
            table=entry.table,
            first_number=entry.first,
            second_number=entry.second,
            data={"at": entry.at.isoformat(), "who": entry.who, "en": entry.en, "ja": entry.ja},
        )
        for entry in entries
    )


@contextmanager
def imported_event_write(event_id: int, actor: User | None) -> Iterator[Write]:
    """Open the last write of an import: at its end the event becomes visible to everyone."""
    with _turn(), transaction.atomic():
        event = Event.every.select_for_update().get(pk=event_id)
        event.importing_since = None
        event.save(update_fields=["importing_since"])
        write = Write(event, actor)
        yield write
        seal_results(write.event, write.sealing)


@contextmanager
def events_write(events: QuerySet[Event], actor: User) -> Iterator[list[Write]]:
    """Open one write to several events, finished ones too, locked in the order of their keys."""
    with _turn(), transaction.atomic():
        writes = [Write(event, actor) for event in events.select_for_update().order_by("pk")]
        yield writes
        for write in writes:
            seal_results(write.event, write.sealing)


def lock_name(what: str) -> None:
    """Lock a name for other transactions until this one ends.

    For a value that is looked up and then inserted where a lock on one event does not help: a user
    name, an e-mail address. On SQLite the transaction itself holds the write lock.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"matchslip {what}"])


@contextmanager
def named_write(what: str) -> Iterator[None]:
    """Open a write to data that no single event holds; writes under one name run in turn."""
    with _turn(), transaction.atomic():
        lock_name(what)
        yield


@contextmanager
def accounts_write() -> Iterator[None]:
    """Open a write to accounts: none is added between the look-up and the insert."""
    with named_write("accounts"):
        yield


@contextmanager
def queue_write(queue_id: int, organisation_id: int) -> Iterator[Queue]:
    """Open a write to an on-demand queue, its row locked; Queue.DoesNotExist without one.

    Writes to the queues of an organisation run one after another: nobody waits in two of them.
    """
    with named_write(f"queues/{organisation_id}"):
        rows = Queue.objects.filter(organisation=organisation_id)
        yield rows.select_for_update().get(pk=queue_id)


@contextmanager
def refusable_part() -> Iterator[None]:
    """Open a part of a write: an exception rolls back this part and nothing else."""
    with transaction.atomic():
        yield
