"""Organisations that an account trusts: they may unlock it and give it a new password."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from events.models import AccountTrust, Event, Organisation, OrganisationMember


def note_made(user: User, organisation: Organisation | None) -> None:
    """Record that a link of this organisation created an account, in the caller's transaction."""
    if organisation is not None:
        AccountTrust.objects.get_or_create(
            user=user, organisation=organisation, defaults={"made": True}
        )


def trust(user: User, organisation: Organisation | None) -> None:
    """Record that the owner of an account trusts an organisation, in the caller's transaction."""
    if organisation is not None:
        AccountTrust.objects.get_or_create(user=user, organisation=organisation)


def distrust(user: User, organisation: Organisation) -> None:
    """Forget that an account trusts an organisation, in the caller's transaction."""
    AccountTrust.objects.filter(user=user, organisation=organisation).delete()


def is_trusted(user: User, event: Event) -> bool:
    """Return whether an event's organisation created this account or is trusted by its owner."""
    if event.organisation_id is None:
        return False
    return AccountTrust.objects.filter(user=user, organisation=event.organisation_id).exists()


def may_unlock(event: Event) -> QuerySet[User]:
    """Return the accounts that organizers of an event may unlock.

    These are on its staff, and are members of its organisation or trust it.
    """
    here = event.organisation_id
    staff = User.objects.filter(staff_of__event=event)
    if here is None:
        return staff.none()
    members = OrganisationMember.objects.filter(organisation=here)
    trusting = AccountTrust.objects.filter(organisation=here)
    return staff.filter(Q(pk__in=members.values("user")) | Q(pk__in=trusting.values("user")))
