"""The staff of an event: its members and their roles (rules, 1.3 and 1.4)."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from domain.written_names import written, written_name
from events.core.edit_conflicts import check_token
from events.core.eligibility.queries import is_suspended
from events.core.eligibility.staff_players import enrolled_as, staff_who_play
from events.core.event_write import Write, event_write
from events.core.events.announced_value_actions import check_head_judge
from events.core.organisations.open_invitations import withdraw_invitations
from events.core.players.player_entries import member_values
from events.core.refusals import RefusedError
from events.models import Event, Role, StaffMember, Verb
from events.models.roles import JUDGES, role_columns, role_values


def change_staff(
    *,
    event_id: int,
    actor: User,
    username: str,
    roles: Collection[Role],
    hears_appeals: bool | None = None,
    token: str = "",
) -> StaffMember | None:
    """Set a member's roles; without any, remove the member and return None.

    `hears_appeals`: whether the head judge names them to hear appeals; None leaves it unchanged.
    `token`: as for check_token. Raises RefusedError if the event would have no organizer left, and
    for appointments reserved to an organizer or to the head judge.
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
        check_may_judge(event, member.user, frozenset(roles) - had)
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


def check_appoints(write: Write, had: Collection[Role], roles: Collection[Role]) -> None:
    """Raise RefusedError if a head judge who is not an organizer adds or removes organizers."""
    organizers = write.event.staff.filter(organizer=True)
    if organizers.filter(user=write.actor).exists():
        return
    if (Role.ORGANIZER in had) != (Role.ORGANIZER in roles):
        names = [member.user.get_username() for member in organizers.select_related("user")]
        raise RefusedError(
            _("Only an organizer can add or remove organizers. Ask %(names)s.")
            % {"names": ", ".join(map(written, names))},
            "roles",
        )


def check_may_judge(event: Event, user: User, roles: Collection[Role]) -> None:
    """Raise RefusedError, on field `roles`, for a suspended person as a judge (rules, 1.4)."""
    if JUDGES & set(roles) and is_suspended(event, user):
        words = _(
            "%(user)s is marked as suspended, so they cannot judge. Choose other roles, or remove "
            "the mark under “Eligibility”."
        )
        raise RefusedError(words % {"user": user.get_username()}, "roles")


def refuse_player(event: Event, user: User) -> None:
    """Raise RefusedError for a person enrolled in an event whose staff may not play."""
    enrollment = None if event.staff_may_play else enrolled_as(event.pk, user)
    if enrollment is not None:
        who = _("%(user)s is enrolled as %(name)s.")
        names = {"user": user.get_username(), "name": written_name(enrollment)}
        raise staff_who_play(event.pk, who % names, "username")
