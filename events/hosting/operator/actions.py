"""Set an organisation's limits, as its operator."""

from django.contrib.auth.models import User

from events.core.event_write import accounts_write
from events.models import Organisation, OrganisationEntry


def limit_organisation(
    *, slug: str, actor: User, events_a_day: int | None, players_an_event: int | None
) -> Organisation:
    """Set the limits of an organisation, None for none; existing events keep their players.

    Raises Organisation.DoesNotExist.
    """
    with accounts_write():
        organisation = Organisation.objects.get(slug=slug)
        organisation.events_a_day = events_a_day
        organisation.players_an_event = players_an_event
        organisation.save(update_fields=["events_a_day", "players_an_event"])
        OrganisationEntry.objects.create(
            organisation=organisation,
            actor=actor,
            verb=OrganisationEntry.Verb.LIMITED,
            data={"events_a_day": events_a_day, "players_an_event": players_an_event},
        )
    return organisation
