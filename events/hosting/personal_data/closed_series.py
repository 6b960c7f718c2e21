"""The final standings of closed series, which store names and no players."""

from typing import Any

from events.core.standings.queries import published_rows
from events.hosting.personal_data.pseudonyms import Pseudonym
from events.models import Enrollment, Series

# Begins what a series calls a player whom it shows by number only.
NUMBER_SIGN = "№"


def replace_in_closed_series(enrollment: Enrollment, pseudonym: Pseudonym) -> None:
    """Replace the person's name where a closed series of the organisation counts this event."""
    event = enrollment.event
    if event.organisation_id is None:
        return
    # A series that was closed before this event existed counts a deleted event of its address.
    ours = Series.objects.filter(
        organisation=event.organisation_id, declared_at__gte=event.created_at
    )
    for series in ours:
        lines = _lines_of(series.declared or [], enrollment, pseudonym)
        for line in lines:
            line["name"] = pseudonym.name
            if not line["public_name"].startswith(NUMBER_SIGN):
                line["public_name"] = pseudonym.name
        if lines:
            series.save(update_fields=["declared"])


def _lines_of(
    declared: list[dict[str, Any]], enrollment: Enrollment, pseudonym: Pseudonym
) -> list[dict[str, Any]]:
    """Return the person's lines; of namesakes in the event, the one with the person's place.

    A line has the name of the newest event, which may be another one than here.
    """
    event = enrollment.event
    numbered = [
        line
        for line in declared
        for played in line["lines"]
        if played["slug"] == event.slug and played.get("number") == enrollment.number
    ]
    if numbered:
        return numbered
    # A series that an older version closed stores no numbers.
    named = [
        (line, played["place"])
        for line in declared
        for played in line["lines"]
        if played["slug"] == event.slug and line["name"] in pseudonym.words
    ]
    rows = published_rows([event]).get(event.pk, [])
    places = {row["place"] for row in rows if row["number"] == enrollment.number}
    at_place = [line for line, place in named if place in places]
    # A correction after the series was closed moves places: then every line of that name goes.
    return at_place or [line for line, _place in named]
