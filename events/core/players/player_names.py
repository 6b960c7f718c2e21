"""Names that several players of an event have."""

from django.db.models import Count

from events.models import Enrollment, Event
from events.models.sql.prepared import Prepared

_NAMESAKES = Prepared(
    # Without an order the database groups by the name alone.
    lambda event: (
        Enrollment.objects.filter(event=event)
        .order_by()
        .values("name")
        .annotate(players=Count("pk"))
        .filter(players__gt=1)
        .values_list("name")
    ),
    int,
)


def namesakes(event: Event) -> frozenset[str]:
    """Return the names that more than one player of an event has, in one query."""
    return frozenset(name for (name,) in _NAMESAKES(event.pk))
