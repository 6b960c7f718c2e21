"""Give owners to events that were not created in a browser."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db.models import QuerySet

from events.core.event_write import events_write
from events.core.organisations.open_invitations import take_areas
from events.core.organisations.ownership import (
    OWNER_ROLES,
    give_to_organisation,
    organisation_for,
)
from events.models import Event, StaffMember, Verb
from events.models.roles import role_columns


def with_password() -> QuerySet[User]:
    """Return the accounts with a password; invited people and simulations have none."""
    return User.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)


def able_accounts() -> QuerySet[User]:
    """Return the accounts that can log in: with a password, and not closed."""
    return with_password().filter(is_active=True)


def default_owner() -> User | None:
    """Return the account that owns an event when none is named.

    The first superuser, else the first who organizes an event, else the first account; None when no
    account can log in.
    """
    able = able_accounts().order_by("pk")
    return (
        able.filter(is_superuser=True).first()
        or able.filter(staff_of__organizer=True).first()
        or able.first()
    )


def make_owner(event: Event, user: User) -> None:
    """Give `user` a new event, with every role that runs it."""
    member = StaffMember.objects.create(event=event, user=user, **role_columns(OWNER_ROLES))
    take_areas(member)


def adopt_events(*, actor: User) -> list[Event]:
    """Give `actor` every event that nobody can run; return these events.

    Nobody can run an event that was imported before there was an account, or whose staff can't log
    in.
    """
    orphans = Event.objects.exclude(staff__user__in=able_accounts())
    with events_write(orphans, actor) as writes:
        for write in writes:
            StaffMember.objects.filter(event=write.event, user=actor).delete()
            if write.event.organisation_id is None:
                give_to_organisation(write.event, organisation_for(actor))
            make_owner(write.event, actor)
            write.journal(
                Verb.STAFF_CHANGED,
                user=actor.get_username(),
                roles=[role.value for role in OWNER_ROLES],
                had=[],
                invited=False,
            )
    return [write.event for write in writes]
