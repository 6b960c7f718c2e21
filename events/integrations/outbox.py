"""Write messages for programs to the outbox, in the transaction of the event write."""

from collections.abc import Mapping, Sequence

from events.core.results.delayed_results import SHOWN
from events.models import Event, HookKind, HookMessage, JournalEntry, Verb

HEARD: Mapping[str, HookKind] = {
    Verb.ROUND_POSTED: HookKind.ROUND_POSTED,
    Verb.RESULT_ENTERED: HookKind.RESULT_RECORDED,
    Verb.RESULT_CORRECTED: HookKind.RESULT_RECORDED,
    Verb.RESULT_UNDONE: HookKind.RESULT_RECORDED,
    Verb.ROUND_COMPLETED: HookKind.ROUND_COMPLETED,
    Verb.STANDINGS_PUBLISHED: HookKind.STANDINGS_PUBLISHED,
    Verb.EVENT_FINISHED: HookKind.EVENT_FINISHED,
    Verb.ENROLLED: HookKind.PLAYER_ENROLLED,
    Verb.DROPPED: HookKind.PLAYER_DROPPED,
    Verb.ANNOUNCED: HookKind.ANNOUNCEMENT_POSTED,
}
# One change of Verb.FEATURE_CHANGED is heard too: the result of a match on camera became public.


def record(event: Event, entries: Sequence[JournalEntry]) -> None:
    """Add a message for each journal entry that a program of the event receives. One statement.

    `subscribe_entries` calls this inside the write, so that a message exists if and only if the
    reported entry was committed.
    """
    heard = set(event.hook_kinds.split())
    kinds = [(entry, _kind_of(entry)) for entry in entries]
    HookMessage.objects.bulk_create(
        [
            HookMessage(event=event, entry=entry, kind=kind)
            for entry, kind in kinds
            if kind is not None and kind in heard
        ]
    )


def _kind_of(entry: JournalEntry) -> HookKind | None:
    # A delayed result was not sent while it waited.
    if entry.verb == Verb.FEATURE_CHANGED and entry.data.get("change") == SHOWN:
        return HookKind.RESULT_RECORDED
    return HEARD.get(entry.verb)
