"""Accounts: whether there is one, and the first of all."""

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from events.services.errors import RefusedError


def any_account() -> bool:
    """Return whether anybody has an account here."""
    return User.objects.exists()


def create_first_organizer(*, username: str, name: str, password: str) -> User:
    """Create the first account; RefusedError for ever once there is one.

    Of two people who do it at the same moment, one is refused.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            # Nobody can add an account between the look and the insert. On SQLite the
            # transaction itself holds the write lock.
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE auth_user IN SHARE ROW EXCLUSIVE MODE")
        if any_account():
            raise RefusedError(_("There is an organizer already. Ask them for an invitation."))
        return User.objects.create_user(username, password=password, first_name=name)
