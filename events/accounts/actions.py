"""Accounts: check whether one exists, and create the first one."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from events.core.event_write import accounts_write
from events.core.organisations.owner_actions import adopt_events, with_password
from events.core.refusals import RefusedError


def any_account() -> bool:
    """Return whether anyone has an account with a password, closed ones included."""
    return with_password().exists()


def create_first_organizer(*, username: str, name: str, password: str) -> User:
    """Create the first account; raise RefusedError once any account exists.

    If two people create it at the same moment, one is refused. The new account takes over events
    that were imported or simulated earlier.
    """
    with accounts_write():
        if any_account():
            raise RefusedError(
                _("An organizer account already exists. Ask the organizer for an invitation.")
            )
        user = User.objects.create_user(username, password=password, first_name=name)
        adopt_events(actor=user)
    return user
