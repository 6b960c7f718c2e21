"""Names: as a search compares them, as static/js/site.js does too, and those that several have."""

import re

from django.db.models import Count

from events.models import Event
from events.rules.names import fold

_BETWEEN_PARTS = re.compile(r"[\s,.'’()・-]+")
_LATIN_ONLY = re.compile("^[\u0000-\u024f]*$")


def name_matches(name: str, search: str) -> bool:
    """True when every word of the search begins a part of the name.

    In scripts that write names without spaces, a word may stand anywhere in it.
    """
    folded = fold(name)
    parts = _BETWEEN_PARTS.split(folded)
    return all(
        any(part.startswith(word) for part in parts)
        or (not _LATIN_ONLY.match(word) and word in folded)
        for word in _BETWEEN_PARTS.split(fold(search))
    )


def namesakes(event: Event) -> frozenset[str]:
    """Return the names that more than one player of an event has, in one query."""
    # Without an order the database groups by the name alone.
    names = event.enrollments.order_by().values("name").annotate(players=Count("pk"))
    return frozenset(names.filter(players__gt=1).values_list("name", flat=True))
