"""People's places in an organisation's queues, and the journal lines about them."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from domain.names import name_key
from events.core.players.same_person import number_for_name
from events.hosting.personal_data.pseudonyms import Pseudonym
from events.models import Enrollment, Event, OrganisationEntry, Player, QueueEntry
from events.models.phones import draw_nonce

SLICE = 500
_State = QueueEntry.State


def places_of(enrollment: Enrollment) -> QuerySet[QueueEntry]:
    """Return the person's places in queues: those leading to this event, or to none.

    The latter are included because no event could remove them: a person who only waited has a name
    and no player.
    """
    person = enrollment.player
    theirs = Q(player=person)
    if person.organisation_id is not None:
        key = name_key(enrollment.name)
        theirs |= Q(player=None, organisation=person.organisation_id, key=key)
    led_nowhere = Q(enrollment=None) & theirs
    return QueueEntry.objects.filter(Q(enrollment=enrollment) | led_nowhere)


def clear_places(
    enrollment: Enrollment, places: Sequence[QueueEntry], pseudonym: Pseudonym
) -> None:
    """Remove the person from these places and from the organisation's journal about queues."""
    for entry in places:
        entry.player = enrollment.player
        _clear(entry, pseudonym.name, "player")
    _clear_journal(enrollment.player.organisation_id, [pseudonym])


def clear_places_of_event(event: Event) -> None:
    """End the places that led to a deleted event, and remove their names.

    This includes places that led nowhere if this is the person's only event, because the name could
    not be removed later. A waiting person keeps the place.
    """
    only_here = Player.objects.filter(enrollments__event=event).exclude(
        pk__in=Enrollment.objects.exclude(event=event).values("player")
    )
    led_nowhere = Q(enrollment=None, player__in=only_here) & ~Q(state=_State.WAITING)
    places = QueueEntry.objects.filter(Q(enrollment__event=event) | led_nowhere)
    pseudonyms = []
    for entry in places.select_related("enrollment"):
        names = [entry.name, entry.enrollment.name if entry.enrollment else ""]
        pseudonym = Pseudonym.of(names, number_for_name(entry.number))
        pseudonyms.append(pseudonym)
        if entry.state in QueueEntry.ACTIVE:
            entry.state = _State.DONE
        _clear(entry, pseudonym.name, "state")
    if pseudonyms:
        _clear_journal(event.organisation_id, pseudonyms)


def _clear(entry: QueueEntry, name: str, *changed: str) -> None:
    """Remove the person from an entry; `changed`: columns already set by the caller."""
    entry.name, entry.key, entry.nonce = name, f"#{entry.pk}", draw_nonce()
    entry.save(update_fields=["name", "key", "nonce", *changed])


def _clear_journal(organisation: int | None, pseudonyms: Sequence[Pseudonym]) -> None:
    if organisation is None:
        return
    of_queues = OrganisationEntry.objects.filter(organisation=organisation, data__has_key="queue")
    for line in of_queues.iterator(SLICE):
        data = line.data
        for pseudonym in pseudonyms:
            data = pseudonym.in_value(data)
        if data != line.data:
            OrganisationEntry.objects.filter(pk=line.pk).update(data=data)
