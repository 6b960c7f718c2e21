"""Final standings of closed series, which store names instead of players."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.names import name_key
from events.core.event_write import lock_name, named_write
from events.core.players.same_person import number_for_name
from events.core.refusals import RefusedError
from events.core.series.series_places import addresses_in, events_left, published_rows
from events.hosting.personal_data.pseudonyms import Pseudonym
from events.models import Enrollment, Event, OrganisationEntry, Series

# Prefix of names that a series uses for players shown by number only.
NUMBER_SIGN = "№"

# A player's stored line: a ShownRow of events/series/queries.py.
Line = dict[str, Any]


def closed_series_of(event: Event) -> list[Series]:
    """Return the organisation's closed series whose final standings include this event."""
    if event.organisation_id is None:
        return []
    # A series closed before this event existed refers to a deleted event with its address.
    closed = Series.objects.filter(
        organisation=event.organisation_id, declared_at__gte=event.created_at
    )
    return [series for series in closed if event.slug in addresses_in(series)]


def replace_in_closed_series(enrollment: Enrollment, pseudonym: Pseudonym) -> None:
    """Replace the person's name in closed series that include this event.

    Call it inside the write to the event.
    """
    organisation = enrollment.event.organisation_id
    if organisation is None:
        return
    # Without this lock, a series that is being closed may have read the name already, and another
    # removal its standings.
    lock_name(f"series/{organisation}")
    for series in closed_series_of(enrollment.event):
        lines = _lines_of(series.declared or [], enrollment, pseudonym)
        _rename(series, lines, pseudonym.name)


def remove_from_closed_series(*, series: Series, actor: User, index: int, typed: str) -> str:
    """Replace a person by a number after their events were deleted; cannot be undone.

    `index` of the person's line in the final standings, `typed` the name. The person is replaced in
    all closed series of the organisation that count the same results. Return the new name.
    RefusedError for another name, and if all of the person's results are in existing events.
    """
    with named_write(f"series/{series.organisation_id}"):
        closed = Series.objects.filter(
            organisation=series.organisation_id, declared_at__isnull=False
        )
        ours = {row.pk: row for row in closed}
        line = removable_line(ours.get(series.pk), index)
        if name_key(typed) != name_key(line["name"]):
            words = _("Type the player's name exactly as shown above to confirm.")
            raise RefusedError(words, "typed")
        results, before = _deleted_results(ours[series.pk], line), line["name"]
        for row in ours.values():
            for place, other in enumerate(row.declared or (), 1):
                same = other["name"] == before and results & _deleted_results(row, other)
                if same:
                    names = [line["name"] for line in row.declared or ()]
                    _rename(row, [other], number_for_name(place, names))
        OrganisationEntry.objects.create(
            organisation_id=series.organisation_id,
            actor=actor,
            verb=OrganisationEntry.Verb.SERIES_CHANGED,
            data={"series": series.name, "removed": line["name"]},
        )
    return str(line["name"])


def removable_line(series: Series | None, index: int) -> Line:
    """Return a person's line in final standings that include a deleted event.

    RefusedError if the line does not exist, and if the person can be removed in existing events.
    """
    declared = (series.declared if series else None) or []
    if series is None or not 0 <= index < len(declared):
        raise RefusedError(_("The final standings no longer have this line. Reload the page."))
    line: Line = declared[index]
    if not _deleted_results(series, line):
        raise RefusedError(
            _("The events of this player still exist. Remove the personal data there.")
        )
    return line


def _deleted_results(series: Series, line: Line) -> set[tuple[str, str, int | None, int]]:
    """Return a person's results in events deleted since the series was closed."""
    left = events_left(series)
    return {
        (played["slug"], played["event"], played["place"], played["players"])
        for played in line["lines"]
        if played["slug"] not in left
    }


def _rename(series: Series, lines: list[Line], name: str) -> None:
    for line in lines:
        line["name"] = name
        if not line["public_name"].startswith(NUMBER_SIGN):
            line["public_name"] = name
    if lines:
        series.save(update_fields=["declared"])


def _lines_of(
    declared: list[dict[str, Any]], enrollment: Enrollment, pseudonym: Pseudonym
) -> list[dict[str, Any]]:
    """Return the person's lines; if event namesakes exist, the one with the person's place.

    A line has the name used in the newest event, which may be a different event.
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
    # Older versions stored no numbers when they closed a series.
    named = [
        (line, played["place"])
        for line in declared
        for played in line["lines"]
        if played["slug"] == event.slug and line["name"] in pseudonym.words
    ]
    rows = published_rows([event]).get(event.pk, [])
    places = {row["place"] for row in rows if row["number"] == enrollment.number}
    at_place = [line for line, place in named if place in places]
    # A correction after the close moves places, so every line with the name is replaced.
    return at_place or [line for line, _place in named]
