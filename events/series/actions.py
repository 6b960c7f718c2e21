"""Writes of a series: open, change and declare it over, and choose its events by hand."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.event_write import event_write, events_write, lock_name, named_write
from events.core.players.bye_changes import bring_byes_up_to_date
from events.core.refusals import RefusedError
from events.core.series.bye_rewards import gives_byes
from events.core.series.series_places import events_to_come
from events.models import Event, Organisation, OrganisationEntry, Series, SeriesChoice
from events.series.queries import series_rows

_Verb = OrganisationEntry.Verb


def open_series(*, organisation: Organisation, actor: User, values: Mapping[str, Any]) -> Series:
    """Create a series; `values` are its columns by name."""
    with named_write(f"series/{organisation.pk}"):
        newest = organisation.series.aggregate(last=Max("number"))["last"] or 0
        series = Series.objects.create(organisation=organisation, number=newest + 1, **values)
        journal_series(series, actor, _Verb.SERIES_CHANGED)
    return series


def change_series(*, series: Series, actor: User, values: Mapping[str, Any]) -> Series:
    """Change the rules of a series; RefusedError once it is declared over."""
    with named_write(f"series/{series.organisation_id}"):
        row = _current(series)
        for name, value in values.items():
            setattr(row, name, value)
        row.save()
        journal_series(row, actor, _Verb.SERIES_CHANGED)
    return row


def choose_event(*, series: Series, actor: User, event_id: int, included: bool) -> None:
    """Put an event of the organisation into a series, or keep it out of it."""
    ours = Event.objects.filter(organisation=series.organisation_id)
    if not ours.filter(pk=event_id).exists():
        raise RefusedError(_("This event no longer exists."))
    # The event is locked first, as when a person is removed from it and its closed series.
    with event_write(event_id, actor, finished=True) as write:
        lock_name(f"series/{series.organisation_id}")
        row, event = _current(series), write.event
        SeriesChoice.objects.update_or_create(
            series=row, event=event, defaults={"included": included}
        )
        journal_series(row, actor, _Verb.SERIES_CHANGED, event=event.name, included=included)


def count_byes_in(*, series: Series, actor: User, event_id: int | None) -> int:
    """Choose the event in which the earned byes count, None for no event; return the changes.

    This also works for a closed series. Players of that event get their byes at once; those of the
    event chosen before lose them unless its round 1 is paired. The result counts the players whose
    byes changed. RefusedError for an event that has started, is for teams or of another
    organisation, and for a series that awards no byes.
    """
    before = series.byes_in_id
    if event_id == before:
        return 0
    with events_write(
        Event.objects.filter(pk__in=[key for key in (event_id, before) if key]), actor
    ) as writes:
        lock_name(f"series/{series.organisation_id}")
        row = Series.objects.get(pk=series.pk)
        target = next((write.event for write in writes if write.event.pk == event_id), None)
        if event_id is not None:
            _check_byes_in(row, target)
        row.byes_in = target
        row.save(update_fields=["byes_in"])
        name = target.name if target else ""
        journal_series(row, actor, _Verb.SERIES_CHANGED, byes_in=name)
        waiting = [write for write in writes if not write.event.rounds.exists()]
        return sum(bring_byes_up_to_date(write) for write in waiting)


def _check_byes_in(series: Series, event: Event | None) -> None:
    if not gives_byes(series.rewards):
        raise RefusedError(_("No place of this series earns byes."))
    if event is None or not events_to_come(series.organisation_id).filter(pk=event.pk).exists():
        raise RefusedError(
            _("Byes count in an event for single players before round 1 is paired. Choose another.")
        )


def declare_over(*, series: Series, actor: User) -> Series:
    """Freeze the standings of a series: later corrections of its events change nothing."""
    with named_write(f"series/{series.organisation_id}"):
        row = _current(series)
        row.declared = [asdict(shown) for shown in series_rows(row)]
        row.declared_at = timezone.now()
        row.save(update_fields=["declared", "declared_at"])
        journal_series(row, actor, _Verb.SERIES_DECLARED)
    return row


def open_again(*, series: Series, actor: User) -> Series:
    """Let the standings of a series follow its events again."""
    with named_write(f"series/{series.organisation_id}"):
        row = Series.objects.get(pk=series.pk)
        row.declared, row.declared_at = None, None
        row.save(update_fields=["declared", "declared_at"])
        journal_series(row, actor, _Verb.SERIES_REOPENED)
    return row


def _current(series: Series) -> Series:
    """Return the series as it is now; RefusedError once it is declared over."""
    row = Series.objects.get(pk=series.pk)
    if row.is_over:
        raise RefusedError(_("The series is closed. Reopen it first."))
    return row


def journal_series(
    series: Series, actor: User, verb: OrganisationEntry.Verb, **data: object
) -> None:
    """Append a line about a series to the organisation's journal, as a part of a write."""
    OrganisationEntry.objects.create(
        organisation_id=series.organisation_id,
        actor=actor,
        verb=verb,
        data={"series": series.name, **data},
    )
