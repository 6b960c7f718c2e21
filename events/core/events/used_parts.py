"""The parts of an event that its staff's navigation shows, because the event uses them."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Subquery

from events.core.revision_cache import RevisionCache
from events.models import Event, StaffMember, Stage


@dataclass(frozen=True, slots=True)
class UsedParts:
    """The number of the first stage with a bracket, if any, and whether judges are on the staff."""

    bracket: int | None = None
    judges: bool = False


_cache: RevisionCache[UsedParts] = RevisionCache()


def used_parts(event: Event) -> UsedParts:
    """Return which parts this event uses. One query after its staff or its stages changed."""
    key = event.pk, event.whole_revision
    parts = _cache.get(key)
    if parts is None:
        parts = _read(event)
        _cache.put(key, parts)
    return parts


def _read(event: Event) -> UsedParts:
    brackets = Stage.objects.filter(event=OuterRef("pk"), kind__in=Stage.Kind.playoffs())
    # The organizer of a small event is its head judge, too, and walks no floor.
    is_judge = Q(judge=True) | Q(head_judge=True, organizer=False)
    judges = StaffMember.objects.filter(is_judge, event=OuterRef("pk"))
    rows = Event.objects.filter(pk=event.pk).values_list(
        Subquery(brackets.order_by("number").values("number")[:1]), Exists(judges)
    )
    return next((UsedParts(bracket, bool(judge)) for bracket, judge in rows), UsedParts())
