"""Enforce the limits of an organisation, which the operator of the host sets."""

import datetime

from django.utils.translation import ngettext

from events.core.event_write import lock_name
from events.core.refusals import RefusedError
from events.models import Event, Organisation


def check_events_of_day(organisation: Organisation, date: datetime.date) -> None:
    """Raise RefusedError if the organisation has reached its limit of events on a date.

    Call it in the transaction that inserts the event or moves it to the date.
    """
    most = organisation.events_a_day
    if most is None:
        return
    lock_name(f"events/{organisation.pk}")
    # Running imports count too.
    if Event.every.filter(organisation=organisation, date=date).count() >= most:
        words = ngettext(
            "This organisation can have %(most)d event a day. Choose another date, or "
            "ask the operator of the server for a higher limit.",
            "This organisation can have %(most)d events a day. Choose another date, or "
            "ask the operator of the server for a higher limit.",
            most,
        )
        raise RefusedError(words % {"most": most}, "date")


def check_players_of_event(event: Event, more: int) -> None:
    """Raise RefusedError for more players than an event's organisation may have; in its write."""
    limited = Organisation.objects.filter(events=event)
    most = limited.values_list("players_an_event", flat=True).first()
    if most is not None and event.enrollments.count() + more > most:
        words = ngettext(
            "This organisation can have %(most)d player per event. Enroll fewer, or "
            "ask the operator of the server for a higher limit.",
            "This organisation can have %(most)d players per event. Enroll fewer, or "
            "ask the operator of the server for a higher limit.",
            most,
        )
        raise RefusedError(words % {"most": most})
