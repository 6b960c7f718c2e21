"""Password links and unlocking: how organizers can help with another person's account."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from domain.own_command import named
from events.core.event_write import event_write
from events.core.organisations.account_trust import is_trusted, may_unlock
from events.core.refusals import RefusedError
from events.models import (
    AccountEntry,
    Event,
    OrganisationMember,
    PasswordLink,
    StaffMember,
    Verb,
)


def allow_new_password(*, event_id: int, actor: User, username: str) -> User:
    """Let a member choose a new password by link; note it in journal and account log.

    Opening the link gives access to that account everywhere. Therefore the event's organisation
    must have created the account or be trusted by its owner; the account may be on the staff only
    of events that the actor organizes, a member only of organisations that the actor owns, and no
    administrator. Raises RefusedError otherwise, for the actor's own account, and for a member who
    has not chosen a password yet.
    """
    with event_write(event_id, actor, finished=True) as write:
        member = write.event.staff.select_related("user").filter(user__username=username).first()
        if member is None:
            raise RefusedError(_("%(user)s is not on the staff.") % {"user": username})
        user = member.user
        if user == actor:
            raise RefusedError(_("Change your own password on your account page."))
        _check_may_reset(write.event, actor, user)
        if not user.has_usable_password():
            raise RefusedError(
                _("%(user)s has not chosen a password yet. Use the invitation link.")
                % {"user": username}
            )
        PasswordLink.objects.create(user=user, event=write.event, made_by=actor)
        note = write.event.name
        AccountEntry.objects.create(user=user, verb=AccountEntry.Verb.PASSWORD_LINK, note=note)
        write.journal(Verb.PASSWORD_LINK_MADE, user=username)
    return user


def _check_may_reset(event: Event, actor: User, user: User) -> None:
    """Raise RefusedError unless the organizer may create a password link for this account."""
    name = user.get_username()
    words = {"user": name, "command": named("changepassword", name)}
    if not is_trusted(user, event):
        raise RefusedError(
            _(
                "%(user)s has not allowed this organisation to create password links. %(user)s can "
                "allow it on the page of the account. Or set the password on the server: "
                "%(command)s"
            )
            % words
        )
    own = StaffMember.objects.filter(user=actor, organizer=True).values("event_id")
    elsewhere = StaffMember.objects.filter(user=user).exclude(event__in=own).exists()
    if elsewhere or user.is_superuser or user.is_staff:
        raise RefusedError(
            _(
                "%(user)s is also on the staff of an event that you do not organize. Set "
                "the password on the server: %(command)s"
            )
            % words
        )
    owned = OrganisationMember.objects.filter(user=actor, owner=True).values("organisation")
    joined = OrganisationMember.objects.filter(user=user).exclude(organisation__in=owned)
    if joined.exists():
        raise RefusedError(
            _(
                "%(user)s is a member of an organisation that you do not own. Set the "
                "password on the server: %(command)s"
            )
            % words
        )


def has_password_link(user: User) -> bool:
    """Return whether a password link of this account is valid now.

    A link ends when its maker loses the right to make it, also because the account has joined other
    events since.
    """
    since = timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    links = PasswordLink.objects.filter(user=user, made_at__gte=since, made_by__is_active=True)
    return any(_still_works(link) for link in links.select_related("event", "made_by"))


def _still_works(link: PasswordLink) -> bool:
    organizes = link.event.staff.filter(user=link.made_by_id, organizer=True)
    if not (organizes.exists() and link.event.staff.filter(user=link.user_id).exists()):
        return False
    try:
        _check_may_reset(link.event, link.made_by, link.user)
    except RefusedError:
        return False
    return True


def end_password_links(*, user: User) -> None:
    """End an account's password links after one was used."""
    PasswordLink.objects.filter(user=user).delete()


def note_unlocked(*, event_id: int, actor: User, username: str) -> User:
    """Record in the account's log that an organizer unlocks it; return the account.

    Raises RefusedError unless the person is a member of the event's organisation or trusts it.
    """
    with event_write(event_id, actor, finished=True) as write:
        user = may_unlock(write.event).filter(username=username).first()
        if user is None:
            raise RefusedError(
                _(
                    "%(user)s is not a member of this organisation. A lock ends after a few "
                    "minutes; a device on which %(user)s logged in before is never locked."
                )
                % {"user": username}
            )
        note = write.event.name
        AccountEntry.objects.create(user=user, verb=AccountEntry.Verb.UNLOCKED, note=note)
        write.journal(Verb.STAFF_CHANGED, user=username, unlocked=True)
    return user
