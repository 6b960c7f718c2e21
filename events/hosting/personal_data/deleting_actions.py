"""Deleting an event with everything in it."""

import logging

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.event_write import event_write, lock_name
from events.core.refusals import RefusedError
from events.hosting.personal_data.queues import clear_places_of_event
from events.models import Event, Player

log = logging.getLogger("matchslip.deleted")


def delete_event(*, event_id: int, actor: User, typed: str) -> str:
    """Delete an event, its journal, and players who are in no other event; return its name.

    Its players' names go from the organisation's queues, too. `typed` has to be the event's name:
    RefusedError otherwise. The caller makes a backup first.
    """
    with event_write(event_id, actor, finished=True) as write:
        event = write.event
        check_name(event, typed)
        for round in event.rounds.all():
            round.delete()
        for stage in event.stages.all():
            stage.pod_seats.all().delete()
            stage.bracket_seats.all().delete()
        lock_name("addresses")
        clear_places_of_event(event)
        people = list(event.enrollments.values_list("player_id", flat=True))
        event.enrollments.all().delete()
        event.delete()
        Player.objects.filter(pk__in=people, enrollments__isnull=True).delete()
    # The event's own journal is gone with it.
    log.warning("Event %s was deleted by account %s.", event_id, actor.pk)
    return event.name


def check_name(event: Event, typed: str) -> None:
    """Raise RefusedError unless this is the event's name."""
    if typed.strip() != event.name.strip():
        raise RefusedError(_("To confirm, type the event name exactly as shown."), "typed")
