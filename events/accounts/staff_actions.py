"""The staff of an event: its members and their roles (rules, 1.3 and 1.4)."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write, lock_name
from events.core.events.announced_value_actions import check_head_judge
from events.core.organisations.areas import take_areas
from events.core.organisations.open_invitations import withdraw_invitations
from events.core.players.edited_player import member_values
from events.core.players.same_person import enrolled_as, staff_who_play
from events.core.refusals import RefusedError
from events.core.typed_values import can_be_a_user_name
from events.models import Event, OrganisationMember, Role, StaffMember, Verb
from events.models.roles import role_columns, role_values

USERNAME_LENGTH = 150


@dataclass(frozen=True, slots=True)
class AddedMember:
    """A member who was added; `invited` is true when the account is new and has no password yet."""

    member: StaffMember
    invited: bool


def add_staff(*, event_id: int, actor: User, username: str, roles: Collection[Role]) -> AddedMember:
    """Put an account on the staff; an unknown user name becomes a new account.

    The new account has no password: its owner chooses one through an invitation link. Raises
    RefusedError for an impossible user name, no role, and a person who is on the staff already or
    is enrolled in the event. An account without a password that another event invited is refused
    too: the holder of that invitation's link could join this event with it.
    """
    username = User.normalize_username(username.strip())
    with event_write(event_id, actor, finished=True) as write:
        event = write.event
        _check_roles(roles)
        lock_name("accounts")
        user = User.objects.filter(username=username).first()
        if user is not None and event.staff.filter(user=user).exists():
            raise RefusedError(
                _("%(user)s is already on the staff.") % {"user": username}, "username"
            )
        check_appoints(write, frozenset(), roles)
        refuse_player(event, user or User(username=username))
        invited = user is None
        if user is not None and not user.has_usable_password():
            _check_invited_here(event, user)
        if user is None:
            _check_username(username)
            user = User.objects.create_user(username)
            event.invited.add(user)
        member = StaffMember.objects.create(event=event, user=user, **role_columns(roles))
        take_areas(member)
        write.journal(
            Verb.STAFF_CHANGED,
            user=username,
            roles=role_values(roles),
            had=[],
            invited=invited,
        )
    return AddedMember(member, invited)


def change_staff(
    *,
    event_id: int,
    actor: User,
    username: str,
    roles: Collection[Role],
    hears_appeals: bool | None = None,
    token: str = "",
) -> StaffMember | None:
    """Give a member these roles; none takes the person off the staff. None when taken off.

    `hears_appeals`: whether the head judge names them to hear appeals; None leaves that. `token`:
    as check_token takes it. Raises RefusedError when the event would be left without an organizer,
    and for what only an organizer, or only the head judge, may appoint.
    """
    with event_write(event_id, actor, finished=True) as write:
        event = write.event
        member = event.staff.select_related("user").filter(user__username=username).first()
        if member is None:
            raise RefusedError(_("%(user)s is not on the staff.") % {"user": username})
        check_token(token, member_values(member))
        had, heard = member.roles, member.hears_appeals
        hears = bool(roles) and (heard if hears_appeals is None else hears_appeals)
        if had == frozenset(roles) and hears == heard:
            return member
        check_appoints(write, had, roles)
        if hears and not heard:
            check_head_judge(write)
        others = event.staff.filter(organizer=True).exclude(pk=member.pk)
        if Role.ORGANIZER in had and Role.ORGANIZER not in roles and not others.exists():
            raise RefusedError(
                _("%(user)s is the last organizer. Make another staff member an organizer first.")
                % {"user": username}
            )
        write.journal(
            Verb.STAFF_CHANGED,
            user=username,
            roles=role_values(roles),
            had=role_values(had),
            hears_appeals=hears,
        )
        withdraw_invitations(write, member.user, roles)
        if not roles:
            member.delete()
            return None
        columns = {**role_columns(roles), "hears_appeals": hears}
        for name, value in columns.items():
            setattr(member, name, value)
        member.save(update_fields=list(columns))
    return member


def allow_new_password(*, event_id: int, actor: User, username: str) -> User:
    """Let a member choose a new password by a link, and record the link in the journal.

    Opening the link gives access to that account in every event. The account may therefore be on
    the staff only of events that the actor organizes, and a member only of organisations that the
    actor owns; it must not be an administrator. Raises RefusedError otherwise, and for the actor's
    own account.
    """
    with event_write(event_id, actor, finished=True) as write:
        member = write.event.staff.select_related("user").filter(user__username=username).first()
        if member is None:
            raise RefusedError(_("%(user)s is not on the staff.") % {"user": username})
        user = member.user
        if user == actor:
            raise RefusedError(_("Change your own password on your account page."))
        own = StaffMember.objects.filter(user=actor, organizer=True).values("event_id")
        elsewhere = StaffMember.objects.filter(user=user).exclude(event__in=own).exists()
        if elsewhere or user.is_superuser or user.is_staff:
            raise RefusedError(
                _(
                    "%(user)s is also on the staff of an event that you do not organize. Set "
                    "the password on the server: manage.py changepassword %(user)s"
                )
                % {"user": username}
            )
        owned = OrganisationMember.objects.filter(user=actor, owner=True).values("organisation")
        joined = OrganisationMember.objects.filter(user=user).exclude(organisation__in=owned)
        if joined.exists():
            raise RefusedError(
                _(
                    "%(user)s is a member of an organisation that you do not own. Set the "
                    "password on the server: manage.py changepassword %(user)s"
                )
                % {"user": username}
            )
        if not user.has_usable_password():
            raise RefusedError(
                _("%(user)s has not chosen a password yet. Use the invitation link.")
                % {"user": username}
            )
        write.journal(Verb.PASSWORD_LINK_MADE, user=username)
    return user


def _check_invited_here(event: Event, user: User) -> None:
    if not event.invited.filter(pk=user.pk).exists():
        raise RefusedError(
            _(
                "The user %(user)s has not chosen a password yet and was not invited here. Add "
                "this user after that, or choose another name."
            )
            % {"user": user.get_username()},
            "username",
        )


def check_appoints(write: Write, had: Collection[Role], roles: Collection[Role]) -> None:
    """Raise RefusedError where a head judge who is no organizer makes or unmakes organizers."""
    organizers = write.event.staff.filter(organizer=True)
    if organizers.filter(user=write.actor).exists():
        return
    if (Role.ORGANIZER in had) != (Role.ORGANIZER in roles):
        names = [member.user.get_username() for member in organizers.select_related("user")]
        raise RefusedError(
            _("Only an organizer can add or remove organizers. Ask %(names)s.")
            % {"names": ", ".join(names)},
            "roles",
        )


def refuse_player(event: Event, user: User) -> None:
    """Raise RefusedError for a person who is enrolled in an event whose staff may not play."""
    enrollment = None if event.staff_may_play else enrolled_as(event.pk, user)
    if enrollment is not None:
        who = _("%(user)s is enrolled as %(name)s.")
        names = {"user": user.get_username(), "name": enrollment.name}
        raise staff_who_play(event.pk, who % names, "username")


def _check_username(username: str) -> None:
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError as error:
        raise RefusedError(" ".join(error.messages), "username") from error
    if not can_be_a_user_name(username):
        raise RefusedError(_("A username needs at least one letter or digit."), "username")
    if len(username) > USERNAME_LENGTH:
        raise RefusedError(_("This username is too long."), "username")


def _check_roles(roles: Collection[Role]) -> None:
    if not roles:
        raise RefusedError(_("Choose at least one role."), "roles")
