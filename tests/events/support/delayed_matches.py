"""A match on camera whose result waits for the delay of the event."""

from typing import Any

from django.utils import timezone

from events.models import Event, FeatureMatch


def delayed_match(event: Event) -> dict[str, Any]:
    """Put the second table of the only round on camera, and return its key as an address has it."""
    Event.objects.filter(pk=event.pk).update(feature_delay=10)
    match = event.rounds.get().matches.get(table=2)
    FeatureMatch.objects.create(match=match, chosen_at=timezone.now())
    return {"match": match.pk}
