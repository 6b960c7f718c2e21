"""Names that several players of an event have."""

from django.db.models import Count

from events.models import Enrollment, Event


def namesakes(event: Event) -> frozenset[str]:
    """Return the names that more than one player of an event has, in one query."""
    # Without an order the database groups by the name alone.
    names = Enrollment.objects.filter(event=event).order_by().values("name")
    shared = names.annotate(players=Count("pk")).filter(players__gt=1)
    return frozenset(shared.values_list("name", flat=True))
