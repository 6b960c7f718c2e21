"""Names that several players of an event have."""

from django.db.models import Count

from events.models import Event


def namesakes(event: Event) -> frozenset[str]:
    """Return the names that more than one player of an event has, in one query."""
    # Without an order the database groups by the name alone.
    names = event.enrollments.order_by().values("name").annotate(players=Count("pk"))
    return frozenset(names.filter(players__gt=1).values_list("name", flat=True))
